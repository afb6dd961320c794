// Performs the effects of <terminal-pay> before a sale is known: reading the order, and choosing a terminal. It loads the sale
// part, which performs the others (D-77).
import {
  getCheckoutOutline,
  isSettled,
  type Checkout,
  type CheckoutOutline,
  type SaleState,
} from '@tapboard/contract'
import { BffClock } from '../shared/bff-clock.ts'
import { BffController, now, type BffHost } from '../shared/bff-controller.ts'
import type { Answer, ErrorDetail } from '../shared/fault.ts'
import { Later } from '../shared/later.ts'
import { failed, isSetup } from '../shared/mistakes.ts'
import { recall } from '../shared/remembered.ts'
import { pageRetry } from '../shared/retry.ts'
import { maybeRunning } from '../shared/running.ts'
import type { DictionaryFiles } from '../languages/files.ts'
import type { GetToken } from '../shared/token-source.ts'
import { isHidden, onTurn } from '../shared/wake.ts'
import type { Effect, MachineEvent } from './choice.machine.ts'
import { CHOICE_RULES, NO_PART } from './choice.rules.ts'
import { chosenOf, SETTLE_MS } from './choice.situation.ts'
import type { SalePart } from './sale.part.ts'
import type { Rules } from './scene.ts'
import {
  TerminalPayEvent,
  type TerminalPayDetails,
  type TerminalPayEventName,
} from './terminal-pay.events.ts'
import type { TerminalList } from './terminals.part.ts'
import type { Phase } from './truth-row.ts'
import type { Strings } from './english.ts'
import { EMPTY, type View } from './view.ts'

/** Interval of reading the terminals while a person chooses; shorter while the chosen one is unavailable. */
const REREAD_MS = 10_000
const RECHECK_MS = 5_000

/** True for a checkout without a sale and a refund: the outline has read all of it. */
const isChoice = (outline: CheckoutOutline): outline is Checkout =>
  outline.kind === 'sale' && !outline.sale && !outline.refund

/** Loads further dictionaries; resolves when they have loaded, failed or timed out. */
type Need = (files: DictionaryFiles<Partial<Strings>>) => Promise<void>

export class TerminalPayController extends BffController<BffHost> {
  view: View = EMPTY
  /** The estimate of the BFF's time. */
  readonly clock = new BffClock(now)
  /** Press and sale. Charge is off until it is loaded, and no sale is shown without it. */
  readonly sale: Later<SalePart>
  readonly list: Later<TerminalList>
  /** Repeats a failed load of the sale part. */
  readonly saleRetry = pageRetry()
  /** The last load of the sale part failed, and none has succeeded. */
  isSaleMissing = false
  /** Loads further dictionaries. */
  readonly need: Need
  #getToken: GetToken | undefined
  #refunding = ''
  /** The first control is painted. Until then nothing runs that it does not need. */
  isPainted = false
  #isDrawn = false
  #makeSale = (): void => {}
  /** Resolves when the first control is painted, or when there is time or need: making the sale part would delay that control. */
  readonly #saleDue = new Promise<void>((resolve) => (this.#makeSale = resolve))
  /** Time of the last read of the checkout on the clock of `performance.now()`. */
  #readAtMs = 0
  /** Events that wait for the sale part: the element cannot be used before. */
  #waiting: (() => void)[] = []
  /** The sale or refund that was read last and cannot be shown without its part. */
  #unshown: CheckoutOutline['sale'] = null

  constructor(host: BffHost, need: Need) {
    super(host, 'terminal-pay')
    this.need = need
    this.sale = new Later(
      async () => {
        const { SalePart } = await import('./sale.part.ts')
        await this.#saleDue
        return new SalePart(this)
      },
      () => this.#saleLoaded(),
    )
    this.list = new Later(
      async () => new (await import('./terminals.part.ts')).TerminalList(this),
      () => this.redraw(),
    )
  }

  /** The rules of the page at the moment. */
  get rules(): Rules {
    return this.sale.part ?? CHOICE_RULES
  }

  /** The phase at the moment. */
  get phase(): Phase {
    return this.rules.shownOf(this.view, this.clock.now(), 'clerk').row.phase
  }

  protected override listen(): () => void {
    const stop = new AbortController()
    const look = (): void => {
      this.sale.part?.followOrder()
      if (isHidden()) return
      const { phase } = this
      if (phase === 'fault' || (phase === 'choosing' && now() - this.#readAtMs > RECHECK_MS))
        void this.read(false)
    }
    const asleep = onTurn(look)
    addEventListener('offline', () => this.step({ type: 'linked', link: 'offline' }), stop)
    // Windows side by side are never hidden, and the other one may have registered a terminal.
    addEventListener('focus', look, stop)
    const tick = setInterval(() => this.#tick(), 1000)
    void this.#loadSale()
    // Without a remembered terminal the person may have to choose.
    if (!recall()) this.list.foresee()
    // A slow first answer leaves time, and a hidden page paints nothing.
    setTimeout(() => this.#makeSale(), 500)
    return () => {
      asleep()
      stop.abort()
      clearInterval(tick)
    }
  }

  protected override disconnected(): void {
    this.sale.part?.disconnected()
    this.step({ type: 'answered' })
  }

  /** Begins, resumes after a removal, or begins anew when the page has set another `bffUrl` or another `getToken`. */
  override configure(resumed = false): void {
    const { getToken, refund = '' } = this.host
    const other = this.#getToken !== undefined && getToken !== this.#getToken
    this.#getToken = getToken
    if (!this.isListening) return
    const moved = refund !== this.#refunding
    if (moved) {
      this.#refunding = refund
      this.base = null
      this.tokens.renew()
      this.sale.part?.leave()
    }
    if (!resumed && this.hasSameBase()) {
      // A running sale continues; otherwise the new token may be for another order.
      if (other && !this.sale.part?.isRunning) void this.read(false)
      return
    }
    if (!resumed || moved) this.view = EMPTY
    if (this.setUp() && !this.sale.part?.resume()) void this.read(false)
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
    const ask = async (): Promise<Answer<Checkout>> => {
      const answer = await this.client().call(getCheckoutOutline, { signal })
      this.#unshown = null
      if (!answer.ok) return answer
      const { value } = answer
      if (isChoice(value) && !this.host.refund) return { ...answer, value }
      this.#makeSale()
      await this.sale.load()
      const { part } = this.sale
      const admitted = part ? await part.admit(value) : NO_PART
      if (admitted === NO_PART) this.#unshown = value.sale
      return admitted
    }
    const answer = await this.retry.until(ask, (refusal) => this.#fail(failed(refusal), asked), signal)
    if (answer) this.takeCheckout(answer.value)
  }

  /** Takes over what was read of terminals and order. */
  takeCheckout(checkout: Checkout): void {
    this.reports.recovered()
    this.#readAtMs = now()
    this.step({ type: 'read', checkout, remembered: recall() })
  }

  /** The element has drawn: the rest of the work follows once the first control is painted. A hidden page paints nothing. */
  drawn(): void {
    const { view, list } = this
    if (this.#isDrawn || !view.checkout || !(view.deviceId || list.part || list.failed)) return
    this.#isDrawn = true
    const paint = isHidden() ? queueMicrotask : requestAnimationFrame
    paint(() =>
      setTimeout(() => {
        this.isPainted = true
        this.#makeSale()
        this.redraw()
      }),
    )
  }

  /** Starts the sale on the chosen terminal; a no-op if that is impossible. */
  async start(): Promise<void> {
    await this.sale.part?.start()
  }

  /** Takes one step of the machine and performs its effects. */
  step(event: MachineEvent): void {
    if (event.type === 'read') this.clock.hear(event.checkout.nowMs)
    if (event.type === 'seen') this.clock.hear(event.sale.nowMs)
    const before = this.view
    const { view, effects } = this.rules.reduce(before, event, this.clock.now())
    this.view = view
    this.sale.part?.changed(before)
    for (const effect of effects) this.#perform(effect)
    this.sale.part?.followOrder()
    this.redraw()
    // Render again when a new state has lasted long enough to be shown.
    setTimeout(() => this.redraw(), SETTLE_MS)
  }

  /** Dispatches an event; `false` if it was prevented. */
  dispatch<Name extends TerminalPayEventName>(name: Name, detail: TerminalPayDetails[Name]): boolean {
    return this.host.dispatchEvent(new TerminalPayEvent(name, detail))
  }

  /** Loads the sale part, and tries again until it is loaded. */
  async #loadSale(): Promise<void> {
    const ask = async (): Promise<Answer<null>> => {
      await this.sale.load()
      return this.sale.part ? { ok: true, status: 0, value: null } : NO_PART
    }
    await this.saleRetry.until(ask, () => this.#saleFailed(), this.run('sale-part'))
  }

  #saleFailed(): void {
    if (!this.isSaleMissing) this.report({ ...failed(NO_PART), name: null })
    this.isSaleMissing = true
    this.redraw()
  }

  #saleLoaded(): void {
    const { part } = this.sale
    if (part) {
      this.isSaleMissing = false
      part.changed(this.view)
      for (const dispatch of this.#waiting.splice(0)) dispatch()
      if (this.#unshown) void this.read(false)
    }
    this.redraw()
  }

  /** Once a second: repeats the periodic reads while the page is visible, and updates the clocks. */
  #tick(): void {
    this.redraw()
    const { view, phase } = this
    if (isHidden() || !this.base) return
    if (phase === 'choosing' || phase === 'queued') {
      const device = chosenOf(view)
      const waits = device && (device.status !== 'CONNECTED' || device.hold)
      if (now() - this.#readAtMs > (waits ? RECHECK_MS : REREAD_MS)) void this.read(false)
    }
    this.sale.part?.tick(phase)
  }

  protected override misconfigured(mistake: ErrorDetail): void {
    this.#fail(mistake, true)
  }

  protected override dispatchError(mistake: ErrorDetail): void {
    this.dispatch('terminal-pay-error', mistake)
  }

  #fail(mistake: ErrorDetail, asked: boolean): void {
    // The sale part has the picture of a fault.
    this.#makeSale()
    const sale = this.#unshown
    const running =
      sale && !isSettled(sale.state as SaleState)
        ? { order: sale.order, terminal: sale.device.name }
        : maybeRunning(Date.now())
    this.step({ type: 'failed', code: mistake.code, asked, running })
    if (asked || !this.view.checkout || isSetup(mistake.code)) this.report(mistake)
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'load':
        return void this.read(false)
      case 'renew':
        this.tokens.renew()
        return void this.read(false)
      case 'dispatch': {
        const dispatch = (): void => void this.dispatch(effect.name, effect.detail)
        if (this.sale.part) dispatch()
        else this.#waiting.push(dispatch)
        return
      }
      case 'start':
      case 'follow':
      case 'unfollow':
        return this.sale.part?.perform(effect)
    }
  }
}
