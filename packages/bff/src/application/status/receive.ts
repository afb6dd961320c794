// Receives the boarding API's webhooks about applications (D-26). They need a signature with the partner's secret, arrive at
// least once and in any order, and are handled like the result of a read.
import { boarding, readJson } from '@tapboard/contract'
import type { Clock, Log } from '../../ports.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import { judgeWebhook, type ReceivedHeaders } from '@tapboard/server'
import type { SubmissionLedger } from '../submission/submission-ledger.ts'
import type { SecretRing } from '@tapboard/server'

/** Dependencies of the webhook receiver. */
interface ReceiveDeps {
  readonly ledger: SubmissionLedger
  readonly clock: Clock
  readonly log: Log
  /** Secret of the merchant's webhooks; `null` for a merchant without one. */
  readonly secret: SecretRing | null
}

const REFUSED = refuse(
  'signature-invalid',
  "Sign ID, time and raw body with the partner's secret, and send them as webhook-id, webhook-timestamp and webhook-signature.",
)

/** Handles one event of a merchant; `body` is the raw body. Without a secret it costs no MAC, else one. */
export async function receiveBoardingEvent(
  { ledger, clock, log, secret }: ReceiveDeps,
  merchant: string,
  body: Uint8Array,
  headers: ReceivedHeaders,
): Promise<{ readonly ok: true } | Refusal> {
  if (secret === null) return REFUSED
  if (judgeWebhook({ body, headers, secret, nowMs: clock.now() }) !== null) return REFUSED
  const json = readJson(new TextDecoder().decode(body))
  // A test event proves the signature and concerns no application.
  if (json.ok && boarding.BoardingTestEvent.safeParse(json.value).success) return { ok: true }
  const read = json.ok ? boarding.BoardingEvent.safeParse(json.value) : null
  const atMs = read?.success === true ? Date.parse(read.data.createdAt) : Number.NaN
  if (read === null || !read.success || !Number.isSafeInteger(atMs))
    return refuse('invalid-request', 'Send an event of the boarding API, as its contract describes it.')
  const { appId, applicationStatus: status } = read.data
  const row = await ledger.byAppId(merchant, appId)
  // The result of the submission may not be stored yet; a later delivery will find it.
  if (row === null)
    return refuse('application-not-found', 'No application has this appId yet; send the event again later.')
  const applied = await ledger.apply(row.id, null, { type: 'status', status, statusAtMs: atMs })
  if (applied?.decision.kind === 'moved')
    log.info(
      { merchant, applicationId: row.id, state: applied.row.state, code: 'webhook' },
      'an application changed its state',
    )
  return { ok: true }
}
