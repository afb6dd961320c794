import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LONG } from './limits.ts'
import { placesOf } from './places.ts'

const text = Buffer.from(`id: 1\r\ndata: ${'x'.repeat(200)}\n\n`)

test('the places of a text have all borders of its lines and fields, and a sample that a seed repeats', () => {
  const { at, chosen } = placesOf(text, 7, 24)
  for (const border of [0, 1, 4, 6, 7, 13, 214, 215, 216, text.length - 1].filter((one) => one < text.length))
    assert.ok(at.includes(border), `${border}`)
  assert.deepEqual(
    at,
    [...new Set(at)].toSorted((one, other) => one - other),
  )
  assert.ok(at.every((one) => one >= 0 && one < text.length))
  assert.ok(at.length >= 24 && (LONG || at.length < text.length / 2), chosen)
  assert.deepEqual(placesOf(text, 7, 24), { at, chosen })
  if (!LONG) assert.notDeepEqual(placesOf(text, 8, 24).at, at)
})

test('the places of a short text are all of its bytes', () => {
  assert.deepEqual(placesOf(Buffer.from('abc'), 7, 24).at, [0, 1, 2])
})
