import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, faint, type Rgb } from './contrast.part.ts'

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** Published results of WCAG's formula. */
const KNOWN: readonly (readonly [Rgb, Rgb, string])[] = [
  [WHITE, BLACK, '21.00'],
  [WHITE, WHITE, '1.00'],
  [[118, 118, 118], WHITE, '4.54'],
  [[119, 119, 119], WHITE, '4.48'],
  [[255, 0, 0], WHITE, '4.00'],
]

for (const [one, other, ratio] of KNOWN) {
  test(`the contrast of ${one.join()} and ${other.join()} is ${ratio} in either order`, () => {
    assert.equal(contrast(one, other).toFixed(2), ratio)
    assert.equal(contrast(other, one).toFixed(2), ratio)
  })
}

test('names the color with too little contrast, its background and the minimum', () => {
  const said = faint((colour, ground) => [
    colour === 'quiet' && ground === 'raised' ? [119, 119, 119] : BLACK,
    WHITE,
  ])
  assert.deepEqual(said, [
    '--tapboard-quiet has a contrast of 4.47:1 on --tapboard-raised; text needs 4.5:1 (WCAG 1.4.3)',
  ])
})

test('a line needs less contrast than text', () => {
  const grey: Rgb = [140, 140, 140]
  const said = faint((colour) => [colour === 'field-line' || colour === 'accent' ? grey : BLACK, WHITE])
  assert.deepEqual(said, [])
})
