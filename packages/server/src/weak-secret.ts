// Detects a secret that a person typed or a template contains. It cannot prove that a secret is random.

/** Different characters that a random secret has at least; 24 hexadecimal digits have about 12. */
const VARIETY_MIN = 8

/** Returns true if the text repeats a part of at most half its length. */
function repeats(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1)
    if (text.startsWith(text.slice(period))) return true
  return false
}

/** Share of neighbours that are equal or follow each other in the alphabet: `aaaa`, `abcd`, `4321`. */
function steadiness(text: string): number {
  let steady = 0
  for (let index = 1; index < text.length; index += 1)
    if (Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1)) <= 1) steady += 1
  return steady / Math.max(1, text.length - 1)
}

/** Returns true for fewer than eight different characters, a repeated part, and rows such as `abcdef…`. */
export const isWeakSecret = (text: string): boolean =>
  new Set(text).size < VARIETY_MIN || repeats(text) || steadiness(text) > 0.5
