// Supported currencies and their decimals (ISO 4217). `money.ts` handles amounts.

/** Number of decimals per supported currency (ISO 4217 exponent). */
export const CURRENCY_EXPONENT = {
  AUD: 2,
  BHD: 3,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CLP: 0,
  EUR: 2,
  GBP: 2,
  ILS: 2,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  MXN: 2,
  USD: 2,
  VND: 0,
} as const

/** A supported ISO 4217 code. */
export type Currency = keyof typeof CURRENCY_EXPONENT

/** All supported codes, for schemas and choice lists. */
export const CURRENCIES = Object.keys(CURRENCY_EXPONENT) as readonly Currency[]
