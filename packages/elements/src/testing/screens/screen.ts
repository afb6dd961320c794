// What a screen is: a state of an element that a person can meet, with a name and a way to bring it about.
import { Later } from '../../shared/later.ts'
import type { ApplyStage } from '../mount-apply.ts'
import type { Stage } from '../mount.ts'

/** Name → how it comes about. */
export type Table = Readonly<Record<string, () => Promise<Stage | ApplyStage>>>

/** Lets time pass on the page's monotonic clock, which stands still where pictures are taken. */
export function letTimePass(ms: number): void {
  const before = performance.now.bind(performance)
  performance.now = () => before() + ms
}

/** A request that nobody answers. */
export const never = (): Promise<never> => new Promise(() => undefined)

/** Until `until` resolves, of the parts that an element loads later only the first `kept` that are asked for come. */
export async function withoutLater<Result>(kept: number, until: () => Promise<Result>): Promise<Result> {
  const { load } = Later.prototype
  const asked = new Set<unknown>()
  Later.prototype.load = function failing() {
    // What an element that was just taken away has already is not asked for.
    if (!this.part) asked.add(this)
    if (this.part || [...asked].indexOf(this) < kept) return load.call(this)
    this.failed = true
    return Promise.resolve()
  }
  return until().finally(() => {
    Later.prototype.load = load
  })
}

/** A state of an element that a person can meet. */
export interface Screen {
  readonly tag: 'terminal-pay' | 'merchant-apply'
  /** What it is, in words. */
  readonly name: string
  /** What its files are called, without ending. */
  readonly file: string
  /** Brings it about; resolves when everything of it is drawn. */
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

/** Drawn in so many frames alike, a screen is taken to be complete. */
const STILL_FRAMES = 3

/** Resolves when nothing in the element changed for some frames. */
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
}
