/** The public API of `@tapboard/store` for all runtimes. */
export { checkStore, openStore } from './open.ts'
export { observeStatements, type ObserveStatement, type StatementKind } from './observed.ts'
export { turn } from '#context'
export { parseStoreUrl } from '#engines'
export { readCommitLoss, type CommitLoss } from './postgres/durability.ts'
export { isUnencryptedByDefault } from './postgres/unencrypted.ts'
export type { StoreLocation } from './engines/location.ts'
export { faultCode, isStoreError, isStoreUnavailable, StoreError, uniqueViolation } from './errors.ts'
export type { FaultCode, StoreErrorCode } from './errors.ts'
export type { Engine, StoreLog, Timer, Wakeup, WakeupHandler } from './shared-types.ts'
export type { NoticePort, Store, ConnectionCounts, StoreOptions, Unlisten } from './store.ts'
export type { ClaimRequest, EndedLease } from './claim.ts'
export { createAlarm, settledWithin, type Alarm } from './loop/alarm.ts'
export { CLAIM_EVERY_MS, ClaimLoop, type ClaimLoopConfig, type StartWork } from './loop/claim-loop.ts'
export type { AgedLease } from './loop/lease-watch.ts'
export { Loop, type LoopConfig, type LoopReport } from './loop/loop.ts'
export { sharedLeases, type LeasedTable } from './held-leases.ts'
export { runMigrate, type MigrateCommand } from './migrate-command.ts'
export type { IndexMigration, Migration, MigrationSet, TransactionalMigration } from './migrate.ts'
export type { AddedColumn, SchemaDialect, TableIndex, UniqueIndex } from './columns.ts'
export { columnMapper } from './column-mapper.ts'
export type { ColumnMapper, ColumnName, Columns, Flag } from './column-mapper.ts'
export { createDeliverer } from './outbox/deliverer.ts'
export type { Deliverer, DelivererConfig, DeliveryLog, Attempt } from './outbox/deliverer.ts'
export { newOutboxRow } from './outbox/outbox.ts'
export type {
  DeliveryChanges,
  DeliveryHandler,
  DeliveryResult,
  Outbox,
  OutboxClaim,
  OutboxRow,
} from './outbox/outbox.ts'
export { randomFraction } from './outbox/schedule.ts'
export { sqlOutbox, type OutboxTable } from './outbox/sql-outbox.ts'
export { sql } from 'kysely'
export type {
  ColumnType,
  Generated,
  Insertable,
  Kysely,
  RawBuilder,
  Selectable,
  Transaction,
  Updateable,
} from 'kysely'
