// One sale while this process holds its lease: the row as last seen, the fence, and writing evidence with patience
// (a store that is away must not lose what the upstream said). What to do next, `deliver.ts` and `follow.ts` say.
import { isStoreUnavailable, type Alarm } from '@tapboard/store'
import type { Failpoint } from '../failpoint.ts'
import type { Observer } from '../../observe/observer.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import type { MerchantUpstream } from '../../upstream/terminal/merchant.ts'
import type { Gate } from './gate.ts'
import type { Effect, Happening } from '../machine/happening.ts'
import type { Applied, Ledger, Ticket } from '../ledger/ledger.ts'
import type { SaleRow } from '../machine/row.ts'
import type { Sight } from '../machine/sight.ts'
import { LEASE_MS } from '../machine/states.ts'

/** What the loops of this process share. */
export interface RunnerPorts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Hears of sales that need a person. */
  readonly observer: Observer
  readonly gate: Gate
  /** Sales this process follows at this upstream. */
  readonly openSales: (upstream: MerchantUpstream) => number
  /** Look for due sales now. */
  readonly wake: () => void
  /** Named moments at which a test may stop the world; does nothing in production. */
  readonly failpoint: Failpoint
}

/** A sale held by this process. */
export interface Held {
  row: SaleRow
  readonly fence: number
  readonly upstream: MerchantUpstream
  /** Store time minus local time, as last asked; the store's time decides. */
  offsetMs: number
  readonly signal: AbortSignal
  readonly alarm: Alarm
  /** True while an initiate may be on the wire: a drain waits for it. */
  sending: boolean
  /** Whether the upstream answers for this sale. */
  readonly sight: Sight
}

/** Store time, as near as this process can say. */
export const storeNow = (held: Held, clock: Clock): number => clock.now() + held.offsetMs

/** Store time, asked: sets right what was believed of it, in case our own clock was set meanwhile. */
export async function askStoreNow(ports: RunnerPorts, held: Held): Promise<number> {
  try {
    const nowMs = await ports.ledger.now()
    held.offsetMs = nowMs - ports.clock.now()
    return nowMs
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error
    return storeNow(held, ports.clock)
  }
}

/** The difference of the two clocks, from a lease that was just taken. */
export const clockOffset = (row: SaleRow, clock: Clock): number =>
  (row.lease_until_ms ?? clock.now() + LEASE_MS) - LEASE_MS - clock.now()

/** Between two tries at a store that is away. */
const STORE_RETRY_MS = 500

/** Tells a person what a transition asks to be told. */
export function raise(
  ports: Pick<RunnerPorts, 'log' | 'observer'>,
  row: SaleRow,
  effects: readonly Effect[],
): void {
  for (const effect of effects)
    if (effect.type === 'alert') {
      const alert = { merchant: row.merchant, saleId: row.id, state: row.state, reason: effect.reason }
      ports.log.error(alert, 'a sale needs a person')
      ports.observer.alert(alert)
    }
}

/**
 * Writes evidence, trying again while the store is away, and keeps the row. `stale`: somebody else holds the sale, the
 * caller stops. Ends early only by the signal, except while `must` (what a send came to is never dropped).
 */
export async function persist(
  ports: RunnerPorts,
  held: Held,
  happening: Happening,
  must = false,
): Promise<Applied | null> {
  const ticket: Ticket = { attempted: null }
  const { features } = held.upstream
  const never = new AbortController().signal
  for (;;)
    try {
      const applied = await ports.ledger.apply(held.row.id, happening, {
        fence: held.fence,
        repeat: features.repeat,
        lookup: features.lookup,
        ticket,
      })
      if (applied.kind === 'stale') return applied
      held.row = applied.row
      if (applied.kind === 'moved') {
        const { merchant, id, state, reason } = applied.row
        const fields = { merchant, saleId: id, state, fence: held.fence }
        ports.log.info(reason === null ? fields : { ...fields, reason }, 'sale moved')
        raise(ports, applied.row, applied.effects)
      }
      return applied
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error
      if (held.signal.aborted && !must) return null
      await held.alarm.pause(STORE_RETRY_MS, must ? never : held.signal)
    }
}
