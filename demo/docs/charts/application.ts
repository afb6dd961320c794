// The states of an application, from the BFF's own table: every event applied to every state.
import { APPLICATION_STATES, boarding, type ApplicationStatus } from '@tapboard/contract'
import { decide, type SubmissionInput } from '../../../packages/bff/src/application/submission/machine.ts'
import type { Chart, ChartState, ChartWay } from './draw.ts'

const STATES: Readonly<Record<ApplicationStatus, Omit<ChartState, 'id'>>> = {
  draft: { tone: 'way', meaning: 'Being filled in. Answers are kept for 60 days, without secrets.' },
  submitting: { tone: 'way', meaning: 'Written down and on its way: it is never sent again.' },
  in_doubt: { tone: 'doubt', meaning: 'The service may have received it. It is never sent again by itself.' },
  refused: { tone: 'bad', meaning: 'The service refused it. It may be corrected and submitted again.' },
  submitted: { tone: 'way', meaning: 'The service has it.' },
  in_review: { tone: 'way', meaning: 'The service reviews it.' },
  action_required: { tone: 'doubt', meaning: 'The service waits for something from the applicant.' },
  approved: { tone: 'good', meaning: 'The account is granted. Final.' },
  declined: { tone: 'bad', meaning: 'The account is refused. Final.' },
  withdrawn: { tone: 'bad', meaning: 'Taken back. Final.' },
}

const WHAT: Readonly<Record<SubmissionInput['type'], string>> = {
  submit: 'a person agreed and submitted',
  not_sent: 'it was certainly not received',
  accepted: 'the service answered: received',
  refused: 'the service answered: refused',
  unknown: 'the answer was lost or cannot be read',
  found: 'a look-up found it',
  not_received: 'a look-up that is the truth found nothing, twice',
  attested_submitted: 'a person of the partner says that it was received',
  attested_not_submitted: 'a person of the partner says that it was not received',
  status: 'the service told its status',
}

const INPUTS: readonly SubmissionInput[] = [
  { type: 'submit' },
  { type: 'not_sent' },
  { type: 'accepted' },
  { type: 'refused' },
  { type: 'unknown' },
  ...boarding.BOARDING_STATUSES.map((status): SubmissionInput => ({ type: 'found', status })),
  { type: 'not_received' },
  { type: 'attested_submitted' },
  { type: 'attested_not_submitted' },
  ...boarding.BOARDING_STATUSES.map((status): SubmissionInput => ({ type: 'status', status, older: false })),
]

/** The chart of an application. */
export function applicationChart(): Chart {
  const ways = APPLICATION_STATES.flatMap((from) =>
    INPUTS.flatMap((input): readonly ChartWay[] => {
      const decision = decide(from, input)
      return decision.kind === 'moved' ? [{ from, to: decision.to, what: WHAT[input.type] }] : []
    }),
  )
  return {
    id: 'application-chart',
    title: 'States of an application',
    states: APPLICATION_STATES.map((id) => ({ id, ...STATES[id] })),
    ways,
  }
}
