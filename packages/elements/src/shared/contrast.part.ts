// Checks whether an element is readable in the colours of its page, and names each colour with too little contrast on the
// console. It is loaded only in development and only if the page sets colours; it does not change the rendering.

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** A colour, its background, and the required contrast; names as in `--tapboard-…`. */
export type Pair = readonly [colour: string, ground: string, needed: number]

/** Text needs 4.5:1 (WCAG 1.4.3); outlines, focus rings and icons need 3:1 (WCAG 1.4.11). */
export const PAIRS: readonly Pair[] = [
  ['text', 'surface', 4.5],
  ['text', 'raised', 4.5],
  ['quiet', 'surface', 4.5],
  ['quiet', 'raised', 4.5],
  ['good', 'surface', 4.5],
  ['bad', 'surface', 4.5],
  ['warn', 'surface', 4.5],
  ['on-accent', 'accent', 4.5],
  ['accent', 'surface', 3],
  ['field-line', 'surface', 3],
]

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** One sentence for each colour with too little contrast; `seen` returns a colour as rendered on a background. */
export function faint(seen: (colour: string, ground: string) => readonly [Rgb, Rgb]): readonly string[] {
  return PAIRS.flatMap(([colour, ground, needed]) => {
    const ratio = contrast(...seen(colour, ground))
    return ratio >= needed
      ? []
      : [
          `--tapboard-${colour} has a contrast of ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1 on --tapboard-${ground}; ` +
            `${needed === 3 ? 'lines and signs need 3:1 (WCAG 1.4.11)' : 'text needs 4.5:1 (WCAG 1.4.3)'}`,
        ]
  })
}

/** Reports the colours of an element that have too little contrast in its present state. */
export function check(element: HTMLElement): void {
  const root = element.shadowRoot
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  // Forced colours of the user override the page's.
  if (!root || !pen || matchMedia('(forced-colors: active)').matches) return
  const probe = document.createElement('i')
  root.append(probe)
  const style = getComputedStyle(probe)
  const look = (...layers: readonly string[]): Rgb => {
    for (const layer of layers) {
      probe.style.color = layer
      pen.fillStyle = style.color
      pen.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
    return [red, green, blue]
  }
  const sentences = faint((colour, ground) => {
    // Translucent colours are blended as the browser blends them.
    const below = ['Canvas', 'var(--surface)', `var(--${ground})`]
    return [look(...below, `var(--${colour})`), look(...below)]
  })
  probe.remove()
  for (const sentence of sentences) console.warn(`<${element.localName}> ${sentence}`)
}
