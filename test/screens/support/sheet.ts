// Composes the sheets of the docs' gallery: pictures beside one another, and two pictures of the same pixels, light and dark, as one
// PNG file with two palettes.
import { deflateSync } from 'node:zlib'
import { DARK_PALETTE } from '../../../demo/docs/screen/sheet.ts'
import { header, pngOf, type Picture } from './palette-png.ts'

const BYTES = 4
/** A palette of 16 colours: two pixels per byte. */
const MOST_COLOURS = 16
const BIT_DEPTH = 4
/** Squared distance of two pairs of colours below which the palette needs no more entries. */
const ALIKE = 300

/** The pictures beside one another; the space below a lower one has the colour of its last pixel. */
export function beside(pictures: readonly Picture[]): Picture {
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0)
  const height = Math.max(...pictures.map((picture) => picture.height))
  const data = new Uint8Array(width * height * BYTES)
  let left = 0
  for (const picture of pictures) {
    const line = picture.width * BYTES
    const last = picture.data.subarray(-BYTES)
    for (let y = 0; y < height; y += 1) {
      const at = (y * width + left) * BYTES
      if (y < picture.height) data.set(picture.data.subarray(y * line, (y + 1) * line), at)
      else for (let x = 0; x < line; x += BYTES) data.set(last, at + x)
    }
    left += picture.width
  }
  return { width, height, data }
}

/** A colour of the light picture and the one of the same pixel in the dark: six channels in a number. */
type Pair = number

const DARK = 2 ** 24

const channels = (pair: Pair): readonly number[] => {
  const [light, dark] = [Math.floor(pair / DARK), pair % DARK]
  return [light >>> 16, (light >>> 8) & 255, light & 255, dark >>> 16, (dark >>> 8) & 255, dark & 255]
}

const distance = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, index) => sum + (value - other[index]!) ** 2, 0)

function pairsOf(light: Picture, dark: Picture): Float64Array {
  const [one, other] = [light, dark].map(({ data }) => new DataView(data.buffer, data.byteOffset))
  return Float64Array.from(
    { length: light.width * light.height },
    (_, pixel) => (one!.getUint32(pixel * BYTES) >>> 8) * DARK + (other!.getUint32(pixel * BYTES) >>> 8),
  )
}

/** The most frequent pair, then, each time, the pair whose pixels together are farthest from the palette. */
function paletteOf(counts: ReadonlyMap<Pair, number>): readonly (readonly number[])[] {
  const all = [...counts].map(([pair, count]) => ({ colour: channels(pair), count, error: Number.MAX_VALUE }))
  const palette: (readonly number[])[] = []
  while (palette.length < MOST_COLOURS) {
    const rest = all.filter(({ error }) => error > ALIKE)
    if (rest.length === 0) break
    const { colour } = rest.reduce((worst, one) =>
      one.error * one.count > worst.error * worst.count ? one : worst,
    )
    palette.push(colour)
    for (const one of all) one.error = Math.min(one.error, distance(colour, one.colour))
  }
  return palette
}

/** The entry of each pair that is nearest to it. */
function entriesOf(
  pairs: Iterable<Pair>,
  palette: readonly (readonly number[])[],
): ReadonlyMap<Pair, number> {
  return new Map(
    Array.from(pairs, (pair) => {
      const distances = palette.map((colour) => distance(colour, channels(pair)))
      return [pair, distances.indexOf(Math.min(...distances))]
    }),
  )
}

/** The PNG file of two pictures of one size: with the light palette, and the dark one in a chunk of its own. */
export function sheetPng(light: Picture, dark: Picture): Buffer {
  const { width, height } = light
  if (dark.width !== width || dark.height !== height)
    throw new Error(`Light is ${width} × ${height}, dark is ${dark.width} × ${dark.height} pixels.`)
  const pairs = pairsOf(light, dark)
  const counts = new Map<Pair, number>()
  for (const pair of pairs) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  const palette = paletteOf(counts)
  const entries = entriesOf(counts.keys(), palette)
  const lineBytes = Math.ceil(width / 2) + 1
  const lines = Buffer.alloc(lineBytes * height)
  for (const [pixel, pair] of pairs.entries()) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    lines[y * lineBytes + 1 + (x >> 1)]! |= entries.get(pair)! << (x % 2 === 0 ? BIT_DEPTH : 0)
  }
  return pngOf([
    ['IHDR', header(width, height, BIT_DEPTH)],
    ['PLTE', Buffer.from(palette.flatMap((colour) => colour.slice(0, 3)))],
    [DARK_PALETTE, Buffer.from(palette.flatMap((colour) => colour.slice(3)))],
    ['IDAT', deflateSync(lines, { level: 9, memLevel: 8 })],
    ['IEND', Buffer.alloc(0)],
  ])
}
