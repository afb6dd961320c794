// The plans that a page shows, and their words: the tiers that the upstream offers and the token allows, in the order
// and words of the operator's catalogue; tiers outside the catalogue in the upstream's words; a tier without a
// description by its name.
import type { TierView } from '@tapboard/contract'
import type { CatalogueTier } from '../sign-up-config.ts'
import type { UpstreamTier } from '../../upstream/boarding/tiers.ts'

/** Can a tier be shown in an environment? A sandbox's never passes for a real one, nor the other way round (§2.4). */
const fits = ({ isSandbox }: UpstreamTier, sandbox: boolean): boolean =>
  isSandbox === null || isSandbox === sandbox

/** The tiers of an environment. */
export const tiersFor = (tiers: readonly UpstreamTier[], sandbox: boolean): readonly UpstreamTier[] =>
  tiers.filter((tier) => fits(tier, sandbox))

const view = (tier: UpstreamTier, entry: CatalogueTier | undefined): TierView => ({
  name: tier.name,
  label: entry?.label ?? tier.label ?? tier.name,
  summary: entry?.summary ?? tier.summary,
  fees: [...(entry?.fees ?? tier.fees)],
  includes: [...(entry?.includes ?? tier.includes)],
})

/** The plans of a page; `allowed` is the token's list, `null` for all. */
export function viewTiers(
  tiers: readonly UpstreamTier[],
  allowed: readonly string[] | null,
  catalogue: readonly CatalogueTier[] = [],
): TierView[] {
  const offered = tiers.filter(({ name }) => allowed === null || allowed.includes(name))
  const known = catalogue.flatMap((entry) => {
    const tier = offered.find(({ name }) => name === entry.name)
    return tier === undefined ? [] : [view(tier, entry)]
  })
  const rest = offered.filter(({ name }) => !catalogue.some((entry) => entry.name === name))
  return [...known, ...rest.map((tier) => view(tier, undefined))]
}
