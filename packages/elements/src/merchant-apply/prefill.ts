// Merges the page's prefill (`prefill`, `tier`) with the saved and typed values. It never replaces a value of the person. Pure.
import { isEditable, type ApplicationPage, type ApplicationValues } from '@tapboard/contract'
import { withoutErrors } from './field-errors.ts'
import type { View, PageSettings } from './view.ts'
import { filledUp, prefilled, valueAt } from './paths.ts'
import { isPlanGiven } from './route.ts'

/** The plan that is preset; `null` if the person chooses one. */
export const givenPlan = (page: ApplicationPage, tier: string | null): string | null =>
  isPlanGiven({ page, tier }) ? (page.tiers.length === 1 ? page.tiers[0]!.name : tier) : null

/** The values of the draft, with the prefill in the empty places and the preset plan. */
export function valuesOf(
  page: ApplicationPage,
  { tier, prefill }: Pick<PageSettings, 'tier' | 'prefill'>,
): ApplicationValues {
  const known = prefilled(prefill, page.countries[0])
  const filled = page.draft ? filledUp(page.draft.values, known) : known
  const given = givenPlan(page, tier)
  return given === null ? filled : { ...filled, tierName: given }
}

/** Checks whether the page has a prefill. */
export const hasPrefill = (prefill: unknown): boolean => typeof prefill === 'object' && prefill !== null

/** Applies a prefill that arrives late, unless the person has already typed. */
export function applyPrefill(view: View, prefill: unknown): View {
  const { page, tier, touched, sending, missingSecrets, errors } = view
  if (!page || touched || sending || !isEditable(page.application.state)) return view
  const values = valuesOf(page, { tier, prefill })
  const isNew = (path: string): boolean => valueAt(values, path) !== valueAt(view.values, path)
  return {
    ...view,
    values,
    prefilled: hasPrefill(prefill),
    missingSecrets: new Set(Array.from(missingSecrets).filter((path) => valueAt(values, path) === '')),
    errors: withoutErrors(errors, isNew),
  }
}
