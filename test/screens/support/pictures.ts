// The accepted pictures of the screens. Four of the eight looks have a picture: together they show each pair of width, direction
// and theme. The other four have a fingerprint of their pixels.
import { createHash } from 'node:crypto'
import { PNG } from 'pngjs'
import type { Look } from '../../../packages/elements/src/testing/screens/audit.ts'
import { palettePng, type Picture } from './palette-png.ts'

/** A look at a page width in px. */
export interface PageLook extends Look {
  readonly width: number
}

/** The widths of the pages, in px; a screen has one file of pictures for each. */
export const WIDTHS = [320, 768] as const

export const LOOKS: readonly PageLook[] = WIDTHS.flatMap((width) =>
  (['ltr', 'rtl'] as const).flatMap((dir) =>
    (['light', 'dark'] as const).map((theme) => ({ width, dir, theme })),
  ),
)

/** Does the look have a picture? */
export const isPictured = ({ width, dir, theme }: PageLook): boolean =>
  ((width === 320) === (dir === 'ltr')) === (theme === 'light')

/** The looks with a picture. */
export const PICTURED = LOOKS.filter(isPictured)

/** The looks in the file of pictures of one width, from top to bottom. */
export const looksIn = (width: number): readonly PageLook[] => PICTURED.filter((look) => look.width === width)

export const nameOf = ({ width, dir, theme }: PageLook): string => `${width} ${dir} ${theme}`

/** The pixels of a PNG file. */
export const pixelsOf = (png: Buffer): Picture => PNG.sync.read(png)

export const fingerprintOf = ({ width, height, data }: Picture): string =>
  createHash('sha256').update(`${width} ${height} `).update(data).digest('base64url').slice(0, 22)

/** Transparent lines between two pictures of a file. */
const GAP = 8

/** A PNG file of pictures of one width, one below the other. */
export function sheetOf(pictures: readonly Picture[]): Buffer {
  const { width } = pictures[0]!
  const gap = new Uint8Array(width * 4 * GAP)
  const data = Buffer.concat(
    pictures.flatMap((picture, index) => (index ? [gap, picture.data] : [picture.data])),
  )
  return palettePng({ width, height: data.length / 4 / width, data })
}

/** The pictures of such a file. */
export function picturesIn(file: Buffer): readonly Picture[] {
  const { width, height, data } = pixelsOf(file)
  const isGap = (line: number): boolean => data[line * width * 4 + 3] === 0
  const found: Picture[] = []
  for (let line = 0; line < height; line += 1) {
    const from = line
    while (line < height && !isGap(line)) line += 1
    if (line > from)
      found.push({ width, height: line - from, data: data.subarray(from * width * 4, line * width * 4) })
  }
  return found
}
