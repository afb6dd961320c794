// Performs the effects of the machine of <terminal-pay>: requests, streams, timers, events.
import {
  isSettled,
  Sale,
  web,
  type Checkout,
  type OrderFrame,
  type TransactionDetails,
} from '@tapboard/contract'
import { BffClock } from '../shared/bff-clock.ts'
import { BffController, now, type BffHost } from '../shared/bff-controller.ts'
import type { ErrorDetail, Refusal } from '../shared/fault.ts'
import type { FollowEars } from '../shared/follow.ts'
import { recall, remember } from '../shared/remembered.ts'
import { random } from '../shared/retry.ts'
import { dropRunning, keepRunning, maybeRunning } from '../shared/running.ts'
import { share, type Followed } from '../shared/share.ts'
import type { GetToken } from '../shared/token-source.ts'
import { isHidden, onTurn, pause } from '../shared/wake.ts'
import { failed, isSetup, isTokenFault } from '../shared/mistakes.ts'
import { sendPress, type SenderPorts } from './press.sender.ts'
import { knowledgeOf, phaseOf, SETTLE_MS } from './situation.ts'
import {
  TerminalPayEvent,
  type TerminalPayDetails,
  type TerminalPayEventName,
} from './terminal-pay.events.ts'
import {
  EMPTY,
  nextStart,
  reduce,
  runningOf,
  type Asking,
  type Effect,
  type Happening,
  type View,
} from './terminal-pay.machine.ts'

/** Interval of reading the terminals while a person chooses; shorter while the chosen one is unavailable. */
const REREAD_MS = 10_000
const RECHECK_MS = 5_000
/** Interval of reading the sale's terminal: no other message reports that it was unplugged. */
const DEVICE_MS = 10_000
/** Route of each request about the sale shown. */
const ASKING_ROUTES = { check: web.checkSale, cancel: web.cancelSale, details: web.getDetails } as const

export class TerminalPayController extends BffController<BffHost> {
  view: View = EMPTY
  /** The estimate of the BFF's time. */
  readonly clock = new BffClock(now)
  /** Status of the last check: 202 if the service was asked, 200 if it cannot be asked, 0 before a check. */
  checked = 0
  /** Rows of the reporting answer, once requested. */
  details: TransactionDetails | null = null
  #getToken: GetToken | undefined
  /** Times of the last read of the checkout and of the sale's terminal, on the clock of `performance.now()`. */
  #readAtMs = 0
  #deviceAtMs = 0
  /** The sale that this tab remembers. */
  #kept = ''
  /** The order whose stream is open. */
  #ordered = ''

  constructor(host: BffHost) {
    super(host, 'terminal-pay')
  }

  protected override listen(): () => void {
    const stop = new AbortController()
    const look = (): void => {
      this.#orders()
      if (isHidden()) return
      const phase = phaseOf(this.view, this.clock.now())
      if (phase === 'fault' || (phase === 'choosing' && now() - this.#readAtMs > RECHECK_MS))
        void this.read(false)
    }
    const asleep = onTurn(look)
    addEventListener('offline', () => this.step({ type: 'linked', link: 'offline' }), stop)
    // Windows side by side are never hidden, and the other one may have registered a terminal.
    addEventListener('focus', look, stop)
    const tick = setInterval(() => this.#tick(), 1000)
    return () => {
      asleep()
      stop.abort()
      clearInterval(tick)
    }
  }

  protected override disconnected(): void {
    this.#ordered = ''
    // The open start request was aborted: its answer is missing.
    if (this.view.press?.posted) this.step({ type: 'unanswered' })
    this.step({ type: 'answered' })
  }

  /** Begins, resumes after a removal, or begins anew when the page has set another `bffUrl` or another `getToken`. */
  override configure(resumed = false): void {
    const { getToken } = this.host
    const other = this.#getToken !== undefined && getToken !== this.#getToken
    this.#getToken = getToken
    if (!this.isListening) return
    if (!resumed && this.hasSameBase()) {
      const { press, sale } = this.view
      // A running sale continues; otherwise the new token may be for another order.
      if (other && !press && (!sale || isSettled(sale.state))) void this.read(false)
      return
    }
    if (!resumed) this.view = EMPTY
    if (!this.setUp()) return
    const { press, sale } = this.view
    if (press) void this.#send()
    else if (sale && !isSettled(sale.state)) this.#follow(sale)
    else void this.read(false)
  }

  /** Reads terminals and order because a person or the page asked for it. */
  load(): Promise<void> {
    return this.read(true)
  }

  /** Reads terminals and order with a new token: the page's order may be another one. */
  renew(): Promise<void> {
    this.tokens.renew()
    return this.read(true)
  }

  /** Reads terminals and order, `asked` by a person or in the background. */
  async read(asked: boolean): Promise<void> {
    const signal = this.run('load')
    if (!this.base) return this.configure(true)
    this.#readAtMs = now()
    const ask = () => this.client().call(web.getCheckout, { signal })
    const answer = await this.retry.until(ask, (refusal) => this.#fail(failed(refusal), asked), signal)
    if (answer) this.#heardCheckout(answer.value)
  }

  /** Starts the sale on the chosen terminal; a no-op if that is impossible. */
  async start(): Promise<void> {
    const request = nextStart(this.view, this.clock.now())
    if (!request || !this.#dispatch('terminal-pay-start', request)) return
    remember(request.deviceId)
    this.run('load')
    this.step({ type: 'pressed', request })
    await this.#send()
  }

  /** Ends a press if no start request has left the page. */
  giveUp(): void {
    if (this.view.press?.posted) return
    this.run('sale')
    this.step({ type: 'gave-up' })
  }

  /** Requests about the current sale: check it now, cancel it, or read its report. */
  async ask(asking: Asking): Promise<void> {
    const { sale } = this.view
    if (!sale || this.view.asking) return
    const signal = this.run('ask')
    this.step({ type: 'asked', asking })
    const answer = await this.client().call(ASKING_ROUTES[asking], { id: sale.id, signal })
    if (signal.aborted) return
    this.step({ type: 'answered' })
    this.checked = answer.ok && asking === 'check' ? answer.status : 0
    if (!answer.ok) this.#refused(asking, answer)
    else if ('rows' in answer.value) this.details = answer.value
    else this.step({ type: 'seen', sale: answer.value })
    this.redraw()
  }

  /** Takes one step of the machine and performs its effects. */
  step(event: Happening): void {
    if (event.type === 'read') this.clock.hear(event.checkout.nowMs)
    if (event.type === 'seen') this.clock.hear(event.sale.nowMs)
    const { sale } = this.view
    const { view, effects } = reduce(this.view, event, this.clock.now())
    this.view = view
    this.#keep()
    if (view.sale?.id !== sale?.id) Object.assign(this, { details: null, checked: 0 })
    for (const effect of effects) this.#perform(effect)
    this.#orders()
    this.redraw()
    // Render again when a new state has lasted long enough to be shown.
    setTimeout(() => this.redraw(), SETTLE_MS)
  }

  #heardCheckout(checkout: Checkout): void {
    this.reports.mended()
    this.#readAtMs = now()
    this.step({ type: 'read', checkout, remembered: recall() })
  }

  /** Once a second: repeats the periodic reads while the page is visible, and updates the clocks. */
  #tick(): void {
    this.redraw()
    const { view } = this
    const nowMs = this.clock.now()
    if (isHidden() || !this.base) return
    const phase = phaseOf(view, nowMs)
    if (phase === 'choosing') {
      const device = view.checkout!.devices.find(({ id }) => id === view.deviceId)
      const waits = device && (device.status !== 'CONNECTED' || device.hold)
      if (now() - this.#readAtMs > (waits ? RECHECK_MS : REREAD_MS)) void this.read(false)
    }
    if (phase === 'waiting' && knowledgeOf(view, nowMs) === 'fresh' && now() - this.#deviceAtMs > DEVICE_MS)
      void this.#readDevice(view.sale!.device.id)
  }

  async #readDevice(id: string): Promise<void> {
    const signal = this.run('device')
    this.#deviceAtMs = now()
    const answer = await this.client().call(web.getDevice, { kind: 'sale', id, signal })
    // Without an answer the state of the terminal is unknown; the news of the sale continue.
    if (!signal.aborted && answer.ok) this.step({ type: 'device-seen', device: answer.value })
  }

  #send(): Promise<void> {
    const ports: SenderPorts = {
      client: this.client(),
      now: () => this.clock.now(),
      random,
      press: () => this.view.press,
      step: (event) => this.step(event),
      readOrder: () => this.read(false),
      refused: (refusal) => this.#refused('start', refusal),
      blocked: (refusal) => {
        if (isSetup(refusal.code)) this.report(failed(refusal))
      },
    }
    return sendPress(ports, this.run('sale'))
  }

  #follow(sale: Sale): void {
    this.#share(sale, this.run('sale'), {})
  }

  /** The order of a shown end is followed too: another till may charge it, or a manager may settle it. */
  #orders(): void {
    const { checkout, press, sale } = this.view
    const ended = checkout && !press && sale && isSettled(sale.state) && this.base && this.isListening
    const wanted = ended ? `${checkout.merchant.id} ${checkout.order}` : ''
    if (wanted === this.#ordered) return
    this.#ordered = wanted
    const signal = this.run('order')
    if (!wanted) return
    const { merchant, order } = checkout!
    this.#share({ merchant: merchant.id, order }, signal, {
      order: ({ sale: seen, superseded, nowMs }: OrderFrame) => {
        this.clock.hear(nowMs)
        this.step({ type: 'ordered', sale: seen, superseded })
      },
      checkout: (read) => this.#heardCheckout(read),
    })
  }

  #share(followed: Followed, signal: AbortSignal, more: Partial<FollowEars>): void {
    const ears: FollowEars = {
      sale: (seen) => this.step({ type: 'seen', sale: seen }),
      stale: ({ staleSinceMs, nowMs }) => {
        this.clock.hear(nowMs)
        this.step({ type: 'stale', sinceMs: staleSinceMs })
      },
      beat: () => this.step({ type: 'linked', link: 'alive' }),
      link: (alive) => this.step({ type: 'linked', link: alive ? 'alive' : 'offline' }),
      refused: (refusal) => {
        if (isTokenFault(refusal.code)) this.step({ type: 'linked', link: 'refused' })
        if (isSetup(refusal.code)) this.report(failed(refusal))
      },
      ...more,
    }
    share(this.base!, followed, { client: this.client(), pause, onTurn, isHidden, random }, ears, signal)
  }

  #refused(action: Asking | 'start', refusal: Refusal): void {
    if (isSetup(refusal.code)) this.report(failed(refusal))
    const sale = Sale.safeParse(refusal.sale).data ?? null
    if (sale) this.clock.hear(sale.nowMs)
    this.step({ type: 'refused', action, code: refusal.code, sale })
  }

  protected override misconfigured(mistake: ErrorDetail): void {
    this.#fail(mistake, true)
  }

  protected override dispatchError(mistake: ErrorDetail): void {
    this.#dispatch('terminal-pay-error', mistake)
  }

  #fail(mistake: ErrorDetail, asked: boolean): void {
    this.step({ type: 'failed', code: mistake.code, asked, running: maybeRunning(Date.now()) })
    if (asked || !this.view.checkout || isSetup(mistake.code)) this.report(mistake)
  }

  /** Remembers in this tab that a sale may be running, until it is certain that none is. */
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
        return void this.read(false)
      case 'renew':
        this.tokens.renew()
        return void this.read(false)
      case 'tell':
        return void this.#dispatch(effect.name, effect.detail)
    }
  }

  #dispatch<Name extends TerminalPayEventName>(name: Name, detail: TerminalPayDetails[Name]): boolean {
    return this.host.dispatchEvent(new TerminalPayEvent(name, detail))
  }
}
