// Groups of attempts, the types of tokens, and the claims of a grant. Pure.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimsOf, isSameGroup, kindOfType, TOKEN_TYPES } from './access.ts'

test('two groups are the same if merchant, order and refund are', () => {
  const order = { merchant: 'm1', order: 'o1' }
  const refund = { ...order, refund: { of: 's1', reference: 'r1' } }
  const groups = [
    order,
    { ...order, merchant: 'm2' },
    { ...order, order: 'o2' },
    refund,
    { ...refund, refund: { of: 's2', reference: 'r1' } },
    { ...refund, refund: { of: 's1', reference: 'r2' } },
  ]
  for (const [one, group] of groups.entries())
    for (const [other, copy] of groups.map((each) => structuredClone(each)).entries())
      assert.equal(isSameGroup(group, copy), one === other, `${one} ${other}`)
})

test('RFC 8725 §3.11 each kind has a type of its own', () => {
  assert.deepEqual(TOKEN_TYPES, {
    sale: 'tapboard-sale+jwt',
    setup: 'tapboard-setup+jwt',
    resolve: 'tapboard-resolve+jwt',
    apply: 'tapboard-apply+jwt',
    desk: 'tapboard-desk+jwt',
    refund: 'tapboard-refund+jwt',
  })
  assert.deepEqual(
    [kindOfType('tapboard-desk+jwt'), kindOfType('JWT'), kindOfType(undefined)],
    ['desk', null, null],
  )
})

test('a desk token names each right once, and UTC without another time zone', () => {
  const grant = {
    kind: 'desk',
    origin: 'https://shop.test',
    person: 'ann',
    rights: ['read', 'read'],
    jkt: 'J',
  } as const
  const claims = {
    origin: 'https://shop.test',
    cnf: { jkt: 'J' },
    person: 'ann',
    rights: ['read'],
    time_zone: 'UTC',
  }
  assert.deepEqual(claimsOf(grant as never, true), { ok: true, claims })
  const there = claimsOf({ ...grant, timeZone: 'Asia/Tokyo' } as never, true)
  assert.deepEqual(there, { ok: true, claims: { ...claims, time_zone: 'Asia/Tokyo' } })
})

test('a token is bound to the key of the page, if the page has one and proofs are required', () => {
  const grant = { kind: 'setup', origin: 'https://shop.test' } as const
  const bound = (jkt: string | undefined, dpop: boolean): unknown =>
    claimsOf({ ...grant, ...(jkt === undefined ? {} : { jkt }) } as never, dpop)
  const plain = { ok: true, claims: { origin: 'https://shop.test' } }
  assert.deepEqual(bound('J', true), { ok: true, claims: { ...plain.claims, cnf: { jkt: 'J' } } })
  assert.deepEqual(
    [bound('J', false), bound(undefined, true), bound(undefined, false)],
    [plain, plain, plain],
  )
})
