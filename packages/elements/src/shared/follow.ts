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
import { isRefusal, type Client } from './client.ts'
import type { Refusal } from './fault.ts'
import { readFrames, type Frame } from './frames.ts'
import { restMs } from './retry.ts'

/** Codes that mean that there is no valid token, though the server may be reachable. */
export const isTokenFault = (code: string): boolean => /^(token|dpop|forbidden|origin|get-token)/.test(code)

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
export interface FollowListeners {
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
export const follow = (
  target: Target,
  ports: FollowPorts,
  listeners: FollowListeners,
  signal: AbortSignal,
): Promise<void> => new Follower(target, ports, listeners, signal).run()

class Follower {
  readonly #sale: Exclude<Target, 'order'> | null
  readonly #ports: FollowPorts
  readonly #listeners: FollowListeners
  readonly #signal: AbortSignal
  #version: number
  #ended = false
  #failures = 0
  #polls = 0
  // The page gave no token: it is asked with increasing pauses (D-106). Another element's page may have one.
  #tokenless: { readonly refusal: Refusal; readonly client: Client } | null = null
  /** The last attempt failed because there was no token; the connection works. */
  #withoutToken = false

  constructor(target: Target, ports: FollowPorts, listeners: FollowListeners, signal: AbortSignal) {
    this.#sale = target === 'order' ? null : target
    this.#version = this.#sale?.version ?? 0
    this.#ports = ports
    this.#listeners = listeners
    this.#signal = signal
  }

  async run(): Promise<void> {
    const { pause, isHidden, random } = this.#ports
    const signal = this.#signal
    while (!signal.aborted) {
      // A page that shows an end does not follow it while hidden: it asks again when it becomes visible.
      if (!this.#sale && isHidden()) {
        await pause(HIDDEN_POLL_MS, signal)
        continue
      }
      this.#failures += 1
      this.#withoutToken = false
      this.#tokenless = null
      await (this.#polls > 0 || isHidden() ? this.#poll() : this.#stream())
      if (this.#ended || signal.aborted) return
      if (this.#failures > 1 && !this.#withoutToken) this.#listeners.link(false)
      const pollMs = this.#sale ? (isHidden() ? HIDDEN_POLL_MS : POLL_MS) : ORDER_POLL_MS
      const restsMs =
        this.#failures || !this.#polls ? backOffMs(this.#failures, random) : pollMs + 400 * random()
      await pause(Math.max(this.#tokenMs(), restsMs), signal)
    }
  }

  #received(sale: Sale): void {
    this.#version = sale.version
    this.#ended ||= isSettled(sale.state)
    this.#listeners.sale(sale)
  }

  #reached(): void {
    this.#failures = 0
    this.#listeners.link(true)
  }

  #refused(refusal: Refusal): void {
    this.#polls ||= refusal.heard ? POLLS : 1
    this.#withoutToken = isTokenFault(refusal.code)
    this.#tokenless =
      refusal.code.startsWith('token-') && !refusal.heard ? { refusal, client: this.#ports.client } : null
    if (!this.#signal.aborted) this.#listeners.refused(refusal)
  }

  /** Least pause before the page is asked for a token again. */
  #tokenMs(): number {
    const { client, random } = this.#ports
    return this.#tokenless?.client === client ? restMs(this.#failures, this.#tokenless.refusal, random) : 0
  }

  async #stream(): Promise<void> {
    this.#polls = 0
    const stop = new AbortController()
    let timer = setTimeout(() => giveUp(), OPENING_MS)
    const giveUp = (): void => {
      this.#polls = POLLS
      stop.abort()
    }
    const beat = (): void => {
      this.#listeners.beat?.()
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENT_MS)
    }
    // A connection can die unnoticed while the computer sleeps; a hidden page keeps none.
    const removeListener = this.#ports.onTurn(() => stop.abort())
    try {
      const response = await this.#open(AbortSignal.any([this.#signal, stop.signal]))
      if (isRefusal(response)) {
        if (!stop.signal.aborted) this.#refused(response)
        return
      }
      if (response.body)
        await readFrames(
          response.body,
          (frame) => (frame.type === 'bad' ? giveUp() : this.#onFrame(frame)),
          beat,
        )
    } catch {
      // The stream was interrupted: `run` reconnects, and reports a failure.
    } finally {
      clearTimeout(timer)
      removeListener()
      stop.abort()
    }
  }

  #open(signal: AbortSignal): ReturnType<Client['open']> {
    const Accept = 'text/event-stream'
    const { client } = this.#ports
    if (!this.#sale) return client.open(web.watchOrder, { headers: { Accept }, signal })
    const headers = { Accept, 'Last-Event-ID': `${this.#version}` }
    return client.open(web.watchSale, { id: this.#sale.id, headers, signal })
  }

  #onFrame(frame: Exclude<Frame, { type: 'bad' }>): void {
    this.#reached()
    if (frame.type === 'sale') this.#received(frame.sale)
    else if (frame.type === 'stale') this.#listeners.stale?.(frame.stale)
    else if (frame.type === 'order') this.#listeners.order?.(frame.order)
    else this.#ended = this.#sale !== null
  }

  #poll(): Promise<void> {
    this.#polls -= 1
    const within = AbortSignal.any([this.#signal, AbortSignal.timeout(OPENING_MS)])
    return this.#sale ? this.#pollSale(this.#sale.id, within) : this.#pollOrder(within)
  }

  async #pollSale(id: string, signal: AbortSignal): Promise<void> {
    const headers = { 'If-None-Match': `"${this.#version}"` }
    const answer = await this.#ports.client.call(web.getSale, { id, headers, signal })
    if (!answer.ok) return this.#refused(answer)
    this.#reached()
    if (answer.value) this.#received(answer.value)
  }

  async #pollOrder(signal: AbortSignal): Promise<void> {
    const answer = await this.#ports.client.call(web.getCheckout, { signal })
    if (!answer.ok) return this.#refused(answer)
    this.#reached()
    this.#listeners.checkout?.(answer.value)
  }
}
