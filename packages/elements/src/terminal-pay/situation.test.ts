import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sale } from '@tapboard/contract'
import { BASE, CHECKOUT, NOW_MS, views, WHO } from '../testing/pay-views.ts'
import { APPROVED, SALE } from '../testing/sample-sale.ts'
import { actionsOf, situationOf } from './situation.ts'
import type { View } from './terminal-pay.machine.ts'
import type { Row } from './truth-row.ts'
import { rowOf, TRUTH_TABLE, type Situation } from './truth-table.ts'

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

/** The title is the instruction, and the next step follows by itself. */
const STEPS = ['pressed', 'posted', 'contacting', 'follow', 'present-card', 'authorizing']
/** Sentences about what happens next, or about the person who can end the state. */
const NEXT = [
  ['waitHere', 'unsentYetNote', 'staleNote', 'offlineNote', 'refusedNote', 'cancelingNote'],
  ['terminalLostNote', 'askAgain', 'settleAt', 'settleNow', 'reviewNote'],
].flat()

test('D-101 each state without a result says what happens next, or who can end it', () => {
  const silent = Object.entries<Row>(TRUTH_TABLE).filter(
    ([situation, { phase, sentences }]) =>
      /^(contacting|waiting|doubt|review)$/.test(phase) &&
      !STEPS.includes(situation) &&
      !sentences.some((key) => NEXT.includes(key)),
  )
  assert.deepEqual(silent, [])
})

test('D-101 claims "paid" and "not charged" only on the BFF’s answer, or when nothing left the page', () => {
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
      if (claims === 'not-charged' && press) assert.ok(!press.posted || press.never)
      else if (claims === 'not-charged')
        assert.match(sale!.state, /declined|timed_out|failed|not_started|abandoned/)
    }
})

test('D-101 offers no charge beside an open sale, a press, a conflict or old news', () => {
  for (const view of views())
    for (const who of WHO) {
      const offered = actionsOf(view, NOW_MS, who)
      if (!offered.some((action) => action.startsWith('charge'))) continue
      assert.ok(
        !view.sale || /declined|timed_out|failed|not_started|abandoned|closed_unpaid/.test(view.sale.state),
      )
      assert.ok(!view.press || !view.press.posted || view.press.never)
      if (view.sale)
        assert.deepEqual([view.link, view.sale.staleSinceMs, view.sale.conflictWith], ['alive', null, null])
    }
})

test('D-101 no row describes the terminal’s present state without fresh news', () => {
  const now = /^(present|follow|authorizing|contacting|stillWaiting|canceling|terminalLost)$/
  for (const view of views()) {
    if (!view.sale || view.press || (view.link === 'alive' && view.sale.staleSinceMs === null)) continue
    const { title, sentences } = rowOf(situationOf(view, NOW_MS))
    // A short unknown result keeps the previous screen, contacting.
    if (view.sale.state === 'in_doubt') continue
    assert.doesNotMatch(title, now)
    for (const sentence of sentences) if (sentence !== 'canceling') assert.doesNotMatch(sentence, now)
  }
})

test('D-101 a page that was frozen has no news until the BFF answers again', () => {
  const sale: Sale = { ...SALE, state: 'started', phase: 'present_card' }
  const view: View = { ...BASE, sale, heardAtMs: NOW_MS - 60_000 }
  assert.equal(situationOf(view, NOW_MS), 'waiting-offline')
})

test('shows a lost connection and an unknown result only after a while', () => {
  const sale: Sale = { ...SALE, state: 'started', phase: 'present_card' }
  const lost: View = { ...BASE, sale, link: 'offline', lostAtMs: NOW_MS }
  assert.equal(situationOf(lost, NOW_MS + 399), 'present-card')
  assert.equal(situationOf(lost, NOW_MS + 400), 'waiting-offline')
  const doubted: View = {
    ...BASE,
    sale: { ...SALE, state: 'in_doubt' },
    course: { at: 'doubt', sinceMs: NOW_MS, before: 'contacting', checkable: false, nextAskAtMs: null },
  }
  assert.equal(situationOf(doubted, NOW_MS + 399), 'contacting')
  assert.equal(situationOf(doubted, NOW_MS + 400), 'doubt')
  // A BFF clock that was set back delays nothing.
  assert.equal(situationOf(doubted, NOW_MS - 3_600_000), 'doubt')
})

test('D-191 a time-out after the card was read does not say that there was no card', () => {
  const at = (change: Partial<Sale>): Situation =>
    situationOf({ ...BASE, sale: { ...SALE, state: 'timed_out', ...change } }, NOW_MS)
  assert.equal(at({ phase: 'contacting' }), 'timed-out')
  assert.equal(at({ phase: 'present_card' }), 'timed-out')
  assert.equal(at({ phase: 'authorizing' }), 'processor-timed-out')
  // The page missed the authorization, or its terminal does not report it; only a card has a transaction.
  assert.equal(at({ phase: 'present_card', reference: '10000441239' }), 'processor-timed-out')
})

test('offers each action only where it is possible', () => {
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
  assert.deepEqual(actionsOf(at(doubt), NOW_MS, 'manager'), ['resolve', 'check', 'copy'])
  assert.deepEqual(actionsOf(at(doubt, { link: 'offline' }), NOW_MS, 'manager'), ['copy'])
  const bare = { ...CHECKOUT, features: { cancel: false, details: false } }
  assert.deepEqual(actionsOf(at(APPROVED, { checkout: bare }), NOW_MS), [
    'done',
    'copy',
    'print',
    'share',
    'details',
  ])
})

test('a failed cancel is not under way: it shows the phase again and can be repeated', () => {
  const sale: Sale = { ...SALE, state: 'started', phase: 'present_card', cancelRequested: true }
  const asked: View = { ...BASE, sale }
  assert.equal(situationOf(asked, NOW_MS), 'canceling')
  for (const code of ['upstream-unavailable', 'network'] as const) {
    const failed: View = { ...asked, fault: { action: 'cancel', code, atMs: NOW_MS } }
    assert.equal(situationOf(failed, NOW_MS), 'present-card')
    assert.deepEqual(actionsOf(failed, NOW_MS), ['cancel', 'hide'])
    assert.equal(situationOf({ ...failed, fault: null, asking: 'cancel' }, NOW_MS), 'canceling')
  }
})

test('a cancel that the BFF refuses for good is not offered again while the page says so', () => {
  const sale: Sale = { ...SALE, state: 'started', phase: 'present_card', cancelRequested: true }
  const asked: View = { ...BASE, sale }
  const refused: View = { ...asked, fault: { action: 'cancel', code: 'not-cancelable', atMs: NOW_MS } }
  assert.equal(situationOf(refused, NOW_MS), 'present-card')
  assert.deepEqual(actionsOf(refused, NOW_MS), ['hide'])
  assert.deepEqual(actionsOf({ ...asked, sale: { ...sale, cancelRequested: false } }, NOW_MS), [
    'cancel',
    'hide',
  ])
})
