// Checks a submission before it is sent: idempotency key, state of the application, secrets, validation; then one transaction
// commits it (INV-11, INV-19). It is sent once, even if the page disconnects.
import type { ApplicationSnapshot, SubmitApplication } from '@tapboard/contract'
import { createAlarm } from '@tapboard/store'
import { refuse, type Refusal } from '../../refusal.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { isIdempotencyKey } from '../../http/idempotency-key.ts'
import type { ApplyAccess } from '../../token/access.ts'
import type { KeySet } from '../../token/key-set.ts'
import type { Acceptance } from '../../upstream/boarding/boarding-port.ts'
import type { Applications } from '../applications.ts'
import { snapshotOf, type ApplicationRow } from '../row.ts'
import { openSecrets } from '../seal/open-secrets.ts'
import { termsLocale } from '../plans/terms-locale.ts'
import { canonicalHash } from './canonical.ts'
import { decide } from './machine.ts'
import { hashValues, judgeSubmission, secretTexts, signerIndex } from './judge.ts'
import { SENDER_LEASE_MS } from './pace.ts'
import type { Beginning, Begun } from './submission-ledger.ts'
import type { SubmitPartner } from './submit-partner.ts'
import { sendSubmission, type Sending, type SendDeps, type Sent } from './send.ts'

/** Longest wait of a page for the result; then it gets the current state. */
const ANSWER_MS = 40_000

/** Default number of concurrent submissions per process; each keeps its values in memory until it ends. */
export const RUNNING_MAX = 500

/** Facts about the page's request that are stored as evidence of the agreement. */
export interface Witness {
  readonly address: string | null
  readonly userAgent: string | null
}

interface SubmitDeps extends SendDeps {
  readonly applications: Applications
  readonly keys: Pick<KeySet, 'find'>
  readonly limiter: RateLimiter
  /** Whether new applications of a merchant may be submitted. */
  readonly takesApplications: (merchant: string) => boolean
  /** Names this process run in leases. */
  readonly owner: string
  /** Submissions in progress in this process, by application. */
  readonly running: Map<string, Promise<Sent>>
  readonly runningMax: number
}

/** The result of a submission. */
export type Submitted =
  | { readonly ok: true; readonly application: ApplicationSnapshot; readonly replayed: boolean }
  | Refusal

const NO_KEY = refuse(
  'idempotency-key-missing',
  'Send an Idempotency-Key of 16 to 128 visible ASCII characters, the same for each repeat of this request.',
)
const MISMATCH = refuse(
  'idempotency-mismatch',
  'Use a new Idempotency-Key for another request; repeat a request byte for byte.',
)
const BAD_SECRETS = refuse(
  'invalid-secrets',
  'Load the application again and seal the secrets for its ID with its sealKey.',
)
const REMOVED = refuse(
  'forbidden',
  'Nothing was sent: this merchant was removed from the configuration and takes no applications. The saved answers are kept.',
)
const HELD = refuse(
  'store-restored',
  'Nothing was sent: the store was restored, and may not know that this application was submitted. The operator must compare first.',
  { retryAfterSeconds: 60 },
)
const NOT_SENT = 'Nothing was received; send the same request again in a moment.'

/** Returns the refusal of a submission in the current state. */
const refuseSubmission = (application: ApplicationSnapshot): Refusal =>
  application.state === 'submitting' || application.state === 'in_doubt'
    ? refuse('application-in-doubt', 'The application may have been received: do not send it again.', {
        application,
      })
    : refuse(
        'application-closed',
        'The application is already submitted; its current state is in this answer.',
        {
          application,
        },
      )

const answerOf = (sent: Sent, replayed: boolean): Submitted => {
  if (sent.kind === 'known') return { ok: true, application: sent.application, replayed }
  const retryAfterSeconds = Math.max(2, Math.ceil((sent.retryAfterMs ?? 2_000) / 1000))
  return sent.refused
    ? refuse(
        'upstream-refused',
        'Nothing was received: the boarding service refused the key of this merchant.',
      )
    : refuse('upstream-unavailable', NOT_SENT, { retryAfterSeconds })
}

/** Reads the current tiers and terms, or returns a refusal. */
async function factsFor(
  partner: SubmitPartner,
  access: ApplyAccess,
  { values, consent }: SubmitApplication,
  nowMs: number,
) {
  const offered = await partner.tierNames()
  if (!offered.ok) return offered
  const tiers = offered.names.filter((name) => access.tiers === null || access.tiers.includes(name))
  const shown =
    partner.termsMode === 'service' && tiers.includes(values.tierName)
      ? await partner.terms(values.tierName, consent.locale)
      : null
  if (shown !== null && !shown.ok) return shown
  const { environment, termsMode } = partner
  // In the mode `service` the BFF gets the token itself; the service requires one in the sandbox as well (D-25).
  const needsToken = termsMode !== 'service'
  return { ok: true as const, nowMs, environment, tiers, terms: shown?.terms ?? null, needsToken }
}

/** One request of a page to submit its application. */
interface SubmitRequest {
  readonly partner: SubmitPartner
  readonly access: ApplyAccess
  readonly body: SubmitApplication
  readonly key: string
  readonly witness: Witness
}

/** Waits for the result of a submission; returns the current state after a timeout. */
async function endOf(
  { applications, clock }: SubmitDeps,
  row: ApplicationRow,
  sent: Promise<Sent>,
  replayed: boolean,
): Promise<Submitted> {
  const waited = new AbortController()
  const late = createAlarm(clock)
    .pause(ANSWER_MS, waited.signal)
    .then(() => null)
  try {
    const end = await Promise.race([sent, late])
    if (end !== null) return answerOf(end, replayed)
  } finally {
    waited.abort()
  }
  const now = (await applications.find(row.id)) ?? row
  return { ok: true, application: snapshotOf(now), replayed }
}

async function replay(deps: SubmitDeps, row: ApplicationRow): Promise<Submitted> {
  const sent = deps.running.get(row.id)
  if (sent !== undefined) return endOf(deps, row, sent, true)
  const now = (await deps.applications.find(row.id)) ?? row
  return { ok: true, application: snapshotOf(now), replayed: true }
}

const refusalOf = (begun: Exclude<Begun, { kind: 'begun' }>): Refusal | ApplicationRow =>
  begun.kind === 'repeat'
    ? begun.row
    : begun.kind === 'mismatch'
      ? MISMATCH
      : begun.kind === 'secrets-used'
        ? BAD_SECRETS
        : begun.kind === 'held'
          ? HELD
          : refuseSubmission(snapshotOf(begun.row))

/** Refuses a submission beyond the limits of its application or of this process. */
function limit({ clock, limiter, running, runningMax }: SubmitDeps, id: string) {
  const { allowed, retryAfterSeconds, headers } = limiter.take(id, clock.now())
  if (!allowed)
    return refuse('rate-limited', 'This application was submitted several times; wait before the next one.', {
      retryAfterSeconds,
      headers,
    })
  if (running.size >= runningMax)
    return refuse(
      'rate-limited',
      'Too many applications are being submitted; send the same request again soon.',
      {
        retryAfterSeconds: 5,
      },
    )
  return { ok: true as const, headers }
}

/** Decrypts the secrets and validates the complete application. */
async function judge({ clock, keys }: SubmitDeps, id: string, { partner, access, body }: SubmitRequest) {
  const opened = await openSecrets(keys, body.secrets, { id, persons: body.values.signers.length })
  if (opened === null) return BAD_SECRETS
  const facts = await factsFor(partner, access, body, clock.now())
  if (!facts.ok) return facts
  const verdict = judgeSubmission(body, opened.secrets, facts)
  if (!verdict.ok)
    return refuse('invalid-application', 'Correct the fields that are named and submit again.', {
      issues: verdict.issues,
    })
  const { values, statements } = verdict
  return { ok: true as const, opened, terms: facts.terms, values, statements }
}

type Judged = Extract<Awaited<ReturnType<typeof judge>>, { readonly ok: true }>

const documentsOf = ({ consent }: SubmitApplication) =>
  consent.documents.map(({ id, version, sha256 }) => ({ id, version, sha256 }))

/** Returns the record that is committed before the send, with the evidence of the agreement. */
function beginningOf(
  owner: string,
  { partner, access, body, key, witness }: SubmitRequest,
  { opened, terms, values, statements }: Judged,
): Beginning {
  const { consent } = body
  const documents = documentsOf(body)
  const titles = new Map(terms?.documents.map(({ sha256, title }) => [sha256, title]))
  return {
    key,
    requestHash: canonicalHash(body),
    secretsHash: opened.hash,
    consent: {
      tierName: values.tierName,
      signerName: consent.signerName,
      signerIndex: signerIndex(consent.signerName, values),
      termsMode: partner.termsMode,
      documents: JSON.stringify(documents),
      consents: JSON.stringify(statements),
      locale: consent.locale,
      origin: access.origin,
      address: witness.address,
      userAgent: witness.userAgent,
      valuesHash: hashValues(values),
    },
    agreed: {
      signerName: consent.signerName,
      documents: documents.map((document) => ({
        title: titles.get(document.sha256) ?? document.id,
        version: document.version,
        sha256: document.sha256,
      })),
    },
    owner,
    leaseMs: SENDER_LEASE_MS,
  }
}

/** Returns the acceptance with which the BFF requests the terms token; `null` if the page or the host has the token. */
function acceptanceOf(
  { partner, access, body, witness }: SubmitRequest,
  { values, statements }: Judged,
  valuesHash: string,
  atMs: number,
): Acceptance | null {
  if (partner.termsMode !== 'service') return null
  const { consent } = body
  return {
    tierName: values.tierName,
    corporateName: values.corporateName,
    signerName: consent.signerName,
    locale: termsLocale(consent.locale),
    documents: documentsOf(body),
    consents: statements.map(({ id }) => id),
    evidence: {
      time: new Date(atMs).toISOString(),
      origin: access.origin,
      locale: consent.locale,
      application: valuesHash,
      ...(witness.address === null ? {} : { address: witness.address }),
      ...(witness.userAgent === null ? {} : { userAgent: witness.userAgent }),
    },
  }
}

/** Starts the send of a committed submission; it does not depend on the page's connection. */
function launch(deps: SubmitDeps, sending: Sending): Promise<Sent> {
  const { failpoint, log, running } = deps
  const { id, merchant } = sending.row
  const send = async (): Promise<Sent> => {
    await failpoint('written', id)
    return sendSubmission(deps, sending)
  }
  const sent = send().finally(() => running.delete(id))
  running.set(id, sent)
  // A waiting request gets the fault; otherwise the follower finds the progress in the row.
  sent.catch(() => log.warn({ merchant, applicationId: id, code: 'fault' }, 'a submission failed'))
  return sent
}

const withHeaders = (refusal: Refusal, headers: Refusal['headers']): Refusal => ({
  ...refusal,
  headers: { ...refusal.headers, ...headers },
})

async function submit(deps: SubmitDeps, request: SubmitRequest): Promise<Submitted> {
  const { applications, failpoint, ledger, log } = deps
  const { partner, access, body, key } = request
  if (!isIdempotencyKey(key)) return NO_KEY
  const row = await applications.open(access.merchant, access.applicant)
  const { id, merchant } = row
  const known = await ledger.byKey(id, key)
  if (known !== null) return known.requestHash === canonicalHash(body) ? replay(deps, row) : MISMATCH
  if (decide(row.state, { type: 'submit' }).kind !== 'moved') return refuseSubmission(snapshotOf(row))
  // After the repeat of a committed submission, which gets its application.
  if (!deps.takesApplications(merchant)) return REMOVED
  const limited = limit(deps, id)
  if (!limited.ok) return limited
  const { headers } = limited
  const judged = await judge(deps, id, request)
  if (!judged.ok) return withHeaders(judged, headers)
  await failpoint('judged', id)
  const beginning = beginningOf(deps.owner, request, judged)
  const begun = await ledger.begin(id, beginning)
  if (begun.kind !== 'begun') {
    const answer = refusalOf(begun)
    return 'ok' in answer ? withHeaders(answer, headers) : replay(deps, answer)
  }
  log.info({ merchant, applicationId: id, state: 'submitting' }, 'a submission is committed')
  const { values, opened } = judged
  const acceptance = acceptanceOf(request, judged, beginning.consent.valuesHash, begun.atMs)
  const token = partner.termsMode === 'service' ? null : (body.termsToken ?? null)
  const sent = launch(deps, {
    row,
    number: begun.number,
    partner,
    acceptance,
    content: { values, agent: access.agent, token },
    secrets: secretTexts(opened.secrets, values),
  })
  return endOf(deps, row, sent, false)
}

/** Creates the function that submits. */
export const createSubmit =
  (deps: SubmitDeps) =>
  (
    partner: SubmitPartner,
    access: ApplyAccess,
    body: SubmitApplication,
    key: string,
    witness: Witness,
  ): Promise<Submitted> =>
    submit(deps, { partner, access, body, key, witness })
