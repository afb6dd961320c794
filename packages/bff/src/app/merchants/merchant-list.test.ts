// The list of merchants: changes by content, removed ones that stay known, and the identity of unchanged ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Merchant } from '../options.ts'
import { createMerchantList, withCount, withMerchants } from './merchant-list.ts'

const merchant = (id: string, apiKey = `key-${id}`): Merchant => ({
  id,
  name: id,
  hostSecret: `host-secret-of-the-merchant-${id}`,
  apiKey,
  origins: [`https://${id}.example`],
})

const ids = (merchants: readonly Merchant[]): string => merchants.map(({ id }) => id).join()

void test('names the added, changed and removed merchants', () => {
  const list = createMerchantList([merchant('a'), merchant('b'), merchant('c')])
  const change = list.replace([merchant('a'), merchant('b', 'other'), merchant('d')], 5)
  assert.deepEqual(change, { added: ['d'], changed: ['b'], removed: ['c'] })
  assert.equal(ids(list.configured), 'a,b,d')
  assert.equal(ids(list.known), 'a,b,d,c')
  assert.equal(list.find('b')?.apiKey, 'other')
})

void test('keeps the arrays and the merchants of an equal list', () => {
  const list = createMerchantList([merchant('a'), merchant('b')])
  const { known } = list
  const first = list.find('a')
  assert.deepEqual(list.replace([merchant('a'), merchant('b')], 5), { added: [], changed: [], removed: [] })
  assert.equal(list.known, known)
  list.replace([merchant('a'), merchant('b', 'other')], 6)
  assert.notEqual(list.known, known)
  assert.equal(list.find('a'), first)
})

void test('a removed merchant stays known until it is forgotten', () => {
  const list = createMerchantList([merchant('a'), merchant('b')])
  list.replace([merchant('a')], 7)
  assert.deepEqual([list.isConfigured('b'), list.find('b')?.apiKey], [false, 'key-b'])
  assert.deepEqual(
    list.removed.map(({ merchant: { id }, removedAtMs }) => [id, removedAtMs]),
    [['b', 7]],
  )
  list.replace([merchant('a', 'other')], 9)
  assert.equal(list.removed[0]?.removedAtMs, 7)
  list.forget('b')
  assert.deepEqual([list.find('b'), ids(list.known), list.removed.length], [null, 'a', 0])
})

void test('a removed merchant that is added again is configured, with its new key', () => {
  const list = createMerchantList([merchant('a'), merchant('b')])
  list.replace([merchant('a')], 7)
  const change = list.replace([merchant('a'), merchant('b', 'new')], 8)
  assert.deepEqual(change, { added: ['b'], changed: [], removed: [] })
  assert.deepEqual([list.isConfigured('b'), list.find('b')?.apiKey, list.removed.length], [true, 'new', 0])
})

void test('options and limits have the merchants of the time at which they are read', () => {
  const list = createMerchantList([merchant('a')])
  const options = withMerchants({ merchants: list.known, dpop: true }, list)
  const limits = withCount({ total: 5 }, list)
  assert.deepEqual([ids(options.merchants), limits.merchants], ['a', 1])
  list.replace([merchant('a'), merchant('b')], 1)
  assert.deepEqual(
    [ids(options.merchants), limits.merchants, options.dpop, limits.total],
    ['a,b', 2, true, 5],
  )
})
