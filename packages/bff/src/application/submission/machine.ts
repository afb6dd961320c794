// The state machine of an application (INV-19). Pure: no clock, no rows. A submission that may have been received is released
// only by an answer of the upstream or a person's attestation. A final decision never changes.
import type { ApplicationStatus, boarding } from '@tapboard/contract'

/** An input of the machine: an action of a person, or evidence about an application. */
export type SubmissionInput =
  /** A person submitted; nothing was sent. */
  | { readonly type: 'submit' }
  /** No byte was sent, so the service received nothing. */
  | { readonly type: 'not_sent' }
  /** The upstream's answer to the submission. */
  | { readonly type: 'accepted' }
  | { readonly type: 'refused' }
  /** No readable answer, or the sender died. */
  | { readonly type: 'unknown' }
  /** A look-up by the token found it. */
  | { readonly type: 'found'; readonly status: boarding.BoardingStatus }
  /** A conclusive look-up after the fence found nothing. */
  | { readonly type: 'not_received' }
  | { readonly type: 'attested_submitted' }
  | { readonly type: 'attested_not_submitted' }
  /** Status of a submitted application; `older`: before the known status, by the service's time. */
  | { readonly type: 'status'; readonly status: boarding.BoardingStatus; readonly older: boolean }

/** Types of events of an application. */
const EVENT_TYPES = [
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
] as const

/** A value of {@link EVENT_TYPES}. */
export type ApplicationEventType = (typeof EVENT_TYPES)[number]

/** A transition, no change, or an input that the state does not allow. */
export type Decision =
  | { readonly kind: 'moved'; readonly event: ApplicationEventType; readonly to: ApplicationStatus }
  | { readonly kind: 'same' }
  | { readonly kind: 'illegal' }

/** Maps a status of the service to a state. */
export const stateOfStatus = (status: boarding.BoardingStatus): ApplicationStatus =>
  status === 'received' ? 'submitted' : status

/** States in which the upstream has the application and has not decided. */
export const FOLLOWED = [
  'submitted',
  'in_review',
  'action_required',
] as const satisfies readonly ApplicationStatus[]

const isFollowed = (state: ApplicationStatus): boolean =>
  (FOLLOWED as readonly ApplicationStatus[]).includes(state)

const moved = (event: ApplicationEventType, to: ApplicationStatus): Decision => ({ kind: 'moved', event, to })
const SAME: Decision = { kind: 'same' }
const ILLEGAL: Decision = { kind: 'illegal' }

function decideStatus(state: ApplicationStatus, status: boarding.BoardingStatus, older: boolean): Decision {
  if (state === 'approved' || state === 'declined' || state === 'withdrawn') return SAME
  if (!isFollowed(state)) return ILLEGAL
  const to = stateOfStatus(status)
  // Every application starts as received, so a later `received` is outdated, whatever its time.
  return older || to === state || to === 'submitted' ? SAME : moved('status', to)
}

/** Returns the decision. The caller passes only inputs of the newest submission. */
export function decide(state: ApplicationStatus, input: SubmissionInput): Decision {
  const open = state === 'submitting' || state === 'in_doubt'
  switch (input.type) {
    case 'submit':
      return state === 'draft' || state === 'refused' ? moved('submitting', 'submitting') : ILLEGAL
    case 'not_sent':
      return state === 'submitting' ? moved('not_sent', 'draft') : ILLEGAL
    case 'accepted':
      // Also after an attestation or a look-up of "not received": the upstream's answer is authoritative.
      return open || state === 'refused'
        ? moved('submitted', 'submitted')
        : isFollowed(state)
          ? SAME
          : ILLEGAL
    case 'refused':
      return open ? moved('refused', 'refused') : state === 'refused' ? SAME : ILLEGAL
    case 'unknown':
      return state === 'submitting' ? moved('doubted', 'in_doubt') : state === 'in_doubt' ? SAME : ILLEGAL
    case 'found':
      return state === 'in_doubt' ? moved('found', stateOfStatus(input.status)) : ILLEGAL
    case 'not_received':
      return state === 'in_doubt' ? moved('not_received', 'refused') : ILLEGAL
    case 'attested_submitted':
      return state === 'in_doubt' ? moved('attested_submitted', 'submitted') : ILLEGAL
    case 'attested_not_submitted':
      return state === 'in_doubt' ? moved('attested_not_submitted', 'refused') : ILLEGAL
    case 'status':
      return decideStatus(state, input.status, input.older)
  }
}
