// Follows one sale until its end, or one order until it is aborted. It reads a stream with fetch and polls while a proxy
// buffers the stream or the page is hidden. It contacts the server at once when the page becomes visible. The controller
// decides the display.
import {
  isSettled,
  web,
  type Checkout,
  type OrderFrame,
  type Sale,
  type StaleFrame,
} from '@tapboard/contract'
import type { Client } from './client.ts'
import type { Refusal } from './fault.ts'
import { readFrames } from './frames.ts'
import { isTokenFault } from './mistakes.ts'
import { restMs } from './retry.ts'

// A stream without a byte in this time after its opening is buffered by a proxy (P63).
const OPENING_MS = 3_000
/** More than two heartbeats of 15 s are missing: the stream is dead although no side closed it. */
const SILENT_MS = 35_000
// Polling interval; together with the request below the 4 s of P63.
const POLL_MS = 1_600
/** Polling interval of a hidden page. It keeps no stream, because six tabs with one stream each would block the seventh. */
const HIDDEN_POLL_MS = 5_000
// Polling interval of an order: its end is shown and changes are rare (D-103).
const ORDER_POLL_MS = 5_000
/** Number of polls before the stream is tried again. */
const POLLS = 40
// Longest backoff: without a sign that the network is back, the element must recover within 3 s (P61).
const PAUSE_MAX_MS = 2_500

export interface FollowPorts {
  /** Read at every request. */
  readonly client: Client
  /** Resolves after `ms`, on abort, or when the visibility or the connection of the page changes. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls back when the visibility or the connection of the page changes; returns the function that removes the listener. */
  readonly onTurn: (callback: () => void) => () => void
  /** True while the page is hidden. */
  readonly isHidden: () => boolean
  /** 0 ≤ n < 1. */
  readonly random: () => number
}

/** Callbacks for the news. */
export interface FollowEars {
  sale(sale: Sale): void
  stale?(stale: StaleFrame): void
  order?(order: OrderFrame): void
  checkout?(checkout: Checkout): void
  /** Bytes arrived: the stream is alive. */
  beat?(): void
  /** False while the server cannot be reached. */
  link(alive: boolean): void
  /** A request was refused; following goes on. */
  refused(refusal: Refusal): void
}

/** Pause before attempt `n + 1` after `n` failures: none, then doubling, with jitter so that tabs do not retry in step. */
export const backOffMs = (failures: number, random: () => number): number =>
  failures < 2 ? 250 * random() : Math.min(PAUSE_MAX_MS, 250 * 2 ** failures) * (0.5 + random() / 2)

/** A sale whose events up to `version` are known, or the order of the token. */
export type Target = { readonly id: string; readonly version: number } | 'order'

/** Follows until the sale has ended or `signal` aborts. */
export async function follow(
  target: Target,
  ports: FollowPorts,
  ears: FollowEars,
  signal: AbortSignal,
): Promise<void> {
  const { random, isHidden } = ports
  const sale = target === 'order' ? null : target
  let last = sale?.version ?? 0
  let ended = false
  let failures = 0
  let polls = 0

  const hear = (sale: Sale): void => {
    last = sale.version
    ended ||= isSettled(sale.state)
    ears.sale(sale)
  }
  const reached = (): void => {
    failures = 0
    ears.link(true)
  }

  // The page gave no token: ask it with increasing pauses (D-106). Another element's page may have one.
  let mute: { readonly refusal: Refusal; readonly client: Client } | null = null
  /** The last attempt failed because there was no token; the connection works. */
  let withoutToken = false
  const refused = (refusal: Refusal): void => {
    polls ||= refusal.heard ? POLLS : 1
    withoutToken = isTokenFault(refusal.code)
    mute = refusal.code.startsWith('token-') && !refusal.heard ? { refusal, client: ports.client } : null
    if (!signal.aborted) ears.refused(refusal)
  }

  const muteMs = (): number => (mute?.client === ports.client ? restMs(failures, mute.refusal, random) : 0)

  const stream = async (): Promise<void> => {
    polls = 0
    const stop = new AbortController()
    let timer = setTimeout(() => giveUp(), OPENING_MS)
    const giveUp = (): void => {
      polls = POLLS
      stop.abort()
    }
    const beat = (): void => {
      ears.beat?.()
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENT_MS)
    }
    // A connection can die unnoticed while the computer sleeps; a hidden page keeps none.
    const asleep = ports.onTurn(() => stop.abort())
    try {
      const Accept = 'text/event-stream'
      const within = AbortSignal.any([signal, stop.signal])
      const response = await (sale
        ? ports.client.open(web.watchSale, {
            id: sale.id,
            headers: { Accept, 'Last-Event-ID': `${last}` },
            signal: within,
          })
        : ports.client.open(web.watchOrder, { headers: { Accept }, signal: within }))
      if (!(response instanceof Response)) {
        if (!stop.signal.aborted) refused(response)
        return
      }
      if (response.body)
        await readFrames(
          response.body,
          (frame) => {
            if (frame.type === 'bad') return giveUp()
            reached()
            if (frame.type === 'sale') hear(frame.sale)
            else if (frame.type === 'stale') ears.stale?.(frame.stale)
            else if (frame.type === 'order') ears.order?.(frame.order)
            else ended = sale !== null
          },
          beat,
        )
    } catch {
      // The stream was interrupted: the loop below reconnects, and reports a failure.
    } finally {
      clearTimeout(timer)
      asleep()
      stop.abort()
    }
  }

  const pollSale = async (id: string, within: AbortSignal): Promise<void> => {
    const headers = { 'If-None-Match': `"${last}"` }
    const answer = await ports.client.call(web.getSale, { id, headers, signal: within })
    if (!answer.ok) return refused(answer)
    reached()
    if (answer.value) hear(answer.value)
  }

  const pollOrder = async (within: AbortSignal): Promise<void> => {
    const answer = await ports.client.call(web.getCheckout, { signal: within })
    if (!answer.ok) return refused(answer)
    reached()
    ears.checkout?.(answer.value)
  }

  const poll = (): Promise<void> => {
    polls -= 1
    const within = AbortSignal.any([signal, AbortSignal.timeout(OPENING_MS)])
    return sale ? pollSale(sale.id, within) : pollOrder(within)
  }

  while (!signal.aborted) {
    // A page that shows an end does not follow it while hidden: it asks again when it becomes visible.
    if (!sale && isHidden()) {
      await ports.pause(HIDDEN_POLL_MS, signal)
      continue
    }
    failures += 1
    withoutToken = false
    mute = null
    await (polls > 0 || isHidden() ? poll() : stream())
    if (ended || signal.aborted) return
    if (failures > 1 && !withoutToken) ears.link(false)
    const pollMs = sale ? (isHidden() ? HIDDEN_POLL_MS : POLL_MS) : ORDER_POLL_MS
    await ports.pause(
      Math.max(muteMs(), failures || !polls ? backOffMs(failures, random) : pollMs + 400 * random()),
      signal,
    )
  }
}
