// Fixtures for the tests of whole transitions: expected columns, inputs, and a runner of cases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome } from '@tapboard/contract'
import { reduce } from './machine.ts'
import { rows, T } from './machine.testing.ts'
import type { Changes, Effect, Facts, Reduction, SaleInput } from './sale-input.ts'
import type { SaleRow } from './row.ts'

export const FORGOTTEN = { seen: null, seenCount: 0, seenFirstMs: null } as const
export const seen = (what: string, seenCount: number, seenFirstMs: number | null = T): Changes => ({
  seen: what,
  seenCount,
  seenFirstMs,
})
/** Remembered evidence that each transition but a progress clears. */
export const OLD = seen('old', 1)

export const ended = (settledAtMs: number | null, changes: Changes): Changes => ({
  ...FORGOTTEN,
  reason: null,
  orderHold: false,
  deviceHold: false,
  nextAtMs: null,
  leaseOwner: null,
  leaseUntilMs: null,
  settledAtMs,
  ...changes,
})
export const doubted = (reason: 'no_session' | 'session_lost' | 'overdue', nowMs: number): Changes => ({
  ...FORGOTTEN,
  state: 'in_doubt',
  reason,
  doubtedAtMs: nowMs,
  nextAtMs: nowMs,
})
export const started = (sessionId: string, nowMs: number): Changes => ({
  ...FORGOTTEN,
  state: 'started',
  reason: null,
  sessionId,
  softAtMs: nowMs + 150_000,
  hardAtMs: nowMs + 300_000,
  doubtedAtMs: null,
  nextAtMs: nowMs + 1_000,
})
export const sending = (nowMs: number, more: Changes): Changes => ({
  ...FORGOTTEN,
  state: 'sending',
  reason: null,
  sendDeadlineMs: nowMs + 10_000,
  deviceFreeAtMs: nowMs + 370_000,
  nextAtMs: nowMs,
  ...more,
})
export const alert = (reason: Extract<Effect, { type: 'alert' }>['reason']): Effect => ({
  type: 'alert',
  reason,
})
export const FLAG: Effect = { type: 'flag_newer' }
export const CLOSE: Effect = { type: 'follow_up', pace: 'close' }
export const WIDE: Effect = { type: 'follow_up', pace: 'wide' }

export const unpaid = (kind: 'timed_out' | 'failed' | 'cancelled', more: object = {}): Outcome =>
  ({ kind, code: null, message: null, reference: null, ...more }) as Outcome
export const found = (sessionId = 'ses_b', taken = false): SaleInput => ({
  type: 'session_found',
  sessionId,
  taken,
})
export const attestedPaid = (
  reference: string | null,
  approvalCode: string | null,
  person = 'ann',
): SaleInput => ({
  type: 'attested_paid',
  person,
  reference,
  approvalCode,
})
export const ATTESTED_UNPAID: SaleInput = { type: 'attested_unpaid', person: 'ann' }
export const free = { deviceHold: false } as const

/** A transition: name, the row before it with these columns, the input, its time, and the whole result. */
export type Case = readonly [
  name: string,
  from: keyof typeof rows,
  changes: Partial<SaleRow>,
  input: SaleInput,
  at: Facts,
  event: Extract<Reduction, { kind: 'moved' }>['event'],
  wanted: Changes,
  ...effects: Effect[],
]

/** A test for each case: the reduction is exactly this one. */
export function testCases(cases: readonly Case[]): void {
  for (const [name, from, changes, input, at, event, wanted, ...effects] of cases)
    test(`rule ${name}`, () => {
      const judged = reduce({ ...rows[from], ...changes }, input, at)
      assert.deepEqual(judged, { kind: 'moved', event, changes: wanted, effects })
    })
}
