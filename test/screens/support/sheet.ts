// Pictures of one screen in many looks as one small file: a PNG of few colours, none of them further from the right one than an
// eye could tell, with the fingerprints of the exact pictures in it. What is exact needs no second look.
import { createHash } from 'node:crypto'
import { crc32, deflateSync, constants } from 'node:zlib'
import { PNG } from 'pngjs'

/** A picture: four bytes for each pixel. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Pictures by name. */
export type Pictures = ReadonlyMap<string, Picture>

/** What a file holds. */
export interface Sheet {
  /** Nearly as they were. */
  readonly pictures: Pictures
  /** SHA-256 of each as it was. */
  readonly prints: Readonly<Record<string, string>>
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const KEYWORD = 'tapboard'
/** The most that a colour is changed: a quarter of what a comparison overlooks, in the same measure. */
const MOST_CHANGE = 88
const MOST_COLOURS = 256

/** SHA-256 of a picture. */
export const printOf = ({ width, height, data }: Picture): string =>
  createHash('sha256').update(`${width}×${height}`).update(data).digest('base64url')

/** How different two colours look (YIQ, as pixelmatch measures it). */
function difference(one: number, other: number): number {
  const red = (one >> 16) - (other >> 16)
  const green = ((one >> 8) & 255) - ((other >> 8) & 255)
  const blue = (one & 255) - (other & 255)
  const y = red * 0.298_895_31 + green * 0.586_622_47 + blue * 0.114_482_23
  const i = red * 0.595_977_99 - green * 0.274_176_1 - blue * 0.321_801_89
  const q = red * 0.211_470_17 - green * 0.522_617_11 + blue * 0.311_146_94
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
}

const colourAt = (data: Uint8Array, at: number): number =>
  (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!

/** Colour → place in the palette; the commonest colours stand for those that look like them. */
function paletteOf(pictures: Iterable<Picture>): readonly [palette: number[], places: Map<number, number>] {
  const counts = new Map<number, number>()
  for (const { data } of pictures)
    for (let at = 0; at < data.length; at += 4) {
      const colour = colourAt(data, at)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
  const colours = [...counts].toSorted(([one, often], [other, seldom]) => seldom - often || one - other)
  for (let most = MOST_CHANGE; ; most *= 1.5) {
    const palette: number[] = []
    const places = new Map<number, number>()
    for (const [colour] of colours) {
      let place = palette.findIndex((one) => one === colour)
      if (place < 0) place = nearest(palette, colour, most)
      if (place < 0) place = palette.push(colour) - 1
      places.set(colour, place)
    }
    if (palette.length <= MOST_COLOURS) return [palette, places]
  }
}

function nearest(palette: readonly number[], colour: number, most: number): number {
  let best = -1
  let least = most
  for (const [place, one] of palette.entries()) {
    const far = difference(one, colour)
    if (far < least) [best, least] = [place, far]
  }
  return best
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

interface Place {
  readonly name: string
  readonly top: number
  readonly width: number
  readonly height: number
  readonly print: string
}

/** Pictures as a file, one below the other. */
export function fold(pictures: Pictures): Buffer {
  const width = Math.max(...Array.from(pictures.values(), (picture) => picture.width))
  const [palette, places] = paletteOf(pictures.values())
  const rows: Buffer[] = []
  const table: Place[] = []
  for (const [name, picture] of pictures) {
    table.push({
      name,
      top: rows.length,
      width: picture.width,
      height: picture.height,
      print: printOf(picture),
    })
    for (let y = 0; y < picture.height; y += 1) {
      const row = Buffer.alloc(width + 1)
      for (let x = 0; x < picture.width; x += 1)
        row[x + 1] = places.get(colourAt(picture.data, (y * picture.width + x) * 4))!
      rows.push(row)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(rows.length, 4)
  header.set([8, 3], 8)
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const packed = deflateSync(Buffer.concat(rows), {
    level: 9,
    memLevel: 9,
    strategy: constants.Z_DEFAULT_STRATEGY,
  })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('tEXt', Buffer.from(`${KEYWORD}\0${JSON.stringify(table)}`, 'latin1')),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** What is written beside the pictures in a file. */
function tableOf(file: Buffer): readonly Place[] {
  const at = file.indexOf(`tEXt${KEYWORD}\0`, 0, 'latin1')
  if (at < 0) return []
  const length = file.readUInt32BE(at - 4)
  const text = file.toString('latin1', at + 4 + KEYWORD.length + 1, at + 4 + length)
  return JSON.parse(text) as readonly Place[]
}

/** The fingerprints in a file; cheap. */
export const printsOf = (file: Buffer): ReadonlyMap<string, string> =>
  new Map(tableOf(file).map(({ name, print }) => [name, print]))

/** A picture of a file, or `null`. */
export function unfold(file: Buffer, name: string): Picture | null {
  const place = tableOf(file).find((one) => one.name === name)
  if (!place) return null
  const { top, width, height } = place
  const sheet = PNG.sync.read(file)
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const from = (top + y) * sheet.width * 4
    data.set(sheet.data.subarray(from, from + width * 4), y * width * 4)
  }
  return { width, height, data }
}
