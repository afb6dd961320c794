// The look-ups of `<merchant-apply>`, loaded only if the page gives one: asks the page's callback while a person types, and shows
// its answer as the listbox of a combobox (ARIA APG, "Editable Combobox With List Autocomplete"). The newest question wins. An
// answer that fails, is late or is not usable leaves the plain field.
import type { Country } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import {
  mayAsk,
  Reader,
  type CleanAddress,
  type Finds,
  type LookUpHost,
  type Tools,
  type Suggestion,
} from './look-up.ts'
import type { FormActions, StepScene } from './step.ts'

/** A pause of a person who types. */
const PAUSE_MS = 250
/** After this time an answer is late: the person has typed the rest. */
const LATE_MS = 5_000

type Kind = keyof LookUpHost

/** A field with suggestions. */
interface Combobox {
  readonly path: string
  readonly label: string
  readonly kind: Kind
  /** Country of the field. */
  readonly country: Country
  readonly choose: (suggestion: Suggestion) => void
}

const LISTS: Readonly<Record<Kind, string>> = {
  lookUpAddress: 'a function that resolves with a list of addresses',
  lookUpBusiness: 'a function that resolves with a list of businesses',
}

/** Resolves with the answer, or with `undefined` if the signal ends before. */
const settled = (answer: unknown, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
    Promise.resolve(answer).then(resolve, () => resolve(undefined))
  })

const inputAt = (place: EventTarget | null, path: string): HTMLInputElement | null =>
  ((place as Element).getRootNode() as ShadowRoot).querySelector(`input[id="${path}"]`)

/** The look-ups of one element. */
export class LookUps {
  readonly #form: FormActions
  readonly #tools: Tools
  #path = ''
  #suggestions: readonly Suggestion[] = []
  #active = -1
  #asking = new AbortController()
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(form: FormActions, tools: Tools) {
    this.#form = form
    this.#tools = tools
  }

  /** Forgets the question and the suggestions. */
  close(): void {
    clearTimeout(this.#pause)
    this.#asking.abort()
    this.#suggestions = []
    this.#active = -1
  }

  /** The combobox of a street address. */
  street(scene: StepScene, at: string, label: string, country: Country): Finds {
    const choose = ({ address }: Suggestion): void => this.#fillAddress(scene, at, address)
    return this.#combobox(scene, {
      path: `${at}.streetAddress`,
      label,
      kind: 'lookUpAddress',
      country,
      choose,
    })
  }

  /** The combobox of the legal name of a business. */
  business(scene: StepScene, label: string): Finds {
    const { businessAddress } = scene.values
    const country: Country = businessAddress.country === 'CA' ? 'CA' : 'US'
    const choose = (found: Suggestion): void => this.#fillBusiness(scene, found)
    return this.#combobox(scene, { path: 'corporateName', label, kind: 'lookUpBusiness', country, choose })
  }

  /** A complete ZIP or postal code was typed: fills in its city, if the page knows one and the person has not typed it. */
  async zip(scene: StepScene, at: string, typed: string, country: Country): Promise<void> {
    const { cleanText, stateOfZip } = this.#tools
    const text = cleanText(typed).slice(0, 7)
    if (stateOfZip(text, country) === '') return
    const found = await this.#ask(scene, 'lookUpAddress', country, (signal) =>
      this.#form.host.lookUpAddress?.({ text, field: 'zip', country, signal }),
    )
    const cities = new Set(found?.flatMap(({ address }) => address.city ?? []))
    const [city] = cities
    const path = `${at}.city`
    if (cities.size !== 1 || !city || this.#isTyped(path)) return
    this.#fill(scene, { [path]: city })
    scene.form.announce(`${city}. ${this.#tools.common(scene).filled}`)
  }

  #isOpen(path: string): boolean {
    return path === this.#path && this.#suggestions.length > 0
  }

  #combobox(scene: StepScene, box: Combobox): Finds {
    const { path } = box
    const isOpen = this.#isOpen(path)
    return {
      isOpen,
      activeId: isOpen && this.#active >= 0 ? `${path}-${this.#active}` : null,
      list: isOpen ? this.#list(scene, box) : nothing,
      typed: ({ currentTarget }) => this.#typed(scene, box, (currentTarget as HTMLInputElement).value),
      pressed: (event) => this.#pressed(scene, box, event),
      left: () => {
        if (path !== this.#path) return
        this.close()
        scene.form.redraw()
      },
    }
  }

  #list(scene: StepScene, { path, label, choose }: Combobox): TemplateResult {
    const { suggestions } = this.#tools.common(scene)
    // The press keeps the focus in the field, so that the list is still open for the click.
    return html`<ul
      role="listbox"
      id="${path}-list"
      aria-label=${suggestions(label)}
      @pointerdown=${(event: Event) => event.preventDefault()}
    >
      ${this.#suggestions.map(
        (one, index) =>
          html`<li
            role="option"
            id="${path}-${index}"
            aria-selected=${index === this.#active}
            @click=${({ currentTarget }: Event) =>
              this.#chosen(scene, choose, one, inputAt(currentTarget, path))}
          >
            <bdi>${one.label}</bdi>
          </li>`,
      )}
    </ul>`
  }

  #chosen(
    scene: StepScene,
    choose: Combobox['choose'],
    suggestion: Suggestion,
    input: HTMLInputElement | null,
  ): void {
    this.close()
    choose(suggestion)
    // The form never rewrites the field with the focus.
    if (input) input.value = this.#tools.valueAt(this.#form.view.values, input.id) as string
    scene.form.announce(`${suggestion.label}. ${this.#tools.common(scene).filled}`)
  }

  #typed(scene: StepScene, { path, kind, country }: Combobox, typed: string): void {
    this.close()
    this.#path = path
    const text = this.#tools.cleanText(typed)
    if (!mayAsk(text)) return
    this.#pause = setTimeout(async () => {
      const { host } = this.#form
      const found = await this.#ask(scene, kind, country, (signal) =>
        kind === 'lookUpBusiness'
          ? host.lookUpBusiness?.({ text, signal })
          : host.lookUpAddress?.({ text, field: 'streetAddress', country, signal }),
      )
      if (!found?.length) return
      this.#suggestions = found
      scene.form.announce(this.#tools.common(scene).found(found.length))
    }, PAUSE_MS)
  }

  #pressed(scene: StepScene, box: Combobox, event: KeyboardEvent): void {
    if (!this.#isOpen(box.path) || event.isComposing) return
    const { length } = this.#suggestions
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: ((this.#active + 2) % (length + 1)) - 1,
      ArrowUp: ((this.#active + length + 1) % (length + 1)) - 1,
    }
    const to = moves[event.key]
    const active = this.#suggestions[this.#active]
    if (to !== undefined) this.#active = to
    else if (event.key === 'Enter' && active)
      this.#chosen(scene, box.choose, active, inputAt(event.currentTarget, box.path))
    else if (event.key === 'Escape') this.close()
    else return
    event.preventDefault()
    scene.form.redraw()
  }

  /** Asks the page; `null` if no usable answer came in time or another question follows. */
  async #ask(
    scene: StepScene,
    kind: Kind,
    country: Country,
    question: (signal: AbortSignal) => unknown,
  ): Promise<readonly Suggestion[] | null> {
    this.#asking.abort()
    const asking = (this.#asking = new AbortController())
    const late = setTimeout(() => asking.abort(), LATE_MS)
    const answer = await settled(this.#call(question, asking.signal), asking.signal)
    clearTimeout(late)
    if (asking.signal.aborted || answer === undefined) return null
    const reader = new Reader(this.#tools, scene.page.countries, country)
    const found = kind === 'lookUpBusiness' ? reader.businesses(answer) : reader.addresses(answer)
    if (!found) this.#form.report(this.#tools.badProperty(kind, LISTS[kind]))
    return found
  }

  #isTyped(path: string): boolean {
    return this.#tools.valueAt(this.#form.view.values, path) !== ''
  }

  /** Fills in texts, and marks them until the person changes them. */
  #fill({ form, memory }: StepScene, texts: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(texts)) {
      form.change(path, text)
      form.leave(path)
      memory.filled.add(path)
    }
  }

  #fillAddress(scene: StepScene, at: string, { country, ...address }: CleanAddress): void {
    if (country) scene.form.change(`${at}.country`, country)
    const state = address.state ?? this.#tools.stateOfZip(address.zip ?? '', country ?? '')
    const texts = { ...address, ...(state !== '' && { state }) }
    this.#fill(
      scene,
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${at}.${name}`, text])),
    )
  }

  /** Fills in a business; what the person has typed in other fields stays. */
  #fillBusiness(scene: StepScene, { business, address }: Suggestion): void {
    const { corporateName = '', dbaName, ...others } = business
    this.#fill(scene, { corporateName })
    if (dbaName && dbaName !== corporateName && !this.#isTyped('dbaName')) {
      scene.form.change('dbaSame', false)
      this.#fill(scene, { dbaName })
    }
    this.#fill(scene, Object.fromEntries(Object.entries(others).filter(([path]) => !this.#isTyped(path))))
    if (address.streetAddress && !this.#isTyped('businessAddress.streetAddress'))
      this.#fillAddress(scene, 'businessAddress', address)
  }

  #call(question: (signal: AbortSignal) => unknown, signal: AbortSignal): unknown {
    try {
      return question(signal)
    } catch {
      return undefined
    }
  }
}
