// The plans of the demo's partner: seeded at the service as tiers, and shown by the BFF with these words. Pure; the fees
// are made up.

/** Name of the partner: its account at the service, and what its pages show. */
export const PARTNER = 'Tidewater Partners'

/** The partner's plans, in the order in which they are shown. */
export const PLANS = [
  {
    name: 'tide-start',
    label: 'Start',
    summary: 'For a first shop or market stall.',
    fees: [
      { label: 'Card present', value: '2.6% + 10¢' },
      { label: 'Card not present', value: '3.1% + 30¢' },
      { label: 'Per month', value: '$0' },
    ],
    includes: ['One terminal', 'Payout in two days', 'Help by e-mail'],
  },
  {
    name: 'tide-plus',
    label: 'Plus',
    summary: 'For a shop that takes cards all day.',
    fees: [
      { label: 'Card present', value: '2.2% + 10¢' },
      { label: 'Card not present', value: '2.9% + 30¢' },
      { label: 'Per month', value: '$25' },
    ],
    includes: ['Three terminals', 'Payout next day', 'Help by phone'],
  },
  {
    name: 'tide-multi',
    label: 'Multi',
    summary: 'For several shops with one set of books.',
    fees: [
      { label: 'Card present', value: '1.9% + 10¢' },
      { label: 'Card not present', value: '2.6% + 30¢' },
      { label: 'Per month', value: '$89' },
    ],
    includes: ['Ten terminals', 'Payout the same day', 'A person who knows you'],
  },
] as const

/** A plan that was offered once: nobody can board under it any more. */
export const FORMER_PLAN = 'tide-founders'
