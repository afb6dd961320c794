// Two pictures side by side: the number of visibly different pixels, and a third picture that shows them.
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import type { Picture } from './sheet.ts'

/** The least difference of two colours that counts, of 1: the ground of a notice differs by 9 steps of 255 from the page. */
const THRESHOLD = 0.03
const GAP = 16

/** The same picture on a canvas of this size; the added area is pink, so a change of size shows. */
function grounded({ width, height, data }: Picture, wide: number, high: number): Uint8Array {
  const ground = new Uint8Array(wide * high * 4)
  for (let at = 0; at < ground.length; at += 4) ground.set([255, 0, 255, 255], at)
  for (let y = 0; y < height; y += 1)
    ground.set(data.subarray(y * width * 4, (y + 1) * width * 4), y * wide * 4)
  return ground
}

/** Counts the visibly different pixels of two pictures and draws them. */
export function compare(before: Picture, now: Picture): { readonly pixels: number; readonly shown: Buffer } {
  const width = Math.max(before.width, now.width)
  const height = Math.max(before.height, now.height)
  const [one, other] = [grounded(before, width, height), grounded(now, width, height)]
  const marked = new Uint8Array(width * height * 4)
  const pixels = pixelmatch(one, other, marked, width, height, { threshold: THRESHOLD })
  const sheet = new PNG({ width: width * 3 + GAP * 2, height })
  for (const [index, data] of [one, other, marked].entries())
    for (let y = 0; y < height; y += 1)
      sheet.data.set(
        data.subarray(y * width * 4, (y + 1) * width * 4),
        (y * sheet.width + index * (width + GAP)) * 4,
      )
  return { pixels, shown: PNG.sync.write(sheet) }
}
