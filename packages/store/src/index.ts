/** The public surface of the store. */
export { openStore } from './open.ts'
export { parseStoreUrl, type StoreLocation } from './url.ts'
export { isStoreError, isStoreUnavailable, StoreError, uniqueViolation } from './errors.ts'
export type { StoreErrorCode } from './errors.ts'
export type { Engine, Store, StoreLog, StoreOptions, Unlisten, Wakeup, WakeupHandler } from './store.ts'
export type { ClaimRequest } from './claim.ts'
export type { Migration, MigrationSet } from './migrate.ts'
export type { SchemaDialect, UniqueIndex } from './columns.ts'
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
