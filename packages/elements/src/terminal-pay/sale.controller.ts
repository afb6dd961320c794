// Performs the effects of a press and of a sale: requests, streams, timers, events. It loads after the first drawing, before a
// sale can start (D-77).
import { isSettled, Sale, web, type OrderFrame, type TransactionDetails } from '@tapboard/contract'
import { now } from '../shared/bff-controller.ts'
import type { Refusal } from '../shared/fault.ts'
import { isTokenFault, type FollowListeners } from '../shared/follow.ts'
import { failed, isSetup } from '../shared/mistakes.ts'
import { remember } from '../shared/remembered.ts'
import { Later } from '../shared/later.ts'
import { random } from '../shared/retry.ts'
import { dropRunning, keepRunning } from '../shared/running.keep.ts'
import { share, type Followed } from '../shared/share.ts'
import { isHidden, onTurn, pause } from '../shared/wake.ts'
import type { FrameGuard } from './framed.part.ts'
import { isFramed } from './framed.ts'
import { sendPress, type SenderPorts } from './press.sender.ts'
import type { Signal } from './signal.part.ts'
import { Signalled } from './signalled.ts'
import { knowledgeOf } from './situation.ts'
import type { SaleEffect } from './choice.machine.ts'
import type { SaleScene } from './scene.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'
import { nextStart, runningOf } from './terminal-pay.machine.ts'
import type { Phase } from './truth-row.ts'
import type { Asking, View } from './view.ts'

/**
 * Interval of reading the sale's terminal, which no other message reports as unplugged. These reads do not count as reads of sales
 * (`readsPerSecond`): with 40 waiting sales of one key they are 10 a second.
 */
const DEVICE_MS = 4_000
/** Route of each request about the sale shown. */
const ASKING_ROUTES = { check: web.checkSale, cancel: web.cancelSale, details: web.getDetails } as const

/** Gives the audio device back: browsers limit the number of open contexts, and an open one keeps a phone's audio awake. */
const close = (audio: AudioContext | null): void => void audio?.close().catch(() => undefined)

/** Press and sale of one `<terminal-pay>`. */
export class SaleController {
  /** Status of the last check: 202 if the service was asked, 200 if it cannot be asked, 0 before a check. */
  checked = 0
  /** Rows of the reporting answer, once requested. */
  details: TransactionDetails | null = null
  protected readonly pay: TerminalPayController
  /** Time of the last read of the sale's terminal on the clock of `performance.now()`. */
  #deviceAtMs = 0
  /** The sale that this tab remembers. */
  #kept = ''
  /** The order whose stream is open. */
  #ordered = ''

  // D-152; `null` where no page of another site frames this one.
  readonly #guard: Later<FrameGuard> | null

  constructor(pay: TerminalPayController) {
    this.pay = pay
    this.#guard = isFramed()
      ? new Later(
          async () => new (await import('./framed.part.ts')).FrameGuard(pay.host.shadowRoot!),
          () => undefined,
        )
      : null
    this.#guard?.foresee()
  }

  /** Sounds and vibrations, if the page asks for them. */
  readonly #signals = new Later(
    async () => new (await import('./signal.part.ts')).Signals(),
    () => undefined,
  )
  readonly #signalled = new Signalled()
  /** Open from a press until its result has sounded. */
  #audio: AudioContext | null = null

  /** Takes note of what is shown: signals a result, if the page asks for signals. */
  protected shown(scene: SaleScene): void {
    const signal = this.#signalled.next(scene)
    if (!this.pay.host.sound) return
    this.#signals.foresee()
    if (signal) void this.#signal(signal)
  }

  async #signal(signal: Signal): Promise<void> {
    const audio = this.#audio
    // An unknown result has a second signal once it is known. After all others the next press opens another context.
    if (signal !== 'warn') this.#audio = null
    await this.#signals.load()
    await this.#signals.part?.play(signal, audio)
    if (signal !== 'warn') close(audio)
  }

  /**
   * A press of the person: browsers play no sound before one. The press cannot wait for the file of the tones, because some browsers
   * permit a sound only while they handle the press.
   */
  #unlock(): void {
    if (!this.pay.host.sound) return
    try {
      this.#audio ??= new AudioContext()
      void this.#audio.resume().catch(() => undefined)
    } catch {
      // A browser has no audio, or opens only a few contexts for all pages. A charge needs no sound.
    }
  }

  /** Starts the sale on the chosen terminal; a no-op if that is impossible. */
  async start(): Promise<void> {
    this.#unlock()
    if (await this.#isSeen()) await this.#press(false)
  }

  /** Makes the charge once the chosen terminal is free; a no-op if that is impossible. */
  async queue(): Promise<void> {
    const { pay } = this
    this.#unlock()
    if (!(await this.#isSeen())) return
    const request = nextStart(pay.view, pay.clock.now())
    if (request) pay.step({ type: 'queued', request })
  }

  /** Makes the queued charge: its terminal is free. */
  async startQueued(): Promise<void> {
    if (!this.pay.view.queue || isHidden()) return
    if (!(await this.#press(true))) this.pay.step({ type: 'unqueued' })
  }

  /** Checks in the frame of another site whether the person could see the button. */
  async #isSeen(): Promise<boolean> {
    const { pay } = this
    if (!this.#guard || !nextStart(pay.view, pay.clock.now())) return true
    await this.#guard.load()
    if (await this.#guard.part?.isSeen()) return true
    pay.step({ type: 'refused', action: 'start', code: 'button-covered', sale: null })
    return false
  }

  /** Presses and sends; `false` if no start is possible, or the page prevents it. */
  async #press(queued: boolean): Promise<boolean> {
    const { pay } = this
    const request = nextStart(pay.view, pay.clock.now())
    const { kind = 'sale' } = pay.view.checkout ?? {}
    if (!request || !pay.dispatch('terminal-pay-start', { ...request, kind })) return false
    remember(request.deviceId)
    pay.run('load')
    pay.step({ type: 'pressed', request, queued })
    await this.#send()
    return true
  }

  /** Ends a press if no start request has left the page. */
  giveUp(): void {
    if (this.pay.view.press?.posted) return
    this.pay.run('sale')
    this.pay.step({ type: 'gave-up' })
  }

  /** Requests about the current sale: check it now, cancel it, or read its report. */
  async ask(asking: Asking): Promise<void> {
    const { pay } = this
    const { sale } = pay.view
    if (!sale || pay.view.asking) return
    const signal = pay.run('ask')
    pay.step({ type: 'asked', asking })
    const answer = await pay.client().call(ASKING_ROUTES[asking], { id: sale.id, signal })
    if (signal.aborted) return
    pay.step({ type: 'answered' })
    this.checked = answer.ok && asking === 'check' ? answer.status : 0
    if (!answer.ok) this.#refused(asking, answer)
    else if (asking === 'details') this.details = answer.value as TransactionDetails
    else pay.step({ type: 'seen', sale: answer.value as Sale })
    pay.redraw()
  }

  /** True with a press or a running sale. */
  get isRunning(): boolean {
    const { press, sale } = this.pay.view
    return Boolean(press ?? (sale && !isSettled(sale.state)))
  }

  /** Resumes a press or a running sale after a removal; `false` if the view has neither. */
  resume(): boolean {
    const { press, sale } = this.pay.view
    if (press) void this.#send()
    else if (this.isRunning) this.follow(sale!)
    else return false
    return true
  }

  /** Takes note of the removal of the element. */
  disconnected(): void {
    close(this.#audio)
    this.#audio = null
    this.#ordered = ''
    // The open start request was aborted: its answer is missing.
    if (this.pay.view.press?.posted) this.pay.step({ type: 'unanswered' })
  }

  /** Stops following sale and order: the page refunds another sale, or none any more. */
  leave(): void {
    this.disconnected()
    for (const name of ['sale', 'order']) this.pay.run(name)
  }

  /** Takes note of a change of the view. */
  changed(before: View): void {
    this.#keep()
    if (this.pay.view.sale?.id !== before.sale?.id) Object.assign(this, { details: null, checked: 0 })
  }

  /** Performs an effect that only a press or a sale has. */
  perform(effect: SaleEffect): void {
    switch (effect.type) {
      case 'start':
        return void this.startQueued()
      case 'follow':
        return this.follow(effect.sale)
      case 'unfollow':
        return void this.pay.run('sale')
    }
  }

  /** Once a second while the page is visible: reads the terminal of a waiting sale. */
  tick(phase: Phase): void {
    const { view, clock } = this.pay
    if (view.queue) this.pay.step({ type: 'waited' })
    const isFresh = phase === 'waiting' && knowledgeOf(view, clock.now()) === 'fresh'
    if (isFresh && now() - this.#deviceAtMs > DEVICE_MS) void this.#readDevice(view.sale!.device.id)
  }

  /** Follows a sale until its end. */
  follow(sale: Sale): void {
    this.#share(sale, this.pay.run('sale'), {})
  }

  /** The order of a shown end is followed too: another till may charge it, or a manager may settle it. */
  followOrder(): void {
    const { pay } = this
    const { checkout, press, sale } = pay.view
    const ended = checkout && !press && sale && isSettled(sale.state) && pay.base && pay.isListening
    // Refunds of an order have streams of their own, one for each reference.
    const wanted = ended ? JSON.stringify([checkout.order, sale.refundOf, sale.refund]) : ''
    if (wanted === this.#ordered) return
    this.#ordered = wanted
    const signal = pay.run('order')
    if (!wanted) return
    this.#share({ merchant: checkout!.merchant.id, order: wanted }, signal, {
      order: ({ sale: seen, superseded, nowMs }: OrderFrame) => {
        pay.clock.hear(nowMs)
        pay.step({ type: 'ordered', sale: seen, superseded })
      },
      checkout: (read) => {
        if (read.kind === checkout!.kind) pay.takeCheckout(read)
      },
    })
  }

  async #readDevice(id: string): Promise<void> {
    const { pay } = this
    const signal = pay.run('device')
    this.#deviceAtMs = now()
    const answer = await pay.client().call(web.getDevice, { id, signal })
    // Without an answer the state of the terminal is unknown; the news of the sale continue.
    if (!signal.aborted && answer.ok) pay.step({ type: 'device-seen', device: answer.value })
  }

  #send(): Promise<void> {
    const { pay } = this
    const ports: SenderPorts = {
      client: pay.client(),
      base: pay.base!,
      fetch: pay.host.fetcher,
      now: () => pay.clock.now(),
      random,
      press: () => pay.view.press,
      step: (event) => pay.step(event),
      readOrder: () => pay.read(false),
      refused: (refusal) => this.#refused('start', refusal),
      blocked: (refusal) => {
        if (isSetup(refusal.code)) pay.report(failed(refusal))
      },
    }
    // A function of the platform failed: as long as no request has left, the press ends.
    return sendPress(ports, pay.run('sale')).catch(() => this.giveUp())
  }

  #share(followed: Followed, signal: AbortSignal, more: Partial<FollowListeners>): void {
    const { pay } = this
    const listeners: FollowListeners = {
      sale: (seen) => pay.step({ type: 'seen', sale: seen }),
      stale: ({ staleSinceMs, nextAskAtMs, nowMs }) => {
        pay.clock.hear(nowMs)
        pay.step({ type: 'stale', sinceMs: staleSinceMs, nextAskAtMs })
      },
      beat: () => pay.step({ type: 'linked', link: 'alive' }),
      link: (alive) => pay.step({ type: 'linked', link: alive ? 'alive' : 'offline' }),
      refused: (refusal) => {
        if (isTokenFault(refusal.code)) pay.step({ type: 'linked', link: 'refused' })
        if (isSetup(refusal.code)) pay.report(failed(refusal))
      },
      ...more,
    }
    share(pay.base!, followed, { client: pay.client(), pause, onTurn, isHidden, random }, listeners, signal)
  }

  #refused(action: Asking | 'start', refusal: Refusal): void {
    const { pay } = this
    // The host grants an amount that is left: the message has it.
    if (isSetup(refusal.code) || refusal.code === 'refund-exceeds-sale') pay.report(failed(refusal))
    const sale = Sale.safeParse(refusal.sale).data ?? null
    if (sale) pay.clock.hear(sale.nowMs)
    pay.step({ type: 'refused', action, code: refusal.code, sale })
  }

  /** Remembers in this tab that a sale or refund may be running, until it is certain that none is. */
  #keep(): void {
    const { view } = this.pay
    const running = runningOf(view)
    const order = running?.order ?? view.checkout?.order
    const refund = view.checkout?.refund?.of
    const kept = JSON.stringify([order, refund, running])
    if (running === undefined || order === undefined || kept === this.#kept) return
    this.#kept = kept
    if (running) keepRunning({ ...running, refund, atMs: Date.now() })
    else dropRunning(order, refund)
  }
}
