// Addresses in the United States and Canada. The first three digits of a ZIP code identify its state reliably enough for a
// warning, but not for a rejection.
import { cleanText, lengthOf } from './clean.ts'
import type { FieldCode, WarningCode } from './codes.ts'
import type { ADDRESS_FIELDS } from './fields.ts'
import { choice, optional, rule, text, type Rule, type Rules } from './rule.ts'
import type { AddressValues } from './values.ts'

/** Countries in which an applicant's business and its owners may be. */
export const COUNTRIES = ['US', 'CA'] as const

/** A country of an application. */
export type Country = (typeof COUNTRIES)[number]

const words = (list: string): readonly string[] => list.split(' ')

/** Military addresses: valid for a person or a mailing address, not for a place of business. */
export const MILITARY = /* @__PURE__ */ words('AA AE AP')

/** Postal abbreviations of states, provinces and territories by country; the US list ends with {@link MILITARY}. */
export const STATES: Readonly<Record<Country, readonly string[]>> = {
  US: /* @__PURE__ */ words(
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR GU VI AS MP FM MH PW AA AE AP',
  ),
  CA: /* @__PURE__ */ words('AB BC MB NB NL NS NT NU ON PE QC SK YT'),
}

const PO_BOX =
  /\b(p\s*\.?\s*o\s*\.?\s*box\b|p\.?\s*o\.?\s*b\.?\s*#?\s*\d|post\s+office\s+box|postal\s+box|p\.?\s*m\.?\s*b\.?\s*#?\s*\d|private\s+mail\s*box|(casier|case)\s+postale?|c\.?\s*p\.?\s*\d)|^(box|lock\s?box)\s*#?\s*\d/i

/** State → first three digits of its ZIP codes, up to the next entry; `--` marks unassigned digits. */
const ZIP_STATES =
  'NY005 PR006 VI008 PR009 MA010 RI028 NH030 ME039 VT050 MA055 VT056 CT060 NJ070 AE090 --099 NY100 PA150 DE197 DC200 VA201 DC202 MD206 VA220 WV247 --269 NC270 SC290 GA300 FL320 AA340 FL341 AL350 TN370 MS386 GA398 KY400 --428 OH430 IN460 MI480 IA500 --529 WI530 MN550 --568 DC569 SD570 --578 ND580 --589 MT590 IL600 MO630 --659 KS660 NE680 --694 LA700 --715 AR716 OK730 TX733 OK734 TX750 CO800 --817 WY820 ID832 --839 UT840 --848 AZ850 --866 NM870 TX885 --886 NV889 --899 CA900 AP962 HI967 GU969 OR970 WA980 AK995'

const ISLANDS = /^(GU|PW|FM|MH|MP)$/
/** Border towns that the neighboring state's post office serves, by ZIP code. */
const ACROSS: Readonly<Record<string, string>> = { '06390': 'NY', '83414': 'WY', '96799': 'AS' }

/** First letters of postal codes, each with its province. */
const POSTAL_STATES = ' ANL BNS CPE ENB GQC HQC JQC KON LON MON NON PON RMB SSK TAB VBC XNT XNU YYT'

/** The state of the first three digits of a ZIP code; `--` for unassigned ones. */
function stateOfPrefix(prefix: string): string {
  let named = '--'
  for (const [, found = '', from = ''] of ZIP_STATES.matchAll(/(..)(\d{3})/g)) {
    if (prefix >= from) named = found
  }
  return named
}

/** Checks whether the ZIP or postal code can belong to the state; true for an unknown prefix. */
export function fitsState(zip: string, state: string): boolean {
  const letter = ` ${zip.charAt(0)}`
  if (/[A-Z]/.test(letter)) return POSTAL_STATES.includes(letter + state) || !POSTAL_STATES.includes(letter)
  const exact = ACROSS[zip.slice(0, 5)]
  if (exact !== undefined) return exact === state
  const prefix = zip.slice(0, 3)
  if (prefix === '969' && ISLANDS.test(state)) return true
  const named = stateOfPrefix(prefix)
  return named === '--' || named === state
}

/** The state or province of a complete ZIP or postal code; empty if several have it, or none. */
export function stateOfZip(typed: string, country: string): string {
  const zip = cleanZip(typed)
  if (judgeZip(zip, country) !== '') return ''
  if (country === 'CA') {
    const [state = '', other] = STATES.CA.filter((each) => POSTAL_STATES.includes(` ${zip.charAt(0)}${each}`))
    return other === undefined ? state : ''
  }
  const state = ACROSS[zip.slice(0, 5)] ?? (zip.startsWith('969') ? '' : stateOfPrefix(zip.slice(0, 3)))
  return STATES.US.includes(state) ? state : ''
}

/** Formats a US code of five or nine digits with its hyphen, and a Canadian one in capitals with its space. */
export function cleanZip(typed: string): string {
  const value = cleanText(typed)
    .toUpperCase()
    .replace(/[\s‐-―]/g, (sign) => (sign === ' ' ? '' : '-'))
  const nine = /^(\d{5})-?(\d{4})$/.exec(value)
  if (nine !== null) return `${nine[1]}-${nine[2]}`
  const postal = /^([A-Z]\d[A-Z])-?(\d[A-Z]\d)$/.exec(value)
  return postal === null ? value : `${postal[1]} ${postal[2]}`
}

const judgeZip = (zip: string, country: string): FieldCode | '' =>
  country === 'CA'
    ? /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/.test(zip)
      ? ''
      : 'postal-format'
    : /^(?!00000)\d{5}(-\d{4})?$/.test(zip)
      ? ''
      : 'zip-format'

/** The wire format joins the two lines with a comma. */
const street = (physical: boolean): Rule => {
  const lines = (max: number): Rule =>
    rule(cleanText, (value) =>
      lengthOf(value) > max
        ? 'too-long'
        : physical && PO_BOX.test(value)
          ? 'po-box'
          : !/[\p{L}\p{N}]/u.test(value)
            ? 'text-characters'
            : lengthOf(value) < 3
              ? 'too-short'
              : '',
    )
  const [typed, joined] = [lines(100), lines(202)]
  return (value, context) => (context.wire ? joined : typed)(value, context)
}

const second = (physical: boolean): Rule =>
  optional(
    rule(cleanText, (value) =>
      lengthOf(value) > 100 ? 'too-long' : physical && PO_BOX.test(value) ? 'po-box' : '',
    ),
  )

const state = (country: string, business: boolean): Rule =>
  rule(
    (typed) => cleanText(typed).toUpperCase(),
    (value) =>
      !STATES[country === 'CA' ? 'CA' : 'US'].includes(value)
        ? 'state-unknown'
        : business && MILITARY.includes(value)
          ? 'state-military'
          : '',
    'state-unknown',
  )

const cityRule = /* @__PURE__ */ text(2, 50, /^(?=.*\p{L})[\p{L}\p{M}\p{N}'’.,\-() ]+$/u)
const countryRule = /* @__PURE__ */ choice(COUNTRIES, 'country')

/** Use of an address: place of business, home of a person, or mailing address. */
export type AddressUse = 'business' | 'home' | 'mail'

/** The rules of an address, in the order of the form. A business or home address rejects a PO box; a business address also rejects a military address. */
export function addressRules(country: string, use: AddressUse): Rules<typeof ADDRESS_FIELDS> {
  const physical = use !== 'mail'
  return {
    streetAddress: street(physical),
    streetAddress2: second(physical),
    zip: rule(cleanZip, (zip) => judgeZip(zip, country)),
    city: cityRule,
    state: state(country, use === 'business'),
    country: countryRule,
  }
}

/** The warning about a clean address. */
export const addressWarning = (address: AddressValues): WarningCode | null =>
  fitsState(address.zip, address.state) ? null : 'zip-state'
