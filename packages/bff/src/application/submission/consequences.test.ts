// The row changes of each event, and the event for the host.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationRow } from '../row.ts'
import { announceApplication } from './announce.ts'
import { consequencesOf, happeningOf, type News } from './consequences.ts'
import type { ApplicationEventType } from './machine.ts'
import { NOT_RECEIVED } from './refusal-issues.ts'
import type { WatchRow } from './rows.ts'

const NOW = 1_000_000
const SENT = 900_000
const row: ApplicationRow = {
  id: 'apl_1',
  merchant: 'shop',
  applicant: 'a-1',
  state: 'submitting',
  version: 4,
  app_id: null,
  reference: null,
  tier_name: 'Standard',
  submitted_at_ms: null,
  checked_at_ms: null,
  issues: '[]',
  agreed: '{}',
  draft: Uint8Array.of(1),
  draft_step: 'review',
  draft_version: 6,
  draft_saved_at_ms: 5,
  created_at_ms: 1,
}
const free = {
  lease_owner: null,
  lease_until_ms: null,
  doubted_at_ms: null,
  misses: 0,
  missed_first_ms: null,
}
const idle = { ...free, next_at_ms: null }
const followed = { ...free, changed_at_ms: NOW, next_at_ms: NOW + 5_000 }
const received = {
  draft: null,
  draft_step: null,
  draft_saved_at_ms: null,
  draft_version: 7,
  app_id: 'App-1',
  reference: null,
  submitted_at_ms: SENT,
  checked_at_ms: NOW,
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
      submission: { holds: 1, sealed_token: null },
    },
  ],
  [
    { type: 'refused', reference: 'R-2', issues: [issue] },
    {
      set: { ...editable([issue]), reference: 'R-2' },
      watch: idle,
      submission: { holds: 0, sealed_token: null },
    },
  ],
  [
    { type: 'unknown', lookup: true },
    { set: {}, watch: { ...free, doubted_at_ms: NOW, next_at_ms: NOW + 5_000 }, submission: {} },
  ],
  [
    { type: 'unknown', lookup: false },
    { set: {}, watch: { ...free, doubted_at_ms: NOW, next_at_ms: NOW + 3_600_000 }, submission: {} },
  ],
  [
    { type: 'found', appId: 'App-1', status: 'in_review', statusAtMs: 8 },
    { set: received, watch: { ...followed, status_at_ms: 8 }, submission: { sealed_token: null } },
  ],
  [
    { type: 'attested_submitted', appId: 'App-1', person: 'mia' },
    { set: { ...received, checked_at_ms: null }, watch: followed, submission: { sealed_token: null } },
  ],
  [
    { type: 'not_received' },
    { set: editable([NOT_RECEIVED]), watch: idle, submission: { holds: 0, sealed_token: null } },
  ],
  [
    { type: 'attested_not_submitted', person: 'mia' },
    { set: editable([NOT_RECEIVED]), watch: idle, submission: { holds: 0, sealed_token: null } },
  ],
  [
    { type: 'status', status: 'in_review', statusAtMs: 8 },
    { set: { checked_at_ms: NOW }, watch: { ...followed, status_at_ms: 8 }, submission: {} },
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
  assert.equal(watch.next_at_ms, null)
  const accepted: News = { type: 'accepted', appId: 'App-1', reference: null }
  assert.equal(consequencesOf(accepted, 'submitted', row, null, NOW).set.submitted_at_ms, NOW)
})

test('a status is older only if its time is before the known one', () => {
  const news: News = { type: 'status', status: 'approved', statusAtMs: 50 }
  const watch: WatchRow = {
    ...idle,
    application_id: 'apl_1',
    submission: 1,
    event_count: 1,
    event_hash: '',
    status_at_ms: null,
    changed_at_ms: NOW,
    fence: 0,
  }
  const older = (knownAtMs: number | null): unknown => {
    const happening = happeningOf(news, { ...watch, status_at_ms: knownAtMs })
    return happening.type === 'status' && happening.older
  }
  assert.deepEqual([null, 49, 50, 51].map(older), [false, false, false, true])
  assert.deepEqual(happeningOf(news, null), { type: 'status', status: 'approved', older: false })
  assert.deepEqual(happeningOf({ type: 'not_received' }, watch), { type: 'not_received' })
})

/** The events of an application with the event for the host, if there is one. */
const TOLD: Readonly<Record<ApplicationEventType, string | null>> = {
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

test('the host is told of results, doubts and statuses, once per event', () => {
  for (const [type, expected] of Object.entries(TOLD)) {
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
  assert.deepEqual([one?.id, one?.target, one?.sale_id], ['apl_1.3:webhook', 'webhook', 'apl_1'])
})
