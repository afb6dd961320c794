// The clerk at the till: finds controls on the page by role and text, through the element's shadow root.
import type { Locator, Page } from 'playwright-core'
import { until } from '../../kit/until.ts'

/** The page's title while the terminal asks for the card. */
export const CARD = 'Tap, insert or swipe the card'
/** The page's title while the result of the sale is unknown. */
export const UNKNOWN = /^We don’t know if \$[\d,.]+ was paid\. Do not charge again\.$/

/** An event of the element, as the page received it. */
interface Told {
  readonly name: 'terminal-pay-progress' | 'terminal-pay-settled' | 'terminal-pay-error'
  readonly state: string
}

/** One tab with the checkout page. */
export class Clerk {
  readonly page: Page
  readonly pay: Locator

  constructor(page: Page, pay = page.locator('terminal-pay')) {
    this.page = page
    this.pay = pay
  }

  /** Opens the checkout of an order and waits until it is usable, or shows its sale. */
  async open(siteUrl: string, order: string): Promise<this> {
    await this.page.goto(`${siteUrl}/orders/${order}`)
    await this.pay.getByText(`Order ${order}`).waitFor()
    return this
  }

  async sees(title: string | RegExp, timeout?: number): Promise<void> {
    const heading = this.pay.getByRole('heading', { level: 2, name: title, exact: true })
    await heading.waitFor(timeout === undefined ? {} : { timeout }).catch(async () => {
      throw new Error(`"${title}" did not come; the page shows:\n${await this.#all()}`)
    })
  }

  /** Waits until the event log of the page shows such an event from the BFF at the shop's server. */
  async serverHears(type: string): Promise<void> {
    await this.page.locator('event-log li.server code', { hasText: type }).first().waitFor()
  }

  /** Waits for a sentence anywhere in the element. */
  async reads(text: string | RegExp, timeout?: number): Promise<void> {
    const found = this.pay.getByText(text).first()
    await found.waitFor(timeout === undefined ? {} : { timeout }).catch(async () => {
      throw new Error(`"${text}" is not there; the page shows:\n${await this.#all()}`)
    })
  }

  #all(): Promise<string> {
    return this.pay.locator('section').first().innerText()
  }

  /** The button with that label. */
  button(label: string | RegExp): Locator {
    return this.pay.getByRole('button', { name: label, exact: true })
  }

  async press(label: string | RegExp): Promise<void> {
    await this.button(label).click()
  }

  /** Chooses a terminal by its name. */
  async choose(terminal: string): Promise<void> {
    const chosen = this.pay.locator('.device').getByText(terminal, { exact: true })
    const change = this.pay.getByRole('button', { name: 'Change', exact: true })
    const option = this.pay.getByRole('option', { name: terminal })
    await chosen.or(change).or(option).first().waitFor()
    if (await chosen.isVisible()) return
    if (!(await option.isVisible())) await change.click()
    await option.click()
  }

  /** Chooses a terminal and presses the pay button. */
  async charge(amount: string, terminal: string): Promise<void> {
    await this.choose(terminal)
    await this.press(`Charge ${amount} on ${terminal}`)
  }

  /** Signs in as the shop's manager, beside the element. */
  async signIn(pin: string): Promise<void> {
    await this.page.getByLabel('PIN').fill(pin)
    await this.page.getByRole('button', { name: 'Sign in' }).click()
  }

  /** A fact of the result, such as the value beside `Reference`. */
  async fact(name: string): Promise<string> {
    const folded = this.pay.getByRole('button', { expanded: false })
    if (await folded.count()) await folded.click()
    const row = this.pay.locator('dl > div').filter({ has: this.page.getByText(name, { exact: true }) })
    // The service's own rows, which may use the same name, follow the rows of the result.
    return (await row.getByRole('definition').first().innerText()).trim()
  }

  /** The current text of the element's live region. */
  async spoken(): Promise<string> {
    return (await this.pay.getByRole('status').innerText()).trim()
  }

  /** All events of the element since the page was loaded. */
  async told(): Promise<readonly Told[]> {
    return this.page.evaluate<Told[]>('told')
  }

  /** Ends that the page received, one per attempt. */
  async settled(): Promise<readonly string[]> {
    return (await this.told()).filter(({ name }) => name === 'terminal-pay-settled').map(({ state }) => state)
  }

  /** Reloads the page and returns the time until `title` is shown, in milliseconds. */
  async reload(title: string | RegExp): Promise<number> {
    const began = performance.now()
    await this.page.reload({ waitUntil: 'commit' })
    await this.sees(title)
    return performance.now() - began
  }
}

/** The on-screen terminal beside the checkout. */
export class ScreenTerminal {
  readonly #device: Locator

  constructor(page: Page) {
    this.#device = page.locator('virtual-terminal')
  }

  /** Waits until it has booted, paired and connected. */
  async ready(): Promise<void> {
    await this.shows('Ready for the next payment')
  }

  /** Waits for a text on its screen. */
  async shows(text: string | RegExp): Promise<void> {
    await this.#device.getByText(text).first().waitFor()
  }

  /** Takes a card into the hand. */
  async hold(card: string): Promise<void> {
    await this.#device.locator('label.card').filter({ hasText: card }).click()
  }

  /** Waits for the prompt and presents the card in hand. */
  async present(way: 'Tap' | 'Insert' | 'Swipe'): Promise<void> {
    await this.shows('Tap, insert or swipe')
    await this.#device.getByRole('button', { name: way, exact: true }).click()
  }

  /** Presses a key or one of the controls behind the device. */
  async press(name: string): Promise<void> {
    await this.#device.getByRole('button', { name, exact: true }).click()
  }

  /** Waits until the display of its last sale is over. */
  async idle(): Promise<void> {
    await until('the terminal is idle', () =>
      this.#device.getByText('Ready for the next payment').first().isVisible(),
    )
  }
}
