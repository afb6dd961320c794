import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pathText } from './path-text.ts'
import { propertyRuns } from './testing.ts'

const rule = pathText(64)

test('D-14 an accepted text is one segment of a path and is read back unchanged', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 70 }),
    fc.string({
      unit: fc.constantFrom('.', '%', '2', 'e', ' ', '?', '#', ';', '&', '+', ':', '☂', '/', '\\'),
    }),
  )
  let accepted = 0
  fc.assert(
    fc.property(text, (value) => {
      if (!rule.safeParse(value).success) return
      accepted += 1
      const { pathname, search } = new URL(`http://host/before/${encodeURIComponent(value)}/after?x=1`)
      const [, before, middle = '', after] = pathname.split('/')
      assert.deepEqual(
        [before, decodeURIComponent(middle), after, search],
        ['before', value, 'after', '?x=1'],
      )
    }),
    propertyRuns(20261123, 3_000),
  )
  assert.ok(accepted > 300)
})

test('rejects every character that no person can see or that a proxy may take for a separator', () => {
  for (const odd of [
    '\u0000',
    '\n',
    '\u007f',
    '\u00ad',
    '\u200b',
    '\u202e',
    '\ufeff',
    '\u2028',
    '\ud800',
    '/',
    '\\',
  ])
    assert.equal(rule.safeParse(`a${odd}b`).success, false, JSON.stringify(odd))
})
