// Step "Tax details": an EIN, or for a sole proprietor the personal number, which the step of the person asks for.
import { TAX_ID_TYPES } from './choices.ts'
import { cleanText } from './clean.ts'
import type { FIELDS } from './fields.ts'
import { einRule } from './identity.ts'
import { IssueCollector, type Judge } from './judge.ts'
import { choice, type Rules } from './rule.ts'
import { isOwnersTaxId } from './values.ts'

const RULES: Rules<(typeof FIELDS)['tax']> = {
  taxIdType: /* @__PURE__ */ choice(TAX_ID_TYPES),
  taxId: einRule,
}

/** Judges kind and number; empties the number of a sole proprietor who uses the personal one. */
export const judgeTax: Judge = (values, context) => {
  const collector = new IssueCollector(context)
  const sole = values.ownershipType === 'soleProprietorship'
  // Other kinds of business always have an EIN; the form does not ask for the type.
  const asked = sole ? values : { ...values, taxIdType: cleanText(values.taxIdType) || 'EIN' }
  const clean = collector.clean(asked, '', { taxIdType: RULES.taxIdType })
  if (isOwnersTaxId(clean)) return collector.result({ ...clean, taxId: '' })
  if (!sole && clean.taxIdType !== 'EIN') collector.addIssue('taxIdType', 'ein-needed')
  return collector.result(
    collector.isValid('taxIdType') ? collector.clean(clean, '', { taxId: RULES.taxId }) : clean,
  )
}
