// One screen of an element, in the look of the query: from the table of screens that the tests use, without a server. In a frame of
// the gallery it reports its height and never takes the focus.
import './own-storage.ts'
import { untilStill } from '../../../packages/elements/src/testing/screens/screen.ts'
import { holdTimers, stopClock } from '../../../packages/elements/src/testing/screens/stopped-clock.ts'
import dark from '../../shared/themes/dark.css?url'
import highContrast from '../../shared/themes/high-contrast.css?url'
import neutral from '../../shared/themes/neutral.css?url'
import playful from '../../shared/themes/playful.css?url'
import printLike from '../../shared/themes/print-like.css?url'
import { directionIn, readLook, type ScreenLook } from './look.ts'
import { MESSAGE } from './message.ts'
import { SHOWN } from './shown.ts'

const FILES: Readonly<Record<string, string>> = {
  'theme-neutral': neutral,
  'theme-dark': dark,
  'theme-high-contrast': highContrast,
  'theme-playful': playful,
  'theme-print-like': printLike,
}

const isFramed = parent !== self
const main = document.querySelector('main')!

function report(message: object): void {
  if (isFramed) parent.postMessage({ type: MESSAGE, ...message }, location.origin)
}

/** A screen presses buttons to come about; their focus would pull the reader into the frame. */
function withoutFocus(): () => void {
  const { focus } = HTMLElement.prototype
  if (isFramed) HTMLElement.prototype.focus = () => undefined
  return () => {
    HTMLElement.prototype.focus = focus
  }
}

async function applyLook(element: HTMLElement, look: ScreenLook): Promise<void> {
  const { documentElement: page } = document
  page.lang = look.lang
  page.dir = directionIn(look)
  if (look.density === 'compact') element.setAttribute('density', 'compact')
  const file = FILES[look.theme]
  if (file === undefined) {
    page.style.colorScheme = look.theme
    return
  }
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: file })
  const loaded = new Promise((resolve) => link.addEventListener('load', resolve, { once: true }))
  document.head.append(link)
  await loaded
}

async function show(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const screen = SHOWN.find(({ file }) => file === query.get('screen'))
  if (screen === undefined) {
    main.textContent = 'There is no such screen.'
    return report({ height: 200 })
  }
  document.title = `${screen.name} · <${screen.tag}>`
  stopClock()
  const giveFocusBack = withoutFocus()
  const element = await screen.show()
  main.append(element)
  await applyLook(element, readLook(location.search))
  await untilStill(element)
  giveFocusBack()
  holdTimers(true)
  new ResizeObserver(() => report({ height: Math.ceil(main.getBoundingClientRect().height) })).observe(main)
}

await show()
