// A charge that waits until its terminal is free (D-184). The page holds it, not the BFF: it starts through the same press as any
// other, so idempotency key, order lock and terminal lock of the BFF apply, and a page that is gone charges nothing.
import type { Checkout, StartSale } from '@tapboard/contract'
import type { FaultCode } from '../shared/fault.ts'

/** Longest time of a queued charge. */
export const QUEUE_MS = 300_000
/** Longest time without a look at the page: the person has left, or the computer slept. */
const AWAY_MS = 60_000

/** A queued charge. */
export interface Queue {
  /** The start that it makes, with another deadline. Any change of the order ends it. */
  readonly request: StartSale
  readonly sinceMs: number
  /** When the page was visible last. */
  readonly seenAtMs: number
}

/** Faults of a read after which the next one may succeed with the same token. */
const PASSING: readonly FaultCode[] = [
  'network',
  'token-unreachable',
  'token-unavailable',
  'token-limited',
  'rate-limited',
  'draining',
  'store-unavailable',
  'upstream-unavailable',
]

/** Checks whether a failed read ends a queued charge: the token has ended, or the order was withdrawn. */
export const endsQueue = (code: FaultCode): boolean => !PASSING.includes(code)

export const queueOf = (request: StartSale, nowMs: number): Queue => ({
  request,
  sinceMs: nowMs,
  seenAtMs: nowMs,
})

/** The reason why a queued charge has ended, or `null`. A clock that was set back ends it, because its time is then unknown. */
export function overOf({ sinceMs, seenAtMs }: Queue, nowMs: number): FaultCode | null {
  if (nowMs - seenAtMs > AWAY_MS) return 'queue-left'
  return nowMs - sinceMs >= QUEUE_MS || nowMs < sinceMs ? 'queue-over' : null
}

/** Checks whether the order still asks for exactly this charge, on this terminal. */
export const isSame = (
  { request }: Queue,
  next: StartSale | null,
  { deviceId }: { readonly deviceId: string | null },
): boolean =>
  next !== null &&
  deviceId === request.deviceId &&
  next.order === request.order &&
  next.attempt === request.attempt &&
  next.amountMinor === request.amountMinor &&
  next.currency === request.currency

/** Checks whether the list of terminals shows the terminal of a queued charge as connected and free. */
export const isFree = ({ request }: Queue, { devices }: Checkout): boolean =>
  devices.some(({ id, status, hold }) => id === request.deviceId && status === 'CONNECTED' && !hold)
