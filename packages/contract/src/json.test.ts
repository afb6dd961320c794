import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isObject, MAX_JSON_DEPTH, readJson } from './json.ts'

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

// Only open levels count, not all brackets, and none of a string.
test('many values beside each other and brackets in strings are not deep', () => {
  for (const value of [
    Array.from({ length: 30 }, () => []),
    Array.from({ length: 30 }, () => ({})),
    '['.repeat(30),
    '{'.repeat(30),
    ['\\', '"['.repeat(30)],
    { a: { ['{'.repeat(30)]: 1 } },
  ])
    assert.deepEqual(readJson(JSON.stringify(value)), { ok: true, value })
  assert.match(refusal(`${'{"a":['.repeat(6)}{`), /nested deeper/)
  assert.match(refusal(`["]",${'['.repeat(12)}`), /nested deeper/)
})

test('finds a repeated member after any white space and after nested values', () => {
  for (const text of [
    '{"a":1,"a" \t\r\n:2}',
    '{"a":{},"a":1}',
    '{"a":[{}],"b":[[]],"a":1}',
    '[{"a":1},{"a":1,"a":2}]',
    '{"a":"\\"","a":1}',
  ])
    assert.match(refusal(text), /"a" is given twice/, text)
  assert.equal(refusal('[{"a":1},{"a":1}]'), '')
  assert.equal(refusal('{"a":["a","a"],"b":"a"}'), '')
})

test('shortens the name of a repeated member', () => {
  const name = 'x'.repeat(60)
  assert.equal(
    refusal(`{"${name}":1,"${name}":2}`),
    `the JSON is ambiguous: the member "${'x'.repeat(40)}" is given twice`,
  )
})

test('keeps numbers of up to 15 digits on both sides of the point', () => {
  for (const text of ['999999999999999', '-1.123456789012345', '0', '-0.5'])
    assert.deepEqual(readJson(`[${text}]`), { ok: true, value: [Number(text)] })
  for (const text of ['1000000000000000', '0.1234567890123456'])
    assert.deepEqual(readJson(`[${text}]`), { ok: true, value: [Number.NaN] })
})

test('an object is neither null nor a list', () => {
  assert.deepEqual([{}, [], null, 'text', 1, undefined].map(isObject), [
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
