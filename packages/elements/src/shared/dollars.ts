// The sign of a foreign dollar in a line that is written from right to left.

/** `42.00 US$` with its sign in one piece: its two halves would change places behind a mark of that direction (UAX #9). */
export const inOnePiece = (amount: string): string =>
  amount.replace(/(\u200f.*)([A-Z]{2}\$)/, '$1\u2066$2\u2069')
