// The judge of the crash runs must be able to fail: one order that is correct, and each way in which an order can be wrong.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SaleEventType, SaleState } from '@tapboard/contract'
import { hashEvent } from '../../packages/bff/src/sale/ledger/chain.ts'
import { CHAIN_START } from '../../packages/bff/src/durable/chain.ts'
import type { SaleEventRow, SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { isRight, judge, type AttemptFact, type Evidence } from './judge.ts'

type Step = readonly [SaleEventType, SaleState]

const PAID: readonly Step[] = [
  ['created', 'intent'],
  ['claimed', 'sending'],
  ['started', 'started'],
  ['approved', 'approved'],
]
const LOST: readonly Step[] = [
  ['created', 'intent'],
  ['claimed', 'sending'],
  ['doubted', 'in_doubt'],
]

function attempt(id: string, steps: readonly Step[], more: Partial<SaleRow> = {}): AttemptFact {
  let hash = CHAIN_START
  let from: SaleState | null = null
  const events = steps.map(([type, state], index): SaleEventRow => {
    const event = {
      saleId: id,
      number: index + 1,
      type,
      fromState: from,
      toState: state,
      reason: null,
      atMs: 1_000 + index,
      person: null,
      snapshot: '{}',
      prevHash: hash,
    }
    hash = hashEvent(event)
    from = state
    return { ...event, hash }
  })
  const row = {
    id,
    kind: 'sale',
    creditReference: null,
    externalId: `ext-${id}`,
    sessionId: `ses-${id}`,
    state: steps.at(-1)?.[1],
    reason: null,
    version: steps.length,
    eventHash: hash,
    amountMinor: 4_200,
    reference: `ref-${id}`,
    firstSentAtMs: 1_001,
    ...more,
  } as SaleRow
  return { row, events }
}

const session = (id: string, createdAtMs = 1_500) => ({
  id: `ses-${id}`,
  externalId: `ext-${id}`,
  createdAtMs,
})
const charge = (id: string, more: object = {}) => ({
  command: 'cc:sale',
  creditOf: null,
  reference: `ref-${id}`,
  sessionId: `ses-${id}`,
  externalId: `ext-${id}`,
  amountMinor: 4_200,
  ...more,
})

const HELD: Evidence = {
  attempts: [attempt('a', PAID)],
  sessions: [session('a')],
  charges: [charge('a')],
  acknowledged: ['a'],
  frames: [],
}

const frame = (number: number, type: SaleEventType, state: SaleState): Evidence['frames'][number] =>
  ({ number, type, atMs: 1, sale: { state } }) as Evidence['frames'][number]

const withEvents = (change: (events: SaleEventRow[]) => SaleEventRow[]): Evidence => {
  const [whole] = HELD.attempts
  assert.ok(whole)
  return { ...HELD, attempts: [{ row: whole.row, events: change([...whole.events]) }] }
}

describe('the judge of the crash runs', () => {
  test('accepts an order that was paid once in both records', () => {
    const frames = [frame(1, 'created', 'intent'), frame(2, 'claimed', 'sending')]
    assert.deepEqual(judge({ ...HELD, frames }), [])
  })

  test('accepts an order whose only attempt is in doubt while the terminal has charged', () => {
    const attempts = [attempt('a', LOST, { sessionId: null, reference: null })]
    assert.deepEqual(judge({ ...HELD, attempts }), [])
  })

  const breaches: readonly [string, RegExp, Evidence][] = [
    ['two charges', /^INV-5: /, { ...HELD, charges: [charge('a'), charge('a')] }],
    [
      'two attempts that hold the order',
      /^INV-2: /,
      { ...HELD, attempts: [attempt('a', LOST), attempt('b', LOST)], charges: [], sessions: [] },
    ],
    ['a sale that was acknowledged and is gone', /^P12: /, { ...HELD, acknowledged: ['a', 'b'] }],
    ['an approval without a charge', /^INV-7: /, { ...HELD, charges: [] }],
    [
      'an approval with another reference',
      /^INV-7: /,
      { ...HELD, charges: [charge('a', { reference: 'x' })] },
    ],
    ['a credit in place of a sale', /^P10: /, { ...HELD, charges: [charge('a', { command: 'cc:credit' })] }],
    ['a credit of another sale', /^P10: /, { ...HELD, charges: [charge('a', { creditOf: 'x' })] }],
    ['an approval of another amount', /^INV-7: /, { ...HELD, charges: [charge('a', { amountMinor: 1 })] }],
    [
      'an unpaid end of a sale that was charged',
      /^INV-6: /,
      { ...HELD, attempts: [attempt('a', [...PAID.slice(0, 3), ['declined', 'declined']])] },
    ],
    [
      'a refusal although the service has a session',
      /^P2: /,
      {
        ...HELD,
        attempts: [attempt('a', [...PAID.slice(0, 2), ['refused', 'not_started']], { sessionId: null })],
        charges: [],
      },
    ],
    ['a session from before the commit', /^INV-1: /, { ...HELD, sessions: [session('a', 1_000)] }],
    ['two sessions of one external ID', /^INV-4: /, { ...HELD, sessions: [session('a'), session('a')] }],
    [
      'a step that the table does not have',
      /^INV-9: .*made the step/,
      { ...HELD, attempts: [attempt('a', [...PAID, ['started', 'started'], ['approved', 'approved']])] },
    ],
    ['an event that is missing', /^INV-20: /, withEvents((events) => events.toSpliced(1, 1))],
    [
      'an event that was changed',
      /^INV-20: /,
      withEvents((events) => events.map((event) => ({ ...event, atMs: event.atMs + 1 }))),
    ],
    ['a row behind its events', /^INV-16: /, { ...HELD, attempts: [attempt('a', PAID, { version: 3 })] }],
    [
      'an event on the page that is not on disk',
      /^INV-8: /,
      { ...HELD, frames: [frame(1, 'created', 'started')] },
    ],
    [
      'an event on the page that came twice',
      /^INV-10: /,
      { ...HELD, frames: [frame(2, 'claimed', 'sending')] },
    ],
    [
      'a review where nothing contradicts itself',
      /review/,
      {
        ...HELD,
        attempts: [attempt('a', [...PAID.slice(0, 3), ['reviewed', 'review']])],
        charges: [],
      },
    ],
  ]
  for (const [what, pattern, evidence] of breaches)
    test(`names ${what}`, () => {
      const found = judge(evidence)
      assert.ok(
        found.some((breach) => pattern.test(breach)),
        found.join('\n'),
      )
    })

  test('accepts a doubt only if the upstream has no look-up', () => {
    const doubt = { state: 'in_doubt', reason: 'no_session', firstSentAtMs: 0 } as const
    const plain = { lookup: 'none', repeat: 'unknown' } as const
    const looksUp = { lookup: 'authoritative', repeat: 'unknown' } as const
    const repeats = { lookup: 'none', repeat: 'refuses' } as const
    assert.equal(isRight(doubt, true, plain, 1), true)
    assert.equal(isRight(doubt, true, looksUp, 1), false)
    assert.equal(isRight(doubt, false, looksUp, 1), true)
    assert.equal(isRight(doubt, true, repeats, 14_000), false)
    assert.equal(isRight(doubt, true, repeats, 15_001), true)
    assert.equal(isRight({ ...doubt, state: 'started', reason: null }, true, plain, 1), false)
    assert.equal(isRight({ ...doubt, reason: 'overdue' }, true, plain, 1), false)
  })
})
