// Every state with every input: the next state, no change, or a violation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  APPLICATION_STATES,
  boarding,
  isDecided,
  isEditable,
  type ApplicationStatus,
} from '@tapboard/contract'
import { decide, stateOfStatus, type SubmissionInput } from './machine.ts'

/** The state after it, `=` where nothing changes, `!` where it must not happen. */
type Row = readonly [
  draft: string,
  submitting: string,
  in_doubt: string,
  refused: string,
  submitted: string,
  in_review: string,
  action_required: string,
  decided: string,
]

const TABLE: readonly (readonly [SubmissionInput, Row])[] = [
  [{ type: 'submit' }, ['submitting', '!', '!', 'submitting', '!', '!', '!', '!']],
  [{ type: 'not_sent' }, ['!', 'draft', '!', '!', '!', '!', '!', '!']],
  [{ type: 'accepted' }, ['!', 'submitted', 'submitted', 'submitted', '=', '=', '=', '!']],
  [{ type: 'refused' }, ['!', 'refused', 'refused', '=', '!', '!', '!', '!']],
  [{ type: 'unknown' }, ['!', 'in_doubt', '=', '!', '!', '!', '!', '!']],
  [{ type: 'found', status: 'received' }, ['!', '!', 'submitted', '!', '!', '!', '!', '!']],
  [{ type: 'found', status: 'in_review' }, ['!', '!', 'in_review', '!', '!', '!', '!', '!']],
  [{ type: 'found', status: 'approved' }, ['!', '!', 'approved', '!', '!', '!', '!', '!']],
  [{ type: 'not_received' }, ['!', '!', 'refused', '!', '!', '!', '!', '!']],
  [{ type: 'attested_submitted' }, ['!', '!', 'submitted', '!', '!', '!', '!', '!']],
  [{ type: 'attested_not_submitted' }, ['!', '!', 'refused', '!', '!', '!', '!', '!']],
  [{ type: 'status', status: 'received', older: false }, ['!', '!', '!', '!', '=', '=', '=', '=']],
  [
    { type: 'status', status: 'in_review', older: false },
    ['!', '!', '!', '!', 'in_review', '=', 'in_review', '='],
  ],
  [
    { type: 'status', status: 'action_required', older: false },
    ['!', '!', '!', '!', 'action_required', 'action_required', '=', '='],
  ],
  [
    { type: 'status', status: 'approved', older: false },
    ['!', '!', '!', '!', 'approved', 'approved', 'approved', '='],
  ],
  [
    { type: 'status', status: 'declined', older: false },
    ['!', '!', '!', '!', 'declined', 'declined', 'declined', '='],
  ],
  [
    { type: 'status', status: 'withdrawn', older: false },
    ['!', '!', '!', '!', 'withdrawn', 'withdrawn', 'withdrawn', '='],
  ],
  [{ type: 'status', status: 'approved', older: true }, ['!', '!', '!', '!', '=', '=', '=', '=']],
]

const STATES = [
  'draft',
  'submitting',
  'in_doubt',
  'refused',
  'submitted',
  'in_review',
  'action_required',
] as const
const DECIDED = ['approved', 'declined', 'withdrawn'] as const

const short = (state: ApplicationStatus, input: SubmissionInput): string => {
  const decision = decide(state, input)
  return decision.kind === 'moved' ? decision.to : decision.kind === 'same' ? '=' : '!'
}

void test('INV-19 decides every state and input as in the table', () => {
  assert.deepEqual([...STATES, ...DECIDED].toSorted(), [...APPLICATION_STATES].toSorted())
  for (const [input, row] of TABLE) {
    for (const [index, state] of STATES.entries())
      assert.equal(short(state, input), row[index], `${state} meets ${JSON.stringify(input)}`)
    for (const state of DECIDED)
      assert.equal(short(state, input), row[7], `${state} meets ${JSON.stringify(input)}`)
  }
})

void test('INV-19 only the upstream or a person makes an application in doubt editable again', () => {
  const all: readonly SubmissionInput[] = [
    ...TABLE.map(([input]) => input),
    ...boarding.BOARDING_STATUSES.flatMap((status) => [
      { type: 'found', status } as const,
      { type: 'status', status, older: false } as const,
    ]),
  ]
  const freeing = all.filter((input) => {
    const decision = decide('in_doubt', input)
    return decision.kind === 'moved' && isEditable(decision.to)
  })
  assert.deepEqual(
    freeing.map(({ type }) => type),
    ['refused', 'not_received', 'attested_not_submitted'],
  )
})

void test('a decided application ignores later statuses in any order', () => {
  const statuses = boarding.BOARDING_STATUSES
  const walk = (state: ApplicationStatus, left: number): void => {
    if (left === 0) return
    for (const status of statuses) {
      const decision = decide(state, { type: 'status', status, older: false })
      if (isDecided(state)) assert.equal(decision.kind, 'same')
      walk(decision.kind === 'moved' ? decision.to : state, left - 1)
    }
  }
  walk('submitted', 5)
})

void test('maps the status received to submitted and keeps the others', () => {
  assert.deepEqual(boarding.BOARDING_STATUSES.map(stateOfStatus), [
    'submitted',
    'in_review',
    'action_required',
    'approved',
    'declined',
    'withdrawn',
  ])
})

void test('each move has its event', () => {
  const event = (state: ApplicationStatus, input: SubmissionInput): string => {
    const decision = decide(state, input)
    return decision.kind === 'moved' ? decision.event : decision.kind
  }
  assert.deepEqual(
    [
      event('draft', { type: 'submit' }),
      event('submitting', { type: 'not_sent' }),
      event('submitting', { type: 'accepted' }),
      event('submitting', { type: 'refused' }),
      event('submitting', { type: 'unknown' }),
      event('in_doubt', { type: 'found', status: 'received' }),
      event('in_doubt', { type: 'not_received' }),
      event('in_doubt', { type: 'attested_submitted' }),
      event('in_doubt', { type: 'attested_not_submitted' }),
      event('submitted', { type: 'status', status: 'approved', older: false }),
    ],
    [
      'submitting',
      'not_sent',
      'submitted',
      'refused',
      'doubted',
      'found',
      'not_received',
      'attested_submitted',
      'attested_not_submitted',
      'status',
    ],
  )
})
