// Step "Tax details": an EIN, or for a sole proprietor the personal number, which the step of the person asks for.
import { TAX_ID_TYPES } from './choices.ts'
import { cleanText } from './clean.ts'
import type { FIELDS } from './fields.ts'
import { einRule } from './identity.ts'
import { Bench, type Judge } from './judge.ts'
import { choice, type Rules } from './rule.ts'
import { isOwnersTaxId } from './values.ts'

const RULES: Rules<(typeof FIELDS)['tax']> = {
  taxIdType: /* @__PURE__ */ choice(TAX_ID_TYPES),
  taxId: einRule,
}

/** Judges the tax ID. */
export const judgeTax: Judge = (values, context) => {
  const bench = new Bench(context)
  const sole = values.ownershipType === 'soleProprietorship'
  // Other kinds of business always have an EIN; the form does not ask for the type.
  const asked = sole ? values : { ...values, taxIdType: cleanText(values.taxIdType) || 'EIN' }
  const clean = bench.clean(asked, '', { taxIdType: RULES.taxIdType })
  if (isOwnersTaxId(clean)) return bench.end({ ...clean, taxId: '' })
  if (!sole && clean.taxIdType !== 'EIN') bench.say('taxIdType', 'ein-needed')
  return bench.end(bench.isGood('taxIdType') ? bench.clean(clean, '', { taxId: RULES.taxId }) : clean)
}
