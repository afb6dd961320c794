// Step "Owners and signers": judges each person, then all persons together.
import { cleanDigits, cleanText } from './clean.ts'
import type { FieldCode } from './codes.ts'
import { birthDateRule } from './date.ts'
import type { SIGNER_FIELDS } from './fields.ts'
import { isItin, isSampleSsn, ssnRule } from './identity.ts'
import { judgeAddress } from './judge-contact.ts'
import { IssueCollector, type Judge } from './judge.ts'
import { cellPhoneRule } from './reach.ts'
import { rule, text, type RuleContext, type Rules } from './rule.ts'
import { isOwnersTaxId, MAX_SIGNERS, type ApplicationValues, type SignerValues } from './values.ts'

const NAME = /^(?=.*\p{L})[\p{L}\p{M}'’.\- ]+$/u

const nameRule = text(1, 35, NAME, 'name-characters')

const titleRule = rule(cleanText, (title, context) =>
  title.includes('&') ? 'ampersand' : text(2, 60)(title, context).code,
)

const percentRule = rule(
  (typed) =>
    cleanText(typed)
      .replace(/\s?%$/, '')
      .replace(/^0+(?=\d)/, ''),
  (percent) => (/^\d{1,3}$/.test(percent) && Number(percent) <= 100 ? '' : 'percent'),
)

const RULES: Rules<typeof SIGNER_FIELDS> = {
  firstName: nameRule,
  lastName: nameRule,
  title: titleRule,
  ownershipPercentage: percentRule,
  dateOfBirth: birthDateRule,
  ssn: ssnRule,
  ownerCellPhone: cellPhoneRule,
}

function judgePerson(collector: IssueCollector, signer: SignerValues, at: string): SignerValues {
  const clean = collector.clean(signer, `${at}.`, RULES)
  return { ...clean, address: judgeAddress(collector, signer.address, `${at}.address`, 'home') }
}

/** Judges one person of the list, for the page of that person. */
export const judgeSigner = (values: ApplicationValues, index: number, context: RuleContext) => {
  const collector = new IssueCollector(context)
  const signer = values.signers[index]
  if (signer === undefined) return collector.result(values)
  const clean = judgePerson(collector, signer, `signers[${index}]`)
  const signers = values.signers.map((each, at) => (at === index ? clean : each))
  judgeTaxNumbers(collector, values, signers, index)
  return collector.result({ ...values, signers })
}

/** Kind of the personal number of a sole proprietor who uses it as tax ID; otherwise empty. */
export const expectedKind = (values: ApplicationValues): string =>
  isOwnersTaxId(values) ? values.taxIdType : ''

/** Error of a valid number of another kind than the expected one. */
export function judgeKind(ssn: string, expected: string): FieldCode | '' {
  if (isSampleSsn(ssn)) return ''
  if (expected === 'SSN' && isItin(ssn)) return 'ssn-expected'
  return expected === 'ITIN' && !isItin(ssn) ? 'itin-expected' : ''
}

/** Rejects duplicate numbers. A sole proprietor's number must be of the kind chosen in the previous step. */
function judgeTaxNumbers(
  collector: IssueCollector,
  values: ApplicationValues,
  signers: readonly SignerValues[],
  only?: number,
): void {
  for (const [index, { ssn }] of signers.entries()) {
    const path = `signers[${index}].ssn`
    if (ssn === '' || !collector.isValid(path) || (only !== undefined && only !== index)) continue
    const others = only === undefined ? signers.slice(0, index) : signers.filter((_, at) => at !== index)
    if (others.some((other) => cleanDigits(other.ssn) === ssn)) collector.addIssue(path, 'ssn-repeated')
    else {
      // An isolated field has judged the kind; its sealed text is no number.
      const code = /^\d/.test(ssn) && judgeKind(ssn, expectedKind(values))
      if (code) collector.addIssue(path, code)
    }
  }
}

/** The total of the shares; invalid shares are ignored. */
export const percentSum = (signers: readonly SignerValues[]): number =>
  signers.reduce(
    (sum, { ownershipPercentage: typed }) =>
      sum + (/^\s*\d{1,3}\s*%?\s*$/.test(typed) ? Number.parseInt(typed, 10) : 0),
    0,
  )

function judgeTogether(
  collector: IssueCollector,
  values: ApplicationValues,
  signers: readonly SignerValues[],
  wire: boolean,
): void {
  const sole = values.ownershipType === 'soleProprietorship'
  if (signers.length === 0) return collector.addIssue('signers', 'signers-none')
  if (signers.length > MAX_SIGNERS) collector.addIssue('signers', 'signers-many')
  if (sole && signers.length > 1) collector.addIssue('signers', 'signers-sole')
  const share = (index: number): number => Number(signers[index]?.ownershipPercentage)
  if (sole && collector.isValid('signers[0].ownershipPercentage') && share(0) !== 100)
    collector.addIssue('signers[0].ownershipPercentage', 'percent-sole')
  const counted = signers.every((_, index) => collector.isValid(`signers[${index}].ownershipPercentage`))
  if (counted && percentSum(signers) > 100) collector.addIssue('signers', 'percent-sum')
  else if (signers.filter((_, index) => share(index) >= 25).length > 4)
    collector.addIssue('signers', 'owners-many')
  // A single person runs the business and is the main contact; the form does not ask (D-162).
  if (wire || signers.length === 1) return
  if (!sole && !signers.some(({ isControlPerson }) => isControlPerson))
    collector.addIssue('signers', 'control-person')
  if (signers.filter(({ isPrimary }) => isPrimary).length !== 1) collector.addIssue('signers', 'primary-one')
}

/** The values with the roles of a single person, and with the owners of a sole proprietorship confirmed by its kind. */
function withRoles(values: ApplicationValues, signers: readonly SignerValues[]): ApplicationValues {
  const isSole = values.ownershipType === 'soleProprietorship' && signers.length === 1
  const roles = signers.length === 1 ? { isControlPerson: true, isPrimary: true } : {}
  return {
    ...values,
    signers: signers.map((signer) => ({ ...signer, ...roles })),
    allOwnersListed: values.allOwnersListed || isSole,
  }
}

/** Judges each person, repeated numbers, and the shares and roles together. */
export const judgeSigners: Judge = (values, context) => {
  const collector = new IssueCollector(context)
  const signers = values.signers.map((signer, index) => judgePerson(collector, signer, `signers[${index}]`))
  judgeTaxNumbers(collector, values, signers)
  judgeTogether(collector, values, signers, context.wire)
  const made = context.wire ? { ...values, signers } : withRoles(values, signers)
  if (!context.wire && signers.length > 0 && !made.allOwnersListed)
    collector.addIssue('allOwnersListed', 'owners-unconfirmed')
  const [first] = signers
  if (values.ownershipType === 'soleProprietorship' && first && collector.isValid('signers[0].')) {
    const legal = values.corporateName.toLowerCase()
    const named = [first.firstName, first.lastName].every((name) => legal.includes(name.toLowerCase()))
    if (!named) collector.addWarning('corporateName', 'sole-name')
  }
  return collector.result(made)
}
