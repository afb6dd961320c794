// Further payload of a start request (§4.3, D-06): scalar `x…` fields are kept and reported as they came. A field that
// the service writes itself, a credential, card data, and any other name are refused. Pure.
import { SPELLINGS, type Currency } from '@tapboard/contract'
import type { Body } from '../../http/body.ts'
import { refuse, type Refusal } from '../../http/refusal.ts'

/** Fields that are kept, by name. */
type FurtherFields = Readonly<Record<string, string | number | boolean>>

const TEXT_MAX = 1024
const FURTHER_NAME = /^x\w{1,39}$/i

/** Fields of answers and reports beside those of `SPELLINGS`, in lower case. */
const ANSWERED: ReadonlySet<string> = new Set([
  ...Object.values<readonly string[]>(SPELLINGS).flatMap((names) => names.map((name) => name.toLowerCase())),
  'xcardtype',
  'xcreditedamount',
  'xcreditofrefnum',
  'xcreditrefnums',
  'xentrymethod',
  'xerror',
  'xerrorcode',
  'xgatewayerror',
  'xmaskedcardnumber',
  'xrefnum',
  'xresponseauthcode',
  'xresponseerror',
  'xresponseresult',
  'xresult',
  'xstatus',
])

/** Card data and credentials, which must never be stored with a sale. */
const SECRET =
  /^x(key|cardnum(ber)?|pan|cvv2?|cvc2?|exp|expiry|expdate|magstripe|track[12]?|pin|pinblock|token)$/i

/** Names with a canonical spelling. */
const CANONICAL: ReadonlyMap<string, string> = new Map(
  ['xInvoice', 'xDescription'].map((name) => [name.toLowerCase(), name]),
)

const invalid = (message: string): Refusal => refuse('INVALID_REQUEST', message)

function spelled(name: string): string {
  const [, number] = /^xcustom(0[1-9]|1\d|20)$/i.exec(name) ?? []
  return number === undefined ? (CANONICAL.get(name.toLowerCase()) ?? name) : `xCustom${number}`
}

/** The name in a message; a name of another form is not repeated. */
const shown = (name: string): string => (/^[\w.-]{1,40}$/.test(name) ? name : 'A field')

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= TEXT_MAX)

function judgeName(name: string): Refusal | null {
  const low = name.toLowerCase()
  if (SECRET.test(name))
    return invalid(`${name} is not accepted: only the terminal reads cards, and the key is in Authorization.`)
  if (ANSWERED.has(low))
    return invalid(
      `${name} has a meaning of its own in answers and reports. Leave it out or give it another name.`,
    )
  if (FURTHER_NAME.test(name)) return null
  return invalid(
    `${shown(name)} is not a field of this request. The names of further fields begin with x and have 2 to 40 letters, digits or "_".`,
  )
}

// The account has one currency (D-30); it may be named.
const judgeCurrency = (value: unknown, currency: Currency): Refusal | null =>
  value === currency ? null : invalid(`xCurrency must be ${currency}, the currency of the account.`)

/** Reads the fields of `levels` that are not in `known` (lower case); null counts as absent. */
export function readFurther(
  levels: readonly Body[],
  known: ReadonlySet<string>,
  currency: Currency,
): FurtherFields | Refusal {
  const kept = new Map<string, readonly [name: string, value: string | number | boolean]>()
  for (const [given, value] of levels.flatMap((level) => Object.entries(level))) {
    const low = given.toLowerCase()
    if (value === null || value === undefined || known.has(low)) continue
    if (low === 'currency' || low === 'xcurrency') {
      const wrong = judgeCurrency(value, currency)
      if (wrong !== null) return wrong
      continue
    }
    const wrong = judgeName(given)
    if (wrong !== null) return wrong
    const name = spelled(given)
    if (!isScalar(value))
      return invalid(`${name} must be a text of at most ${TEXT_MAX} characters or a plain number.`)
    const other = kept.get(low)
    if (other === undefined) kept.set(low, [name, value])
    else if (other[1] !== value)
      return invalid(`${other[0]} is given twice with different values. Give it once.`)
  }
  return Object.fromEntries(kept.values())
}
