// Performs the reads of <terminal-desk>: the desk, its stream, further pages and single rows. The machine keeps the state.
import { web, type DeskFrame, type DeskRow } from '@tapboard/contract'
import { BffClock } from '../shared/bff-clock.ts'
import { BffController, now, type BffHost } from '../shared/bff-controller.ts'
import { refuse, type Answer, type ErrorDetail, type Refusal } from '../shared/fault.ts'
import { Later } from '../shared/later.ts'
import { failed } from '../shared/mistakes.ts'
import { pageRetry } from '../shared/retry.ts'
import type { GetToken } from '../shared/token-source.ts'
import { isHidden, onTurn } from '../shared/wake.ts'
import type { followDesk } from './follow.part.ts'
import {
  TerminalDeskEvent,
  type TerminalDeskDetails,
  type TerminalDeskEventName,
} from './terminal-desk.events.ts'
import {
  EMPTY,
  isFirstPage,
  phaseOf,
  reduce,
  type DeskView,
  type MachineEvent,
  type Phase,
  type Wish,
} from './terminal-desk.machine.ts'

/** The refusal of following without its file. */
const NO_FOLLOWER = /* @__PURE__ */ refuse('network', 'a file of <terminal-desk> did not load')

/** Ages of unresolved sales are drawn again this often. */
const REDRAW_SECONDS = 15

export class TerminalDeskController extends BffController<BffHost> {
  view: DeskView = EMPTY
  /** The estimate of the BFF's time. */
  readonly clock = new BffClock(now)
  readonly follower: Later<typeof followDesk>
  /** Repeats a failed read of a page of rows. */
  readonly listRetry = pageRetry()
  #getToken: GetToken | undefined
  #isReady = false
  #seconds = 0

  constructor(host: BffHost) {
    super(host, 'terminal-desk')
    this.follower = new Later(
      async () => (await import('./follow.part.ts')).followDesk,
      () => this.redraw(),
    )
  }

  /** The phase at the moment. */
  get phase(): Phase {
    return phaseOf(this.view)
  }

  protected override listen(): () => void {
    const asleep = onTurn(() => {
      if (!isHidden() && this.phase === 'fault') void this.read()
    })
    const tick = setInterval(() => this.#tick(), 1000)
    return () => {
      asleep()
      clearInterval(tick)
    }
  }

  /** Begins, resumes after a removal, or begins anew when the page has set another `bffUrl` or another `getToken`. */
  override configure(resumed = false): void {
    const { getToken } = this.host
    const other = this.#getToken !== undefined && getToken !== this.#getToken
    this.#getToken = getToken
    if (!this.isListening) return
    if (!resumed && !other && this.hasSameBase()) return
    if (!resumed) this.view = EMPTY
    if (this.setUp()) void this.read()
  }

  /** Reads the desk with a new token. */
  renew(): Promise<void> {
    this.tokens.renew()
    return this.read()
  }

  /** Reads the desk of the chosen day, and follows it. */
  async read(): Promise<void> {
    const signal = this.run('load')
    if (!this.base) return this.configure(true)
    const { day } = this.view.wish
    const query = day === null ? {} : { day }
    const ask = () => this.client().call(web.getDesk, { query, signal })
    const answer = await this.retry.until(ask, (refusal) => this.#fail('load', failed(refusal)), signal)
    if (!answer) return
    this.reports.recovered()
    this.clock.hear(answer.value.nowMs)
    this.step({ type: 'read', desk: answer.value })
    if (!this.#isReady) {
      this.#isReady = true
      this.dispatch('terminal-desk-ready', { day: answer.value.day, openCount: answer.value.openCount })
    }
    void this.#follow(day)
    if (!isFirstPage(this.view.wish)) void this.list()
  }

  /** Changes what the person looks at, and reads it. */
  look(wish: Partial<Wish>): void {
    const { day } = this.view.wish
    this.step({ type: 'wished', wish })
    this.run('list')
    if (this.view.wish.day !== day) void this.read()
    else if (!isFirstPage(this.view.wish)) void this.list()
  }

  /** Reads the page of rows that the person looks at. */
  async list(): Promise<void> {
    const signal = this.run('list')
    const { wish } = this.view
    const cursor = wish.cursors.at(-1)
    const { exact } = wish
    const of = exact === null ? { ...this.#dayOf(wish), search: wish.search } : { exact }
    const query = { ...of, ...(cursor === undefined ? {} : { cursor }) }
    const ask = () => this.client().call(web.listDeskSales, { query, signal })
    const report = (refusal: Refusal): void => this.#fail('list', failed(refusal))
    const answer = await this.listRetry.until(ask, report, signal)
    if (answer) this.step({ type: 'listed', wish, page: answer.value })
  }

  /** Opens the form to settle a sale, or closes it. */
  settle(row: DeskRow | null): void {
    this.step({ type: 'settling', row })
  }

  /** Takes one step of the machine. */
  step(event: MachineEvent): void {
    this.view = reduce(this.view, event)
    this.redraw()
  }

  /** Dispatches an event; `false` if it was prevented. */
  dispatch<Name extends TerminalDeskEventName>(name: Name, detail: TerminalDeskDetails[Name]): boolean {
    return this.host.dispatchEvent(new TerminalDeskEvent(name, detail))
  }

  protected override misconfigured(mistake: ErrorDetail): void {
    this.#fail('load', mistake)
  }

  protected override dispatchError(mistake: ErrorDetail): void {
    this.dispatch('terminal-desk-error', mistake)
  }

  /** The day of a search; the present day has no name, so that it may change at midnight. */
  #dayOf({ day }: Wish): { readonly day?: string } {
    return day === null ? {} : { day }
  }

  /** Follows the desk once the file for it has loaded. */
  async #follow(day: string | null): Promise<void> {
    const signal = this.run('stream')
    const load = async (): Promise<Answer<typeof followDesk>> => {
      await this.follower.load()
      return this.follower.part ? { ok: true, status: 0, value: this.follower.part } : NO_FOLLOWER
    }
    const loaded = await pageRetry().until(load, () => this.step({ type: 'linked', alive: false }), signal)
    void loaded?.value(this, day, signal)
  }

  /** Applies news of the desk to its rows. */
  hear(frame: DeskFrame): void {
    this.clock.hear(frame.nowMs)
    this.step({ type: 'frame', frame })
  }

  #fail(action: 'load' | 'list', mistake: ErrorDetail): void {
    this.step({ type: 'failed', action, code: mistake.code })
    this.report(mistake)
  }

  /** Once a second: updates countdowns, and now and then the ages. */
  #tick(): void {
    this.#seconds += 1
    const { fault, settling } = this.view
    if (fault || settling || this.#seconds % REDRAW_SECONDS === 0) this.redraw()
  }
}
