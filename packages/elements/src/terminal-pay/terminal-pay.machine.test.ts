import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Checkout, Sale, SaleState } from '@tapboard/contract'
import { APPROVED, DEVICES, SALE } from '../testing/scripted-bff.ts'
import {
  conflictOf,
  EMPTY,
  nextStart,
  phaseOf,
  reduce,
  type Effect,
  type Happening,
  type View,
} from './terminal-pay.machine.ts'

const CHECKOUT: Checkout = {
  merchant: { id: 'm1', name: 'Corner Repair' },
  environment: 'sandbox',
  order: 'R-1042',
  amountMinor: 4200,
  currency: 'USD',
  devices: [...DEVICES],
  sale: null,
  nextAttempt: 1,
  features: { cancel: true, details: true },
  nowMs: SALE.nowMs,
}

function run(events: readonly Happening[], from: View = EMPTY): { view: View; effects: Effect[] } {
  let view = from
  const effects: Effect[] = []
  for (const event of events) {
    const step = reduce(view, event)
    view = step.view
    effects.push(...step.effects)
  }
  return { view, effects }
}

const read = (change: Partial<Checkout> = {}, remembered: string | null = null): Happening => ({
  type: 'read',
  checkout: { ...CHECKOUT, ...change },
  remembered,
})
const seen = (change: Partial<Sale>): Happening => ({ type: 'seen', sale: { ...SALE, ...change } })
const told = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => (effect.type === 'tell' ? [effect.name] : []))

test('a lone terminal is chosen by itself', () => {
  const { view, effects } = run([read({ devices: [DEVICES[0]!] })])
  assert.equal(view.deviceId, 'dev_front')
  assert.deepEqual(told(effects), ['terminal-pay-ready', 'terminal-pay-device-change'])
})

test('the terminal last used on this browser is chosen, unless it is gone', () => {
  assert.equal(run([read({}, 'dev_work')]).view.deviceId, 'dev_work')
  assert.equal(run([read({}, 'dev_gone')]).view.deviceId, null)
})

test('nothing can start before a terminal is chosen', () => {
  assert.equal(nextStart(run([read()]).view), null)
  assert.equal(nextStart(run([read(), { type: 'chosen', id: 'dev_front' }]).view)?.attempt, 1)
})

test('every state of a sale has its phase', () => {
  const phases: Readonly<Record<SaleState, string>> = {
    intent: 'contacting',
    sending: 'contacting',
    started: 'waiting',
    in_doubt: 'doubt',
    review: 'review',
    approved: 'approved',
    declined: 'unpaid',
    timed_out: 'unpaid',
    failed: 'unpaid',
    not_started: 'unpaid',
    abandoned: 'unpaid',
    closed_unpaid: 'unpaid',
  }
  for (const [state, phase] of Object.entries(phases)) {
    assert.equal(phaseOf(run([read({ sale: { ...SALE, state: state as SaleState } })]).view), phase, state)
  }
})

test('P5 an open sale found on loading is followed', () => {
  const { view, effects } = run([read({ sale: { ...SALE, state: 'started' } })])
  assert.equal(phaseOf(view), 'waiting')
  assert.ok(effects.some(({ type }) => type === 'follow'))
})

test('versions only go forward: an old snapshot changes nothing', () => {
  const { view } = run([
    read(),
    seen({ version: 5, state: 'started' }),
    seen({ version: 4, state: 'sending' }),
  ])
  assert.equal(view.sale?.version, 5)
  assert.equal(view.sale?.state, 'started')
})

test('an older attempt never replaces a newer one', () => {
  const { view } = run([
    read(),
    seen({ id: 'sale_2', attempt: 2 }),
    seen({ id: 'sale_1', attempt: 1, version: 99 }),
  ])
  assert.equal(view.sale?.id, 'sale_2')
})

test('the end of an attempt is told exactly once', () => {
  const { effects } = run([
    read(),
    seen({ version: 1 }),
    seen({ ...APPROVED, version: 2 }),
    seen({ ...APPROVED, version: 3 }),
    seen({ state: 'review', reason: 'late_conflict', version: 4 }),
    seen({ ...APPROVED, version: 5 }),
    read({ sale: { ...SALE, ...APPROVED, version: 5 } }),
  ])
  assert.deepEqual(
    told(effects).filter((name) => name === 'terminal-pay-settled'),
    ['terminal-pay-settled'],
  )
})

test('in doubt is no end: the order stays locked and nothing can start', () => {
  const { view, effects } = run([read(), seen({ state: 'in_doubt', reason: 'overdue' })])
  assert.equal(nextStart(view), null)
  assert.ok(!told(effects).includes('terminal-pay-settled'))
})

test('after a decline the same terminal is offered with the next attempt', () => {
  const { view } = run([read({}, 'dev_front'), seen({ state: 'declined' })])
  assert.equal(phaseOf(view), 'unpaid')
  assert.equal(nextStart(view)?.attempt, 2)
  assert.equal(nextStart(view)?.deviceId, 'dev_front')
})

test('P60 while a start is out no second one can be sent', () => {
  const chosen = run([read({}, 'dev_front')]).view
  const request = nextStart(chosen)!
  const { view } = run([{ type: 'sent', request }], chosen)
  assert.equal(phaseOf(view), 'contacting')
  assert.equal(nextStart(view), null)
})

test('a refusal with the sale that stands in the way attaches to that sale', () => {
  const chosen = run([read({}, 'dev_front')]).view
  const { view, effects } = run(
    [
      { type: 'sent', request: nextStart(chosen)! },
      { type: 'refused', code: 'sale-open', sale: { ...SALE, state: 'started' } },
    ],
    chosen,
  )
  assert.equal(phaseOf(view), 'waiting')
  assert.ok(effects.some(({ type }) => type === 'follow'))
})

test('P8 a busy terminal brings the choice back and says why', () => {
  const chosen = run([read({}, 'dev_front')]).view
  const events: Happening[] = [
    { type: 'sent', request: nextStart(chosen)! },
    { type: 'refused', code: 'device-busy', sale: null },
  ]
  const { view, effects } = run(events, chosen)
  assert.equal(phaseOf(view), 'choosing')
  assert.equal(view.refusal, 'device-busy')
  assert.ok(effects.some(({ type }) => type === 'load'))
})

test('reading the checkout again keeps the reason of the last refusal', () => {
  const chosen = run([read({}, 'dev_front')]).view
  const { view } = run(
    [
      { type: 'sent', request: nextStart(chosen)! },
      { type: 'refused', code: 'device-busy', sale: null },
      read(),
    ],
    chosen,
  )
  assert.equal(view.refusal, 'device-busy')
})

test('stop watching stops following and does not forget the sale', () => {
  const open = run([read(), seen({ state: 'started' })]).view
  const stopped = run([{ type: 'watched', watching: false }], open)
  assert.equal(phaseOf(stopped.view), 'unwatched')
  assert.deepEqual(stopped.effects, [{ type: 'unfollow' }])
  const again = run([{ type: 'watched', watching: true }], stopped.view)
  assert.equal(phaseOf(again.view), 'waiting')
  assert.equal(again.effects[0]?.type, 'follow')
})

test('another order starts from nothing', () => {
  const { view } = run([read(), seen({ ...APPROVED }), read({ order: 'R-2000', sale: null })])
  assert.equal(phaseOf(view), 'choosing')
  assert.equal(view.sale, null)
})

test('another terminal can be chosen after a decline, and the next attempt goes there', () => {
  const { view } = run([read({}, 'dev_front'), seen({ state: 'declined' }), { type: 'shelved' }])
  assert.equal(phaseOf(view), 'choosing')
  const other = run([{ type: 'chosen', id: 'dev_work' }], view).view
  assert.deepEqual([nextStart(other)?.attempt, nextStart(other)?.deviceId], [2, 'dev_work'])
})

test('P61 a lost connection is said while a sale is on its way, and never where nothing would take it back', () => {
  const lost: Happening = { type: 'linked', alive: false }
  const start: Happening = { type: 'sent', request: { ...SALE, deviceId: 'dev_front' } }
  for (const going of [
    [start],
    [seen({ state: 'started' })],
    [seen({ state: 'in_doubt', reason: 'overdue' })],
  ])
    assert.equal(run([read(), ...going, lost]).view.lost, true)
  const idle: Happening[][] = [
    [],
    [seen(APPROVED)],
    [seen({ state: 'declined' })],
    [seen({ state: 'started' }), { type: 'watched', watching: false }],
  ]
  for (const still of idle) assert.equal(run([read(), ...still, lost]).view.lost, false)
})

const FLAGGED: Partial<Sale> = { id: 'sale_2', attempt: 2, version: 6, conflictWith: 'sale_1' }
const EARLIER: Partial<Sale> = { state: 'review', reason: 'late_conflict', version: 7 }

test('rule 22: the page hears that an earlier attempt was paid', () => {
  const { view } = run([read({ sale: { ...SALE, ...FLAGGED, version: 5, conflictWith: null } })])
  const flagged = run([seen(FLAGGED)], view)
  assert.equal(conflictOf(flagged.view), 'sale_1')
  assert.deepEqual(told(flagged.effects), ['terminal-pay-progress'])
})

test('rule 22: nothing is charged again after an unpaid end while an earlier attempt counts as paid', () => {
  const declined = { ...FLAGGED, state: 'declined', version: 7 } as const
  const { view } = run([read({ sale: { ...SALE, ...FLAGGED } }), seen(declined)])
  assert.equal(view.deviceId, 'dev_front')
  assert.equal(nextStart(view), null)
  // The BFF says that the earlier attempt stands for the order: it is shown, and a person decides.
  const earlier = run([read({ sale: { ...SALE, ...EARLIER } })], view).view
  assert.deepEqual([earlier.sale?.id, phaseOf(earlier)], ['sale_1', 'review'])
  assert.equal(nextStart(earlier), null)
  // No other earlier attempt comes back.
  assert.equal(run([seen({ ...EARLIER, id: 'sale_0' })], view).view, view)
})

test('rule 22: once the BFF lets the unpaid attempt stand for the order, it can be charged again', () => {
  const sale: Sale = { ...SALE, ...FLAGGED, state: 'declined', version: 7 }
  const { view } = run([seen({ ...FLAGGED }), read({ sale, nextAttempt: 3 })])
  assert.equal(conflictOf(view), null)
  assert.equal(nextStart(view)?.attempt, 3)
})
