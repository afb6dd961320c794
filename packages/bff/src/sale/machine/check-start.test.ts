// What a start must agree with, which attempt blocks the next one, and which one represents the order. Attempts are given newest
// first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StartSale } from '@tapboard/contract'
import type { SaleAccess } from '../../token/access.ts'
import { checkRequest, decidingAttempt, hashRequest, judgeAttempts, storedKey } from './check-start.ts'
import { rows } from './machine.testing.ts'
import type { SaleRow } from './row.ts'

/** The attempts of an order, newest first; the last one is attempt 1. */
const attempts = (...newestFirst: readonly Partial<SaleRow>[]): SaleRow[] =>
  newestFirst.map((more, at) => {
    const attempt = newestFirst.length - at
    return { ...rows.declined, ...more, id: `sale_${attempt}`, attempt }
  })

/** A late conflict: a newer attempt had the order lock when the evidence arrived (rule 22). */
const lateConflict = { ...rows.review, reason: 'late_conflict', orderHold: false } as const

void test('a review without the order lock blocks the next attempt until a person decides', () => {
  const decided = attempts(rows.declined, rows.closed_unpaid)
  const undecided = attempts(rows.declined, lateConflict)
  assert.equal(judgeAttempts(decided, 3), null)
  const judged = judgeAttempts(undecided, 3)
  assert.deepEqual([judged?.code, judged?.sale?.id], ['sale-open', 'sale_1'])
})

void test('a payment blocks the next attempt before an open attempt does', () => {
  const judged = judgeAttempts(attempts(rows.started, rows.approved), 3)
  assert.deepEqual([judged?.code, judged?.sale?.id], ['order-already-paid', 'sale_1'])
})

void test('an order is represented by its payment, also with a newer attempt in review', () => {
  assert.equal(decidingAttempt(attempts(rows.declined, lateConflict, rows.approved))?.id, 'sale_1')
  assert.equal(decidingAttempt(attempts(rows.declined, lateConflict, rows.declined))?.id, 'sale_2')
  assert.equal(decidingAttempt(attempts(lateConflict, rows.approved))?.id, 'sale_2', 'the newest is not over')
  assert.equal(decidingAttempt(attempts(rows.declined, rows.timed_out))?.id, 'sale_2')
  assert.equal(decidingAttempt([]), null)
})

const request: StartSale = {
  order: 'o1',
  attempt: 1,
  amountMinor: 4_200,
  currency: 'USD',
  deviceId: 'd1',
}
const access: SaleAccess = {
  merchant: 'm1',
  order: 'o1',
  amountMinor: 4_200,
  currency: 'USD',
  devices: ['d0', 'd1'],
  origin: 'https://shop.test',
}
const refund = { of: 'sale_1', reference: 'r1', person: 'ann' } as const
const KEY = 'k'.repeat(16)

void test('INV-13 a start that agrees with its token is accepted, any other member is refused by its name', () => {
  assert.equal(checkRequest(access, request, KEY), null)
  assert.equal(checkRequest({ ...access, devices: null }, request, KEY), null)
  for (const [changes, name] of [
    [{ order: 'o2' }, 'order'],
    [{ amountMinor: 4_201 }, 'amountMinor'],
    [{ currency: 'EUR' }, 'currency'],
    [{ deviceId: 'd2' }, 'deviceId'],
  ] as const) {
    const refused = checkRequest(access, { ...request, ...changes }, KEY)
    assert.equal(refused?.code, 'forbidden')
    assert.match(JSON.stringify(refused), new RegExp(`made for another ${name};`))
  }
})

void test('refuses a bad idempotency key and an amount that the payment service cannot write', () => {
  assert.equal(checkRequest(access, request, 'short')?.code, 'idempotency-key-missing')
  const dinar = { amountMinor: 4_201, currency: 'KWD' } as const
  assert.equal(checkRequest({ ...access, ...dinar }, { ...request, ...dinar }, KEY)?.code, 'invalid-amount')
})

void test('INV-11 the hash of a start covers each member and its refund, and not its deadline', () => {
  const hashes = [
    hashRequest(access, request),
    hashRequest({ ...access, merchant: 'm2' }, request),
    hashRequest({ ...access, refund: refund }, request),
    hashRequest({ ...access, refund: { ...refund, reference: 'r2' } }, request),
    ...[
      { order: 'o2' },
      { attempt: 2 },
      { amountMinor: 1 },
      { currency: 'EUR' as const },
      { deviceId: 'd2' },
    ].map((changes) => hashRequest(access, { ...request, ...changes })),
  ]
  assert.equal(new Set(hashes).size, hashes.length)
  assert.equal(hashRequest(access, { ...request, deadlineAtMs: 5 }), hashes[0])
})

void test('a refund stores a key of its own for the key of the page', () => {
  assert.equal(storedKey({}, KEY), KEY)
  const keys = [KEY, ...['r1', 'r2'].map((reference) => storedKey({ refund: { ...refund, reference } }, KEY))]
  assert.equal(new Set(keys).size, 3)
  assert.match(keys[1] ?? '', /^[\w-]{43}$/)
})

void test('the next attempt of an order has the next number', () => {
  assert.equal(judgeAttempts([], 1), null)
  for (const attempt of [0, 2]) assert.equal(judgeAttempts([], attempt)?.code, 'invalid-request')
  assert.equal(judgeAttempts(attempts(rows.declined), 2), null)
  for (const attempt of [1, 3])
    assert.equal(judgeAttempts(attempts(rows.declined), attempt)?.code, 'invalid-request')
})
