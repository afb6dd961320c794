// Sends one committed submission: gets the token of the terms, commits the departure, sends SubmitGoApp once, commits
// the result (INV-19). Only the write of the result is retried; the values are released with the last answer.
import type { ApplicationSnapshot } from '@tapboard/contract'
import { createAlarm, isStoreUnavailable } from '@tapboard/store'
import type { Clock, Log, Random } from '../../ports.ts'

import { seal } from '../../token/seal.ts'
import { snapshotOf, type ApplicationRow } from '../row.ts'
import type { News } from './consequences.ts'
import type { SubmitFailpoint } from './failpoint.ts'
import type { Applied, SubmissionLedger } from './ledger.ts'
import type { SubmitPartner } from './partner.ts'
import { issuesOfRefusal } from './refusal-issues.ts'
import type { Acceptance, SubmissionParcel, SubmitEnd } from '../../upstream/boarding/boarding-port.ts'

/** Dependencies of the sender. */
export interface SendPorts {
  readonly ledger: SubmissionLedger
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly termsKey: Uint8Array
  readonly failpoint: SubmitFailpoint
  /** Aborts when the process ends: the sweep then resolves results that could not be written. */
  readonly over: AbortSignal
}

/** One submission to send. */
export interface Sending {
  readonly row: ApplicationRow
  readonly number: number
  readonly partner: SubmitPartner
  /** Where the BFF asks for the token; `null` where the parcel has it, or needs none. */
  readonly acceptance: Acceptance | null
  readonly parcel: SubmissionParcel
  /** Texts that nothing of an answer may repeat. */
  readonly secrets: readonly string[]
}

/** The result of a send, as far as it is known. */
export type Sent =
  | { readonly kind: 'known'; readonly application: ApplicationSnapshot }
  /** The service has received nothing; the application is as it was before. */
  | { readonly kind: 'not_sent'; readonly refused: boolean; readonly retryAfterMs: number | null }

/** Delay between two attempts to write the result. */
const WRITE_AGAIN_MS = 1_000

/** So long it is tried while the store is away: only the number of an application is kept in memory meanwhile. */
const WRITE_FOR_MS = 600_000

const NOT_SENT: News = { type: 'not_sent' }

/** Converts an upstream result to news; rejects an identifier that repeats a secret. */
function newsOf(end: SubmitEnd, { secrets, partner }: Sending): News {
  const repeats = (text: string | null): boolean =>
    text !== null && secrets.some((secret) => text.includes(secret))
  const unknown: News = { type: 'unknown', lookup: partner.lookup }
  switch (end.kind) {
    case 'not_sent':
      return NOT_SENT
    case 'accepted':
      return repeats(end.appId)
        ? unknown
        : {
            type: 'accepted',
            appId: end.appId,
            reference: repeats(end.reference) ? null : end.reference,
          }
    case 'refused':
      return {
        type: 'refused',
        reference: repeats(end.reference) ? null : end.reference,
        issues: issuesOfRefusal(end, secrets),
      }
    case 'unknown':
      return unknown
  }
}

/** Refusals that the very request may have brought about, when it came twice and the other one was received. */
const AFTER_RECEIPT = new Set(['duplicateapplication', 'invalidtoken'])

/**
 * Is a refusal conclusive? For an existing application or a used token, a look-up by the token tells whether the
 * application is ours. Without a look-up the end is unknown: a token that the BFF has just received is refused only when
 * it is used up. `invalidtoken` for a token from the page is conclusive.
 */
async function wholeTruth(
  end: SubmitEnd,
  { partner, acceptance }: Sending,
  token: string | null,
): Promise<SubmitEnd> {
  if (end.kind !== 'refused' || !AFTER_RECEIPT.has(end.code.toLowerCase())) return end
  if (partner.lookup && token !== null) {
    const found = await partner.upstream.find({ token })
    if (found.kind === 'found') return { kind: 'accepted', appId: found.appId, reference: null }
    return found.kind === 'missing' ? end : { kind: 'unknown' }
  }
  return end.code.toLowerCase() === 'invalidtoken' && acceptance === null ? end : { kind: 'unknown' }
}

/** Sends the submission of `sending`. Rejects only with faults of the store; the row then shows the progress. */
export async function sendSubmission(ports: SendPorts, sending: Sending): Promise<Sent> {
  const { ledger, clock, log, failpoint } = ports
  const { row, number, partner, parcel } = sending
  const { id, merchant } = row

  /** Writes the result and retries while the store is away: a lost identifier turns a certain end into a doubt. */
  const write = async (news: News): Promise<Applied | null> => {
    const untilMs = clock.now() + WRITE_FOR_MS
    for (;;) {
      try {
        return await ledger.apply(id, number, news)
      } catch (error) {
        if (!isStoreUnavailable(error) || ports.over.aborted || clock.now() >= untilMs) throw error
        log.warn(
          { merchant, applicationId: id, code: 'store-unavailable' },
          'what a submission came to waits',
        )
        await createAlarm(clock).pause(WRITE_AGAIN_MS, ports.over)
      }
    }
  }

  const end = async (news: News): Promise<ApplicationSnapshot> => {
    const applied = await write(news)
    if (applied === null) throw new Error('the application that was submitted does not exist')
    const { row: after, decision } = applied
    const line = { merchant, applicationId: id, state: after.state, code: news.type }
    // Only a process that slept through its lease, or a person who spoke too soon, can make this happen.
    if (decision.kind === 'illegal') log.error(line, 'what a submission came to does not fit its application')
    else log.info(line, 'a submission has ended')
    await failpoint('recorded', id)
    return snapshotOf(after)
  }

  let { token } = parcel
  if (sending.acceptance !== null) {
    const accepted = await partner.upstream.accept(sending.acceptance)
    if (accepted.kind === 'fault') {
      await end(NOT_SENT)
      return { kind: 'not_sent', refused: accepted.refused, retryAfterMs: accepted.retryAfterMs }
    }
    if (accepted.kind === 'refused')
      return { kind: 'known', application: await end(newsOf(accepted, sending)) }
    token = accepted.token
  }
  await failpoint('agreed', id)
  const sealed = token === null ? null : await seal(token, ports.termsKey, id, ports.random)
  if (!(await ledger.leave(id, number, sealed)))
    return { kind: 'not_sent', refused: false, retryAfterMs: null }
  await failpoint('leaving', id)
  const came = await wholeTruth(await partner.upstream.submit({ ...parcel, token }), sending, token)
  await failpoint('answered', id)
  const application = await end(newsOf(came, sending))
  return came.kind === 'not_sent'
    ? { kind: 'not_sent', refused: false, retryAfterMs: null }
    : { kind: 'known', application }
}
