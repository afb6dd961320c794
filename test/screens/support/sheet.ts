// Pictures of one screen in many looks as one small file. Looks that differ in colours only share one plate; each of its pixels
// encodes one colour per look. No colour differs visibly from the original. The file also has a fingerprint of each exact
// picture: an exact match needs no comparison.
import { createHash } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { PNG } from 'pngjs'

/** A picture: four bytes for each pixel. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** A picture as the browser gave it. */
export interface Shot {
  /** The content of the picture; the same for all looks that differ in colours only. */
  readonly plate: string
  readonly theme: string
  readonly png: Buffer
}

/** Looks that differ in colours only. */
interface Plate {
  readonly width: number
  readonly height: number
  /** Names of the looks. */
  readonly looks: readonly string[]
  /** For each entry of the palette one colour per look, as one number. */
  readonly palette: readonly (readonly number[])[]
}

interface Head {
  /** Look → SHA-256 of its PNG. */
  readonly prints: Readonly<Record<string, string>>
  readonly plates: readonly Plate[]
}

/** The greatest change of a colour: a quarter of the tolerance of a comparison, in the same measure. */
const MOST_CHANGE = 8
const MOST_COLOURS = 256

/** Name of a look. */
export const lookOf = ({ plate, theme }: Pick<Shot, 'plate' | 'theme'>): string => `${plate} ${theme}`

/** Fingerprint of a picture as the browser gave it. */
export const printOf = ({ png }: Shot): string => createHash('sha256').update(png).digest('base64url')

/** The pixels of a picture as the browser gave it. */
export const pixelsOf = ({ png }: Shot): Picture => PNG.sync.read(png)

const colourAt = ({ data }: Picture, at: number): number =>
  (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!

/** Perceptual difference of two colours (YIQ, as pixelmatch measures it). */
function difference(one: number, other: number): number {
  const red = (one >> 16) - (other >> 16)
  const green = ((one >> 8) & 255) - ((other >> 8) & 255)
  const blue = (one & 255) - (other & 255)
  const y = red * 0.298_895_31 + green * 0.586_622_47 + blue * 0.114_482_23
  const i = red * 0.595_977_99 - green * 0.274_176_1 - blue * 0.321_801_89
  const q = red * 0.211_470_17 - green * 0.522_617_11 + blue * 0.311_146_94
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
}

/** Can one palette entry represent both, in every look? */
function isNear(one: readonly number[], other: readonly number[], most: number): boolean {
  for (let look = 0; look < one.length; look += 1)
    if (difference(one[look]!, other[look]!) >= most) return false
  return true
}

/** Two colours of 24 bits fit into one exact number. */
const COLOURS = 2 ** 24
const MOST_LOOKS = 2

const coloursOf = (key: number, looks: number): readonly number[] =>
  looks === 1 ? [key] : [Math.floor(key / COLOURS), key % COLOURS]

/** Colours → index in the palette; the most common colours represent similar ones. */
function paletteOf(
  counts: ReadonlyMap<number, number>,
  looks: number,
): readonly [palette: (readonly number[])[], places: ReadonlyMap<number, number>] {
  const common = [...counts].toSorted(([one, often], [other, seldom]) => seldom - often || one - other)
  for (let most = MOST_CHANGE; ; most *= 1.5) {
    const palette: (readonly number[])[] = []
    const places = new Map<number, number>()
    for (const [key] of common) {
      const colours = coloursOf(key, looks)
      let place = palette.findIndex((one) => isNear(one, colours, most))
      if (place < 0) place = palette.push(colours) - 1
      if (place >= MOST_COLOURS) break
      places.set(key, place)
    }
    if (palette.length <= MOST_COLOURS) return [palette, places]
  }
}

/** Pictures of one size as a plate and its pixels, each line as its difference from the one above. */
function pressed(looks: readonly string[], pictures: readonly Picture[]): readonly [Plate, Buffer] {
  if (pictures.length > MOST_LOOKS) throw new Error('A plate holds a light and a dark picture, no more.')
  const { width, height } = pictures[0]!
  const keys = new Float64Array(width * height)
  const counts = new Map<number, number>()
  for (const [at] of keys.entries()) {
    let key = 0
    for (const picture of pictures) key = key * COLOURS + colourAt(picture, at * 4)
    keys[at] = key
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const [palette, places] = paletteOf(counts, pictures.length)
  const pixels = Buffer.from(Uint8Array.from(keys, (key) => places.get(key)!))
  for (let at = pixels.length - 1; at >= width; at -= 1) pixels[at] = pixels[at]! ^ pixels[at - width]!
  return [{ width, height, looks, palette }, pixels]
}

/** Pictures as a file. */
export function fold(shots: readonly Shot[]): Buffer {
  const taken = shots.map((shot) => ({ shot, picture: pixelsOf(shot) }))
  const groups = Map.groupBy(taken, ({ shot, picture }) => `${shot.plate} ${picture.width} ${picture.height}`)
  const made = Array.from(groups.values(), (group) =>
    pressed(
      group.map(({ shot }) => lookOf(shot)),
      group.map(({ picture }) => picture),
    ),
  )
  const prints = Object.fromEntries(shots.map((shot) => [lookOf(shot), printOf(shot)]))
  const head: Head = { prints, plates: made.map(([plate]) => plate) }
  const file = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...made.map(([, pixels]) => pixels)])
  return brotliCompressSync(file, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 6,
      // The same lines come again in other looks, far away.
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  })
}

/** A file that was folded. */
export class Sheet {
  readonly #head: Head
  readonly #pixels: Buffer

  constructor(file: Buffer) {
    const whole = brotliDecompressSync(file)
    const end = whole.indexOf('\n')
    this.#head = JSON.parse(whole.toString('latin1', 0, end)) as Head
    this.#pixels = whole.subarray(end + 1)
  }

  /** The looks that are in it. */
  get looks(): readonly string[] {
    return Object.keys(this.#head.prints)
  }

  /** Fingerprint of a look. */
  print(look: string): string | undefined {
    return this.#head.prints[look]
  }

  /** A look, nearly as it was, or `null`. */
  picture(look: string): Picture | null {
    let from = 0
    for (const { width, height, looks, palette } of this.#head.plates) {
      const index = looks.indexOf(look)
      if (index < 0) {
        from += width * height
        continue
      }
      const places = Buffer.from(this.#pixels.subarray(from, from + width * height))
      for (let at = width; at < places.length; at += 1) places[at] = places[at]! ^ places[at - width]!
      const data = new Uint8Array(places.length * 4)
      for (const [at, place] of places.entries()) {
        const colour = palette[place]![index]!
        data.set([colour >> 16, (colour >> 8) & 255, colour & 255, 255], at * 4)
      }
      return { width, height, data }
    }
    return null
  }
}
