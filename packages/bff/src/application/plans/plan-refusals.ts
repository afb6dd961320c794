// Refusals for missing plans or documents, in our own words: what a person can do, or which option a developer should check.
// No text of the upstream passes; the reason is for the log.
import { refuse, type Refusal } from '../../refusal.ts'
import type { BoardingReading } from '../../upstream/boarding/client.ts'

const NOT_AUTHORISED = refuse(
  'upstream-refused',
  "Check the merchant's boarding.apiKey: the boarding API denies it the permission to board accounts.",
)
const REFUSED = {
  tiers: refuse(
    'upstream-refused',
    'Check upstream.boardingUrl: the boarding API there refuses to list tiers.',
  ),
  terms: refuse(
    'upstream-refused',
    'Set boarding.terms to frame or host: the boarding API refuses to show documents.',
  ),
} as const
const SILENT = refuse(
  'upstream-unavailable',
  'The boarding API gave no usable answer; try again in a moment.',
)
const NOT_OFFERED = 'Choose a plan that is offered.'
const NO_TIER = refuse('invalid-application', NOT_OFFERED, {
  issues: [{ path: 'tierName', code: 'tier-unavailable', message: NOT_OFFERED }],
})

/** The API key and the configuration belong to different environments. */
export const OTHER_ENVIRONMENT = refuse(
  'upstream-refused',
  'Check upstream.environment and boarding.apiKey: the tiers of this key belong to the other environment.',
)

/** Refusal above the partner's rate limit towards the upstream. */
export const refuseMore = (waitMs: number): Refusal =>
  refuse('rate-limited', 'Too many requests for plans and documents; wait before the next one.', {
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  })

/** Returns the refusal for a failed read, and its reason for the log. */
export function refusalFor(
  reading: Exclude<BoardingReading<unknown>, { kind: 'found' }>,
  what: keyof typeof REFUSED,
): { readonly refusal: Refusal; readonly reason: string } {
  if (reading.kind === 'refused') {
    const isTier = what === 'terms' && reading.code.toLowerCase() === 'invalidtier'
    return { refusal: isTier ? NO_TIER : REFUSED[what], reason: isTier ? 'no-tier' : 'refused' }
  }
  const { fault, retryAfterMs } = reading
  if (fault === 'unauthorized') return { refusal: NOT_AUTHORISED, reason: fault }
  if (fault === 'refused') return { refusal: REFUSED[what], reason: fault }
  const wait = retryAfterMs === null ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) }
  return { refusal: { ...SILENT, ...wait }, reason: fault }
}
