// The person who signs up: finds controls in `<merchant-apply>` by role and label, through its shadow root.
import type { AddressValues, ApplicationValues, SignerValues } from '@tapboard/contract'
import type { Locator, Page } from 'playwright-core'
import type { SignUpScenario } from '../../../demo/host/sign-up/scenarios.ts'
import { TEXT_QUESTIONS } from './business-questions.ts'

const STEP_NAMES = {
  start: 'Before you start',
  plan: 'Choose a plan',
  business: 'Your business',
  tax: 'Tax details',
  contact: 'Where to find you',
  signers: 'Owners and signers',
  bank: 'Bank account',
  review: 'Check your answers',
  agreement: 'Agreement',
} as const

/** A step with a heading of its own. */
type StepName = keyof typeof STEP_NAMES

/** The button that submits; it names plan and partner too. */
export const SUBMIT = /^Agree and submit application/

const KINDS: Readonly<Record<string, string>> = {
  soleProprietorship: 'Sole proprietorship',
  llc: 'Limited liability company (LLC)',
  corporation: 'Corporation',
  nonProfit: 'Nonprofit',
}
const TAX_IDS: Readonly<Record<string, string>> = {
  EIN: 'EIN',
  SSN: 'Social Security number',
  ITIN: 'ITIN',
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const beginning = (text: string): RegExp => new RegExp(`^${escaped(text)}`)
/** A label, with the note that it may stay empty or without. */
const labelled = (label: string): RegExp => new RegExp(`^${escaped(label)}( \\(optional\\))?$`)

/** One tab with the sign-up page. */
export class Applicant {
  readonly page: Page
  readonly form: Locator
  /** The reference that the partner's server gave this person. */
  applicant = ''

  constructor(page: Page) {
    this.page = page
    this.form = page.locator('merchant-apply')
  }

  /** Begins a sign-up and opens its page, as the buttons below the form do. */
  async open(siteUrl: string, scenario: SignUpScenario = 'plans'): Promise<this> {
    const made = await this.page.request.post(`${siteUrl}/api/sign-ups`, {
      data: { scenario },
      headers: { origin: siteUrl },
    })
    this.applicant = ((await made.json()) as { readonly applicant: string }).applicant
    await this.page.goto(`${siteUrl}/sign-up/${this.applicant}`)
    await this.sees(/./)
    return this
  }

  /** Opens the same sign-up in another browser, by the link of the page. */
  async goOnIn(page: Page): Promise<Applicant> {
    await this.page.getByRole('button', { name: 'Get a link for another browser' }).click()
    const link = await this.page.locator('#elsewhere-link', { hasText: 'http' }).innerText()
    const other = new Applicant(page)
    other.applicant = this.applicant
    await page.goto(link)
    await other.sees(/./)
    return other
  }

  async sees(title: string | RegExp, timeout?: number): Promise<void> {
    const heading = this.form.getByRole('heading', { level: 2, name: title, exact: true })
    await this.#wait(heading, String(title), timeout)
  }

  /** Waits for the heading of a step. */
  async at(step: StepName): Promise<void> {
    await this.sees(new RegExp(`(^|– )${STEP_NAMES[step]}$`))
  }

  /** Waits for a sentence anywhere in the element. */
  async reads(text: string | RegExp, timeout?: number): Promise<void> {
    await this.#wait(this.form.getByText(text).first(), String(text), timeout)
  }

  /** Sentences of the summary "There is a problem", or of the things to fix in the review, in order. */
  async problems(): Promise<readonly string[]> {
    const lines = this.form.locator('.summary li, .fixes li:not(.fixed)')
    await this.#wait(lines.first(), 'a problem')
    return lines.evaluateAll((all) =>
      all.map((line) => line.getAttribute('aria-label') ?? line.querySelector('a')?.textContent.trim() ?? ''),
    )
  }

  /** The button with that label. */
  button(label: string | RegExp): Locator {
    return this.form.getByRole('button', { name: label, exact: true })
  }

  async press(label: string | RegExp): Promise<void> {
    await this.button(label).click()
  }

  /** The field with that label. */
  field(label: string): Locator {
    const all = this.form.getByRole('textbox', { name: labelled(label) })
    return all.or(this.form.getByRole('combobox', { name: labelled(label) })).first()
  }

  async type(label: string, text: string): Promise<void> {
    const frame = this.form.locator(`iframe.isolated[title="${label}"]`)
    const field = (await frame.count()) > 0 ? frame.contentFrame().getByRole('textbox') : this.field(label)
    await field.fill(text)
  }

  /** Types a date `YYYY-MM-DD` into its three fields. */
  async date(label: string, date: string): Promise<void> {
    const group = this.form.getByRole('group', { name: labelled(label) })
    const [year = '', month = '', day = ''] = date.split('-')
    for (const [name, part] of Object.entries({ Month: month, Day: day, Year: year }))
      await group.getByRole('textbox', { name }).fill(part)
  }

  /** Types the month and the year of a date `YYYY-MM-DD`. */
  async month(label: string, date: string): Promise<void> {
    const group = this.form.getByRole('group', { name: labelled(label) })
    const [year = '', month = ''] = date.split('-')
    await group.getByRole('textbox', { name: 'Month' }).fill(month)
    await group.getByRole('textbox', { name: 'Year' }).fill(year)
  }

  /** Opens an optional field, unless it is open, and types a text. */
  async add(label: string, text: string): Promise<void> {
    const button = this.button(`Add: ${label}`)
    if (await button.isVisible()) await button.click()
    await this.type(label, text)
  }

  /** Types an answer that the form may already know. */
  async answer(label: string, text: string): Promise<void> {
    if (await this.field(label).isVisible()) return this.type(label, text)
    if (await this.form.getByText(`${label} ${text}`).isVisible()) return
    await this.press(`Change ${label}`)
    await this.type(label, text)
  }

  async choose(label: string): Promise<void> {
    await this.form.getByRole('radio', { name: beginning(label) }).check()
  }

  /** Ticks or unticks a box. */
  async tick(label: string, on = true): Promise<void> {
    await this.form.getByRole('checkbox', { name: beginning(label) }).setChecked(on)
  }

  /** Continues to a step and waits for it. */
  async next(step: StepName): Promise<void> {
    await this.press('Continue')
    await this.at(step)
  }

  /** The page restarts the form with the partner's data about this person, as its sample buttons do. */
  async know(values: Partial<ApplicationValues>): Promise<void> {
    await this.form.evaluate((element, known) => {
      const form = element as HTMLElementTagNameMap['merchant-apply']
      form.prefill = known
      return form.discard()
    }, values)
    await this.at('start')
  }

  /** Begins, and chooses a plan where there is a choice. */
  async begin(plan: string | null = 'Plus'): Promise<void> {
    await this.press('Start')
    if (plan === null) return
    await this.at('plan')
    await this.choose(plan)
    await this.press('Continue')
  }

  /** Fills the step "Your business". */
  async business(values: ApplicationValues): Promise<void> {
    await this.choose(KINDS[values.ownershipType] ?? '')
    for (const { name, label, isOptional } of TEXT_QUESTIONS) {
      if (name === 'dbaName' && values.dbaSame) continue
      if (isOptional || name === 'dbaName') await this.add(label, values[name])
      else await this.type(label, values[name])
    }
    await this.month('When did the business start?', values.businessStartDate)
  }

  /** Fills the step "Tax details". */
  async tax(values: ApplicationValues): Promise<void> {
    if (values.ownershipType === 'soleProprietorship') await this.choose(TAX_IDS[values.taxIdType] ?? '')
    if (values.taxIdType === 'EIN') await this.type('EIN (employer identification number)', values.taxId)
  }

  /** Fills an address; its ZIP or postal code fills in the state. */
  async address(values: AddressValues): Promise<void> {
    const canada = values.country === 'CA'
    if (canada && !(await this.form.getByText('Country Canada').isVisible())) {
      await this.press('Change Country')
      await this.field('Country').selectOption(values.country)
    }
    await this.type('Street address', values.streetAddress)
    await this.type(canada ? 'Postal code' : 'ZIP code', values.zip)
    await this.type('City', values.city)
  }

  /** Fills the step "Where to find you". */
  async contact(values: ApplicationValues): Promise<void> {
    await this.address(values.businessAddress)
    await this.type('Business phone', values.businessPhone)
    await this.add('Business e-mail', values.businessEmail)
  }

  /** Fills the page of a person; the first one is open. */
  async person(values: SignerValues, isAlone: boolean, isSole: boolean): Promise<void> {
    const first = this.field('First name')
    if (!(await first.isVisible())) await this.press('Add another person')
    await this.type('First name', values.firstName)
    await this.type('Last name', values.lastName)
    if (!isSole) {
      await this.type('Role in the business', values.title)
      await this.type('Share of the business', values.ownershipPercentage)
    }
    const runs = this.form.getByRole('checkbox', { name: 'This person runs the business' })
    if (!isAlone && (await runs.isVisible())) await runs.setChecked(values.isControlPerson)
    await this.date('Date of birth', values.dateOfBirth)
    await this.type('Social Security number or ITIN', values.ssn)
    if (await this.field('Cell phone').isVisible()) await this.type('Cell phone', values.ownerCellPhone)
    await this.address(values.address)
    await this.press('Save person')
    // Isolated fields send their values first.
    await this.button('Save person').waitFor({ state: 'hidden' })
  }

  /** Fills the step "Owners and signers". */
  async signers(values: ApplicationValues): Promise<void> {
    const isSole = values.ownershipType === 'soleProprietorship'
    for (const signer of values.signers) await this.person(signer, values.signers.length === 1, isSole)
    if (!isSole) await this.form.getByRole('checkbox').last().check()
  }

  /** Fills the step "Bank account". */
  async bank(values: ApplicationValues): Promise<void> {
    if (values.bankingLater) return this.press('Add it later')
    await this.type('Routing number', values.banking.routingNumber)
    await this.type('Account number', values.banking.accountNumber)
    await this.answer('Name of the bank', values.banking.bankName)
  }

  /** From the first page to the review, or to the step before which the person stops. */
  async fill(
    values: ApplicationValues,
    plan: string | null = 'Plus',
    until: StepName = 'review',
  ): Promise<void> {
    await this.begin(plan)
    for (const step of ['business', 'tax', 'contact', 'signers', 'bank'] as const) {
      await this.at(step)
      if (step === until) return
      await this[step](values)
      await this.press('Continue')
    }
    await this.at('review')
  }

  /** Types the secret of each person again, and applies `change` on their pages. */
  async people(
    values: ApplicationValues,
    change: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    for (const { firstName, lastName, ssn } of values.signers) {
      await this.press(`Change ${firstName} ${lastName}`)
      await change()
      await this.type('Social Security number or ITIN', ssn)
      await this.press('Save person')
    }
  }

  /** Restarts the form with complete data from the partner, and opens the review. */
  async knownToReview(values: ApplicationValues): Promise<void> {
    await this.know(values)
    await this.begin()
    await this.at('review')
  }

  /** Reads, ticks and signs; only the press of the button is left. */
  async agree(values: ApplicationValues): Promise<void> {
    await this.at('agreement')
    await this.form.getByRole('checkbox').first().waitFor()
    for (const box of await this.form.getByRole('checkbox').all()) await box.check()
    const [signer] = values.signers
    await this.type('Sign with your name', `${signer?.firstName} ${signer?.lastName}`)
  }

  /** From the review to the press of the last button. */
  async submit(values: ApplicationValues): Promise<void> {
    await this.next('agreement')
    await this.agree(values)
    await this.press(SUBMIT)
  }

  /** A fact of the confirmation, also a folded one, such as the value beside `Application ID`. */
  async fact(name: string): Promise<string> {
    const row = this.form.locator('dl > div').filter({ has: this.page.getByText(name, { exact: true }) })
    return (await row.locator('dd').first().textContent())?.trim() ?? ''
  }

  /** Waits until the event log of the page shows such an event from the BFF at the partner's server. */
  async serverHears(type: string): Promise<void> {
    await this.page.locator('event-log li.server code', { hasText: type }).first().waitFor()
  }

  async #wait(locator: Locator, what: string, timeout?: number): Promise<void> {
    await locator.waitFor(timeout === undefined ? {} : { timeout }).catch(async () => {
      const shown = await this.form.locator('section').first().innerText()
      const off = await this.form.locator('[aria-disabled=true]').allInnerTexts()
      const requests = await this.page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .slice(-10)
          .map(
            ({ name, startTime, duration }) =>
              `${Math.round(startTime)} ms + ${Math.round(duration)} ${name}`,
          ),
      )
      throw new Error(
        [`"${what}" did not come; the page shows:`, shown, `off: ${off.join(', ')}`, ...requests].join('\n'),
      )
    })
  }
}
