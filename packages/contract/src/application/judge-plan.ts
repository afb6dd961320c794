// Step "Choose a plan": one of the tiers that this applicant is offered (§2.4, D-22).
import { Bench, type Judge } from './judge.ts'
import { rule } from './rule.ts'

const tierRule = rule(
  (typed) => typed,
  (name, { tiers }) => (tiers !== null && !tiers.includes(name) ? 'tier-unavailable' : ''),
  'choose',
)

/** Judges the plan. */
export const judgePlan: Judge = (values, context) => {
  const bench = new Bench(context)
  return bench.end(bench.clean(values, '', { tierName: tierRule }))
}
