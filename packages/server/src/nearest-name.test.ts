import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance, nearestName, suggestion } from './nearest-name.ts'

test('counts insertions, deletions, substitutions and swaps of neighbours', () => {
  for (const [one, other, distance] of [
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['secret', 'secret', 0],
    ['secrt', 'secret', 1],
    ['seecret', 'secret', 1],
    ['sekret', 'secret', 1],
    ['secrte', 'secret', 1],
    ['dpop', 'port', 3],
  ] as const)
    assert.equal(editDistance(one, other), distance, `${one} ${other}`)
})

test('suggests the nearest name in any case, and none that differs in more than a third', () => {
  const known = ['TAPBOARD_SECRET', 'STORE_URL', 'STORE_CONNECTIONS']
  assert.equal(nearestName('TAPBOARD_SECRTE', known), 'TAPBOARD_SECRET')
  assert.equal(nearestName('tapboard_secret', known), 'TAPBOARD_SECRET')
  assert.equal(nearestName('STORE_URI', known), 'STORE_URL')
  assert.equal(nearestName('TAPBOARD_COLOUR', known), null)
  assert.equal(nearestName('S'.repeat(65), ['S'.repeat(64)]), null)
  assert.equal(suggestion('STORE_URI', known), ' Did you mean STORE_URL?')
  const prefixed = ['TAPBOARD_STORE_URL']
  assert.equal(suggestion('TAPBOARD_STORE_URI', prefixed, 'TAPBOARD_'), ' Did you mean TAPBOARD_STORE_URL?')
  assert.equal(suggestion('TAPBOARD_COLOUR', prefixed, 'TAPBOARD_'), '')
  assert.equal(suggestion('PATH', known), '')
})
