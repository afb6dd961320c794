// Firefox and WebKit for journeys: one page each, driven with clicks and keys as a person drives it. Elements are found by their
// words, through shadow roots, inside the open dialog if there is one.
import puppeteer, { type Page } from 'puppeteer-core'
import { firefox, webkit } from '../../browsers.mjs'
import { until } from '../../kit/until.ts'
import { startWebkit, type WebkitSession } from '../../webkit-session.mjs'

/** Kind of an element that a person looks for. */
type Kind = 'button' | 'link' | 'heading' | 'field' | 'frame' | 'text'

/** What an engine must be able to do. */
interface Driver {
  goto(url: string): Promise<void>
  /** Defines names of a script in the page. */
  define(source: string): Promise<void>
  /** Runs a function in the page; it closes over nothing. */
  run<T, A extends readonly unknown[]>(work: (...given: A) => T | Promise<T>, ...given: A): Promise<T>
  resize(width: number, height: number): Promise<void>
  click(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  stop(): Promise<void>
}

/** Runs in the page: where the element is, after it was scrolled into view; `null` if it is not shown. */
function placeOf(
  kind: Kind,
  name: string,
): { readonly x: number; readonly y: number; readonly text: string } | null {
  const within = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [
      one,
      ...(one.shadowRoot === null ? [] : within(one.shadowRoot)),
    ])
  const all = within(document)
  const dialog = all.findLast((one) => one.matches('dialog[open]'))
  const shown = (dialog === undefined ? all : within(dialog)).filter((one) => one.checkVisibility())
  const textOf = (one: Element): string => (one.textContent ?? '').replace(/\s+/g, ' ').trim()
  const named = (selector: string): Element | undefined =>
    shown.find((one) => one.matches(selector) && (one.ariaLabel ?? textOf(one)) === name)
  const finders: Readonly<Record<Kind, () => Element | null | undefined>> = {
    button: () => named('button'),
    link: () => named('a'),
    heading: () => named('h1, h2, h3'),
    field: () =>
      shown
        .find((one) => one.matches('label') && textOf(one.querySelector('span') ?? one) === name)
        ?.querySelector('input, select'),
    frame: () => shown.find((one) => one.matches('iframe') && (one as HTMLIFrameElement).title === name),
    text: () => shown.findLast((one) => textOf(one).includes(name)),
  }
  const found = finders[kind]()
  if (found === null || found === undefined) return null
  found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const { x, y, width, height } = found.getBoundingClientRect()
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2), text: textOf(found) }
}

/** A page of an engine. */
export class EnginePage {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  goto(url: string): Promise<void> {
    return this.#driver.goto(url)
  }

  define(source: string): Promise<void> {
    return this.#driver.define(source)
  }

  run<T, A extends readonly unknown[]>(work: (...given: A) => T | Promise<T>, ...given: A): Promise<T> {
    return this.#driver.run(work, ...given)
  }

  /** Gives the page a size, and waits until its layout has it; a scroll bar may take some of the width. */
  async resize(width: number, height: number): Promise<void> {
    await this.#driver.resize(width, height)
    await until(`a page of ${width} px`, () =>
      this.#driver.run((wanted) => Math.abs(document.body.clientWidth - wanted) < 20, width),
    )
  }

  /** Waits for an element; returns its text. */
  async see(kind: Kind, name: string): Promise<string> {
    const { text } = await until(`the ${kind} "${name}"`, () => this.#driver.run(placeOf, kind, name))
    return text
  }

  /** Clicks an element once it is shown and does not move: a page that still loads could move it away from the click. */
  async press(kind: Kind, name: string): Promise<void> {
    let before = ''
    const { x, y } = await until(`the ${kind} "${name}"`, async () => {
      const place = await this.#driver.run(placeOf, kind, name)
      const now = JSON.stringify(place)
      const isStill = now === before
      before = now
      return isStill && place
    })
    await this.#driver.click(x, y)
  }

  /** Types where the focus is. */
  type(text: string): Promise<void> {
    return this.#driver.type(text)
  }

  async fill(label: string, text: string): Promise<void> {
    await this.press('field', label)
    await this.#driver.type(text)
  }

  stop(): Promise<void> {
    return this.#driver.stop()
  }
}

function firefoxDriver(page: Page, stop: () => Promise<void>): Driver {
  return {
    goto: async (url) => void (await page.goto(url)),
    define: async (source) => void (await page.evaluate(source)),
    run: (work, ...given) => page.evaluate(work as never, ...given),
    resize: (width, height) => page.setViewport({ width, height }),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    stop,
  }
}

async function openFirefox(executablePath: string): Promise<EnginePage> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath })
  const page = await browser.newPage()
  return new EnginePage(firefoxDriver(page, () => browser.close()))
}

/** Body of a script that passes the result of a function to WebDriver. */
const RUN =
  'const give = [...arguments].pop(); Promise.resolve(WORK(...[...arguments].slice(0, -1))).then(give)'

function webkitDriver({ command, act, stop }: WebkitSession): Driver {
  return {
    goto: async (url) => void (await command('POST', '/url', { url })),
    define: async (script) => void (await command('POST', '/execute/sync', { script, args: [] })),
    run: async (work, ...args) =>
      (await command('POST', '/execute/async', {
        script: RUN.replace('WORK', () => `(${String(work)})`),
        args,
      })) as never,
    // The window has a minimum width; the layout follows the width of the body.
    async resize(width, height) {
      await command('POST', '/window/rect', { width, height })
      await this.run((inlineSize) => {
        document.body.style.maxInlineSize = `${inlineSize}px`
      }, width)
    },
    async click(x, y) {
      await act('pointer', [
        { type: 'pointerMove', duration: 0, x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ])
    },
    async type(text) {
      await act(
        'key',
        Array.from(text).flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      )
    },
    stop,
  }
}

async function openWebkit(found: NonNullable<ReturnType<typeof webkit>>): Promise<EnginePage> {
  return new EnginePage(webkitDriver(await startWebkit(found)))
}

// The fonts of the bundled Chromium are for that browser only.
delete process.env['FONTCONFIG_FILE']

const [firefoxPath, webkitPaths] = [firefox(), webkit()]

/** How to open a page in each engine; `null` where this machine does not have the engine. */
export const ENGINES: Readonly<Record<'Firefox' | 'WebKit', (() => Promise<EnginePage>) | null>> = {
  Firefox: firefoxPath === undefined ? null : () => openFirefox(firefoxPath),
  WebKit: webkitPaths === undefined ? null : () => openWebkit(webkitPaths),
}
