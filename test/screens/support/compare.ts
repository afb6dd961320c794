// Two pictures side by side: the number of visibly different pixels, and a third picture that shows them.
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import type { Picture } from './palette-png.ts'

/** The smallest difference of two colours that counts, of 1: the background of a notice differs by 9 steps of 255 from the page. */
const THRESHOLD = 0.03
const GAP = 16

/** The pixels on a canvas of this size; the added area is pink, so a change of size shows. */
function onCanvas({ width, height, data }: Picture, canvasWidth: number, canvasHeight: number): Uint8Array {
  if (width === canvasWidth && height === canvasHeight) return data
  const canvas = new Uint8Array(canvasWidth * canvasHeight * 4)
  for (let at = 0; at < canvas.length; at += 4) canvas.set([255, 0, 255, 255], at)
  for (let y = 0; y < height; y += 1)
    canvas.set(data.subarray(y * width * 4, (y + 1) * width * 4), y * canvasWidth * 4)
  return canvas
}

/** Pictures of one size beside each other. */
function beside(pictures: readonly Uint8Array[], width: number, height: number): Buffer {
  const sheet = new PNG({ width: (width + GAP) * pictures.length - GAP, height })
  for (const [index, data] of pictures.entries())
    for (let y = 0; y < height; y += 1)
      sheet.data.set(
        data.subarray(y * width * 4, (y + 1) * width * 4),
        (y * sheet.width + index * (width + GAP)) * 4,
      )
  return PNG.sync.write(sheet)
}

/** Counts the visibly different pixels; `show` makes a PNG file of the expected picture, the present one and their difference. */
export function compare(
  expected: Picture,
  present: Picture,
): { readonly pixels: number; readonly show: () => Buffer } {
  const width = Math.max(expected.width, present.width)
  const height = Math.max(expected.height, present.height)
  const [one, other] = [onCanvas(expected, width, height), onCanvas(present, width, height)]
  const options = { threshold: THRESHOLD }
  // Most pictures are equal. To draw and compress the difference takes ten times as long as to count it.
  return {
    pixels: pixelmatch(one, other, undefined, width, height, options),
    show() {
      const marked = new Uint8Array(width * height * 4)
      pixelmatch(one, other, marked, width, height, options)
      return beside([one, other, marked], width, height)
    },
  }
}
