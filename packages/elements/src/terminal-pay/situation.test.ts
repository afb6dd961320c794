import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SALE_REASONS, SALE_STATES, type Checkout, type Sale } from '@tapboard/contract'
import { APPROVED, DEVICES, SALE } from '../testing/sample-sale.ts'
import { pressOf, type Press } from './press.ts'
import { actionsOf, situationOf, type Who } from './situation.ts'
import { EMPTY, type Link, type View } from './terminal-pay.machine.ts'
import { rowOf, TRUTH_TABLE, type Situation } from './truth-table.ts'

const NOW_MS = SALE.nowMs + 1_000
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
const [FRONT, WORK] = DEVICES as [(typeof DEVICES)[0], (typeof DEVICES)[0]]
const HELD = { ...FRONT, id: 'dev_held', hold: { freeInMs: 60_000 } }
const BUSY = { ...FRONT, id: 'dev_busy', hold: { freeInMs: null } }
const BASE: View = { ...EMPTY, checkout: CHECKOUT, heardAtMs: NOW_MS, deviceId: 'dev_front' }

const PRESS: Press = pressOf({
  order: 'R-1042',
  attempt: 1,
  amountMinor: 4200,
  currency: 'USD',
  deviceId: 'dev_front',
  deadlineAtMs: NOW_MS + 10_000,
})

/** Every combination of the members named. */
function* all<Members extends object>(choices: {
  [Name in keyof Members]: readonly Members[Name][]
}): Generator<Members> {
  const names = Object.keys(choices) as (keyof Members)[]
  const made = {} as Members
  function* from(at: number): Generator<Members> {
    const name = names[at]
    if (name === undefined) return yield { ...made }
    for (const value of choices[name]) {
      made[name] = value
      yield* from(at + 1)
    }
  }
  yield* from(0)
}

function* views(): Generator<View> {
  yield EMPTY
  for (const code of ['network', 'get-token-missing', 'token-expired'] as const)
    for (const running of [null, { order: 'R-1042', terminal: 'Front counter', atMs: 0 }])
      yield { ...EMPTY, fault: { action: 'load', code, atMs: 0 }, running }
  for (const devices of [[], [FRONT, WORK, HELD, BUSY]])
    for (const deviceId of [null, 'dev_front', 'dev_work', 'dev_held', 'dev_busy'])
      yield { ...BASE, checkout: { ...CHECKOUT, devices }, deviceId }
  for (const press of all<Omit<Press, 'request'>>({
    posted: [false, true],
    unanswered: [false, true],
    blocked: [false, true],
    abandoned: [false, true],
  }))
    for (const deadlineAtMs of [NOW_MS - 1, NOW_MS + 10_000])
      yield { ...BASE, press: { ...press, request: { ...PRESS.request, deadlineAtMs } } }
  const sales = all<
    Pick<Sale, 'state' | 'reason' | 'phase' | 'by' | 'staleSinceMs' | 'deviceFreeAtMs' | 'conflictWith'>
  >({
    state: SALE_STATES,
    reason: [null, ...SALE_REASONS],
    phase: ['contacting', 'present_card', 'authorizing'],
    by: [null, 'upstream', 'person'],
    staleSinceMs: [null, NOW_MS - 9_000],
    deviceFreeAtMs: [null, NOW_MS + 60_000],
    conflictWith: [null, 'sale_0'],
  })
  const marks = Array.from(
    all<Pick<View, 'link' | 'watching' | 'done' | 'terminalLost' | 'before' | 'asking'>>({
      link: ['alive', 'offline', 'refused'] as Link[],
      watching: [true, false],
      done: [false, true],
      terminalLost: [false, true],
      before: [null, 'in_doubt', 'sending'],
      asking: [null, 'cancel'],
    }),
  )
  // Each sale with some of the marks, drawn by a generator with a fixed seed.
  let at = 1
  for (const change of sales)
    for (let turn = 0; turn < 5; turn += 1) {
      const mark = marks[(at = (at * 48_271) % 2_147_483_647) % marks.length]!
      const flags = {
        stillWaiting: at % 7 === 0,
        cancelRequested: at % 11 === 0,
        reference: at % 13 > 6 ? 'R-1' : null,
      }
      const sale: Sale = {
        ...SALE,
        ...change,
        ...flags,
        createdAtMs: at % 5 ? SALE.createdAtMs : NOW_MS - 60_000,
      }
      yield { ...BASE, ...mark, sale }
    }
}

const WHO: readonly Who[] = ['clerk', 'manager']

test('D-101 every view is exactly one row of the truth table, and every row is reached', () => {
  const met = new Set<Situation>()
  for (const view of views())
    for (const who of WHO) {
      const situation = situationOf(view, NOW_MS, who)
      assert.ok(Object.hasOwn(TRUTH_TABLE, situation), situation)
      met.add(situation)
    }
  assert.deepEqual([...met].toSorted(), Object.keys(TRUTH_TABLE).toSorted())
})

test('D-101 "paid" and "not charged" are claimed only on the BFF’s word, or when nothing left the page', () => {
  for (const view of views())
    for (const who of WHO) {
      const { claims } = rowOf(situationOf(view, NOW_MS, who))
      const { sale, press } = view
      if (claims === 'paid')
        assert.ok(
          sale &&
            !press &&
            (sale.state === 'approved' || sale.reason === 'late_conflict') &&
            sale.by !== 'person',
        )
      if (claims === 'not-charged' && press) assert.equal(press.posted, false)
      else if (claims === 'not-charged')
        assert.match(sale!.state, /declined|timed_out|failed|not_started|abandoned/)
    }
})

test('D-101 nothing that could charge is offered beside an open sale, a press, a conflict or old news', () => {
  for (const view of views())
    for (const who of WHO) {
      const offered = actionsOf(view, NOW_MS, who)
      if (!offered.some((action) => action.startsWith('charge'))) continue
      assert.ok(
        !view.sale || /declined|timed_out|failed|not_started|abandoned|closed_unpaid/.test(view.sale.state),
      )
      assert.ok(!view.press || !view.press.posted)
      if (view.sale)
        assert.deepEqual([view.link, view.sale.staleSinceMs, view.sale.conflictWith], ['alive', null, null])
    }
})

test('D-101 without fresh news no row says what the terminal does now', () => {
  const now = /^(present|follow|authorizing|contacting|stillWaiting|canceling|terminalLost)$/
  for (const view of views()) {
    if (!view.sale || view.press || (view.link === 'alive' && view.sale.staleSinceMs === null)) continue
    const { title, sentences } = rowOf(situationOf(view, NOW_MS))
    // An unknown result that would only flash is still the contact it comes from.
    if (view.sale.state === 'in_doubt') continue
    assert.doesNotMatch(title, now)
    for (const sentence of sentences) if (sentence !== 'canceling') assert.doesNotMatch(sentence, now)
  }
})

test('D-101 a page that was frozen has no news until it hears the BFF again', () => {
  const sale: Sale = { ...SALE, state: 'started', phase: 'present_card' }
  const view: View = { ...BASE, sale, heardAtMs: NOW_MS - 60_000 }
  assert.equal(situationOf(view, NOW_MS), 'waiting-offline')
})

test('a lost link and an unknown result are shown once they last', () => {
  const sale: Sale = { ...SALE, state: 'started', phase: 'present_card' }
  const lost: View = { ...BASE, sale, link: 'offline', lostAtMs: NOW_MS }
  assert.equal(situationOf(lost, NOW_MS + 399), 'present-card')
  assert.equal(situationOf(lost, NOW_MS + 400), 'waiting-offline')
  const doubted: View = {
    ...BASE,
    sale: { ...SALE, state: 'in_doubt' },
    before: 'sending',
    movedAtMs: NOW_MS,
  }
  assert.equal(situationOf(doubted, NOW_MS + 399), 'contacting')
  assert.equal(situationOf(doubted, NOW_MS + 400), 'doubt')
  // A clock of the BFF that was set back holds nothing up.
  assert.equal(situationOf(doubted, NOW_MS - 3_600_000), 'doubt')
})

test('each action is offered only where it can be done', () => {
  const at = (change: Partial<Sale>, view: Partial<View> = {}): View => ({
    ...BASE,
    ...view,
    sale: { ...SALE, ...change },
  })
  const waiting = { state: 'started', phase: 'present_card' } as const
  assert.deepEqual(actionsOf(at(waiting), NOW_MS), ['cancel', 'hide'])
  assert.deepEqual(actionsOf(at({ ...waiting, cancelable: false }), NOW_MS), ['hide'])
  assert.deepEqual(actionsOf(at(waiting, { asking: 'cancel' }), NOW_MS), [])
  const doubt = { state: 'in_doubt', checkable: true } as const
  assert.deepEqual(actionsOf(at(doubt), NOW_MS), ['check', 'copy'])
  assert.deepEqual(actionsOf(at({ ...doubt, checkable: false }), NOW_MS), ['copy'])
  assert.deepEqual(actionsOf(at(doubt), NOW_MS, 'manager'), ['check', 'copy', 'resolve'])
  assert.deepEqual(actionsOf(at(doubt, { link: 'offline' }), NOW_MS, 'manager'), ['copy'])
  const bare = { ...CHECKOUT, features: { cancel: false, details: false } }
  assert.deepEqual(actionsOf(at(APPROVED, { checkout: bare }), NOW_MS), ['done', 'copy', 'print'])
})
