// Writes a picture as a PNG file with a palette of one byte per pixel: a third of the size of a PNG file in true colour.
import { crc32, deflateSync } from 'node:zlib'

/** An opaque picture: four bytes for each pixel (red, green, blue, 255). */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

const MOST_COLOURS = 256
/** Colours this close (squared distance of red, green and blue) share an entry: half of what a comparison of pictures ignores. */
const NEAR = 64

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const BIT_DEPTH = 8
const COLOUR_TYPE_PALETTE = 3

const channels = (colour: number): readonly [red: number, green: number, blue: number] => [
  colour >>> 24,
  (colour >>> 16) & 255,
  (colour >>> 8) & 255,
]

function isNear(one: number, other: number): boolean {
  const [red, green, blue] = channels(one)
  const [red2, green2, blue2] = channels(other)
  return (red - red2) ** 2 + (green - green2) ** 2 + (blue - blue2) ** 2 <= NEAR
}

const coloursOf = ({ data }: Picture): Uint32Array => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return Uint32Array.from({ length: data.byteLength / 4 }, (_, pixel) => view.getUint32(pixel * 4))
}

/** The palette, and each colour's entry. Frequent colours represent rare ones that are near. */
function paletteOf(
  colours: Uint32Array,
): readonly [palette: readonly number[], entries: Map<number, number>] {
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const frequent = [...counts].toSorted(([one, often], [other, seldom]) => seldom - often || one - other)
  const palette: number[] = []
  const entries = new Map<number, number>()
  for (const [colour] of frequent) {
    const found = palette.findIndex((one) => isNear(one, colour))
    entries.set(colour, found < 0 ? palette.push(colour) - 1 : found)
  }
  if (palette.length > MOST_COLOURS)
    throw new Error(`The picture has ${palette.length} different colours; a palette has ${MOST_COLOURS}.`)
  return [palette, entries]
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The content of the chunk IHDR of a picture with a palette. */
export function header(width: number, height: number, bitDepth: number): Buffer {
  const made = Buffer.alloc(13)
  made.writeUInt32BE(width)
  made.writeUInt32BE(height, 4)
  made.set([bitDepth, COLOUR_TYPE_PALETTE], 8)
  return made
}

/** A PNG file of these chunks. */
export const pngOf = (chunks: readonly (readonly [type: string, data: Uint8Array])[]): Buffer =>
  Buffer.concat([SIGNATURE, ...chunks.map(([type, data]) => chunk(type, data))])

/** The PNG file of a picture. Throws if it has too many colours. */
export function palettePng(picture: Picture): Buffer {
  const { width, height } = picture
  const colours = coloursOf(picture)
  const [palette, entries] = paletteOf(colours)
  // Each line begins with its filter: 0, none. Filters make pictures with few colours larger.
  const lines = Buffer.alloc((width + 1) * height)
  for (const [pixel, colour] of colours.entries())
    lines[pixel + Math.floor(pixel / width) + 1] = entries.get(colour)!
  return pngOf([
    ['IHDR', header(width, height, BIT_DEPTH)],
    ['PLTE', Buffer.from(palette.flatMap(channels))],
    // Short blocks make the file smaller: letters and areas need other codes.
    ['IDAT', deflateSync(lines, { level: 9, memLevel: 5 })],
    ['IEND', Buffer.alloc(0)],
  ])
}
