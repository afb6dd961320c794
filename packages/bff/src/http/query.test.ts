// Members of a query: only those of the route, each once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQuery } from './query.ts'

const NAMES = ['tier', 'locale']
const at = (query: string) => readQuery(`https://pay.example/v1/application/terms${query}`, NAMES)

void test('reads only the named members of a query', () => {
  assert.deepEqual(at('?tier=Retail%20%26%20more&x=1&__proto__=2'), {
    ok: true,
    members: { tier: 'Retail & more' },
  })
  assert.deepEqual(at(''), { ok: true, members: {} })
  assert.deepEqual(at('?tier='), { ok: true, members: { tier: '' } })
  assert.deepEqual(readQuery('https://pay.example/?tier=a&tier=b', []), { ok: true, members: {} })
})

void test('names a repeated, too long or invalid member', () => {
  for (const query of ['?tier=a&tier=b', `?locale=${'x'.repeat(513)}`, '?tier=%00']) {
    const read = at(query)
    assert.ok(!read.ok)
    assert.equal(read.code, 'invalid-request')
    assert.match(read.detail, /^The query member (tier|locale) must .*\.$/)
  }
})

void test('each refusal of a query names its member, code and rule', () => {
  for (const [query, path, code, message] of [
    ['?tier=a&tier=b', 'tier', 'wrong-form', 'must be given once'],
    [`?locale=${'x'.repeat(513)}`, 'locale', 'too-big', 'must be at most 512 characters long'],
    ['?tier=%00', 'tier', 'wrong-form', 'must be text without U+0000 and lone surrogates'],
  ] as const) {
    const read = at(query)
    assert.ok(!read.ok)
    assert.equal(read.detail, `The query member ${path} ${message}.`)
    assert.deepEqual(read.issues, [{ path, code, message }])
  }
  assert.equal(at(`?locale=${'x'.repeat(512)}`).ok, true)
})
