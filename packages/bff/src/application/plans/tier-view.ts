// The plans of a page: the tiers that upstream and token allow, in the order and with the texts of the operator's catalogue.
// A tier outside the catalogue has the upstream's texts, or its name as label.
import type { TierView } from '@tapboard/contract'
import type { CatalogueTier } from '../sign-up-config.ts'
import type { UpstreamTier } from '../../upstream/boarding/tiers.ts'

/** Returns whether a tier belongs to the environment. A tier of unknown environment fits both. */
const fits = ({ isSandbox }: UpstreamTier, sandbox: boolean): boolean =>
  isSandbox === null || isSandbox === sandbox

/** Returns the tiers of an environment. */
export const tiersFor = (tiers: readonly UpstreamTier[], sandbox: boolean): readonly UpstreamTier[] =>
  tiers.filter((tier) => fits(tier, sandbox))

const view = (tier: UpstreamTier, entry: CatalogueTier | undefined): TierView => ({
  name: tier.name,
  label: entry?.label ?? tier.label ?? tier.name,
  summary: entry?.summary ?? tier.summary,
  fees: [...(entry?.fees ?? tier.fees)],
  features: [...(entry?.features ?? [])],
  // The upstream's own inclusions would repeat the features.
  includes: [...(entry?.includes ?? (entry?.features ? [] : tier.includes))],
})

/** Returns the plans of a page; `allowed` is the token's list, `null` = all. */
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
