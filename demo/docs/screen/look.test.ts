import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHOICES, directionIn, readLook, writeQuery } from './look.ts'

test('a look survives its way through an address', () => {
  const look = { theme: 'theme-playful', lang: 'ar', width: '320', density: 'compact' }
  const query = writeQuery('terminal-pay/approved', look)
  assert.equal(new URLSearchParams(query).get('screen'), 'terminal-pay/approved')
  assert.deepEqual(readLook(query), look)
})

test('an address names only what differs from the first values, and an unknown value is the first one', () => {
  const first = readLook('')
  assert.equal(writeQuery('a/b', first), '?screen=a%2Fb')
  assert.deepEqual(readLook('?lang=tlh&width=7&theme=url(x)'), first)
  for (const [name, [, values]] of Object.entries(CHOICES))
    assert.equal(first[name as keyof typeof CHOICES], values[0][0])
})

test('a screen runs in the direction of its language', () => {
  const first = readLook('')
  assert.equal(directionIn({ ...first, lang: 'he' }), 'rtl')
  assert.equal(directionIn(first), 'ltr')
  assert.deepEqual(readLook('?dir=rtl'), first)
})
