// Finds card numbers in a text (INV-15), in any writing: digits of any script and width, with any separators but letters. Pure.

const LENGTH_MIN = 13
const LENGTH_MAX = 19

const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint))

/** The value of a decimal digit of any script. The ten digits of a script follow each other, zero first; two scripts can be neighbours. */
function valueOf(codePoint: number): number {
  let zero = codePoint
  while (isDigit(zero - 1)) zero -= 1
  return (codePoint - zero) % 10
}

/** The digits of a text, in runs that end at a letter. */
function runsOf(text: string): number[][] {
  const runs: number[][] = [[]]
  for (const character of text.normalize('NFKC')) {
    const codePoint = character.codePointAt(0) ?? 0
    if (isDigit(codePoint)) runs.at(-1)?.push(valueOf(codePoint))
    else if (/\p{L}/u.test(character)) runs.push([])
  }
  return runs
}

/** The check digit of ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: readonly number[]): boolean {
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const weighted = index % 2 === 0 ? digit : 2 * digit
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return sum % 10 === 0
}

/** Returns true if 13 to 19 neighbouring digits of the text pass the check of a card number. */
export const hasCardNumber = (text: string): boolean =>
  runsOf(text).some((digits) =>
    digits.some((_, start) => {
      for (let length = LENGTH_MIN; length <= Math.min(LENGTH_MAX, digits.length - start); length += 1)
        if (passesLuhn(digits.slice(start, start + length))) return true
      return false
    }),
  )
