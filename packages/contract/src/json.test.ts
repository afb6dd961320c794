import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_JSON_DEPTH, readJson } from './json.ts'

const refusal = (text: string): string => {
  const read = readJson(text)
  return read.ok ? '' : read.message
}

test('rejects a repeated member, because two parsers could use different values', () => {
  assert.match(refusal('{"amount":1,"amount":2}'), /"amount" is given twice/)
  assert.match(refusal('{"a":{"b":1,"\\u0062":2}}'), /"b" is given twice/)
  assert.deepEqual(readJson('{"a":{"b":1},"c":{"b":2}}'), { ok: true, value: { a: { b: 1 }, c: { b: 2 } } })
})

test('rejects __proto__', () => {
  assert.match(refusal('{"__proto__":{"paid":true}}'), /__proto__/)
})

// P53 asserts: ${MAX_JSON_DEPTH} levels accepted, ${MAX_JSON_DEPTH + 1} and 100,000 refused.
test('P53 rejects a body nested deeper than twelve levels before parsing', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  assert.equal(readJson(nested(MAX_JSON_DEPTH)).ok, true)
  assert.match(refusal(nested(MAX_JSON_DEPTH + 1)), /nested deeper/)
  assert.match(refusal('['.repeat(100_000)), /nested deeper/)
  assert.match(refusal('{"a":'.repeat(100_000)), /nested deeper/)
})

test('a number with an exponent or more digits than a double holds becomes NaN', () => {
  for (const text of ['1e2', '1E2', '1e-2', '12345678901234567', '0.1234567890123456789']) {
    assert.deepEqual(readJson(`{"xAmount":${text}}`), { ok: true, value: { xAmount: Number.NaN } }, text)
  }
  assert.deepEqual(readJson('{"xAmount":12.50}'), { ok: true, value: { xAmount: 12.5 } })
})

test('rejects invalid JSON with a sentence', () => {
  for (const text of [
    '',
    '{',
    '[1,]',
    '{"a":}',
    'undefined',
    "{'a':1}",
    '\uFEFF{}',
    'NaN',
    '"\u0001"',
    '01',
    '{}{}',
  ]) {
    assert.equal(refusal(text), 'the body is not valid JSON', JSON.stringify(text))
  }
})

test('reads strings with quotes, braces and backslashes unchanged', () => {
  const value = { 'a"b\\': 'x{[\\"]}', c: ['}', '\\', '"'] }
  assert.deepEqual(readJson(JSON.stringify(value)), { ok: true, value })
})
