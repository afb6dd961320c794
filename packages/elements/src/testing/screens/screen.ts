// A screen: a state of an element that a user can see, with a name and a setup.
import { Later } from '../../shared/later.ts'
import type { ApplyStage } from '../mount-apply.ts'
import type { DeskStage } from '../mount-desk.ts'
import type { Stage } from '../mount.ts'

/** Name → setup of the screen. */
export type Table = Readonly<Record<string, () => Promise<Stage | ApplyStage | DeskStage>>>

/** Advances the page's monotonic clock, which is frozen while pictures are taken. */
export function letTimePass(ms: number): void {
  const before = performance.now.bind(performance)
  performance.now = () => before() + ms
}

/** A request without an answer. */
export const never = (): Promise<never> => new Promise(() => undefined)

/** Until `until` resolves, only the first `kept` requested parts of an element load. The others never do. */
export async function withoutLater<Result>(kept: number, until: () => Promise<Result>): Promise<Result> {
  const { load } = Later.prototype
  const asked = new Set<unknown>()
  Later.prototype.load = function failing() {
    // Parts that a removed element has already loaded are not requested again.
    if (!this.part) asked.add(this)
    if (this.part || [...asked].indexOf(this) < kept) return load.call(this)
    this.load = failing
    this.failed = true
    return Promise.resolve()
  }
  return until().finally(() => {
    Later.prototype.load = load
  })
}

/** A state of an element that a user can see. */
export interface Screen {
  readonly tag: 'terminal-pay' | 'merchant-apply' | 'terminal-desk'
  /** Description. */
  readonly name: string
  /** Name of its files, without extension. */
  readonly file: string
  /** Sets it up; resolves when it is fully rendered. */
  readonly show: () => Promise<HTMLElement>
}

/** The screens of a table. */
export const screensOf = (tag: Screen['tag'], table: Table): readonly Screen[] =>
  Object.entries(table).map(([name, arrange]) => ({
    tag,
    name,
    file: `${tag}/${name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}`,
    show: async () => {
      const { element } = await arrange()
      await untilStill(element)
      return element
    },
  }))

/** A screen counts as complete after so many equal frames. */
const STILL_FRAMES = 3

/** Ends every animation that has an end: a new part takes presses (D-211), and its sign is drawn. */
export function endAnimations(root: ShadowRoot): void {
  for (const animation of root.getAnimations())
    if (animation.effect!.getComputedTiming().endTime !== Infinity) animation.finish()
}

/** Resolves when the element has not changed for some frames, and its animations have ended. */
export async function untilStill(element: HTMLElement): Promise<void> {
  const root = element.shadowRoot!
  let still = 0
  const watch = new MutationObserver(() => (still = 0))
  watch.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
  for (; still < STILL_FRAMES; still += 1) {
    await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
  }
  watch.disconnect()
  endAnimations(root)
}
