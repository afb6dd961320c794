// The events for the host's server: which events of a sale it gets, for which receiver, and under which ID.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SaleEventType } from '@tapboard/contract'
import { rows, T } from '../machine/machine.testing.ts'
import { announce, announceMove, remind } from './announce.ts'

const BOTH = ['webhook', 'hook'] as const
const refund = { ...rows.approved, kind: 'refund', refundOf: 'sale_0', refundRef: 'r' } as const

test('the host gets the ends, doubts and reviews of sales and refunds', () => {
  const words: Partial<Record<SaleEventType, string>> = {
    approved: 'approved',
    declined: 'unpaid',
    timed_out: 'unpaid',
    failed: 'unpaid',
    refused: 'unpaid',
    abandoned: 'unpaid',
    doubted: 'in_doubt',
    reviewed: 'review',
    attested_paid: 'resolved',
    attested_unpaid: 'resolved',
  }
  for (const [type, word] of Object.entries(words))
    for (const row of [rows.approved, refund])
      assert.deepEqual(
        announce(type as SaleEventType, row, T, ['webhook']).map((one) => one.type),
        [`${row.kind}.${word}`],
      )
  assert.deepEqual(announce('created', rows.intent, T, ['webhook']), [])
})

test('an event has the sale after it, and one ID for all tries of one commit', () => {
  const [webhook, hook] = announce(
    'approved',
    { ...rows.approved, version: 4, cancelRequested: true },
    T + 7,
    BOTH,
  )
  assert.deepEqual(
    [
      webhook?.id,
      hook?.id,
      webhook?.eventId,
      webhook?.saleId,
      webhook?.merchant,
      webhook?.target,
      hook?.target,
    ],
    ['sale_a.4:webhook', 'sale_a.4:hook', 'sale_a.4', 'sale_a', 'm1', 'webhook', 'hook'],
  )
  const event = JSON.parse(webhook?.body ?? '')
  assert.deepEqual(
    [event.id, event.type, event.atMs, event.merchant, event.order],
    ['sale_a.4', 'sale.approved', T + 7, 'm1', 'o1'],
  )
  const { state, cancelRequested, staleSinceMs, nextAskAtMs, nowMs, checkable } = event.sale
  assert.deepEqual(
    [state, cancelRequested, staleSinceMs, nextAskAtMs, nowMs, checkable],
    ['approved', true, null, null, T + 7, false],
  )
})

test('a callback of the process gets the ends and a review that revokes one', () => {
  const targets = (row: (typeof rows)['review']): string[] =>
    announce('reviewed', row, T, BOTH).map(({ target }) => target)
  assert.deepEqual(targets(rows.approved), [...BOTH])
  assert.deepEqual(targets(rows.review), ['webhook'])
  assert.deepEqual(targets({ ...rows.review, reason: 'late_conflict' }), [...BOTH])
  assert.deepEqual(targets({ ...rows.in_doubt, reason: 'late_conflict' }), ['webhook'])
})

test('a reminder and another amount have IDs of their own', () => {
  const ids = (all: readonly { readonly id: string; readonly type: string }[]): string[] =>
    all.map(({ id, type }) => `${id} ${type}`)
  assert.deepEqual(ids(remind(rows.in_doubt, 2, T, BOTH)), ['sale_a.1.2:webhook sale.in_doubt'])
  assert.deepEqual(ids(remind({ ...refund, state: 'in_doubt' }, 1, T, ['webhook'])), [
    'sale_a.1.1:webhook refund.in_doubt',
  ])
  const paid = { type: 'approved', before: rows.started, after: rows.approved, atMs: T } as const
  assert.deepEqual(ids(announceMove({ ...paid, differs: true }, BOTH)), [
    'sale_a.1:webhook sale.approved',
    'sale_a.1:hook sale.approved',
    'sale_a.1.amount:webhook sale.amount_differs',
    'sale_a.1.amount:hook sale.amount_differs',
  ])
  assert.deepEqual(
    announceMove({ ...paid, differs: false }, BOTH),
    announce('approved', rows.approved, T, BOTH),
  )
})

test('a host without receivers gets no event', () => {
  assert.deepEqual(announce('approved', rows.approved, T, []), [])
  assert.deepEqual(remind(rows.in_doubt, 1, T, []), [])
  const paid = { type: 'approved', before: rows.started, after: rows.approved, atMs: T } as const
  assert.deepEqual(announceMove({ ...paid, differs: true }, []), [])
})

test('D-93 a doubt that continues an announced one is not announced again', () => {
  const types = (type: 'doubted' | 'reviewed', doubtedAtMs: number | null): string[] => {
    const before = { ...rows.in_doubt, doubtedAtMs }
    return announceMove({ type, before, after: rows.in_doubt, atMs: T, differs: false }, ['webhook']).map(
      (row) => row.type,
    )
  }
  assert.deepEqual(types('doubted', T), [])
  assert.deepEqual(types('doubted', null), ['sale.in_doubt'])
  assert.deepEqual(types('reviewed', T), ['sale.review'])
})
