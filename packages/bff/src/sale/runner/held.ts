// One sale while this process holds its lease: the last row, the fence, and writes that retry during a store outage so
// that no evidence is lost. `send-sale.ts` and `follow.ts` decide the next step.
import { isStoreUnavailable, type Alarm } from '@tapboard/store'
import type { Failpoint } from '../failpoint.ts'
import type { Observer } from '../../observe/observer.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import type { MerchantUpstream } from '../../upstream/terminal/merchant.ts'
import type { Gate } from './gate.ts'
import type { Effect, SaleInput } from '../machine/sale-input.ts'
import type { Applied, Ledger, Ticket } from '../ledger/ledger.ts'
import type { SaleRow } from '../machine/row.ts'
import type { StaleDetector } from '../machine/staleness.ts'
import { LEASE_MS } from '../machine/states.ts'

/** Dependencies that the loops of this process share. */
export interface RunnerDeps {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Receives an alert for each sale that needs a person. */
  readonly observer: Observer
  readonly gate: Gate
  /** Number of sales that this process follows at an upstream. */
  readonly openSales: (upstream: MerchantUpstream) => number
  /** Returns true once this process stops. */
  readonly isDraining: () => boolean
  /** Look for due sales now. */
  readonly wake: () => void
  /** Named points at which a test can pause execution; a no-op in production. */
  readonly failpoint: Failpoint
}

/** A sale held by this process. */
export interface Held {
  row: SaleRow
  readonly fence: number
  readonly upstream: MerchantUpstream
  /** Last known store time minus local time; the store's time is authoritative. */
  offsetMs: number
  readonly signal: AbortSignal
  readonly alarm: Alarm
  /** True from the claim of a send to its recorded result: a drain waits for it. */
  sending: boolean
  /** Whether the upstream answers for this sale. */
  readonly staleDetector: StaleDetector
}

/** Returns the estimated store time. */
export const storeNow = (held: Held, clock: Clock): number => clock.now() + held.offsetMs

/** Reads the store's clock and corrects the offset, in case our own clock was set. */
export async function askStoreNow(deps: RunnerDeps, held: Held): Promise<number> {
  try {
    const nowMs = await deps.ledger.now()
    held.offsetMs = nowMs - deps.clock.now()
    return nowMs
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error
    return storeNow(held, deps.clock)
  }
}

/** Returns store time minus local time, from a new lease. */
export const clockOffset = (row: SaleRow, clock: Clock): number =>
  (row.leaseUntilMs ?? clock.now() + LEASE_MS) - LEASE_MS - clock.now()

/** Retry delay during a store outage. */
const STORE_RETRY_MS = 500

/** Logs and reports the alerts of a transition. */
export function raise(
  deps: Pick<RunnerDeps, 'log' | 'observer'>,
  row: SaleRow,
  effects: readonly Effect[],
): void {
  for (const effect of effects)
    if (effect.type === 'alert') {
      const alert = { merchant: row.merchant, saleId: row.id, state: row.state, reason: effect.reason }
      deps.log.error(alert, 'a sale needs a person')
      deps.observer.alert(alert)
    }
}

/**
 * Applies evidence, retries during a store outage, and keeps the new row. `stale`: another owner holds the sale and the
 * caller stops. The signal or a drain ends the retries, except with `must`: the result of a send is never dropped.
 */
export async function persist(
  deps: RunnerDeps,
  held: Held,
  input: SaleInput,
  must = false,
): Promise<Applied | null> {
  const ticket: Ticket = { attempted: null }
  const { features } = held.upstream
  const never = new AbortController().signal
  for (;;)
    try {
      const applied = await deps.ledger.apply(held.row.id, input, {
        fence: held.fence,
        known: held.row,
        repeat: features.repeat,
        lookup: features.lookup,
        ticket,
      })
      if (applied.kind === 'stale') return applied
      held.row = applied.row
      if (applied.kind === 'moved') {
        const { merchant, id, state, reason } = applied.row
        const fields = { merchant, saleId: id, state, fence: held.fence }
        deps.log.info(reason === null ? fields : { ...fields, reason }, 'a sale changed its state')
        raise(deps, applied.row, applied.effects)
      }
      return applied
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error
      if (!must && (held.signal.aborted || deps.isDraining())) return null
      await held.alarm.pause(STORE_RETRY_MS, must ? never : held.signal)
    }
}
