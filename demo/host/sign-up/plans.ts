// Plans of the demo's partner: tiers at the service, and texts for the BFF. Pure; the fees are fictional.

/** Name of the partner, of its account and on its pages. */
export const PARTNER = 'Tidewater Partners'

/** Where applicants reach the partner. The name and the number are reserved for examples. */
export const PARTNER_CONTACT = { email: 'sign-up@tidewater.example', phone: '(503) 555-0142' } as const

/** The partner's plans in display order. */
export const PLANS = [
  {
    name: 'tide-start',
    label: 'Start',
    summary: 'For a first shop or market stall.',
    fees: [
      { label: 'Per month', value: '$0' },
      { label: 'Card present', value: '2.6% + 10¢' },
      { label: 'Card not present', value: '3.1% + 30¢' },
    ],
    features: [
      { label: 'Terminals', value: '1' },
      { label: 'Payout', value: 'In two days' },
      { label: 'Help', value: 'By e-mail' },
    ],
  },
  {
    name: 'tide-plus',
    label: 'Plus',
    summary: 'For a shop that takes cards all day.',
    fees: [
      { label: 'Per month', value: '$25' },
      { label: 'Card present', value: '2.2% + 10¢' },
      { label: 'Card not present', value: '2.9% + 30¢' },
    ],
    features: [
      { label: 'Terminals', value: '3' },
      { label: 'Payout', value: 'Next day' },
      { label: 'Help', value: 'By phone' },
    ],
  },
  {
    name: 'tide-multi',
    label: 'Multi',
    summary: 'For several shops with one set of books.',
    fees: [
      { label: 'Per month', value: '$89' },
      { label: 'Card present', value: '1.9% + 10¢' },
      { label: 'Card not present', value: '2.6% + 30¢' },
    ],
    features: [
      { label: 'Terminals', value: '10' },
      { label: 'Payout', value: 'Same day' },
      { label: 'Help', value: 'Your own contact' },
    ],
  },
] as const

/** A removed plan, which cannot be chosen any more. */
export const FORMER_PLAN = 'tide-founders'
