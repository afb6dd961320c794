// The public sale of a row: what an event stores, and what depends on the reader and the time of reading.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rows, T } from './machine.testing.ts'
import type { SaleRow } from './row.ts'
import { nextLookMs, saleOf, snapshotOf, type SaleViewInputs } from './view.ts'

const features = { cancel: true, lookup: 'none', repeat: 'unknown' } as const
const inputs: SaleViewInputs = {
  features,
  cancelRequested: false,
  staleSinceMs: null,
  nextLookMs: null,
  nowMs: T + 9,
}
const viewOf = (row: SaleRow, more: Partial<SaleViewInputs> = {}) =>
  saleOf(snapshotOf(row), { ...inputs, ...more })

test('an event stores the public members of the row and no other', () => {
  const row: SaleRow = {
    ...rows.started,
    kind: 'refund',
    refundOf: 'sale_0',
    refundRef: 'r1',
    message: 'm',
    phase: 'authorizing',
    stillWaiting: true,
    reference: 'R',
    approvalCode: 'A',
    card: 'Visa …1111',
    byWhom: 'person',
    settledAtMs: T + 3,
    conflictWith: 'sale_9',
    reason: 'error',
    attempt: 2,
    version: 7,
  }
  assert.deepEqual(snapshotOf(row), {
    id: 'sale_a',
    kind: 'refund',
    refundOf: 'sale_0',
    refund: 'r1',
    order: 'o1',
    attempt: 2,
    state: 'started',
    reason: 'error',
    message: 'm',
    phase: 'authorizing',
    stillWaiting: true,
    amountMinor: 4_200,
    currency: 'USD',
    device: { id: 'd1', name: 'Front counter', make: 'A920', serialEnding: '1234' },
    externalId: 'tb-a',
    sessionId: 'ses_a',
    reference: 'R',
    approvalCode: 'A',
    card: 'Visa …1111',
    by: 'person',
    createdAtMs: T,
    settledAtMs: T + 3,
    conflictWith: 'sale_9',
    deviceFreeAtMs: T + 370_000,
    version: 7,
  })
})

test('the end of the fence is public while the terminal is held, and in review', () => {
  const freeAt = (row: SaleRow): number | null => snapshotOf(row).deviceFreeAtMs
  assert.equal(freeAt(rows.in_doubt), T + 370_000)
  assert.equal(freeAt({ ...rows.in_doubt, deviceHold: false }), null)
  assert.equal(freeAt(rows.review), T + 370_000)
  assert.equal(freeAt(rows.approved), null)
})

test('a started sale can be cancelled if the upstream supports it', () => {
  const cancelable = (row: SaleRow, cancel = true): boolean =>
    viewOf(row, { features: { ...features, cancel } }).cancelable
  assert.deepEqual(
    [cancelable(rows.started), cancelable(rows.started, false), cancelable(rows.in_doubt)],
    [true, false, false],
  )
  assert.equal(viewOf(rows.started, { features: null }).cancelable, false)
})

test('the upstream can be asked about a known session, or by a look-up or a repeat', () => {
  const checkable = (row: SaleRow, more: Partial<NonNullable<SaleViewInputs['features']>> = {}): boolean =>
    viewOf(row, { features: { ...features, ...more } }).checkable
  assert.deepEqual(
    [checkable(rows.started), checkable(rows.in_doubt), checkable(rows.declined)],
    [true, true, false],
  )
  const lost = rows['in_doubt no_session']
  assert.deepEqual(
    [checkable(lost), checkable(lost, { lookup: 'authoritative' }), checkable(lost, { repeat: 'refuses' })],
    [false, true, true],
  )
  assert.equal(checkable(rows.not_started, { lookup: 'authoritative' }), false)
  assert.equal(viewOf(rows.started, { features: null }).checkable, false)
})

test('D-92 a sale is stale from a time that is not in the future, and only while news are expected', () => {
  const since = (row: SaleRow, staleSinceMs: number | null): number | null =>
    viewOf(row, { staleSinceMs }).staleSinceMs
  assert.deepEqual(
    [since(rows.started, T), since(rows.started, T + 10), since(rows.started, null)],
    [T, T + 9, null],
  )
  assert.equal(since(rows.declined, T), null)
  assert.deepEqual([viewOf(rows.started).nowMs, viewOf(rows.started).cancelRequested], [T + 9, false])
  assert.equal(viewOf(rows.started, { cancelRequested: true }).cancelRequested, true)
})

test('names the next look at a sale in doubt that the upstream can be asked about, and at no other', () => {
  const next = { nextLookMs: T + 15_000 }
  assert.equal(viewOf({ ...rows.in_doubt, sessionId: 's1' }, next).nextAskAtMs, T + 15_000)
  assert.equal(viewOf({ ...rows.in_doubt, sessionId: null }, next).nextAskAtMs, null)
  assert.equal(viewOf({ ...rows.in_doubt, sessionId: 's1' }, { ...next, features: null }).nextAskAtMs, null)
  assert.equal(viewOf(rows.started, next).nextAskAtMs, null)
})

test('a page learns the time of the next look at a sale in doubt only', () => {
  const next = (row: SaleRow): number | null => nextLookMs({ ...row, nextAtMs: T + 7 })
  assert.deepEqual([next(rows.in_doubt), next(rows.started), next(rows.declined)], [T + 7, null, null])
})
