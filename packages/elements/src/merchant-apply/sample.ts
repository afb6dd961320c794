// Fills the empty places of an application with the sample of test mode. Pure.
import { withoutSecrets, type ApplicationPage, type ApplicationValues } from '@tapboard/contract'
import { filledUp, prefilled, type Prefill } from './paths.ts'

/**
 * The typed values with those of the sample of the business's country in the empty places; a page that isolates secrets gets none of
 * them.
 */
export function withSample(
  typed: ApplicationValues,
  sampleIn: (country: string) => Prefill,
  { tiers }: Pick<ApplicationPage, 'tiers'>,
  isolated: boolean,
): ApplicationValues {
  const known = { ...prefilled(sampleIn(typed.businessAddress.country)), tierName: tiers[0]?.name ?? '' }
  return { ...filledUp(typed, isolated ? withoutSecrets(known) : known), allOwnersListed: true }
}
