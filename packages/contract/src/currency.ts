// Which currencies Tapboard knows and how many decimals each has (ISO 4217). What an amount is, `money.ts` says.

/** Decimals of each known currency (ISO 4217 exponent). */
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

/** An ISO 4217 code that Tapboard knows. */
export type Currency = keyof typeof CURRENCY_EXPONENT

/** All known codes, for schemas and choice lists. */
export const CURRENCIES = Object.keys(CURRENCY_EXPONENT) as readonly Currency[]

/** Is this text a currency that Tapboard knows (upper case, exactly)? */
export const isCurrency = (text: unknown): text is Currency =>
  typeof text === 'string' && Object.hasOwn(CURRENCY_EXPONENT, text)
