// Step "Your business": legal form, names and products (§4.6).
import { OWNERSHIP_TYPES } from './choices.ts'
import { cleanText, lengthOf } from './clean.ts'
import { startDateRule } from './date.ts'
import type { FIELDS } from './fields.ts'
import { IssueCollector, type Judge } from './judge.ts'
import { websiteRule } from './reach.ts'
import { choice, optional, rule, text, type Rules } from './rule.ts'

/** Characters that a card statement can print. */
const STATEMENT_LENGTH = 22

const LATIN = /^(?=.*[\p{L}\p{N}])[\p{Script=Latin}\p{M}\d !"#$%&'()*+,\-./:;=?@[\]_’–°]+$/u

/** The business name as most banks print it on a card statement: capitals, truncated. */
export const statementOf = (name: string): string =>
  Array.from(cleanText(name).toUpperCase()).slice(0, STATEMENT_LENGTH).join('').trim()

/** Whole dollars: `$250,000.00` is `250000`. */
export const cleanAmount = (typed: string): string =>
  cleanText(typed)
    .replace(/^(us|ca)?\s?\$|\s?(usd|cad|dollars?)$/gi, '')
    .replace(/[\s']/g, '')
    .replace(/\.00?$/, '')
    .replace(/,(?=\d{3}(\D|$))/g, '')
    .replace(/^0+(?=\d)/, '')

const amountRule = rule(cleanAmount, (amount) => (/^\d{1,9}$/.test(amount) ? '' : 'amount'))

const RULES: Rules<(typeof FIELDS)['business']> = {
  ownershipType: /* @__PURE__ */ choice(OWNERSHIP_TYPES),
  corporateName: /* @__PURE__ */ text(2, 100, LATIN, 'latin'),
  dbaName: /* @__PURE__ */ text(2, 60, LATIN, 'latin'),
  productSold: /* @__PURE__ */ text(3, 200),
  businessStartDate: startDateRule,
  website: /* @__PURE__ */ optional(websiteRule),
  annualCreditCardSales: /* @__PURE__ */ optional(amountRule),
}

/** Judges the fields of the business. */
export const judgeBusiness: Judge = (values, context) => {
  const collector = new IssueCollector(context)
  const clean = collector.clean(values, '', values.dbaSame ? { ...RULES, dbaName: undefined } : RULES)
  const dbaName = values.dbaSame ? '' : clean.dbaName
  // A trading name has at most 60 characters. A legal name that is also the trading name must fit.
  if (values.dbaSame && lengthOf(clean.corporateName) > 60 && collector.isValid('corporateName'))
    collector.addIssue('dbaSame', 'dba-needed')
  const shown = values.dbaSame ? 'corporateName' : 'dbaName'
  if (collector.isValid(shown) && lengthOf(clean[shown]) > STATEMENT_LENGTH)
    collector.addWarning(shown, 'statement-cut')
  return collector.result({ ...clean, dbaName })
}
