// Contrast of colours as WCAG 2.2 computes it, and the pairs of custom properties that stand on one another. Pure.

/** Red, green, blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

/** What stands on what, and how much it needs: 4.5 for text (1.4.3), 3 for outlines and drawings (1.4.11). */
export const PAIRS: readonly (readonly [what: string, front: string, back: string, needed: number])[] = [
  ['Text', '--tapboard-text', '--tapboard-surface', 4.5],
  ['Text on what stands out', '--tapboard-text', '--tapboard-raised', 4.5],
  ['Quiet text', '--tapboard-quiet', '--tapboard-surface', 4.5],
  ['Quiet text on what stands out', '--tapboard-quiet', '--tapboard-raised', 4.5],
  ['Main button', '--tapboard-on-accent', '--tapboard-accent', 4.5],
  ['Accent beside the surface', '--tapboard-accent', '--tapboard-surface', 3],
  ['Approved', '--tapboard-good', '--tapboard-surface', 4.5],
  ['Refused', '--tapboard-bad', '--tapboard-surface', 4.5],
  ['To be looked at', '--tapboard-warn', '--tapboard-surface', 4.5],
  ['Outlines of fields', '--tapboard-field-line', '--tapboard-surface', 3],
]

const channel = (value: number): number => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const luminance = ([red, green, blue]: Colour): number =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)

/** Contrast of two colours, 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
