// Receives the boarding API's webhooks about applications (D-26). They need a signature with the partner's secret, arrive at
// least once and in any order, and are handled like the result of a read.
import { boarding, readJson } from '@tapboard/contract'
import type { Clock, Log } from '../../ports.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import { judgeSignature } from '@tapboard/server'
import type { SubmissionLedger } from '../submission/submission-ledger.ts'

/** Dependencies of the webhook receiver. */
interface ReceivePorts {
  readonly ledger: SubmissionLedger
  readonly clock: Clock
  readonly log: Log
  /** Partners whose boarding API signs its webhooks, each with its secret. */
  readonly signers: readonly { readonly merchant: string; readonly secret: string }[]
}

const REFUSED = refuse(
  'signature-invalid',
  "Sign the time and the raw body with the partner's secret, and send both as X-Tapboard-Signature.",
)

/** Handles one event; `body` is the raw body. */
export async function receiveBoardingEvent(
  { ledger, clock, log, signers }: ReceivePorts,
  body: Uint8Array,
  signature: string | null,
): Promise<{ readonly ok: true } | Refusal> {
  const nowMs = clock.now()
  // All secrets are compared, so that the response time does not reveal the partner.
  const believed = signers.filter(({ secret }) => judgeSignature({ body, signature, secret, nowMs }) === null)
  if (believed.length === 0) return REFUSED
  const json = readJson(new TextDecoder().decode(body))
  // A test event proves the signature and concerns no application.
  if (json.ok && boarding.BoardingTestEvent.safeParse(json.value).success) return { ok: true }
  const read = json.ok ? boarding.BoardingEvent.safeParse(json.value) : null
  const atMs = read?.success === true ? Date.parse(read.data.createdAt) : Number.NaN
  if (read === null || !read.success || !Number.isSafeInteger(atMs))
    return refuse('invalid-request', 'Send an event of the boarding API, as its contract describes it.')
  const { appId, applicationStatus: status } = read.data
  for (const { merchant } of believed) {
    const row = await ledger.byAppId(merchant, appId)
    if (row === null) continue
    const applied = await ledger.apply(row.id, null, { type: 'status', status, statusAtMs: atMs })
    if (applied?.decision.kind === 'moved')
      log.info(
        { merchant, applicationId: row.id, state: applied.row.state, code: 'webhook' },
        'an application changed its state',
      )
    return { ok: true }
  }
  // The result of the submission may not be stored yet; a later delivery will find it.
  return refuse('application-not-found', 'No application has this appId yet; send the event again later.')
}
