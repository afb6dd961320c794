// Amounts of money for people. The decimal and wire forms are in `money.ts`.

/** Formats an amount in major units in a language: `42, "USD", "en-US"` → `$42.00`. */
export const moneyText = (amount: number, currency: string, lang: string): string =>
  new Intl.NumberFormat(lang, { style: 'currency', currency })
    .format(amount)
    // After a right-to-left mark the two halves of "US$" would change places (UAX #9).
    .replace(/(\u200f.*)([A-Z]{2}\$)/, '$1\u2066$2\u2069')
