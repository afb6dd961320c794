import { describe, test } from 'node:test'

test('top-level test', (t) => t.diagnostic('a note'))
describe('a suite', () => {
  test('is inside', async (t) => {
    await t.test('further inside', () => {})
  })
  test('is skipped', { skip: true }, () => {})
})
