// The page that shows the screens: one at a time, with stopped clocks.
import { holdTimers, stopClock } from '../../../packages/elements/src/testing/screens/stopped-clock.ts'
import { dress, type Look } from '../../../packages/elements/src/testing/screens/audit.ts'
import { clearScreens, SCREENS } from '../../../packages/elements/src/testing/screens/screens.ts'
import { untilStill, type Screen } from '../../../packages/elements/src/testing/screens/screen.ts'
import { covered, edgeless, moving, small, SPACING, unfit } from './fit.ts'
import { stop, stopsOf, type Stop } from './tabs.ts'

const MEASURES = { covered, edgeless, moving, small, unfit } as const

/** The measurements of a screen. */
export type Measure = keyof typeof MEASURES

/** The interface of the page for tests. */
export interface ScreensPage {
  readonly list: readonly Pick<Screen, 'tag' | 'name' | 'file'>[]
  /** Removes the current screen and shows another. */
  show(index: number): Promise<void>
  /** Sets the look and the width in px of the current screen; `null` is the width of the page. */
  dress(look: Look, width: number | null): Promise<void>
  /** Sets the reader's own spacing, or takes it away. */
  space(on: boolean): void
  measure(...what: readonly Measure[]): readonly string[]
  /** Where the focus is; how many stops there are. */
  stop(): Stop
  stops(): number
  /** Takes the focus out of the element, to before it. */
  leave(): void
}

declare global {
  var screens: ScreensPage
}

stopClock()

const frame = document.querySelector('main')!
const before = document.querySelector('button')!
const spacing = new CSSStyleSheet()
spacing.replaceSync(SPACING)
let last: HTMLElement | null = null

function shown(): HTMLElement {
  if (!last) throw new Error('no screen is shown')
  return last
}

/** A screen that is never complete fails by itself instead of blocking all others. */
const late = (name: string): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(
      () => reject(new Error(`"${name}" did not come about: its table waits for what is not there`)),
      15_000,
    )
  })

globalThis.screens = {
  list: SCREENS.map(({ tag, name, file }) => ({ tag, name, file })),
  async show(index) {
    holdTimers(false)
    clearScreens()
    frame.replaceChildren()
    frame.style.inlineSize = ''
    ;(document.activeElement as HTMLElement | null)?.blur()
    const { name, show } = SCREENS[index]!
    last = await Promise.race([show(), late(name)])
    frame.append(last)
    await untilStill(last)
    holdTimers(true)
  },
  async dress(look, width) {
    dress(shown(), look)
    frame.style.inlineSize = width === null ? '' : `${width}px`
    await new Promise(requestAnimationFrame)
  },
  space(on) {
    const { adoptedStyleSheets } = shown().shadowRoot!
    if (on) adoptedStyleSheets.push(spacing)
    else adoptedStyleSheets.splice(adoptedStyleSheets.indexOf(spacing), 1)
  },
  measure: (...what) => what.flatMap((one) => MEASURES[one](shown())),
  stop: () => stop(shown()),
  stops: () => stopsOf(shown()),
  leave() {
    before.focus()
    scrollTo(0, 0)
  },
}
