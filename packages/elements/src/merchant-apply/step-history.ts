// The steps of <merchant-apply> as entries of the browser's history, on a page with the attribute `history`: Back leads to the step
// before, and leaves the page from the first one. URL and state of the page stay; the element adds one member to the state.
import { STEPS, type Step } from '@tapboard/contract'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { View } from './view.ts'
import { isOpen } from './route.ts'

/** The member of `history.state` that the elements of a page share. */
const KEY = 'tapboard'

/** A step and the number of its entry. */
type Place = readonly [step: Step, entry: number]

/** The number of an entry, and the steps up to it by the ID of the application. No step has two entries. */
interface Mark {
  readonly entry: number
  readonly ways: Readonly<Record<string, readonly Place[]>>
}

type State = Readonly<Record<string, unknown>> | null

/** The members of the form that its history uses. */
interface HistoryForm {
  readonly view: View
  readonly host: ReactiveControllerHost & {
    readonly history: boolean
    readonly shadowRoot: ShadowRoot | null
  }
  /** Shows a step that the person has reached. */
  go(step: Step): void
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The state of an entry; that of a page may have any type. */
const stateOf = (state: unknown): State => (isRecord(state) ? state : null)

const isPlace = (place: unknown): place is Place =>
  Array.isArray(place) && STEPS.includes(place[0] as Step) && Number.isInteger(place[1])

/** The steps in the mark of an entry; `null` if a script of the page has written something else there. */
const wayOf = (mark: Mark | null, id: string): readonly Place[] | null => {
  const way: unknown = mark && Object.hasOwn(mark.ways, id) ? mark.ways[id] : null
  return Array.isArray(way) && way.length > 0 && way.every(isPlace) ? way : null
}

function markOf(state: State): Mark | null {
  const mark = state?.[KEY]
  return isRecord(mark) && Number.isInteger(mark['entry']) && isRecord(mark['ways'])
    ? (mark as unknown as Mark)
    : null
}

/**
 * The state of the page without that of the elements, to compare it. `null` if JSON cannot write it, because it contains a BigInt or
 * itself.
 */
function restOf(state: State): string | null {
  try {
    return JSON.stringify({ ...state, [KEY]: null })
  } catch {
    return null
  }
}

/** The histories of the page. They share a listener: a jump of one element may pass the entries of another. */
const histories = new Set<StepHistory>()
/** The page's own state of the present entry. */
let rest: string | null = ''

/** Runs before the listeners of the page, whose router does not hear of a move between two steps of the same page. */
function onPop({ state }: PopStateEvent, stop: () => void): void {
  const mark = markOf(stateOf(state))
  const now = restOf(stateOf(state))
  const isSamePage = now !== null && now === rest
  rest = now
  const moved = Array.from(histories).filter((each) => each.moved(mark))
  if (moved.length > 0 && isSamePage) stop()
}

const listener = (event: PopStateEvent): void => onPop(event, () => event.stopImmediatePropagation())

/** Writes the mark to the present entry, or to a new one. A browser refuses very many in a short time; Back then leads further. */
function write(mark: Mark, isNew: boolean): void {
  const state = { ...stateOf(history.state), [KEY]: mark }
  try {
    if (isNew) history.pushState(state, '')
    else history.replaceState(state, '')
    rest = restOf(state)
  } catch {
    // The step is shown all the same.
  }
}

/** Keeps one entry for each step that the person has seen. */
export class StepHistory implements ReactiveController {
  readonly #form: HistoryForm
  /** The browser moves to an entry that this element asked for. */
  #isJumping = false

  constructor(form: HistoryForm) {
    this.#form = form
    form.host.addController(this)
  }

  /** Begins to listen. */
  hostConnected(): void {
    if (histories.size === 0) addEventListener('popstate', listener, true)
    histories.add(this)
    rest = restOf(stateOf(history.state))
  }

  hostDisconnected(): void {
    histories.delete(this)
    this.#isJumping = false
    if (histories.size === 0) removeEventListener('popstate', listener, true)
  }

  get #isUsed(): boolean {
    const { host, view } = this.#form
    return host.history && view.page !== null && !view.readonly
  }

  /**
   * The step that was shown before a reload, in place of `step`: the browser still has its entry. `null` if the draft cannot be continued
   * there.
   */
  left(step: Step): Step | null {
    const { view } = this.#form
    if (!this.#isUsed || view.entered || !view.resumed || view.errors.shown.size > 0) return null
    const [last] = this.#way(markOf(stateOf(history.state)))?.at(-1) ?? []
    return last !== undefined && last !== step && isOpen(view, last) ? last : null
  }

  #way(mark: Mark | null): readonly Place[] | null {
    return wayOf(mark, this.#form.view.page!.application.id)
  }

  /** Moves to the entry of the shown step, or adds it; `before` is the view before the step. */
  shown(before: View): void {
    if (!this.#isUsed || this.#isJumping) return
    const { view } = this.#form
    const { step } = view
    const mark = markOf(stateOf(history.state)) ?? { entry: 0, ways: {} }
    const known = this.#way(mark)
    const way = known ?? (before.entered ? [[before.step, mark.entry] as const] : null)
    if (way === null || way.at(-1)?.[0] === step) return
    // A step that cannot be shown again is left behind: Back to it would lead nowhere.
    const last = step === 'done' ? undefined : way.findLast(([one]) => isOpen(view, one))
    if (!last) return this.#begin(step, mark, way)
    const place = way.find(([one]) => one === step) ?? last
    if (place !== way.at(-1)) return this.#jump(place[1] - mark.entry)
    if (known === null) write(this.#with(mark, way), false)
    const entry = mark.entry + 1
    write(this.#with({ ...mark, entry }, [...way, [step, entry]]), true)
  }

  /**
   * No step of the way can be shown again, as after a submission or when the draft was discarded: the first entry becomes that of the
   * shown step, so that Back leaves the page at once.
   */
  #begin(step: Step, mark: Mark, way: readonly Place[]): void {
    if (way.length > 1) this.#jump(way[0]![1] - mark.entry)
    else write(this.#with(mark, [[step, mark.entry]]), false)
  }

  #with(mark: Mark, way: readonly Place[]): Mark {
    return { ...mark, ways: { ...mark.ways, [this.#form.view.page!.application.id]: way } }
  }

  #jump(entries: number): void {
    this.#isJumping = true
    history.go(entries)
  }

  /** With an entry the browser restores how far the page was scrolled there: the focus of the step that is shown now stays in view. */
  #keepInView(): void {
    const { host } = this.#form
    requestAnimationFrame(() => host.shadowRoot?.activeElement?.scrollIntoView({ block: 'nearest' }))
  }

  /** The browser has moved to an entry. Returns `true` if it has another step of this element. */
  moved(mark: Mark | null): boolean {
    if (!this.#isUsed) return false
    const wasJumping = this.#isJumping
    this.#isJumping = false
    if (wasJumping) this.#keepInView()
    const { view } = this.#form
    const [last] = this.#way(mark)?.at(-1) ?? []
    if (last === undefined || (last === view.step && !wasJumping)) return wasJumping
    // The person has gone on since the jump, or may not go there now: the shown step gets its entry again.
    if (wasJumping || view.sending || !isOpen(view, last)) this.shown(view)
    else this.#form.go(last)
    return true
  }
}
