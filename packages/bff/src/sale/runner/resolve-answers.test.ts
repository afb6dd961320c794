// The attestation of a person against the real machine, without a store: inputs, log lines and waiting times (rules 20 and 21).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attestation } from '@tapboard/contract'
import type { Applied, Ledger } from '../ledger/ledger.ts'
import { reduce } from '../machine/machine.ts'
import { facts, LATE, rows, T } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { keptLog } from '../testing.ts'
import { appliedTo } from './follow.testing.ts'
import { resolveSale } from './resolve.ts'

const PAID: Attestation = { outcome: 'paid', reference: 'R-77' }
const UNPAID: Attestation = { outcome: 'unpaid' }

async function resolve(first: SaleRow, attestation: Attestation, nowMs: number) {
  let row = first
  const inputs: SaleInput['type'][] = []
  const { log, lines } = keptLog()
  const apply = async (_id: string, input: SaleInput): Promise<Applied> => {
    inputs.push(input.type)
    const applied = appliedTo(row, reduce(row, input, facts(nowMs)))
    if (applied.kind !== 'stale') row = applied.row
    return applied
  }
  const ledger = { find: async () => row, now: async () => nowMs, apply } as unknown as Ledger
  const observer = { alert() {}, attempted() {} }
  const result = await resolveSale(
    { ledger, merchants: () => null, log, observer, view: ({ state }) => ({ state }) as never },
    { merchant: 'm1', sale: 'sale_a', person: 'ann', origin: 'https://shop.test' },
    attestation,
  )
  return { result, inputs, lines }
}

test('the terminal of a sale in doubt is freed first, if it is still held', async () => {
  const held = await resolve(rows.in_doubt, UNPAID, LATE)
  assert.deepEqual(held.inputs, ['device_free_passed', 'attested_unpaid'])
  const free = await resolve({ ...rows.in_doubt, deviceHold: false }, UNPAID, LATE)
  assert.deepEqual(free.inputs, ['attested_unpaid'])
  const review = await resolve({ ...rows.review, deviceHold: true }, UNPAID, LATE)
  assert.deepEqual(review.inputs, ['attested_unpaid'])
})

test('the log has the decision of the person', async () => {
  for (const [attestation, code, state] of [
    [PAID, 'attested_paid', 'approved'],
    [UNPAID, 'attested_unpaid', 'closed_unpaid'],
  ] as const) {
    const { result, lines } = await resolve({ ...rows.in_doubt, deviceHold: false }, attestation, LATE)
    assert.deepEqual(result, { ok: true, sale: { state }, created: true })
    assert.deepEqual(lines[0], {
      level: 'info',
      message: 'a person resolved a sale',
      merchant: 'm1',
      saleId: 'sale_a',
      state,
      code,
    })
  }
})

test('P6 a refusal before the terminal is free has the rest of the time in whole seconds', async () => {
  for (const [restMs, seconds] of [
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [LATE - T, 370],
  ] as const) {
    const { result } = await resolve(rows.in_doubt, UNPAID, LATE - restMs)
    assert.ok(!result.ok)
    assert.deepEqual([result.code, result.retryAfterSeconds], ['device-not-free', seconds])
  }
})

test('an end that the upstream reported is no attestation of a person', async () => {
  const { result } = await resolve({ ...rows.approved, person: 'ann', reference: 'R-77' }, PAID, LATE)
  assert.ok(!result.ok)
  assert.equal(result.code, 'not-resolvable')
})
