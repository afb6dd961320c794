// Step "Choose a plan": one of the tiers that are offered to this applicant (§2.4, D-22).
import type { FIELDS } from './fields.ts'
import { IssueCollector, type Judge } from './judge.ts'
import { rule, type Rules } from './rule.ts'

const tierRule = rule(
  (typed) => typed,
  (name, { tiers }) => (tiers !== null && !tiers.includes(name) ? 'tier-unavailable' : ''),
  'choose',
)

const RULES: Rules<(typeof FIELDS)['plan']> = { tierName: tierRule }

/** Accepts only a tier of `context.tiers`. */
export const judgePlan: Judge = (values, context) => {
  const collector = new IssueCollector(context)
  return collector.result(collector.clean(values, '', RULES))
}
