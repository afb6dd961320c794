// The words of fields with a choice.

/** Kinds of ownership of a business, in the order of the choice on the page. */
export const OWNERSHIP_TYPES = [
  'soleProprietorship',
  'partnership',
  'llc',
  'corporation',
  'nonProfit',
  'government',
] as const

/** The ownership of a business, one of {@link OWNERSHIP_TYPES}. */
export type OwnershipType = (typeof OWNERSHIP_TYPES)[number]

/** Kinds of tax ID, in the order of the choice on the page. */
export const TAX_ID_TYPES = ['EIN', 'SSN', 'ITIN'] as const

/** A kind of tax ID. */
export type TaxIdType = (typeof TAX_ID_TYPES)[number]
