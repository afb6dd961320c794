// The rules of the isolated fields, and the check of the CSS values that a page passes to them. Pure.
import {
  accountRule,
  einRule,
  judgeKind,
  routingRule,
  ssnRule,
  type Found,
  type RuleContext,
  type SecretName,
} from '@tapboard/contract'
import { formatEin, formatSsn } from '../merchant-apply/fields/format.ts'
import { FONT, LOOK, type FieldSettings } from './protocol.ts'

const RULES = { ssn: ssnRule, taxId: einRule, accountNumber: accountRule } as const

const FORMATS: Readonly<Record<SecretName, (value: string) => string>> = {
  ssn: formatSsn,
  taxId: formatEin,
  accountNumber: String,
}

/** The facts by which a field judges. */
type FieldFacts = Pick<FieldSettings, 'field' | 'sandbox' | 'expected' | 'apart'>

/** Judges the typed text as the form of the page does without isolation, except for comparisons with other secrets. */
export function judgeField(typed: string, { field, sandbox, expected, apart }: FieldFacts): Found {
  const context: RuleContext = { today: '', sandbox, tiers: null, wire: false }
  const found = RULES[field](typed, context)
  const code =
    found.code !== ''
      ? found.code
      : field === 'ssn'
        ? judgeKind(found.value, expected)
        : field === 'accountNumber' && found.value === apart
          ? 'account-is-routing'
          : ''
  return { ...found, code }
}

/** Different numbers with which one frame compares an account number: a person corrects a routing number less often. */
const COMPARISONS_MAX = 20

/**
 * Limits the numbers that a page can have compared with the typed one. Each comparison tells the page whether the two are equal, so
 * that a hostile page could guess an account number.
 */
export class Comparisons {
  readonly #admitted = new Set<string>()

  /** The number of the page if it is a routing number and one of the first 20; otherwise empty. */
  admit(apart: string, sandbox: boolean): string {
    if (this.#admitted.has(apart)) return apart
    const context: RuleContext = { today: '', sandbox, tiers: null, wire: false }
    if (this.#admitted.size >= COMPARISONS_MAX || routingRule(apart, context).code !== '') return ''
    this.#admitted.add(apart)
    return apart
  }
}

/** The value as it is shown while the field has the focus. */
export const formatField = (value: string, field: SecretName): string => FORMATS[field](value)

const NAMES: ReadonlySet<string> = new Set([...LOOK, ...FONT])

/** The values that a style may have: colours, lengths, names of fonts. Nothing that could load a file or end the declaration. */
const isPlain = (value: string): boolean =>
  /^[\w\s#%.,()'"+*/-]{1,300}$/.test(value) && !/url|image|src|attr|env|element|paint/i.test(value)

/** The declarations of a page that a frame takes over. */
export const safeLook = (look: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] =>
  Object.entries(look).flatMap(([name, value]) =>
    NAMES.has(name) && typeof value === 'string' && isPlain(value) ? [[name, value] as const] : [],
  )
