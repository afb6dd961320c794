// Performs what the machine of <terminal-pay> decides: requests, the stream, timers, events. Newest run wins; a removed
// element aborts everything, a moved one nothing.
import { Checkout, isSettled, Sale, TransactionDetails, type StartSale } from '@tapboard/contract'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { Client } from '../shared/client.ts'
import type { ErrorDetail, Refusal } from '../shared/fault.ts'
import { backOffMs } from '../shared/follow.ts'
import { attemptKey } from '../shared/proof.ts'
import { recall, remember } from '../shared/remembered.ts'
import { pageRetry, random } from '../shared/retry.ts'
import { dropRunning, keepRunning, maybeRunning } from '../shared/running.ts'
import { share } from '../shared/share.ts'
import { TokenSource, type GetToken } from '../shared/token-source.ts'
import { isHidden, onTurn, pause } from '../shared/wake.ts'
import { badBase, failed, isSetup, NO_GET_TOKEN, readBase, Reports } from '../shared/mistakes.ts'
import {
  TerminalPayEvent,
  type TerminalPayDetails,
  type TerminalPayEventName,
} from './terminal-pay.events.ts'
import {
  EMPTY,
  nextStart,
  phaseOf,
  reduce,
  runningOf,
  type Effect,
  type Happening,
  type View,
} from './terminal-pay.machine.ts'

/** The element as its controller sees it. */
export interface TerminalPayHost extends ReactiveControllerHost, HTMLElement {
  bffUrl: string
  getToken: GetToken | undefined
  fetcher: typeof fetch
}

/** A framework may set properties after the element is in the page; only then is a missing one a mistake. */
const GRACE_MS = 2_000
/** While the chosen terminal is not connected its status is read again this often. */
const RECHECK_MS = 5_000

const now = (): number => performance.now()

/** See the head of this file. */
export class TerminalPayController implements ReactiveController {
  readonly host: TerminalPayHost
  /** What is drawn. */
  view: View = EMPTY
  /** When the sale or the start now shown was seen, on the clock of `performance.now()`. */
  seenAtMs = 0
  /** When the checkout was read, on the same clock. */
  readAtMs = 0
  /** What the last check came to: 202 somebody is asked, 200 there is nobody to ask, 0 no check yet. */
  checked = 0
  /** Rows of the reporting answer, once asked for. */
  details: TransactionDetails | null = null
  /** Repeats the reading of the checkout. */
  readonly retry = pageRetry()
  readonly #tokens: TokenSource
  readonly #runs = new Map<string, AbortController>()
  readonly #reports = new Reports('terminal-pay', (mistake) => this.#tell('terminal-pay-error', mistake))
  #base: string | null = null
  /** What this tab remembers of the order's sale. */
  #kept = ''
  #listening: (() => void) | null = null

  constructor(host: TerminalPayHost) {
    this.host = host
    this.#tokens = new TokenSource({ getToken: () => host.getToken!, now })
    host.addController(this)
  }

  hostConnected(): void {
    if (this.#listening) return
    const stop = new AbortController()
    const look = (): void => {
      const phase = isHidden() ? null : phaseOf(this.view)
      if (phase === 'fault' || (phase === 'choosing' && now() - this.readAtMs > RECHECK_MS)) void this.load()
    }
    const asleep = onTurn(look)
    addEventListener('offline', () => this.#linked(false), stop)
    // Windows side by side are never hidden: a terminal may have been registered in the other one.
    addEventListener('focus', look, stop)
    const tick = setInterval(() => this.redraw(), 1000)
    this.#listening = () => {
      asleep()
      stop.abort()
      clearInterval(tick)
    }
    this.configure(true)
  }

  hostDisconnected(): void {
    queueMicrotask(() => {
      if (this.host.isConnected || !this.#listening) return
      this.#listening()
      this.#listening = null
      for (const run of this.#runs.values()) run.abort()
      this.step({ type: 'answered' })
    })
  }

  /**
   * Begins, goes on after a removal, or begins anew when the page has set another `bffUrl` or a first `getToken`. Another `getToken` is asked
   * before the next request, and at once where the last one was a mistake.
   */
  configure(resumed = false): void {
    const { bffUrl, getToken, baseURI } = this.host
    if (!resumed && this.#base && isSetup(this.view.fault ?? '')) void this.load()
    const base = readBase(bffUrl, baseURI)
    if (!this.#listening || (!resumed && base !== null && base === this.#base)) return
    if (!resumed) this.view = EMPTY
    const mistake = base ? (typeof getToken === 'function' ? null : NO_GET_TOKEN) : badBase(bffUrl)
    this.#base = mistake ? null : base
    const { starting, sale } = this.view
    if (mistake) void this.#later(bffUrl && !base ? 0 : GRACE_MS, 'load', () => this.#fail(mistake))
    else if (starting) void this.#send(starting)
    else if (sale && !isSettled(sale.state)) this.#follow(sale)
    else void this.load()
  }

  /** Reads everything that is drawn. */
  async load(): Promise<void> {
    const signal = this.run('load')
    if (!this.#base) return this.configure(true)
    const ask = () => this.client().ask(Checkout, { path: '/v1/checkout', signal })
    const answer = await this.retry.until(ask, (refusal) => this.#fail(failed(refusal)), signal)
    if (!answer) return
    this.#reports.mended()
    this.readAtMs = now()
    this.step({ type: 'read', checkout: answer.value!, remembered: recall() })
    const device = this.view.checkout?.devices.find(({ id }) => id === this.view.deviceId)
    if (phaseOf(this.view) === 'choosing' && device && device.status !== 'CONNECTED') {
      await this.#later(RECHECK_MS, 'load', () => void this.load())
    }
  }

  /** Starts the sale on the chosen terminal; does nothing while that makes no sense. */
  async start(): Promise<void> {
    const request = nextStart(this.view)
    if (!request || !this.#tell('terminal-pay-start', request)) return
    remember(request.deviceId)
    this.run('load')
    this.step({ type: 'sent', request })
    await this.#send(request)
  }

  /** Asks about the sale shown: to look at it now, to stop it (D-16), or for its reporting rows. */
  async ask(asking: 'check' | 'cancel' | 'details'): Promise<void> {
    const { sale } = this.view
    if (!sale || this.view.asking) return
    const signal = this.run('ask')
    this.step({ type: 'asked', asking })
    const call = { id: sale.id, signal }
    const answer = await (asking === 'details'
      ? this.client().ask(TransactionDetails, { path: '/v1/sales/{id}/details', ...call })
      : this.client().ask(Sale, { method: 'POST', path: `/v1/sales/{id}/${asking}`, ...call }))
    if (signal.aborted) return
    this.step({ type: 'answered' })
    this.checked = answer.ok && asking === 'check' ? answer.status : 0
    if (!answer.ok) this.#refused(answer)
    else if (answer.value && 'rows' in answer.value) this.details = answer.value
    else if (answer.value) this.step({ type: 'seen', sale: answer.value })
  }

  /** Takes one step of the machine and does what it says. */
  step(event: Happening): void {
    const { sale, starting } = this.view
    const { view, effects } = reduce(this.view, event)
    this.view = view
    if (view.sale !== sale || view.starting !== starting) this.seenAtMs = now()
    this.#keep()
    if (view.sale?.id !== sale?.id) Object.assign(this, { details: null, checked: 0 })
    for (const effect of effects) this.#perform(effect)
    this.redraw()
  }

  /** The next request asks the page for a new token. */
  renew(): void {
    this.#tokens.renew()
  }

  /** Draws again. */
  redraw(): void {
    this.host.requestUpdate()
  }

  /** Aborts the run of this name that is out and begins a new one. */
  run(name: string): AbortSignal {
    this.#runs.get(name)?.abort()
    const run = new AbortController()
    this.#runs.set(name, run)
    return run.signal
  }

  /** A client for what the page has set. */
  client(): Client {
    return new Client({ base: this.#base ?? '', fetch: this.host.fetcher, tokens: this.#tokens })
  }

  /** Reports a mistake once. */
  report(mistake: ErrorDetail): void {
    this.#reports.report(mistake)
  }

  async #send(request: StartSale): Promise<void> {
    const signal = this.run('sale')
    const headers = { 'Idempotency-Key': await attemptKey(request.order, request.attempt) }
    for (let failures = 0; !signal.aborted;) {
      const answer = await this.client().ask(Sale, {
        method: 'POST',
        path: '/v1/sales',
        headers,
        body: request,
        signal,
      })
      if (signal.aborted) return
      if (answer.ok) return this.step({ type: 'seen', sale: answer.value! })
      const lost = !answer.heard && (failures > 0 || /^(network|bad-answer)$/.test(answer.code))
      if (!lost && answer.code !== 'draining') return this.#refused(answer)
      failures += 1
      this.#linked(false)
      await pause(Math.max(answer.retryAfterMs, backOffMs(failures + 1, random)), signal)
    }
  }

  #follow(sale: Sale): void {
    const signal = this.run('sale')
    const ears = {
      sale: (seen: Sale) => this.step({ type: 'seen', sale: seen }),
      link: (alive: boolean) => this.#linked(alive),
      refused: (refusal: Refusal) => {
        if (isSetup(refusal.code)) this.report(failed(refusal))
      },
    }
    share(this.#base!, sale, { client: this.client(), pause, onTurn, isHidden, random }, ears, signal)
  }

  #refused(refusal: Refusal): void {
    if (isSetup(refusal.code)) this.report(failed(refusal))
    const sale = Sale.safeParse(refusal.sale).data ?? null
    this.step({ type: 'refused', code: refusal.code, sale })
  }

  #linked(alive: boolean): void {
    if (this.view.lost === alive) this.step({ type: 'linked', alive })
  }

  #fail(mistake: ErrorDetail): void {
    this.step({ type: 'failed', code: mistake.code, running: maybeRunning(Date.now()) })
    this.report(mistake)
  }

  /** Remembers in this tab that a sale may be running, until it is known that none is. */
  #keep(): void {
    const running = runningOf(this.view)
    const order = running?.order ?? this.view.checkout?.order
    const kept = JSON.stringify([order, running])
    if (running === undefined || order === undefined || kept === this.#kept) return
    this.#kept = kept
    if (running) keepRunning(order, running.terminal, Date.now())
    else dropRunning(order)
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'follow':
        return this.#follow(effect.sale)
      case 'unfollow':
        return void this.run('sale')
      case 'load':
        return void this.load()
      case 'tell':
        return void this.#tell(effect.name, effect.detail)
    }
  }

  #tell<Name extends TerminalPayEventName>(name: Name, detail: TerminalPayDetails[Name]): boolean {
    return this.host.dispatchEvent(new TerminalPayEvent(name, detail))
  }

  async #later(ms: number, name: string, act: () => void): Promise<void> {
    const signal = this.run(name)
    await pause(ms, signal)
    if (!signal.aborted) act()
  }
}
