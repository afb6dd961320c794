/** Formats a decimal amount in the given language, for example `42.00` → `$42.00`. */
export const money = (amount: string, currency: string, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount))
