// The types of `#runtime`: `node.ts` implements them with sockets and prom-client, `web.ts` with `fetch` and without metrics.
import type { TelemetryMeter } from '@tapboard/server'
import type { Store } from '@tapboard/store'
import type { SubmissionTables } from '../../application/submission/tables.ts'
import type { OutboxTables } from '../../durable/outbox/outbox-row.ts'
import type { WebhookSender } from '../../durable/outbox/delivery-handlers.ts'
import type { Meters } from '../../observe/meters.ts'
import type { Clock } from '../../ports.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'
import type { UpstreamOutbound } from '../../upstream/transport/outbound-port.ts'

/** All outbound requests of this process: to upstreams, and webhooks. */
export interface Outbound extends UpstreamOutbound {
  /** Creates the sender of webhooks to the hosts. */
  webhooks(clock: Clock): WebhookSender
}

/** Meters, and their values as text in the Prometheus format. */
export interface Metrics {
  readonly meters: Meters
  read(): Promise<string>
  /** Begins the export to OpenTelemetry; call it once all gauges are exposed. */
  begin(): void
  /** Ends the export; call it before the store is closed. */
  end(): void
}

/** Opens the metrics; `meter` is that of OpenTelemetry, or `null`. */
export type OpenMetrics = (
  clock: Clock,
  store: Store<LedgerTables> & Store<OutboxTables> & Store<SubmissionTables>,
  meter: TelemetryMeter | null,
) => Metrics
