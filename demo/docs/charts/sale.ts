// The states of a sale, from the BFF's own machine: every kind of evidence is applied to a row of every state, at a time at
// which it counts, and the result is the chart.
import type { Outcome, SaleState } from '@tapboard/contract'
import type { Changes, SaleInput, SaleInputType } from '../../../packages/bff/src/sale/machine/sale-input.ts'
import { reduce } from '../../../packages/bff/src/sale/machine/machine.ts'
import {
  approved,
  declined,
  facts,
  LATE,
  mismatch,
  read,
  rows,
  T,
} from '../../../packages/bff/src/sale/machine/machine.testing.ts'
import { STATES } from '../../checkout/states.ts'
import type { Chart, ChartWay, Tone } from './draw.ts'

type Words = Exclude<SaleInputType, 'session_read'> | Outcome['kind']

/** Evidence in words; one without words does not compile. */
const WHAT: Readonly<Record<Words, string>> = {
  send_claimed: 'a sender takes it; from now on bytes may leave',
  intent_expired: 'not sent within 60 s',
  not_sent: 'no byte was written, or the service said “busy”',
  accepted: 'the service answered with a session',
  rejected: 'the service refused it, provably before it began',
  send_lost: 'the answer was lost',
  session_missed: 'the service said three times over 30 s that there is no such session',
  end_questioned: 'asked again before a further attempt, the service twice did not say the same unpaid end',
  soft_passed: '150 s passed: “still waiting” is said',
  hard_passed: '300 s passed without an end',
  session_found: 'a late answer or a look-up named its session',
  look_up_missed: 'a look-up that is the truth found nothing, twice',
  resend_claimed: 'the same bytes are sent again, where the service promises to refuse or replay repeats',
  device_free_passed: 'the terminal cannot be asking for this card any more',
  device_idle:
    'the connected terminal was seen twice without our session, when nothing could arrive any more',
  attested_paid: 'a person with the right says that it was paid',
  attested_unpaid: 'a person with the right says that it was not paid',
  cancel_requested: 'a cancel was asked for',
  cancel_failed: 'the cancel was refused, or got no answer',
  pending: 'the terminal is still at it',
  approved: 'read: approved, and every check holds',
  declined: 'read twice: declined',
  timed_out: 'read twice: timed out',
  failed: 'read twice: failed',
  cancelled: 'read twice: cancelled',
  contradiction: 'read: the answer contradicts itself or us',
  unknown: 'read three times over 30 s: a word we do not know',
}

const ends = (kind: 'timed_out' | 'failed' | 'cancelled'): Outcome => ({
  kind,
  code: null,
  message: null,
  reference: null,
})

const OUTCOMES: readonly Outcome[] = [
  approved,
  declined,
  ends('timed_out'),
  ends('failed'),
  ends('cancelled'),
  mismatch,
  { kind: 'unknown', detail: '' },
]

const INPUTS: readonly SaleInput[] = [
  { type: 'send_claimed' },
  { type: 'intent_expired' },
  { type: 'not_sent', reason: 'upstream-busy', retryAfterMs: 0 },
  { type: 'accepted', sessionId: 'ses_b', taken: false },
  { type: 'rejected', reason: 'upstream-refused' },
  { type: 'send_lost' },
  { type: 'session_missed' },
  { type: 'end_questioned' },
  { type: 'soft_passed' },
  { type: 'hard_passed' },
  { type: 'session_found', sessionId: 'ses_b', taken: false },
  { type: 'look_up_missed' },
  { type: 'resend_claimed' },
  { type: 'device_free_passed' },
  { type: 'attested_paid', person: 'a person', reference: 'R', approvalCode: null },
  { type: 'attested_unpaid', person: 'a person' },
  { type: 'cancel_requested' },
  { type: 'cancel_failed' },
  ...OUTCOMES.map(read),
]

const seen = (what: string): Changes => ({ seen: what, seenCount: 9, seenFirstMs: T })

/** Variants of a row besides its state: evidence seen before, several tries, terminal released. */
const BESIDES: readonly Changes[] = [
  {},
  { sendCount: 3 },
  { deviceHold: false },
  { byWhom: 'person' },
  ...['missed', 'look_up_missed', 'unknown', 'amount_mismatch', 'declined|51|'].map(seen),
  ...['timed_out||', 'failed||', 'cancelled||'].map(seen),
  { byWhom: 'person', ...seen('declined|51|') },
]

const MOMENTS: readonly number[] = [T + 1, T + 150_000, LATE]

const TONES: Readonly<Record<(typeof STATES)[SaleState]['tone'], Tone>> = {
  way: 'way',
  paid: 'good',
  unpaid: 'bad',
  doubt: 'doubt',
}

function ways(): readonly ChartWay[] {
  const found = new Map<string, ChartWay>()
  for (const row of Object.values(rows))
    for (const input of INPUTS)
      for (const besides of BESIDES)
        for (const nowMs of MOMENTS) {
          const judged = reduce({ ...row, ...besides }, input, facts(nowMs))
          if (judged.kind !== 'moved') continue
          const to = judged.changes.state ?? row.state
          const what = WHAT[input.type === 'session_read' ? input.outcome.kind : input.type]
          found.set(`${row.state}|${what}|${to}`, { from: row.state, to, what })
        }
  return [...found.values()]
}

/** The chart of a sale. */
export function saleChart(): Chart {
  return {
    id: 'sale-chart',
    title: 'States of a sale in the ledger of the BFF',
    states: Object.entries(STATES).map(([id, { tone, meaning }]) => ({ id, tone: TONES[tone], meaning })),
    ways: ways(),
  }
}
