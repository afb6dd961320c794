// Sends one committed submission: requests the terms token, commits the phase `sent`, sends SubmitGoApp once, commits the
// result (INV-19). Only the write of the result is retried; it does not keep the values in memory.
import type { ApplicationSnapshot } from '@tapboard/contract'
import { createAlarm, isStoreUnavailable } from '@tapboard/store'
import type { Clock, Log, Random } from '../../ports.ts'

import { seal } from '../../token/seal.ts'
import { snapshotOf, type ApplicationRow } from '../row.ts'
import type { News } from './consequences.ts'
import type { SubmitFailpoint } from './failpoint.ts'
import type { Applied, SubmissionLedger } from './submission-ledger.ts'
import type { SubmitPartner } from './submit-partner.ts'
import { issuesOfRefusal } from './refusal-issues.ts'
import type { Acceptance, SubmissionContent, SubmitResult } from '../../upstream/boarding/boarding-port.ts'
import type { KeyRing } from '../../token/secret.ts'

export interface SendDeps {
  readonly ledger: SubmissionLedger
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly termsRing: KeyRing
  readonly failpoint: SubmitFailpoint
  /** Aborted when the process ends; the follower of another process then resolves results that were not written. */
  readonly over: AbortSignal
}

export interface Sending {
  readonly row: ApplicationRow
  readonly number: number
  readonly partner: SubmitPartner
  /** The acceptance with which the BFF requests the token; `null` if `content` has it or needs none. */
  readonly acceptance: Acceptance | null
  readonly content: SubmissionContent
  /** Texts that must not be stored from an answer. */
  readonly secrets: readonly string[]
}

/** The result of a send. */
export type Sent =
  | { readonly kind: 'known'; readonly application: ApplicationSnapshot }
  /** The service received nothing; the application is unchanged. */
  | { readonly kind: 'not_sent'; readonly refused: boolean; readonly retryAfterMs: number | null }

/** Delay between two attempts to write the result. */
const WRITE_AGAIN_MS = 1_000

/** Time limit of these attempts while the store is unavailable. */
const WRITE_FOR_MS = 600_000

const NOT_SENT: News = { type: 'not_sent' }

/** Converts an upstream result to news; rejects an identifier that repeats a secret. */
function newsOf(end: SubmitResult, { secrets, partner }: Sending): News {
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

/** Codes that a duplicate of the same request may cause after the first one was received. */
const AFTER_RECEIPT = new Set(['duplicateapplication', 'invalidtoken'])

/**
 * Checks whether a refusal is conclusive. After `duplicateapplication` or `invalidtoken` a look-up by the token tells whether
 * our application was received. Without a look-up the result is unknown: a token that the BFF just requested is invalid only
 * after it was used. `invalidtoken` for a token from the page is conclusive.
 */
async function confirmRefusal(
  end: SubmitResult,
  { partner, acceptance }: Sending,
  token: string | null,
): Promise<SubmitResult> {
  if (end.kind !== 'refused' || !AFTER_RECEIPT.has(end.code.toLowerCase())) return end
  if (partner.lookup && token !== null) {
    const found = await partner.upstream.find({ token })
    if (found.kind === 'found') return { kind: 'accepted', appId: found.appId, reference: null }
    return found.kind === 'missing' ? end : { kind: 'unknown' }
  }
  return end.code.toLowerCase() === 'invalidtoken' && acceptance === null ? end : { kind: 'unknown' }
}

/** Sends a submission. Rejects only with faults of the store; the row then contains the progress. */
export async function sendSubmission(deps: SendDeps, sending: Sending): Promise<Sent> {
  const { ledger, clock, log, failpoint } = deps
  const { row, number, partner, content } = sending
  const { id, merchant } = row

  /** Writes the result; retries while the store is unavailable, because a lost AppId would make the result unknown. */
  const write = async (news: News): Promise<Applied | null> => {
    const untilMs = clock.now() + WRITE_FOR_MS
    for (;;) {
      try {
        return await ledger.apply(id, number, news)
      } catch (error) {
        if (!isStoreUnavailable(error) || deps.over.aborted || clock.now() >= untilMs) throw error
        log.warn(
          { merchant, applicationId: id, code: 'store-unavailable' },
          'the result of a submission waits for the store',
        )
        await createAlarm(clock).pause(WRITE_AGAIN_MS, deps.over)
      }
    }
  }

  const end = async (news: News): Promise<ApplicationSnapshot> => {
    const applied = await write(news)
    if (applied === null) throw new Error('the application that was submitted does not exist')
    const { row: after, decision } = applied
    const line = { merchant, applicationId: id, state: after.state, code: news.type }
    // Possible only if this process was suspended beyond its lease, or a person attested too early.
    if (decision.kind === 'illegal')
      log.error(line, 'the result of a submission contradicts the state of its application')
    else log.info(line, 'a submission has ended')
    await failpoint('recorded', id)
    return snapshotOf(after)
  }

  let { token } = content
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
  const sealed = token === null ? null : await seal(token, deps.termsRing, id, deps.random)
  if (!(await ledger.leave(id, number, sealed)))
    return { kind: 'not_sent', refused: false, retryAfterMs: null }
  await failpoint('leaving', id)
  const result = await confirmRefusal(await partner.upstream.submit({ ...content, token }), sending, token)
  await failpoint('answered', id)
  const application = await end(newsOf(result, sending))
  return result.kind === 'not_sent'
    ? { kind: 'not_sent', refused: false, retryAfterMs: null }
    : { kind: 'known', application }
}
