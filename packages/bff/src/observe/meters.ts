// Counters and timers of a running BFF, for Prometheus: a registry of its own (two BFFs in one process do not mix), and
// label values from fixed lists only. A label never contains a merchant, order, sale, device or key (INV-14).
import { SALE_KINDS, SALE_STATES, web, type SaleKind, type SaleState } from '@tapboard/contract'
import type { TelemetryMeter } from '@tapboard/server'
import { createDurations } from '@tapboard/server/node'
import { Counter, Gauge, Registry } from 'prom-client'

/** Gauges that parts of the BFF may expose, with their descriptions. */
const GAUGES = {
  streams_open: 'Event streams open in this process.',
  streams_limit: 'Event streams this process may open.',
  sales_followed: 'Sales whose lease this process holds.',
  sales_followed_limit: 'Sales this process may follow at once.',
  sales_watched: 'Sales with a watcher in this process.',
  poll_budget_reads_per_second: 'Reads of one key allowed per second.',
  poll_budget_busiest_ratio: 'Share of the burst that the busiest key has used up, 0 to 1.',
  poll_budget_waiting: 'Sales that wait for a read.',
  poll_budget_blocked_keys: 'Keys that a Retry-After of the upstream blocks.',
  proofs_remembered: 'DPoP proofs remembered against replay.',
  proofs_limit: 'DPoP proofs this process may remember.',
  claim_healthy:
    '1 while this process claims due sales, 0 after repeated failures: the process is then not ready.',
  renew_healthy: '1 while this process renews its leases on sales, 0 after repeated failures.',
  merchants_configured: 'Merchants that are configured in this process.',
  merchants_removed:
    'Removed merchants whose open work this process still follows; a restart would leave it without a key.',
  merchants_removed_open_sales: 'Open sales of removed merchants, counted once a minute.',
  merchants_missing:
    'Merchants with open sales that are not configured in this process, so that it does not follow these sales.',
  config_last_reload_successful:
    '1 if the last change of the merchants was accepted, 0 if it was refused and the old ones are in use.',
  config_last_reload_success_timestamp_seconds: 'Time of the last accepted configuration of the merchants.',
  draining: '1 once this process accepts no new work.',
} as const

type GaugeName = keyof typeof GAUGES

interface AnsweredRequest {
  /** Name of the route in the contract, `preflight` or `unknown`; never the path. */
  readonly route: string
  readonly status: number
  /** Problem code of a refusal. */
  readonly code: string | null
  readonly durationMs: number
}

/** Receives the observations of the parts of the BFF. */
export interface Meters {
  answered(request: AnsweredRequest): void
  /** A request to the upstream ended; `outcome` is the kind of its answer or fault. */
  asked(operation: string, outcome: string, durationMs: number): void
  /** An operation of the store ended; `ok` is false if it threw. */
  stored(operation: string, ok: boolean, durationMs: number): void
  /** An event was committed that left the sale or refund in `state`. */
  committed(sale: { readonly kind: SaleKind; readonly state: SaleState }): void
  /** A sale needs a person. */
  alerted(reason: string): void
  /** An attempt to deliver an event to the host ended. */
  deliveryAttempted(target: string, outcome: string): void
  /** A round of a watched loop failed. */
  loopFailed(loop: string): void
  /** Gives a gauge its source, read at each scrape. */
  expose(name: GaugeName, read: () => number): void
}

const ROUTES: ReadonlySet<string> = new Set([...Object.keys(web.WEB_ROUTES), 'preflight'])

export interface KeptMeters extends Meters {
  /** The current metrics, for the operator only. */
  readonly registry: Registry
}

/** Creates the meters of one BFF; `meter` receives the durations, too. */
export function createMeters(meter: TelemetryMeter | null = null): KeptMeters {
  const registry = new Registry()
  const registers = [registry]
  const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    createDurations(registry, meter, { name: `tapboard_${name}`, help, labelNames })
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `tapboard_${name}`, help, labelNames: [...labelNames], registers })

  const requests = histogram(
    'http_request_duration_seconds',
    'Time from a request to the head of its answer, by route of the contract and status.',
    ['route', 'status'],
  )
  const refusals = counter('http_refusals_total', 'Refused requests by problem code; caps included.', [
    'code',
  ])
  const upstream = histogram(
    'upstream_request_duration_seconds',
    'Time of a request to the upstream; hold_session waits on purpose.',
    ['operation', 'outcome'],
  )
  const store = histogram('store_duration_seconds', 'Time of one operation of the ledger in the store.', [
    'operation',
    'outcome',
  ])
  const events = counter(
    'sale_events_total',
    'Events this process committed, by kind of sale and the state they led to.',
    ['kind', 'state'],
  )
  for (const kind of SALE_KINDS) for (const state of SALE_STATES) events.inc({ kind, state }, 0)
  const alerts = counter('sale_alerts_total', 'Sales that were found to need a person.', ['reason'])

  const deliveries = counter('host_deliveries_total', 'Attempts to deliver an event to the host.', [
    'target',
    'outcome',
  ])

  const loops = counter('loop_failures_total', 'Failed rounds of the loops that follow sales.', ['loop'])
  for (const loop of ['claim', 'renew', 'take_back'] as const) loops.inc({ loop }, 0)

  return {
    registry,
    answered({ route, status, code, durationMs }) {
      const known = ROUTES.has(route) ? route : 'unknown'
      requests.observe({ route: known, status }, durationMs / 1000)
      if (code !== null) refusals.inc({ code })
    },
    asked: (operation, outcome, durationMs) => upstream.observe({ operation, outcome }, durationMs / 1000),
    stored: (operation, ok, durationMs) =>
      store.observe({ operation, outcome: ok ? 'ok' : 'failed' }, durationMs / 1000),
    committed: ({ kind, state }) => events.inc({ kind, state }),
    deliveryAttempted: (target, outcome) => deliveries.inc({ target, outcome }),
    alerted: (reason) => alerts.inc({ reason }),
    loopFailed: (loop) => loops.inc({ loop }),
    expose(name, read) {
      new Gauge({
        name: `tapboard_${name}`,
        help: GAUGES[name],
        registers,
        collect() {
          this.set(read())
        },
      })
    },
  }
}
