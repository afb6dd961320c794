import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SALE_STATES, type Checkout, type Sale, type SaleState } from '@tapboard/contract'
import { APPROVED, DEVICES, SALE } from '../testing/scripted-bff.ts'
import { PRESS_MS } from './press.ts'
import { phaseOf as phaseAt, situationOf } from './situation.ts'
import {
  conflictOf,
  EMPTY,
  nextStart as nextStartAt,
  reduce,
  type Effect,
  type MachineEvent,
  type View,
} from './terminal-pay.machine.ts'

const NOW_MS = SALE.nowMs
/** A second later: every state has lasted long enough to be shown. */
const LATER_MS = NOW_MS + 1_000
const phaseOf = (view: View): string => phaseAt(view, LATER_MS)
const nextStart = (view: View) => nextStartAt(view, NOW_MS)

const CHECKOUT: Checkout = {
  kind: 'sale',
  refund: null,
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

function run(events: readonly MachineEvent[], from: View = EMPTY): { view: View; effects: Effect[] } {
  let view = from
  const effects: Effect[] = []
  for (const event of events) {
    const step = reduce(view, event, NOW_MS)
    view = step.view
    effects.push(...step.effects)
  }
  return { view, effects }
}

const read = (change: Partial<Checkout> = {}, remembered: string | null = null): MachineEvent => ({
  type: 'read',
  checkout: { ...CHECKOUT, ...change },
  remembered,
})
/** The same terminals, both connected. */
const BOTH = DEVICES.map((device) => ({ ...device, status: 'CONNECTED' as const }))
const seen = (change: Partial<Sale>): MachineEvent => ({ type: 'seen', sale: { ...SALE, ...change } })
const dispatched = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => (effect.type === 'dispatch' ? [effect.name] : []))

test('selects the only terminal', () => {
  const { view, effects } = run([read({ devices: [DEVICES[0]!] })])
  assert.equal(view.deviceId, 'dev_front')
  assert.deepEqual(dispatched(effects), ['terminal-pay-ready', 'terminal-pay-device-change'])
})

test('D-153 selects the only connected one of several terminals in the first read alone', () => {
  const first = run([read()])
  assert.equal(first.view.deviceId, 'dev_front')
  assert.deepEqual(dispatched(first.effects), ['terminal-pay-ready', 'terminal-pay-device-change'])
  assert.equal(run([read({ devices: BOTH }), read()]).view.deviceId, null)
})

test('selects the terminal last used on this browser, unless it is gone', () => {
  assert.equal(run([read({}, 'dev_work')]).view.deviceId, 'dev_work')
  assert.equal(run([read({ devices: BOTH }, 'dev_gone')]).view.deviceId, null)
})

test('D-153 a chosen terminal that leaves the list is not replaced by the remembered or the only one', () => {
  const [front, work] = BOTH as [(typeof BOTH)[0], (typeof BOTH)[0]]
  const chosen = run([read({ devices: BOTH }, 'dev_front')]).view
  for (const remembered of [null, 'dev_work']) {
    const gone = run([read({ devices: [work] }, remembered), read({ devices: [work] }, remembered)], chosen)
    assert.equal(situationOf(gone.view, LATER_MS), 'none-chosen')
    assert.deepEqual(gone.effects, [])
    const back = run([read({ devices: [front, work] }, remembered)], gone.view).view
    assert.deepEqual([situationOf(back, LATER_MS), nextStart(back)?.deviceId], ['ready', 'dev_front'])
    const other = run([{ type: 'chosen', id: 'dev_work' }], gone.view).view
    assert.equal(nextStart(other)?.deviceId, 'dev_work')
  }
})

test('starts nothing before a terminal is selected', () => {
  assert.equal(nextStart(run([read({ devices: BOTH })]).view), null)
  assert.equal(
    nextStart(run([read({ devices: BOTH }), { type: 'chosen', id: 'dev_front' }]).view)?.attempt,
    1,
  )
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

test('P5 follows an open sale found on loading', () => {
  const { view, effects } = run([read({ sale: { ...SALE, state: 'started' } })])
  assert.equal(phaseOf(view), 'waiting')
  assert.ok(effects.some(({ type }) => type === 'follow'))
})

test('ignores a snapshot with an older version', () => {
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

test('reports the end of an attempt exactly once', () => {
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
    dispatched(effects).filter((name) => name === 'terminal-pay-settled'),
    ['terminal-pay-settled'],
  )
})

test('in doubt is no end: the order stays locked and nothing can start', () => {
  const { view, effects } = run([read(), seen({ state: 'in_doubt', reason: 'overdue' })])
  assert.equal(nextStart(view), null)
  assert.ok(!dispatched(effects).includes('terminal-pay-settled'))
})

test('offers the same terminal with the next attempt after a decline', () => {
  const { view } = run([read({}, 'dev_front'), seen({ state: 'declined' })])
  assert.equal(phaseOf(view), 'unpaid')
  assert.equal(nextStart(view)?.attempt, 2)
  assert.equal(nextStart(view)?.deviceId, 'dev_front')
})

test('P60 sends no second start while one is under way', () => {
  const chosen = run([read({}, 'dev_front')]).view
  const request = nextStart(chosen)!
  const { view } = run([{ type: 'pressed', request }], chosen)
  assert.equal(phaseOf(view), 'contacting')
  assert.equal(nextStart(view), null)
})

test('a refusal with the blocking sale attaches to that sale', () => {
  const chosen = run([read({}, 'dev_front')]).view
  const { view, effects } = run(
    [
      { type: 'pressed', request: nextStart(chosen)! },
      { type: 'refused', action: 'start', code: 'sale-open', sale: { ...SALE, state: 'started' } },
    ],
    chosen,
  )
  assert.equal(phaseOf(view), 'waiting')
  assert.ok(effects.some(({ type }) => type === 'follow'))
})

test('P8 a busy terminal returns to the choice with the reason', () => {
  const chosen = run([read({}, 'dev_front')]).view
  const events: MachineEvent[] = [
    { type: 'pressed', request: nextStart(chosen)! },
    { type: 'refused', action: 'start', code: 'device-busy', sale: null },
  ]
  const { view, effects } = run(events, chosen)
  assert.equal(phaseOf(view), 'choosing')
  assert.equal(view.fault?.code, 'device-busy')
  assert.ok(effects.some(({ type }) => type === 'load'))
})

test('reading the checkout again keeps the reason of the last refusal', () => {
  const chosen = run([read({}, 'dev_front')]).view
  const { view } = run(
    [
      { type: 'pressed', request: nextStart(chosen)! },
      { type: 'refused', action: 'start', code: 'device-busy', sale: null },
      read(),
    ],
    chosen,
  )
  assert.equal(view.fault?.code, 'device-busy')
})

test('hiding stops following and keeps the sale', () => {
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

test('another terminal can be selected after a decline, and gets the next attempt', () => {
  const { view } = run([read({}, 'dev_front'), seen({ state: 'declined' }), { type: 'shelved' }])
  assert.equal(phaseOf(view), 'choosing')
  const other = run([{ type: 'chosen', id: 'dev_work' }], view).view
  assert.deepEqual([nextStart(other)?.attempt, nextStart(other)?.deviceId], [2, 'dev_work'])
})

test('P61 a lost connection matters while a sale or an end is shown, and not while a person chooses', () => {
  const lost: MachineEvent = { type: 'linked', link: 'offline' }
  const shown: MachineEvent[][] = [
    [seen({ state: 'started' })],
    [seen({ state: 'in_doubt', reason: 'overdue' })],
    [seen({ state: 'declined' })],
  ]
  for (const going of shown) assert.equal(run([read(), ...going, lost]).view.link, 'offline')
  assert.equal(run([read(), lost]).view.link, 'alive')
  const hidden: MachineEvent[] = [seen({ state: 'started' }), { type: 'watched', watching: false }]
  assert.equal(run([read(), ...hidden, lost]).view.link, 'alive')
})

test('D-99 a press carries a deadline of 15 s on the BFF’s clock, the same in every repeat', () => {
  const { view } = run([read({}, 'dev_front')])
  const request = nextStart(view)!
  assert.equal(request.deadlineAtMs, NOW_MS + PRESS_MS)
  const pressed = run([{ type: 'pressed', request }, { type: 'posted' }, { type: 'unanswered' }], view).view
  assert.equal(pressed.press?.request, request)
})

test('D-99 a press that never left the page can be given up and repeated with the same attempt', () => {
  const { view } = run([read({}, 'dev_front')])
  const request = nextStart(view)!
  const blocked = run(
    [
      { type: 'pressed', request },
      { type: 'probed', reached: false },
    ],
    view,
  ).view
  assert.equal(situationOf(blocked, NOW_MS + 1), 'not-sent-yet')
  assert.equal(nextStart(blocked), null)
  const given = run([{ type: 'gave-up' }], blocked).view
  assert.equal(situationOf(given, NOW_MS + 1), 'not-sent')
  assert.deepEqual([nextStart(given)?.attempt, nextStart(given)?.deviceId], [1, 'dev_front'])
  // The deadline also ends it.
  assert.equal(situationOf(blocked, NOW_MS + PRESS_MS), 'not-sent')
  assert.equal(nextStartAt(blocked, NOW_MS + PRESS_MS)?.attempt, 1)
})

test('D-99 after a request left the page nothing is offered or claimed until the BFF answers', () => {
  const { view } = run([read({}, 'dev_front')])
  const request = nextStart(view)!
  const events: MachineEvent[] = [
    { type: 'pressed', request },
    { type: 'posted' },
    { type: 'unanswered' },
    { type: 'probed', reached: false },
    { type: 'gave-up' },
    read(),
  ]
  const out = run(events, view).view
  for (const nowMs of [NOW_MS, NOW_MS + PRESS_MS + 60_000]) {
    assert.equal(situationOf(out, nowMs), 'no-answer')
    assert.equal(nextStartAt(out, nowMs), null)
  }
  const tombstone = run([seen({ state: 'abandoned', reason: 'expired', settledAtMs: NOW_MS })], out).view
  assert.equal(situationOf(tombstone, NOW_MS + 1), 'expired')
  assert.equal(nextStart(tombstone)?.attempt, 2)
})

const FLAGGED: Partial<Sale> = { id: 'sale_2', attempt: 2, version: 6, conflictWith: 'sale_1' }
const EARLIER: Partial<Sale> = { state: 'review', reason: 'late_conflict', version: 7 }

test('rule 22: shows that an earlier attempt was paid', () => {
  const { view } = run([read({ sale: { ...SALE, ...FLAGGED, version: 5, conflictWith: null } })])
  const flagged = run([seen(FLAGGED)], view)
  assert.equal(conflictOf(flagged.view), 'sale_1')
  assert.deepEqual(dispatched(flagged.effects), ['terminal-pay-progress'])
})

test('rule 22: blocks charging after an unpaid end while an earlier attempt counts as paid', () => {
  const declined = { ...FLAGGED, state: 'declined', version: 7 } as const
  const { view } = run([read({ sale: { ...SALE, ...FLAGGED } }), seen(declined)])
  assert.equal(view.deviceId, 'dev_front')
  assert.equal(nextStart(view), null)
  // The BFF names the earlier attempt as the deciding one: the page shows it, and a person decides.
  const earlier = run([read({ sale: { ...SALE, ...EARLIER } })], view).view
  assert.deepEqual([earlier.sale?.id, phaseOf(earlier)], ['sale_1', 'review'])
  assert.equal(nextStart(earlier), null)
  // No other earlier attempt is shown again.
  assert.equal(run([seen({ ...EARLIER, id: 'sale_0' })], view).view.sale, view.sale)
})

test('rule 22: allows a charge once the unpaid attempt decides for the order', () => {
  const sale: Sale = { ...SALE, ...FLAGGED, state: 'declined', version: 7 }
  const { view } = run([seen({ ...FLAGGED }), read({ sale, nextAttempt: 3 })])
  assert.equal(conflictOf(view), null)
  assert.equal(nextStart(view)?.attempt, 3)
})

test('D-99 a start without an answer that the order does not have after its deadline never starts', () => {
  const { view } = run([read({}, 'dev_front')])
  const request = nextStart(view)!
  const out = run([{ type: 'pressed', request }, { type: 'posted' }, { type: 'unanswered' }], view).view
  const early = reduce(out, read(), NOW_MS + PRESS_MS + 1_999).view
  assert.equal(situationOf(early, NOW_MS + PRESS_MS + 1_999), 'no-answer')
  const late = reduce(out, read({ amountMinor: 8000 }), NOW_MS + PRESS_MS + 2_000).view
  assert.equal(situationOf(late, NOW_MS + PRESS_MS + 2_000), 'never-started')
  const started = reduce(out, read({ sale: { ...SALE, state: 'started' } }), NOW_MS + PRESS_MS + 2_000).view
  assert.equal(phaseOf(started), 'waiting')
})

test('an older attempt that decides for the order replaces the shown one, an old answer does not', () => {
  const newer = {
    ...SALE,
    id: 'sale_2',
    attempt: 2,
    state: 'declined',
    version: 4,
    nowMs: NOW_MS + 10,
  } as const
  const { view } = run([read({ sale: newer, nextAttempt: 3 })])
  const paid: Sale = { ...SALE, ...EARLIER, nowMs: NOW_MS + 20 }
  const ordered = (sale: Sale): MachineEvent => ({ type: 'ordered', sale, superseded: false })
  assert.equal(run([ordered(paid)], view).view.sale?.id, 'sale_1')
  // The BFF's clock may be set back: the version decides, not the time of the answer.
  assert.equal(run([ordered({ ...paid, nowMs: NOW_MS - 3_600_000 })], view).view.sale?.id, 'sale_1')
  const seenPaid = { ...view, versions: { sale_1: paid.version + 1 } }
  assert.equal(run([ordered(paid)], seenPaid).view.sale?.id, 'sale_2')
  assert.equal(run([ordered({ ...paid, state: 'declined' })], view).view.sale?.id, 'sale_2')
})

test('a sale of another order is never shown', () => {
  const { view } = run([read({ order: 'R-2000', sale: null }), seen({ state: 'started' })])
  assert.equal(view.sale, null)
  const effects = run([read({ order: 'R-3000', sale: null })], view).effects
  assert.ok(effects.some(({ type }) => type === 'unfollow'))
})

test('D-102 announces an amount that changed while the page showed another, until the next press', () => {
  const { view } = run([read({}, 'dev_front'), read({ amountMinor: 8000 })])
  assert.equal(view.amountChanged, true)
  const request = nextStart(view)!
  assert.equal(request.amountMinor, 8000)
  assert.equal(run([{ type: 'pressed', request }], view).view.amountChanged, false)
})

const FAULTS: readonly MachineEvent[] = [
  { type: 'failed', code: 'network', asked: true, running: null },
  { type: 'refused', action: 'start', code: 'device-busy', sale: null },
  ...(['check', 'cancel', 'details', 'resolve'] as const).map(
    (action) => ({ type: 'refused', action, code: 'rate-limited', sale: null }) as const,
  ),
]

test('D-100 a fault of any action ends with every later action, phase and transition of the sale', () => {
  const shown: MachineEvent[][] = [
    [],
    [seen({ state: 'started' })],
    [seen({ state: 'declined' })],
    [seen(APPROVED)],
  ]
  let pairs = 0
  for (const before of shown)
    for (const fault of FAULTS) {
      const { view } = run([read({}, 'dev_front'), ...before, fault])
      if (!view.fault) continue
      const request = nextStart(view)
      const later: MachineEvent[] = [
        ...(request ? [{ type: 'pressed', request } as const] : []),
        { type: 'asked', asking: 'check' },
        { type: 'watched', watching: false },
        { type: 'dismissed' },
        ...(view.aside ? [] : [{ type: 'shelved' } as const]),
        ...SALE_STATES.map((state) => seen({ state, version: 50 })),
        { type: 'ordered', sale: { ...SALE, id: 'sale_9', attempt: 9 }, superseded: false },
        read({ sale: { ...SALE, state: 'approved', version: 60 } }),
        read({ order: 'R-2000', sale: null }),
      ]
      for (const event of later) {
        pairs += 1
        assert.equal(run([event], view).view.fault, null, `${JSON.stringify(fault)} then ${event.type}`)
      }
      // Repeated news, or none, change nothing.
      const still: MachineEvent[] = [
        { type: 'linked', link: 'alive' },
        { type: 'stale', sinceMs: null, nextAskAtMs: null },
        { type: 'answered' },
      ]
      for (const event of still) assert.ok(run([event], view).view.fault, event.type)
    }
  assert.ok(pairs > 300)
})

test('a failed background read changes nothing on the screen', () => {
  const { view } = run([
    read(),
    seen(APPROVED),
    { type: 'failed', code: 'network', asked: false, running: null },
  ])
  assert.equal(view.fault, null)
})

test('B11 the reason of a refusal disappears with a list that has changed, not with the read that follows at once', () => {
  const chosen = run([read({}, 'dev_front')]).view
  const busy: MachineEvent = { type: 'refused', action: 'start', code: 'device-busy', sale: null }
  const refused = run([{ type: 'pressed', request: nextStart(chosen)! }, busy, read()], chosen).view
  assert.equal(refused.fault?.code, 'device-busy')
  assert.equal(reduce(refused, read(), NOW_MS + 10_000).view.fault, null)
  const held = [{ ...DEVICES[0]!, hold: { freeInMs: null } }]
  assert.ok(reduce(refused, read({ devices: held }), NOW_MS + 10_000).view.fault)
})
