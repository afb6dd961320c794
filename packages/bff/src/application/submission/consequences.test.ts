// The row changes of each event, and the event for the host.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationRow } from '../row.ts'
import { SUBMITTING } from '../row.testing.ts'
import { announceApplication } from './announce.ts'
import { consequencesOf, inputOf, type News } from './consequences.ts'
import type { ApplicationEventType } from './machine.ts'
import { NOT_RECEIVED } from './refusal-issues.ts'
import type { WatchRow } from './rows.ts'

const NOW = 1_000_000
const SENT = 900_000
const row: ApplicationRow = {
  ...SUBMITTING,
  draft: Uint8Array.of(1),
  draftStep: 'review',
  draftSavedAtMs: 5,
}
const free = {
  leaseOwner: null,
  leaseUntilMs: null,
  doubtedAtMs: null,
  misses: 0,
  missedFirstMs: null,
}
const idle = { ...free, nextAtMs: null }
const followed = { ...free, changedAtMs: NOW, nextAtMs: NOW + 5_000 }
const received = {
  draft: null,
  draftStep: null,
  draftSavedAtMs: null,
  draftVersion: 7,
  appId: 'App-1',
  reference: null,
  submittedAtMs: SENT,
  checkedAtMs: NOW,
  issues: '[]',
}
const issue = { path: 'taxId', code: 'upstream', message: 'No.' } as const
const editable = (issues: readonly unknown[]) => ({ issues: JSON.stringify(issues), agreed: null })

const CASES: readonly (readonly [News, ReturnType<typeof consequencesOf>])[] = [
  [{ type: 'not_sent' }, { set: editable([]), watch: idle, submission: 'remove' }],
  [
    { type: 'accepted', appId: 'App-1', reference: 'R-1' },
    {
      set: { ...received, reference: 'R-1' },
      watch: followed,
      submission: { holds: true, sealedToken: null },
    },
  ],
  [
    { type: 'refused', reference: 'R-2', issues: [issue] },
    {
      set: { ...editable([issue]), reference: 'R-2' },
      watch: idle,
      submission: { holds: false, sealedToken: null },
    },
  ],
  [
    { type: 'unknown', lookup: true },
    { set: {}, watch: { ...free, doubtedAtMs: NOW, nextAtMs: NOW + 5_000 }, submission: {} },
  ],
  [
    { type: 'unknown', lookup: false },
    { set: {}, watch: { ...free, doubtedAtMs: NOW, nextAtMs: NOW + 3_600_000 }, submission: {} },
  ],
  [
    { type: 'found', appId: 'App-1', status: 'in_review', statusAtMs: 8 },
    { set: received, watch: { ...followed, statusAtMs: 8 }, submission: { sealedToken: null } },
  ],
  [
    { type: 'attested_submitted', appId: 'App-1', person: 'mia' },
    { set: { ...received, checkedAtMs: null }, watch: followed, submission: { sealedToken: null } },
  ],
  [
    { type: 'not_received' },
    { set: editable([NOT_RECEIVED]), watch: idle, submission: { holds: false, sealedToken: null } },
  ],
  [
    { type: 'attested_not_submitted', person: 'mia' },
    { set: editable([NOT_RECEIVED]), watch: idle, submission: { holds: false, sealedToken: null } },
  ],
  [
    { type: 'status', status: 'in_review', statusAtMs: 8 },
    { set: { checkedAtMs: NOW }, watch: { ...followed, statusAtMs: 8 }, submission: {} },
  ],
]

for (const [news, expected] of CASES)
  test(`the rows after ${JSON.stringify(news)}`, () => {
    assert.deepEqual(consequencesOf(news, 'in_review', row, SENT, NOW), expected)
  })

test('a decided application is not followed, and without a send it was submitted now', () => {
  const { watch } = consequencesOf(
    { type: 'status', status: 'approved', statusAtMs: 8 },
    'approved',
    row,
    SENT,
    NOW,
  )
  assert.equal(watch.nextAtMs, null)
  const accepted: News = { type: 'accepted', appId: 'App-1', reference: null }
  assert.equal(consequencesOf(accepted, 'submitted', row, null, NOW).set.submittedAtMs, NOW)
})

test('a status is older only if its time is before the known one', () => {
  const news: News = { type: 'status', status: 'approved', statusAtMs: 50 }
  const watch: WatchRow = {
    ...idle,
    applicationId: 'apl_1',
    submission: 1,
    eventCount: 1,
    eventHash: '',
    statusAtMs: null,
    changedAtMs: NOW,
    fence: 0,
  }
  const older = (knownAtMs: number | null): unknown => {
    const input = inputOf(news, { ...watch, statusAtMs: knownAtMs })
    return input.type === 'status' && input.older
  }
  assert.deepEqual([null, 49, 50, 51].map(older), [false, false, false, true])
  assert.deepEqual(inputOf(news, null), { type: 'status', status: 'approved', older: false })
  assert.deepEqual(inputOf({ type: 'not_received' }, watch), { type: 'not_received' })
})

/** The events of an application with the event for the host, if there is one. */
const HOST_EVENT_OF: Readonly<Record<ApplicationEventType, string | null>> = {
  submitting: null,
  not_sent: null,
  submitted: 'application.submitted',
  refused: 'application.refused',
  doubted: 'application.in_doubt',
  found: 'application.submitted',
  not_received: 'application.refused',
  attested_submitted: 'application.submitted',
  attested_not_submitted: 'application.refused',
  status: 'application.status',
}

test('the host gets results, doubts and statuses once per event', () => {
  for (const [type, expected] of Object.entries(HOST_EVENT_OF)) {
    const event = { type: type as ApplicationEventType, number: 3, atMs: NOW }
    const rows = announceApplication(event, row, ['hook', 'webhook'])
    assert.deepEqual(
      rows.map((one) => one.type),
      expected === null ? [] : [expected],
    )
  }
  assert.deepEqual(announceApplication({ type: 'status', number: 3, atMs: NOW }, row, ['hook']), [])
  const [one] = announceApplication({ type: 'status', number: 3, atMs: NOW }, row, ['webhook'])
  assert.deepEqual(JSON.parse(one?.body ?? ''), {
    id: 'apl_1.3',
    type: 'application.status',
    atMs: NOW,
    merchant: 'shop',
    applicant: 'a-1',
    application: {
      id: 'apl_1',
      state: 'submitting',
      version: 4,
      appId: null,
      reference: null,
      tierName: 'Standard',
    },
  })
  assert.deepEqual([one?.id, one?.target, one?.saleId], ['apl_1.3:webhook', 'webhook', 'apl_1'])
})
