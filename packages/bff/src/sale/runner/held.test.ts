/** A sale that a process holds: the time of the store, and evidence that is applied until the store accepts it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAlarm, StoreError } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import type { Applied } from '../ledger/ledger.ts'
import { rows } from '../machine/machine.testing.ts'
import { LEASE_MS } from '../machine/states.ts'
import { keptLog } from '../testing.ts'
import { askStoreNow, clockOffset, persist, storeNow, type Held, type RunnerDeps } from './held.ts'

void test('the answer of the store replaces the estimate; without an answer the estimate applies', async () => {
  const clock = new ManualClock()
  const held = { offsetMs: 0 } as Held
  let answer = (): Promise<number> => Promise.resolve(clock.now() + 7_000)
  const deps = { clock, ledger: { now: () => answer() } } as unknown as RunnerDeps
  assert.equal(storeNow(held, clock), clock.now())
  assert.equal(await askStoreNow(deps, held), clock.now() + 7_000)
  assert.equal(storeNow(held, clock), clock.now() + 7_000)
  answer = () => Promise.reject(new StoreError('store-unavailable', 'The store is away.'))
  clock.jump(1_000)
  assert.equal(await askStoreNow(deps, held), clock.now() + 7_000)
  answer = () => Promise.reject(new Error('no such table'))
  await assert.rejects(askStoreNow(deps, held), /no such table/)
})

void test('a new lease tells the time of the store, a row without one tells none', () => {
  const clock = new ManualClock()
  const lease = { ...rows.started, leaseUntilMs: clock.now() + LEASE_MS + 900 }
  assert.equal(clockOffset(lease, clock), 900)
  assert.equal(clockOffset({ ...lease, leaseUntilMs: null }, clock), 0)
})

/** A held sale whose store gives these answers in turn. */
function holding(...answers: (Applied | Error)[]) {
  const clock = new ManualClock()
  const stop = new AbortController()
  const { log, lines } = keptLog()
  const alerts: unknown[] = []
  let tries = 0
  const held = {
    row: rows.started,
    fence: 7,
    upstream: { features: { repeat: 'unknown', lookup: 'none' } },
    signal: stop.signal,
    alarm: createAlarm(clock),
  } as unknown as Held
  const apply = async (): Promise<Applied> => {
    tries += 1
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no further try')
    return answer
  }
  const observer = { alert: (alert: unknown) => void alerts.push(alert) }
  const deps = { clock, log, observer, isDraining: () => false, ledger: { apply } } as unknown as RunnerDeps
  return { clock, stop, lines, alerts, held, deps, tries: () => tries }
}

const AWAY = new StoreError('store-unavailable', 'The store is away.')
const moved = (row = rows.in_doubt): Applied => ({ kind: 'moved', row, effects: [] })

void test('a transition is logged with its reason, if it has one, and its alerts reach the operator', async () => {
  const effects = [{ type: 'alert', reason: 'overdue' }, { type: 'flag_newer' }] as const
  const doubt = holding({ ...moved(), effects } as Applied)
  await persist(doubt.deps, doubt.held, { type: 'hard_passed' })
  const fields = { merchant: 'm1', saleId: 'sale_a', state: 'in_doubt', reason: 'overdue' }
  assert.deepEqual(doubt.lines, [
    { level: 'info', message: 'a sale changed its state', ...fields, fence: 7 },
    { level: 'error', message: 'a sale needs a person', ...fields },
  ])
  assert.deepEqual(doubt.alerts, [fields])
  assert.equal(doubt.held.row, rows.in_doubt)
  const plain = holding(moved(rows.approved), { kind: 'noted', row: rows.declined }, { kind: 'stale' })
  await persist(plain.deps, plain.held, { type: 'hard_passed' })
  assert.deepEqual(plain.lines, [
    {
      level: 'info',
      message: 'a sale changed its state',
      merchant: 'm1',
      saleId: 'sale_a',
      state: 'approved',
      fence: 7,
    },
  ])
  await persist(plain.deps, plain.held, { type: 'hard_passed' })
  await persist(plain.deps, plain.held, { type: 'hard_passed' })
  assert.equal(plain.held.row, rows.declined, 'the row of another owner is not taken')
  assert.equal(plain.lines.length, 1)
})

void test('evidence is applied again every half second while the store is away', async () => {
  const { clock, held, deps, tries } = holding(AWAY, AWAY, moved())
  const done = persist(deps, held, { type: 'hard_passed' })
  await clock.advance(499)
  assert.equal(tries(), 1)
  await clock.advance(1)
  assert.equal(tries(), 2)
  await clock.advance(500)
  assert.equal((await done)?.kind, 'moved')
})

void test('an abort ends the tries at once, but not those of the result of a send', async () => {
  const optional = holding(AWAY, AWAY)
  const dropped = persist(optional.deps, optional.held, { type: 'hard_passed' })
  await optional.clock.advance(0)
  optional.stop.abort()
  assert.equal(await dropped, null)
  assert.equal(optional.tries(), 2, 'the abort ends the pause')
  const must = holding(AWAY, AWAY, moved())
  must.stop.abort()
  const kept = persist(must.deps, must.held, { type: 'hard_passed' }, true)
  await must.clock.advance(499)
  assert.equal(must.tries(), 1)
  await must.clock.advance(501)
  assert.equal((await kept)?.kind, 'moved')
})

void test('a fault of the program is not retried', async () => {
  const { held, deps, tries } = holding(new Error('no such table'), moved())
  await assert.rejects(persist(deps, held, { type: 'hard_passed' }), /no such table/)
  assert.equal(tries(), 1)
})
