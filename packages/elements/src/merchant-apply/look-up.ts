// The look-ups that a page may give: their types, and the reading of their answers, which are foreign data. Whatever a page
// answers, a reading is a short list of clean texts.
import type { Country } from '@tapboard/contract'
import type * as Contract from '@tapboard/contract'
import type { badProperty } from '../shared/mistakes.ts'
import type { FIELDS } from './fields/fields.strings.ts'
import type { Wording } from './fields/wording.ts'
import type { valueAt } from './paths.ts'

/** An address that a page found. Members that are missing or not valid fill nothing. */
export interface FoundAddress {
  /** The line in the list of suggestions. By default the address. */
  readonly label?: string
  readonly streetAddress?: string
  /** Apartment, suite or unit. */
  readonly streetAddress2?: string
  readonly city?: string
  /** Postal abbreviation of a state, province or territory, such as `NJ`. */
  readonly state?: string
  /** ZIP or postal code. */
  readonly zip?: string
  readonly country?: Country
}

/** A business that a page found. Members that are missing or not valid fill nothing. */
export interface FoundBusiness {
  /** The line in the list of suggestions. By default the names and the city. */
  readonly label?: string
  /** Legal name. */
  readonly corporateName?: string
  /** Trading name, if it is not the legal name. */
  readonly dbaName?: string
  readonly businessAddress?: FoundAddress
  /** Ten digits, in any notation. */
  readonly businessPhone?: string
  readonly website?: string
}

/** A question for an address. */
export interface AddressQuestion {
  /** The typed text: the beginning of a street address, or a complete ZIP or postal code. */
  readonly text: string
  /** The field in which it was typed. */
  readonly field: 'streetAddress' | 'zip'
  readonly country: Country
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal
}

/** A question for a business. */
export interface BusinessQuestion {
  /** The typed beginning of the legal name. */
  readonly text: string
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal
}

/** The page's callback: finds addresses. An empty list means that it found none. */
export type LookUpAddress = (question: AddressQuestion) => Promise<readonly FoundAddress[]>

/** The page's callback: finds businesses. An empty list means that it found none. */
export type LookUpBusiness = (question: BusinessQuestion) => Promise<readonly FoundBusiness[]>

/** The look-ups of a page. */
export interface LookUpHost {
  readonly lookUpAddress?: LookUpAddress | undefined
  readonly lookUpBusiness?: LookUpBusiness | undefined
}

/** The rules of the contract, which are in the file of the steps. */
export type Rules = Pick<typeof Contract, 'cleanText' | 'lengthOf' | 'stateOfZip' | 'STATES'>

/** Functions of the first files, which the file of the look-ups does not import: a shared module would split them. */
export interface Tools extends Rules {
  readonly badProperty: typeof badProperty
  readonly common: (scene: { readonly wording: Wording }) => typeof FIELDS
  readonly valueAt: typeof valueAt
}

/** The suggestions of a look-up for one field, as its control renders them (ARIA combobox). */
export interface Finds {
  readonly isOpen: boolean
  /** ID of the active option. */
  readonly activeId: string | null
  readonly list: unknown
  readonly typed: (event: Event) => void
  readonly pressed: (event: KeyboardEvent) => void
  readonly left: () => void
}

/** A read address: only valid texts. */
export type CleanAddress = Readonly<Partial<Record<AddressMember, string>>>

/** A suggestion: its line in the list, and the texts that it fills in. */
export interface Suggestion {
  readonly label: string
  readonly address: CleanAddress
  readonly business: Readonly<Partial<Record<BusinessMember, string>>>
}

type AddressMember = keyof typeof ADDRESS_MAX
type BusinessMember = keyof typeof BUSINESS_MAX

const ADDRESS_MAX = { streetAddress: 100, streetAddress2: 100, city: 50, state: 2, zip: 10, country: 2 }
const BUSINESS_MAX = { corporateName: 100, dbaName: 60, businessPhone: 30, website: 255 }

/** Entries that a person can compare; further ones are ignored. */
const MAX_SUGGESTIONS = 8
const MAX_LABEL = 160

/** A member of a foreign object; `undefined` also where reading it throws. */
function member(from: unknown, name: string): unknown {
  try {
    return typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[name] : undefined
  } catch {
    return undefined
  }
}

/** Reads the answers of the page. */
export class Reader {
  readonly #rules: Rules
  /** Countries of the application. */
  readonly #offered: readonly string[]
  /** Country of the field. */
  readonly #country: Country

  constructor(rules: Rules, offered: readonly string[], country: Country) {
    this.#rules = rules
    this.#offered = offered
    this.#country = country
  }

  /** Reads the addresses of an answer; `null` if it is no list. */
  addresses(answer: unknown): readonly Suggestion[] | null {
    const found = entriesOf(answer)?.flatMap((entry) => {
      const address = this.#address(entry)
      const label = this.#text(entry, 'label', MAX_LABEL) || lineOf(address)
      return address.streetAddress || address.city ? [{ label, address, business: {} }] : []
    })
    return found ?? null
  }

  /** Reads the businesses of an answer; `null` if it is no list. */
  businesses(answer: unknown): readonly Suggestion[] | null {
    const found = entriesOf(answer)?.flatMap((entry) => {
      const business = this.#texts(entry, BUSINESS_MAX)
      const address = this.#address(member(entry, 'businessAddress'))
      const { corporateName, dbaName } = business
      const line = [corporateName, dbaName, address.city].filter(Boolean).join(' · ')
      const label = this.#text(entry, 'label', MAX_LABEL) || line
      return corporateName ? [{ label, address, business }] : []
    })
    return found ?? null
  }

  /** A clean text of at most `most` characters; empty for any other value. */
  #text(from: unknown, name: string, most: number): string {
    const value = member(from, name)
    if (typeof value !== 'string' || value.length > most * 4) return ''
    const clean = this.#rules.cleanText(value.replaceAll(/\p{Cs}/gu, ''))
    return this.#rules.lengthOf(clean) <= most ? clean : ''
  }

  #texts<Name extends string>(
    from: unknown,
    limits: Readonly<Record<Name, number>>,
  ): Partial<Record<Name, string>> {
    const texts: Partial<Record<Name, string>> = {}
    for (const name of Object.keys(limits) as Name[]) {
      const text = this.#text(from, name, limits[name])
      if (text !== '') texts[name] = text
    }
    return texts
  }

  #address(found: unknown): CleanAddress {
    const { country = this.#country, state = '', ...rest } = this.#texts(found, ADDRESS_MAX)
    if (!this.#offered.includes(country)) return {}
    const code = state.toUpperCase()
    return { ...rest, country, ...(this.#rules.STATES[country as Country].includes(code) && { state: code }) }
  }
}

const lineOf = ({
  streetAddress = '',
  streetAddress2 = '',
  city = '',
  state = '',
  zip = '',
}: CleanAddress): string =>
  [streetAddress, streetAddress2, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')

/** The entries of a foreign list; `null` if it is no list. */
function entriesOf(answer: unknown): readonly unknown[] | null {
  if (!Array.isArray(answer)) return null
  const { length } = answer
  return Array.from({ length: Math.min(length, MAX_SUGGESTIONS) }, (_, at) => member(answer, `${at}`))
}

/** Nine digits of any script with up to three other signs between two of them, but no letter. */
const NINE_DIGITS = /(?:\p{Nd}[^\p{L}\p{Nd}]{0,3}){9}/u

/** Checks whether a typed text may be passed to a page's look-up: long enough, and without a number of nine digits such as an SSN. */
export const mayAsk = (text: string): boolean => text.length >= 3 && !NINE_DIGITS.test(text)
