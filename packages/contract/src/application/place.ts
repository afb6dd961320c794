// Addresses in the United States and Canada. Which state a ZIP belongs to is known by its first three digits, well enough
// to point at a slip and never well enough to refuse.
import { cleanText, lengthOf } from './clean.ts'
import type { FieldCode, WarningCode } from './codes.ts'
import { choice, optional, rule, text, type Rule } from './rule.ts'
import type { AddressValues } from './values.ts'

/** Countries of an application. */
export const COUNTRIES = ['US', 'CA'] as const

/** A country of an application. */
export type Country = (typeof COUNTRIES)[number]

const words = (list: string): readonly string[] => list.split(' ')

/** Military addresses: a person or a letter box may have one, a place of business cannot. */
export const MILITARY = /* @__PURE__ */ words('AA AE AP')

/** Postal abbreviations of states, provinces and territories by country; {@link MILITARY} stand last of the US. */
export const STATES: Readonly<Record<Country, readonly string[]>> = {
  US: /* @__PURE__ */ words(
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR GU VI AS MP FM MH PW AA AE AP',
  ),
  CA: /* @__PURE__ */ words('AB BC MB NB NL NS NT NU ON PE QC SK YT'),
}

const PO_BOX =
  /\b(p\s*\.?\s*o\s*\.?\s*box\b|p\.?\s*o\.?\s*b\.?\s*#?\s*\d|post\s+office\s+box|postal\s+box|p\.?\s*m\.?\s*b\.?\s*#?\s*\d|private\s+mail\s*box|(casier|case)\s+postale?|c\.?\s*p\.?\s*\d)|^(box|lock\s?box)\s*#?\s*\d/i

/** First three digits of ZIP codes → state: ranges, each after the state it belongs to. */
const ZIP_STATES =
  'NY005 PR006-007 VI008 PR009 MA010-027 RI028-029 NH030-038 ME039-049 VT050-054 MA055 VT056-059 CT060-069 NJ070-089 AE090-098 NY100-149 PA150-196 DE197-199 DC200 VA201 DC202-205 MD206-219 VA220-246 WV247-268 NC270-289 SC290-299 GA300-319 FL320-339 AA340 FL341-349 AL350-369 TN370-385 MS386-397 GA398-399 KY400-427 OH430-459 IN460-479 MI480-499 IA500-528 WI530-549 MN550-567 DC569 SD570-577 ND580-588 MT590-599 IL600-629 MO630-658 KS660-679 NE680-693 LA700-714 AR716-729 OK730-732 TX733 OK734-749 TX750-799 CO800-816 WY820-831 ID832-838 UT840-847 AZ850-865 NM870-884 TX885 NV889-898 CA900-961 AP962-966 HI967-968 GU969 OR970-979 WA980-994 AK995-999'

const ISLANDS = /^(GU|PW|FM|MH|MP)$/
/** Border towns that get their post from the neighbouring state, by ZIP. */
const ACROSS: Readonly<Record<string, string>> = { '06390': 'NY', '83414': 'WY', '96799': 'AS' }

const POSTAL_STATES: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT NU',
  Y: 'YT',
}

/** Could the ZIP or postal code be of the state? Where nothing is known of it, yes. */
export function fitsState(zip: string, state: string): boolean {
  if (/^[A-Z]/.test(zip)) return (POSTAL_STATES[zip.charAt(0)] ?? state).includes(state)
  const exact = ACROSS[zip.slice(0, 5)]
  if (exact !== undefined) return exact === state
  const prefix = zip.slice(0, 3)
  if (prefix === '969' && ISLANDS.test(state)) return true
  for (const [, named, low = '', high = low] of ZIP_STATES.matchAll(/([A-Z]{2})(\d{3})(?:-(\d{3}))?/g)) {
    if (prefix >= low && prefix <= high) return named === state
  }
  return true
}

/** A US code of five or nine digits, hyphen restored; a Canadian one in capitals with its space. */
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

/** On the wire the two lines are one, joined by a comma (D-24). */
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

/** What an address is for: a place of business, a person's home, or where letters go. */
export type AddressUse = 'business' | 'home' | 'mail'

/** The rules of an address: where one does business or lives there is no PO box, and no business has a military address. */
export function addressRules(country: string, use: AddressUse): Readonly<Record<keyof AddressValues, Rule>> {
  const physical = use !== 'mail'
  return {
    streetAddress: street(physical),
    streetAddress2: second(physical),
    city: cityRule,
    state: state(country, use === 'business'),
    zip: rule(cleanZip, (zip) => judgeZip(zip, country)),
    country: countryRule,
  }
}

/** What to look at once more in a clean address. */
export const addressWarning = (address: AddressValues): WarningCode | null =>
  fitsState(address.zip, address.state) ? null : 'zip-state'
