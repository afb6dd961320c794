// A withdrawal writes one line of the audit with its caller, and none for a repeat (D-143, D-147).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogFields } from '../ports.ts'
import { NO_GRANTS } from './order-grant.ts'
import { withdrawOrderGrants } from './withdraw.ts'

const CALLER = { by: 'host', requestId: 'request-1' } as const

void test('D-147 writes the line of a withdrawal with its caller, after the store has recorded it', async () => {
  const calls: unknown[] = []
  const log = {
    info: (fields: LogFields, message: string) => void calls.push([fields, message]),
    warn() {},
    error() {},
  }
  let isFirst = true
  const grants = {
    withdraw: async (...given: unknown[]): Promise<boolean> => {
      calls.push(given)
      const was = isFirst
      isFirst = false
      return was
    },
  }
  await withdrawOrderGrants({ grants, log }, 'shop', 'A-1', CALLER)
  await withdrawOrderGrants({ grants, log }, 'shop', 'A-1', CALLER)
  const fields = { action: 'grants-withdrawn', merchant: 'shop', order: 'A-1', ...CALLER }
  assert.deepEqual(calls, [
    ['shop', 'A-1', CALLER],
    [fields, 'audit'],
    ['shop', 'A-1', CALLER],
  ])
})

void test('grants that record nothing have one generation and nothing to withdraw', async () => {
  assert.equal(await NO_GRANTS.record('shop', 'A-1', { amountMinor: 1, currency: 'USD' }), 1)
  assert.equal(await NO_GRANTS.newest('shop', 'A-1'), null)
  assert.equal(await NO_GRANTS.withdraw('shop', 'A-1'), false)
})
