// Plans of the demo's partner: tiers at the service, and texts for the BFF. Pure; the fees are fictional.

/** Name of the partner, of its account and on its pages. */
export const PARTNER = 'Tidewater Partners'

/** The partner's plans in display order. */
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

/** A removed plan, which cannot be chosen any more. */
export const FORMER_PLAN = 'tide-founders'
