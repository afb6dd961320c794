import { describe, test } from 'node:test'

test('passes', () => {})
describe('a suite', () => {
  throw new Error('no test was registered')
})
