// The metrics of a runtime, as a port.
import type { Store } from '@tapboard/store'
import type { SubmissionTables } from '../../application/submission/rows.ts'
import type { Meters } from '../../observe/meters.ts'
import type { OutboxTables } from '../../durable/outbox/outbox-row.ts'
import type { Clock } from '../../ports.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'

/** Meters, and what they show as a text in the Prometheus format. */
export interface Metrics {
  readonly meters: Meters
  read(): Promise<string>
}

/** Begins to count. */
export type OpenMetrics = (
  clock: Clock,
  store: Store<LedgerTables> & Store<OutboxTables> & Store<SubmissionTables>,
) => Metrics
