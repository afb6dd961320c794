import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sale } from '@tapboard/contract'
import { BASE, NOW_MS } from '../testing/pay-views.ts'
import { APPROVED, SALE } from '../testing/sample-sale.ts'
import { situationOf } from './situation.ts'
import { nextStart, reduce, type View } from './terminal-pay.machine.ts'
import type { Situation } from './truth-table.ts'

/** News of a sale, and how long after the press it comes. */
type News = readonly [afterMs: number, sale: Partial<Sale>]

/** A press, then these news; looks at the page every 10 ms until `endMs` and returns its situations without repetitions. */
function watch(news: readonly News[], endMs: number): readonly Situation[] {
  let view: View = reduce(BASE, { type: 'pressed', request: nextStart(BASE, NOW_MS)! }, NOW_MS).view
  const shown: Situation[] = []
  const due = [...news]
  let version = 0
  for (let afterMs = 0; afterMs <= endMs; afterMs += 10) {
    while (due[0] && due[0][0] <= afterMs) {
      const sale = { ...SALE, createdAtMs: NOW_MS, ...due.shift()![1], version: (version += 1) }
      view = reduce(view, { type: 'seen', sale }, NOW_MS + afterMs).view
    }
    const situation = situationOf(view, NOW_MS + afterMs)
    if (shown.at(-1) !== situation) shown.push(situation)
  }
  return shown
}

const SENDING: Partial<Sale> = { state: 'sending' }
const LOST: Partial<Sale> = { state: 'in_doubt', reason: 'no_session', checkable: true }
const AT: Readonly<Record<Sale['phase'], Partial<Sale>>> = {
  contacting: { state: 'started', phase: 'contacting' },
  present_card: { state: 'started', phase: 'present_card' },
  authorizing: { state: 'started', phase: 'authorizing' },
}

test('D-183 a sale of 0.2 s goes from the contact to its result', () => {
  const news: News[] = [
    [40, SENDING],
    [60, AT.contacting],
    [90, AT.present_card],
    [130, AT.authorizing],
    [200, APPROVED],
  ]
  assert.deepEqual(watch(news, 2_000), ['pressed', 'contacting', 'approved'])
})

test('a step of the terminal is shown once it has lasted, and a shorter one never', () => {
  const news: News[] = [
    [0, SENDING],
    [1_000, AT.contacting],
    [1_050, AT.present_card],
    [3_000, AT.authorizing],
    [4_000, APPROVED],
  ]
  assert.deepEqual(watch(news, 5_000), ['contacting', 'present-card', 'authorizing', 'approved'])
})

test('D-183 a lost answer that is sent again within 0.3 s becomes unknown once', () => {
  const news: News[] = [
    [0, SENDING],
    [100, LOST],
    [150, SENDING],
    [270, LOST],
    [300, SENDING],
    [330, LOST],
  ]
  assert.deepEqual(watch(news, 3_000), ['contacting', 'doubt'])
})

test('a result stays unknown while the request is repeated, and until the terminal has lasted', () => {
  const news: News[] = [
    [0, SENDING],
    [100, LOST],
    [2_000, SENDING],
    [4_000, LOST],
    [6_000, SENDING],
    [6_100, AT.contacting],
    [6_200, AT.authorizing],
    [6_300, APPROVED],
  ]
  const shown = watch(news, 8_000)
  assert.deepEqual(shown, ['contacting', 'doubt', 'doubt-resending', 'doubt', 'doubt-resending', 'approved'])
})

test('a clock of the BFF that was set back delays nothing', () => {
  const doubted = reduce(BASE, { type: 'seen', sale: { ...SALE, ...LOST, version: 2 } }, NOW_MS).view
  assert.equal(situationOf(doubted, NOW_MS - 3_600_000), 'doubt')
})
