// Reads the tiers of a GetTiers answer (§2.4, D-22): plain names or objects, in any case. An invalid entry is skipped, so
// that the others remain available. Texts are cleaned and truncated; a name is unchanged, because requests send it back.
import { cleanText, memberOf } from '@tapboard/contract'

/** A tier as the upstream reports it. */
export interface UpstreamTier {
  /** The member TierName of the answer, unchanged. */
  readonly name: string
  /** Whether it is a sandbox tier; `null` if unknown. */
  readonly isSandbox: boolean | null
  readonly label: string | null
  readonly summary: string | null
  readonly fees: readonly { readonly label: string; readonly value: string }[]
  readonly includes: readonly string[]
}

/** Limits of the tiers, and of the entries of each list in a tier, that are read. */
const MAX_TIERS = 200
const MAX_ENTRIES = 20
const MAX_TEXT = 200

/** Cleans and truncates a text for display; `null` if it is empty or not a text. */
export function shownText(value: unknown, most = MAX_TEXT): string | null {
  if (typeof value !== 'string') return null
  const clean = cleanText(value.slice(0, most * 4).replace(/\p{Cs}/gu, ''))
  return clean === '' ? null : Array.from(clean).slice(0, most).join('')
}

/** Checks a tier name: 1–100 printable characters, not all blank. */
const isTierName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 100 && /^(?=.*\S)[^\p{Cc}\p{Cf}\p{Cs}]+$/u.test(value)

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : []

function readTier(entry: unknown): UpstreamTier | null {
  const name: unknown = typeof entry === 'string' ? entry : memberOf(entry, 'Name')
  if (!isTierName(name)) return null
  const isSandbox = memberOf(entry, 'IsSandbox')
  const fees = listOf(memberOf(entry, 'Fees')).flatMap((fee) => {
    const [label, value] = [shownText(memberOf(fee, 'Label')), shownText(memberOf(fee, 'Value'))]
    return label === null || value === null ? [] : [{ label, value }]
  })
  return {
    name,
    isSandbox: typeof isSandbox === 'boolean' ? isSandbox : null,
    label: shownText(memberOf(entry, 'Label'), 60),
    summary: shownText(memberOf(entry, 'Summary')),
    fees,
    includes: listOf(memberOf(entry, 'Includes')).flatMap((each) => shownText(each) ?? []),
  }
}

/** Reads the tiers of an answer, each name once; `null` if there is no list. */
export function readTiers(body: Readonly<Record<string, unknown>>): readonly UpstreamTier[] | null {
  const list = memberOf(body, 'Tiers')
  if (!Array.isArray(list)) return null
  const tiers = new Map<string, UpstreamTier>()
  for (const entry of list.slice(0, MAX_TIERS)) {
    const tier = readTier(entry)
    if (tier !== null && !tiers.has(tier.name)) tiers.set(tier.name, tier)
  }
  return [...tiers.values()]
}
