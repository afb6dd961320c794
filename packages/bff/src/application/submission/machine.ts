// What may happen to an application, and what it becomes (INV-19). Pure: no clock, no rows. A submission that may have been
// received is never freed but by the upstream's own word or a person's; what was decided is never taken back.
import type { ApplicationStatus, boarding } from '@tapboard/contract'

/** Something that happened to an application. */
export type Happening =
  /** A person agreed and submitted; nothing has left yet. */
  | { readonly type: 'submit' }
  /** The service has received nothing. */
  | { readonly type: 'not_sent' }
  /** The upstream's answer to the submission itself. */
  | { readonly type: 'accepted' }
  | { readonly type: 'refused' }
  /** No readable answer, or the sender is gone. */
  | { readonly type: 'unknown' }
  /** A look-up by the token found it. */
  | { readonly type: 'found'; readonly status: boarding.BoardingStatus }
  /** A look-up that is the truth found nothing, after the fence. */
  | { readonly type: 'not_received' }
  | { readonly type: 'attested_submitted' }
  | { readonly type: 'attested_not_submitted' }
  /** News of a submitted application; `older` than the known status, by the service's own time. */
  | { readonly type: 'status'; readonly status: boarding.BoardingStatus; readonly older: boolean }

/** Kinds of events that an application's record has. */
export const EVENT_TYPES = [
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

/** See {@link EVENT_TYPES}. */
export type ApplicationEventType = (typeof EVENT_TYPES)[number]

/** The application becomes `to`, nothing changes, or it must not happen. */
export type Decision =
  | { readonly kind: 'moved'; readonly event: ApplicationEventType; readonly to: ApplicationStatus }
  | { readonly kind: 'same' }
  | { readonly kind: 'illegal' }

/** A status of the service as a state of ours. */
export const stateOfStatus = (status: boarding.BoardingStatus): ApplicationStatus =>
  status === 'received' ? 'submitted' : status

/** States in which the upstream has it and has not decided. */
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
  // Every application begins as received: said later it is an old word, whatever time it bears.
  return older || to === state || to === 'submitted' ? SAME : moved('status', to)
}

/** Decides. A happening belongs to the newest submission of the application; its caller sees to that. */
export function decide(state: ApplicationStatus, happening: Happening): Decision {
  const open = state === 'submitting' || state === 'in_doubt'
  switch (happening.type) {
    case 'submit':
      return state === 'draft' || state === 'refused' ? moved('submitting', 'submitting') : ILLEGAL
    case 'not_sent':
      return state === 'submitting' ? moved('not_sent', 'draft') : ILLEGAL
    case 'accepted':
      // Also after a person, or a look-up, said that it was not received: the upstream's own answer is the truth.
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
      return state === 'in_doubt' ? moved('found', stateOfStatus(happening.status)) : ILLEGAL
    case 'not_received':
      return state === 'in_doubt' ? moved('not_received', 'refused') : ILLEGAL
    case 'attested_submitted':
      return state === 'in_doubt' ? moved('attested_submitted', 'submitted') : ILLEGAL
    case 'attested_not_submitted':
      return state === 'in_doubt' ? moved('attested_not_submitted', 'refused') : ILLEGAL
    case 'status':
      return decideStatus(state, happening.status, happening.older)
  }
}
