import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

test('passes', () => {})
describe('a suite', () => test('fails', () => assert.equal(1, 2)))
