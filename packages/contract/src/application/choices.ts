// The words of fields with a choice.

/** Kinds of business ownership. */
export const OWNERSHIP_TYPES = [
  'soleProprietorship',
  'partnership',
  'llc',
  'corporation',
  'nonProfit',
  'government',
] as const

/** A kind of business. */
export type OwnershipType = (typeof OWNERSHIP_TYPES)[number]

/** Kinds of tax ID. */
export const TAX_ID_TYPES = ['EIN', 'SSN', 'ITIN'] as const

/** A kind of tax ID. */
export type TaxIdType = (typeof TAX_ID_TYPES)[number]
