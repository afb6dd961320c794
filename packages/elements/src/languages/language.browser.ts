import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { html, LitElement, nothing } from 'lit'
import type { ErrorDetail } from '../shared/fault.ts'
import type { DictionaryFiles } from './files.ts'
import { LanguageController } from './language.controller.ts'

interface Texts {
  readonly hello: string
  readonly bye: string
}
const ENGLISH: Texts = { hello: 'Hello', bye: 'Bye' }

interface Gate {
  readonly open: (text: string) => void
  readonly fail: () => void
}

/** Dictionaries that load when the test releases them; `asked` contains every request for one. */
const asked: { readonly language: string; readonly gate: Gate }[] = []
const comes = (language: string) => () =>
  new Promise<{ readonly STRINGS: Partial<Texts> }>((resolve, reject) => {
    const open = (hello: string): void => resolve({ STRINGS: { hello } })
    asked.push({ language, gate: { open, fail: () => reject(new TypeError('offline')) } })
  })
const FILES: DictionaryFiles<Partial<Texts>> = { es: comes('es'), de: comes('de'), ar: comes('ar') }
const BYES: DictionaryFiles<Partial<Texts>> = { es: async () => ({ STRINGS: { bye: 'Adiós' } }) }
const MISSING: DictionaryFiles<Partial<Texts>> = { es: () => Promise.reject(new TypeError('offline')) }

class Greeter extends LitElement {
  readonly mistakes: ErrorDetail[] = []
  /** Every text that was ever shown. */
  readonly shown: string[] = []
  readonly language = new LanguageController<Texts>(this, [FILES], (mistake) => this.mistakes.push(mistake))

  protected override render() {
    const { texts, waiting, lang, spoken, dir } = this.language
    const text = waiting ? '' : { ...ENGLISH, ...texts }.hello
    this.shown.push(text)
    return html`<p lang=${spoken ?? nothing} dir=${dir ?? nothing} data-lang=${lang}>${text}</p>`
  }

  get p(): HTMLElement {
    return this.renderRoot.querySelector('p')!
  }
}
customElements.define('test-greeter', Greeter)

async function greeter(lang: string, within: Element | ShadowRoot = document.body): Promise<Greeter> {
  const around = document.createElement('div')
  around.lang = lang
  const made = document.createElement('test-greeter') as Greeter
  around.append(made)
  within.append(around)
  await made.updateComplete
  return made
}

/** Resolves when the element shows `text`. */
async function shows(made: Greeter, text: string): Promise<void> {
  while (made.p.textContent !== text) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await made.updateComplete
  }
}

const leave = (): void => {
  for (const made of document.querySelectorAll('body > div')) made.remove()
  asked.length = 0
}

describe('an element whose dictionary is late', () => {
  useFastClock()
  afterEach(leave)

  it('D-70 waits for a file until the timeout, and applies a late one', async () => {
    const made = await greeter('es')
    await shows(made, 'Hello')
    assert.lengthOf(made.mistakes, 1)
    asked[0]!.gate.open('Hola')
    await shows(made, 'Hola')
  })
})

// With the real clock: a page that draws nothing for a third of a second must not reach the timeout.
describe('an element in the page’s language', () => {
  afterEach(leave)

  it('renders English at once on an English page and loads no dictionary', async () => {
    const made = await greeter('en-GB')
    assert.deepEqual([...new Set(made.shown)], ['Hello'])
    assert.lengthOf(asked, 0)
    assert.equal(made.p.dataset['lang'], 'en-GB')
  })

  it('renders no English before the requested dictionary', async () => {
    const made = await greeter('es-MX')
    asked[0]!.gate.open('Hola')
    await shows(made, 'Hola')
    assert.deepEqual([...new Set(made.shown)], ['', 'Hola'])
    assert.equal(made.p.dataset['lang'], 'es-MX')
    assert.isFalse(made.p.hasAttribute('lang'))
  })

  it('follows a change of the page’s language and keeps the old texts until the new ones have loaded', async () => {
    const made = await greeter('es')
    asked[0]!.gate.open('Hola')
    await shows(made, 'Hola')
    made.parentElement!.lang = 'de'
    while (asked.length < 2) await new Promise((resolve) => requestAnimationFrame(resolve))
    assert.equal(made.p.textContent, 'Hola')
    asked[1]!.gate.open('Hallo')
    await shows(made, 'Hallo')
    assert.deepEqual([...new Set(made.shown)], ['', 'Hola', 'Hallo'])
  })

  it('renders the language requested last, whichever file loads first', async () => {
    const made = await greeter('es')
    made.parentElement!.lang = 'de'
    while (asked.length < 2) await new Promise((resolve) => requestAnimationFrame(resolve))
    asked[1]!.gate.open('Hallo')
    await shows(made, 'Hallo')
    asked[0]!.gate.open('Hola')
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await made.updateComplete
    assert.equal(made.p.textContent, 'Hallo')
  })

  it('observes a change of language outside its shadow roots', async () => {
    const outer = document.createElement('div')
    document.body.append(outer)
    const host = document.createElement('span')
    outer.append(host)
    const made = document.createElement('test-greeter') as Greeter
    host.attachShadow({ mode: 'open' }).append(made)
    await made.updateComplete
    await shows(made, 'Hello')
    outer.lang = 'es'
    while (!asked.length) await new Promise((resolve) => requestAnimationFrame(resolve))
    asked[0]!.gate.open('Hola')
    await shows(made, 'Hola')
  })

  it('D-70 falls back to English when a file fails, reports it once, and retries at the next change', async () => {
    const made = await greeter('es')
    asked[0]!.gate.fail()
    await shows(made, 'Hello')
    assert.deepEqual(
      made.mistakes.map(({ code, name }) => [code, name]),
      [['language-missing', 'lang']],
    )
    assert.equal(made.p.lang, 'en')
    made.parentElement!.lang = 'es-MX'
    while (asked.length < 2) await new Promise((resolve) => requestAnimationFrame(resolve))
    asked[1]!.gate.open('Hola')
    await shows(made, 'Hola')
    assert.isFalse(made.p.hasAttribute('lang'))
  })

  it('loads a further file in the rendered language, and keeps all texts if it fails', async () => {
    const made = await greeter('es')
    asked[0]!.gate.open('Hola')
    await shows(made, 'Hola')
    for (const [files, open] of [
      [BYES, 1],
      [MISSING, 2],
    ] as const) {
      const needed = made.language.need(files)
      asked[open]!.gate.open('Hola')
      await needed
    }
    assert.deepEqual({ ...made.language.texts }, { hello: 'Hola', bye: 'Adiós' })
    assert.lengthOf(made.mistakes, 1)
  })

  it('loads a further file in the language that the page changed to meanwhile', async () => {
    const made = await greeter('es')
    asked[0]!.gate.open('Hola')
    await shows(made, 'Hola')
    const needed = made.language.need(BYES)
    made.parentElement!.lang = 'de'
    while (asked.length < 3) await new Promise((resolve) => requestAnimationFrame(resolve))
    let ready = false
    void needed.then(() => (ready = true))
    asked[1]!.gate.open('Hola')
    await new Promise((resolve) => requestAnimationFrame(resolve))
    assert.isFalse(ready)
    asked[2]!.gate.open('Hallo')
    await needed
    assert.equal(made.language.texts.hello, 'Hallo')
  })

  it('renders right to left for a right-to-left language unless the page sets a direction', async () => {
    const made = await greeter('ar')
    asked[0]!.gate.open('مرحبا')
    await shows(made, 'مرحبا')
    assert.equal(made.p.dir, 'rtl')
    made.parentElement!.dir = 'rtl'
    while (made.p.dir) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

  it('stops observing after its removal, and reads the language again on return', async () => {
    const made = await greeter('es')
    const around = made.parentElement!
    made.remove()
    around.lang = 'de'
    await made.updateComplete
    assert.lengthOf(asked, 1)
    around.append(made)
    assert.deepEqual(
      asked.map(({ language }) => language),
      ['es', 'de'],
    )
  })
})
