// Other spellings of dates and kinds of ownership that an integration may send (§4.6, D-24). Only the wire accepts them: the
// form asks with its own inputs. A text of no known spelling is unchanged, so that its rule names the field.
import type { OwnershipType } from './choices.ts'
import { cleanText } from './clean.ts'
import type { Kind } from './fields.ts'

/** Common names by kind of ownership, in lower case without blanks and signs. */
const OWNERSHIP_NAMES: Readonly<Record<OwnershipType, readonly string[]>> = {
  soleProprietorship: [
    'soleproprietorship',
    'soleproprietor',
    'soleprop',
    'soleowner',
    'individual',
    'individualsoleproprietor',
    'individualsoleproprietorship',
    'selfemployed',
  ],
  partnership: [
    'partnership',
    'generalpartnership',
    'gp',
    'limitedpartnership',
    'lp',
    'limitedliabilitypartnership',
    'llp',
  ],
  llc: ['llc', 'limitedliabilitycompany', 'limitedliabilityco', 'singlememberllc', 'multimemberllc'],
  corporation: [
    'corporation',
    'corp',
    'incorporated',
    'inc',
    'ccorporation',
    'ccorp',
    'scorporation',
    'scorp',
    'privatecorporation',
    'publiccorporation',
    'publiclytradedcorporation',
  ],
  nonProfit: [
    'nonprofit',
    'nonprofitorganization',
    'nonprofitcorporation',
    'notforprofit',
    'notforprofitorganization',
    'npo',
    'charity',
    '501c3',
    'taxexempt',
    'taxexemptorganization',
  ],
  government: ['government', 'governmentagency', 'governmententity', 'govt', 'publicsector', 'municipality'],
}

const OWNERSHIP: ReadonlyMap<string, OwnershipType> = /* @__PURE__ */ new Map(
  (Object.entries(OWNERSHIP_NAMES) as [OwnershipType, readonly string[]][]).flatMap(([type, names]) =>
    names.map((name) => [name, type] as const),
  ),
)

/** The word for a kind of ownership: `Limited Liability Company` and `L.L.C.` are `llc`. */
export const readOwnership = (text: string): string =>
  OWNERSHIP.get(
    cleanText(text)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ''),
  ) ?? text

const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/
const UNITED_STATES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** `YYYY-MM-DD` of an RFC 3339 date-time, as written without conversion to another zone, or of `MM/DD/YYYY`. */
export function readWireDate(text: string): string {
  const typed = cleanText(text)
  const [, date] = DATE_TIME.exec(typed) ?? []
  if (date !== undefined) return date
  const [, month = '', day = '', year] = UNITED_STATES.exec(typed) ?? []
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Reads a text from the wire in the spelling of the form. */
export const readWireText = (field: string, kind: Kind, text: string): string =>
  field === 'ownershipType'
    ? readOwnership(text)
    : kind === 'date' || kind === 'birthday'
      ? readWireDate(text)
      : text
