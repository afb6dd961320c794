// Makes the pictures of the gallery from its sheets: a light and a dark file of each.
import { existsSync, readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { DARK_PALETTE, PICTURES, sheetPath, type SheetTime } from '../screen/sheet.ts'
import { SHOWN } from '../screen/shown.ts'

/** Each screen has a picture in each of these themes. */
export const SHEET_THEMES = ['light', 'dark'] as const

type SheetTheme = (typeof SHEET_THEMES)[number]

/** Size of a picture in px. */
export interface Size {
  readonly width: number
  readonly height: number
}

const SIGNATURE_BYTES = 8
/** Length, type and sum of a chunk. */
const FRAME_BYTES = 12

const typeOf = (chunk: Buffer): string => chunk.toString('latin1', 4, 8)

/** The chunks of a PNG file, complete with length and sum. */
function chunksOf(png: Buffer): readonly Buffer[] {
  const chunks: Buffer[] = []
  for (let at = SIGNATURE_BYTES; at < png.length; at += chunks.at(-1)!.length)
    chunks.push(png.subarray(at, at + FRAME_BYTES + png.readUInt32BE(at)))
  return chunks
}

/** The same chunk with another type. */
function renamed(chunk: Buffer, type: string): Buffer {
  const made = Buffer.from(chunk)
  made.write(type, 4, 'latin1')
  made.writeUInt32BE(crc32(made.subarray(4, -4)), made.length - 4)
  return made
}

/** The PNG file of a sheet in a theme. Throws if the file has no dark palette. */
export function sheetIn(theme: SheetTheme, png: Buffer): Buffer {
  const chunks = chunksOf(png)
  const dark = chunks.find((chunk) => typeOf(chunk) === DARK_PALETTE)
  if (dark === undefined) throw new Error(`The sheet has no chunk ${DARK_PALETTE}.`)
  const kept = chunks
    .filter((chunk) => chunk !== dark)
    .map((chunk) => (theme === 'dark' && typeOf(chunk) === 'PLTE' ? renamed(dark, 'PLTE') : chunk))
  return Buffer.concat([png.subarray(0, SIGNATURE_BYTES), ...kept])
}

/** The sheet of a screen; `null` for a screen without a sheet. */
export function readSheet(file: string, time: SheetTime): Buffer | null {
  const place = new URL(sheetPath(file, time), PICTURES)
  return existsSync(place) ? readFileSync(place) : null
}

/** The size of a sheet. */
export const sizeOf = (png: Buffer): Size => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

/** Path of a picture under the root of the site. */
export const picturePath = (file: string, time: SheetTime, theme: SheetTheme): string =>
  `docs/pictures/${theme}/${sheetPath(file, time)}`

/** All pictures of the gallery by their paths. */
export function* pictures(): Generator<readonly [path: string, png: Buffer]> {
  for (const { file } of SHOWN)
    for (const time of ['now', 'before'] as const) {
      const sheet = readSheet(file, time)
      if (sheet === null) continue
      for (const theme of SHEET_THEMES) yield [picturePath(file, time, theme), sheetIn(theme, sheet)]
    }
}
