// The rows of an event of an application, and of its first one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAIN_START } from '../../durable/chain.ts'
import { SUBMITTING as ROW } from '../row.testing.ts'
import { hashApplicationEvent } from './chain.ts'
import { record, type Recording } from './record.ts'
import type { WatchRow } from './rows.ts'

const NOW = 1_000_000
const RECORDING: Recording = {
  type: 'refused',
  to: 'refused',
  submission: 2,
  person: 'mia',
  consent: null,
  atMs: NOW,
  set: {
    reference: 'ref-1',
    issues: '[{"path":"taxId","code":"upstream","message":"Your tax ID is 12-3."}]',
  },
  watch: { nextAtMs: 5, misses: 1 },
  targets: ['webhook'],
}

test('the first event of an application creates its watch', () => {
  const { watch, isNewWatch, event } = record(ROW, null, RECORDING)
  assert.equal(isNewWatch, true)
  assert.deepEqual(watch, {
    applicationId: 'apl_1',
    submission: 0,
    eventCount: 0,
    eventHash: CHAIN_START,
    statusAtMs: null,
    changedAtMs: NOW,
    doubtedAtMs: null,
    misses: 0,
    missedFirstMs: null,
    nextAtMs: null,
    leaseOwner: null,
    leaseUntilMs: null,
    fence: 0,
  })
  assert.deepEqual([event.number, event.prevHash], [1, CHAIN_START])
})

test('an event continues the chain, and its details have no message', () => {
  const { watch: first } = record(ROW, null, RECORDING)
  const known: WatchRow = { ...first, eventCount: 3, eventHash: 'e'.repeat(64), submission: 1 }
  const { set, event, watch, isNewWatch, watchSet, outbox } = record(ROW, known, RECORDING)
  assert.deepEqual(set, { ...RECORDING.set, state: 'refused' })
  assert.deepEqual([watch, isNewWatch], [known, false])
  const { hash, ...members } = event
  assert.deepEqual(members, {
    applicationId: 'apl_1',
    number: 4,
    type: 'refused',
    fromState: 'submitting',
    toState: 'refused',
    atMs: NOW,
    person: 'mia',
    detail: JSON.stringify({
      submission: 2,
      version: 5,
      appId: null,
      reference: 'ref-1',
      tierName: 'Standard',
      issues: [{ path: 'taxId', code: 'upstream' }],
      consent: null,
    }),
    prevHash: 'e'.repeat(64),
  })
  assert.equal(hash, hashApplicationEvent(members))
  assert.deepEqual(watchSet, { nextAtMs: 5, misses: 1, submission: 2, eventCount: 4, eventHash: hash })
  assert.deepEqual(
    outbox.map(({ id, type }) => [id, type]),
    [['apl_1.4:webhook', 'application.refused']],
  )
})
