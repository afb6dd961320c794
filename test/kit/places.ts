// The places at which a test cuts a recorded text: in `npm test` the borders of its lines and fields, and a seeded sample of the others;
// in the long version every byte.
import { propertyRuns } from '@tapboard/contract/testing'
import { LONG } from './limits.ts'

const [NEW_LINE, COLON, SPACE] = [0x0a, 0x3a, 0x20]

/** Before and after the first byte, before the last, beside each end of a line, and behind each name of a field. */
function bordersOf(bytes: Uint8Array): number[] {
  const borders = [0, 1, bytes.length - 1]
  for (const [at, byte] of bytes.entries())
    if (byte === NEW_LINE) borders.push(at - 1, at, at + 1)
    else if (byte === COLON && bytes[at + 1] === SPACE) borders.push(at + 2)
  return borders
}

/** Chosen places, and a line for the report of the test. */
export interface Places {
  readonly at: readonly number[]
  readonly chosen: string
}

/**
 * All borders of a text and `count` other places of it. `TAPBOARD_SEED` selects others (`propertyRuns`). Each place is the number of
 * bytes before the cut, less than the length.
 */
export function placesOf(bytes: Uint8Array, fixedSeed: number, count: number): Places {
  const { length } = bytes
  if (LONG) return { at: Array.from({ length }, (_, at) => at), chosen: `cut at all ${length} places` }
  const { seed } = propertyRuns(fixedSeed)
  const places = new Set(bordersOf(bytes).filter((at) => at >= 0 && at < length))
  const wanted = Math.min(length, places.size + count)
  // The generator mulberry32: its sequence depends on the seed only.
  for (let state = seed; places.size < wanted;) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    places.add(Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * length))
  }
  const at = [...places].toSorted((one, other) => one - other)
  return { at, chosen: `cut at ${at.length} of ${length} places, seed ${seed}` }
}
