// A person with a keyboard alone. Counts the keys, so that the time of a fast typist does not depend on the machine.
import type { AddressValues, ApplicationValues } from '@tapboard/contract'
import type { Page } from 'playwright-core'
import { TEXT_QUESTIONS } from './business-questions.ts'

/** The name of the focused element: its label, its text, or its role. */
const FOCUSED = `(() => {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  const words = (one) => (one?.textContent ?? '').replace(/\\s+/g, ' ').trim()
  const label = at?.labels?.[0]
  return (at?.getAttribute('aria-label') ?? words(label ?? at)).trim()
})()`

/** The visible questions of the shown page: a group of radio buttons and a date are one each. */
const QUESTIONS = `(() => {
  const root = document.querySelector('merchant-apply').shadowRoot
  const controls = [...root.querySelectorAll('.content :is(input, select, textarea)')]
  const shown = controls.filter((one) => one.checkVisibility())
  return new Set(shown.map((one) => (one.type === 'radio' ? one.name : one.closest('.date') ?? one))).size
})()`

/** Time for a key of a fast typist. */
const KEY_MS = 110

export class Typist {
  readonly #page: Page
  #keys = 0
  #questions = 0

  constructor(page: Page) {
    this.#page = page
  }

  /** Visible questions of all submitted pages. */
  get questions(): number {
    return this.#questions
  }

  /** Time of all keys at the speed of a fast typist who does not think. */
  get tookMs(): number {
    return this.#keys * KEY_MS
  }

  /** Presses Tab until the focused element has this name. */
  async to(label: string | RegExp): Promise<this> {
    const fits = (name: string): boolean =>
      typeof label === 'string' ? name.startsWith(label) : label.test(name)
    const met: string[] = []
    for (let press = 0; press < 60; press += 1) {
      const name = await this.#page.evaluate<string>(FOCUSED)
      if (fits(name) && press > 0) return this
      met.push(name)
      await this.press('Tab')
    }
    throw new Error(`"${label}" is not reached by Tab; on the way were: ${met.join(' | ')}`)
  }

  async press(key: string): Promise<this> {
    this.#keys += 1
    await this.#page.keyboard.press(key)
    return this
  }

  /** Types into the field with this label, in place of its text. */
  async type(label: string | RegExp, text: string): Promise<this> {
    await this.to(label)
    await this.#page.keyboard.press('ControlOrMeta+a')
    this.#keys += Array.from(text).length
    await this.#page.keyboard.insertText(text)
    return this
  }

  /** Presses Enter, which submits the shown page, and counts its questions. */
  async submit(): Promise<void> {
    this.#questions += await this.#page.evaluate<number>(QUESTIONS)
    await this.press('Enter')
  }

  /** A date, or its month and year. */
  async date(date: string, isWhole = true): Promise<void> {
    const [year = '', month = '', day = ''] = date.split('-')
    await this.type('Month', month)
    if (isWhole) await this.type('Day', day)
    await this.type('Year', year)
  }

  /** The step "Your business" after the kind of business, without the optional answers and another trading name. */
  async business(values: ApplicationValues): Promise<void> {
    for (const { name, label, isOptional } of TEXT_QUESTIONS)
      if (!isOptional && name !== 'dbaName') await this.type(label, values[name])
    await this.date(values.businessStartDate, false)
  }

  async address(values: AddressValues): Promise<void> {
    await this.type('Street address', values.streetAddress)
    await this.type('ZIP code', values.zip)
    await this.type('City', values.city)
  }
}
