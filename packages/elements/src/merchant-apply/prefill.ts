// What the page knows beforehand (`prefill`, `tier`), put together with what the person has saved and typed: theirs is never
// replaced. Pure.
import { isEditable, type ApplicationPage, type ApplicationValues } from '@tapboard/contract'
import { forget } from './complaints.ts'
import type { View, Wishes } from './merchant-apply.machine.ts'
import { filledUp, prefilled, valueAt } from './paths.ts'
import { isPlanGiven } from './route.ts'

/** The plan that nobody is asked for; `null` where there is one to choose. */
export const givenPlan = (page: ApplicationPage, tier: string | null): string | null =>
  isPlanGiven({ page, tier }) ? (page.tiers.length === 1 ? page.tiers[0]!.name : tier) : null

/** What the draft has, what the page knows in its empty places, and the plan that is given. */
export function valuesOf(
  page: ApplicationPage,
  { tier, prefill }: Pick<Wishes, 'tier' | 'prefill'>,
): ApplicationValues {
  const known = prefilled(prefill, page.countries[0])
  const filled = page.draft ? filledUp(page.draft.values, known) : known
  const given = givenPlan(page, tier)
  return given === null ? filled : { ...filled, tierName: given }
}

/** Does the page know anything? */
export const isKnown = (prefill: unknown): boolean => typeof prefill === 'object' && prefill !== null

/** The page knows something only now: it is taken as long as the person has typed nothing. */
export function learn(view: View, prefill: unknown): View {
  const { page, tier, touched, sending, again, complaints } = view
  if (!page || touched || sending || !isEditable(page.application.state)) return view
  const values = valuesOf(page, { tier, prefill })
  const isNew = (path: string): boolean => valueAt(values, path) !== valueAt(view.values, path)
  return {
    ...view,
    values,
    prefilled: isKnown(prefill),
    again: new Set(Array.from(again).filter((path) => valueAt(values, path) === '')),
    complaints: forget(complaints, isNew),
  }
}
