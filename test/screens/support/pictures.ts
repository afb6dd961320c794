// The accepted pictures of the screens. Two of the eight looks of a screen have a picture: they differ in width, direction and
// theme. The other six have a fingerprint of their pixels.
import { createHash } from 'node:crypto'
import { PNG } from 'pngjs'
import type { Look } from '../../../packages/elements/src/testing/screens/audit.ts'
import type { Picture } from './palette-png.ts'

/** A look at a page width in px. */
export interface PageLook extends Look {
  readonly width: number
}

/** The widths of the pages, in px; a screen has one picture for each. */
export const WIDTHS = [320, 768] as const

export const LOOKS: readonly PageLook[] = WIDTHS.flatMap((width) =>
  (['ltr', 'rtl'] as const).flatMap((dir) =>
    (['light', 'dark'] as const).map((theme) => ({ width, dir, theme })),
  ),
)

/** The looks of a screen with a picture. Its name decides which, so a new screen changes no other screen's pictures. */
export function picturedLooks(file: string): readonly PageLook[] {
  const [random = 0] = createHash('sha256').update(file).digest()
  const narrow = { dir: random & 1 ? 'rtl' : 'ltr', theme: random & 2 ? 'dark' : 'light' }
  return LOOKS.filter(
    ({ width, dir, theme }) =>
      (width === 320) === (dir === narrow.dir) && (width === 320) === (theme === narrow.theme),
  )
}

export const nameOf = ({ width, dir, theme }: PageLook): string => `${width} ${dir} ${theme}`

/** The pixels of a PNG file. */
export const pixelsOf = (png: Buffer): Picture => PNG.sync.read(png)

export const fingerprintOf = ({ width, height, data }: Picture): string =>
  createHash('sha256').update(`${width} ${height} `).update(data).digest('base64url').slice(0, 22)
