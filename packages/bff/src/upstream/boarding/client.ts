// Client of the boarding API (§4.6, D-21 … D-26): POST with the key in the body, both spellings, both places of the token.
// Reads use the shared pool and may be repeated. A submission uses a connection of its own and is sent once (INV-19).
import {
  boarding,
  memberOf,
  spellName,
  writeSubmission,
  type NameCase,
  type Terms,
  type TokenPlace,
} from '@tapboard/contract'
import { writePhones, type PhoneFormat } from './phone.ts'
import type {
  Acceptance,
  AcceptResult,
  BoardingFault,
  BoardingRefusal,
  BoardingUpstream,
  FindResult,
  SubmissionContent,
  SubmitResult,
} from './boarding-port.ts'
import { faultOf, type UpstreamFault } from '../transport/fault.ts'
import type { OneShotSender, SendLimits, Transport } from '../transport/outbound-port.ts'
import { appIdOf, isOpaque, judgeBoarding, type BoardingJudged } from './answer.ts'
import { classifySubmit } from './classify-submit.ts'
import { MAX_TERMS_BYTES, readTerms } from './terms.ts'
import { readTiers, type UpstreamTier } from './tiers.ts'

/** Settings of one partner's client. */
export interface BoardingClientConfig {
  /** API key with boarding permission; only request bodies to the upstream contain it. */
  readonly apiKey: string
  readonly nameCase: NameCase
  readonly tokenPlace: TokenPlace
  readonly phone: PhoneFormat
  /** Longest wait for an answer; documents may take twice as long. Default 5 s. */
  readonly timeoutMs?: number
}

/** The result of a read. */
export type BoardingReading<Value> =
  | { readonly kind: 'found'; readonly value: Value }
  | BoardingRefusal
  | UpstreamFault

/** One partner's boarding API. No method retries or rejects. */
export interface BoardingClient extends BoardingUpstream {
  /** Calls `GetTiers`, or `GetTierNames` where the upstream has only that name. */
  getTiers(): Promise<BoardingReading<readonly UpstreamTier[]>>
  /** Calls `Agreement` without an acceptance: returns the documents and statements of a tier. */
  getTerms(tierName: string, locale: string): Promise<BoardingReading<Terms>>
}

/**
 * The service answers after it created the application, which takes longer than a terminal's start. Then the socket is reset,
 * so that no byte arrives later.
 */
export const SUBMIT_LIMITS: SendLimits = { connectMs: 3_000, answerMs: 30_000, lateMs: 0 }

const TIMEOUT_MS = 5_000
const MAX_TOKEN = 4_096
/** A shorter key may occur in an answer by chance. */
const MIN_KEY = 12

const headers = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'content-type': 'application/json',
}

const faultFor = ({ fault, retryAfterMs }: UpstreamFault): BoardingFault => ({
  kind: 'fault',
  refused: fault === 'unauthorized' || fault === 'refused',
  retryAfterMs,
})

const GARBLED = faultOf('garbled')
const UNKNOWN: SubmitResult = { kind: 'unknown' }

/** Returns a refusal without its texts, or `unbelieved` for any other result. */
const withoutWords = <End>(end: BoardingJudged | SubmitResult, unbelieved: End): BoardingRefusal | End =>
  end.kind === 'refused' ? { ...end, reference: null, messages: [] } : unbelieved

/** Returns whether the upstream does not have the operation. */
const isUnknownOperation = (judged: BoardingJudged): boolean =>
  judged.kind === 'fault'
    ? judged.fault === 'refused'
    : judged.kind === 'refused' && judged.code.toLowerCase() === 'notfound'

/** Parses an RFC 3339 UTC timestamp to epoch milliseconds; `null` when invalid. */
const momentOf = (value: unknown): number | null => {
  const isMoment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{5,18}Z$/.test(value)
  const atMs = isMoment ? Date.parse(value) : Number.NaN
  return Number.isSafeInteger(atMs) ? atMs : null
}

function readFound(body: Readonly<Record<string, unknown>>, asked: string | null): FindResult {
  const appId = appIdOf(body)
  const word = memberOf(body, 'ApplicationStatus')
  const status = boarding.BOARDING_STATUSES.find((one) => one === word)
  const updatedAtMs = momentOf(memberOf(body, 'UpdatedAt'))
  const isAsked = asked === null || appId === asked
  if (appId === null || !isAsked || status === undefined || updatedAtMs === null) return faultFor(GARBLED)
  return { kind: 'found', appId, status, updatedAtMs }
}

type Members = Readonly<Record<string, unknown>>

class HttpBoardingClient implements BoardingClient {
  readonly #config: BoardingClientConfig
  readonly #timeoutMs: number
  readonly #transport: Transport
  readonly #sender: Pick<OneShotSender, 'send'>

  constructor(config: BoardingClientConfig, transport: Transport, sender: Pick<OneShotSender, 'send'>) {
    this.#config = config
    this.#timeoutMs = config.timeoutMs ?? TIMEOUT_MS
    this.#transport = transport
    this.#sender = sender
  }

  async getTiers(): Promise<BoardingReading<readonly UpstreamTier[]>> {
    let judged = await this.#ask(boarding.getTiers.path, {})
    if (isUnknownOperation(judged)) judged = await this.#ask(boarding.getTierNames.path, {})
    if (judged.kind !== 'answered') return judged
    const value = readTiers(judged.body)
    return value === null ? GARBLED : { kind: 'found', value }
  }

  async getTerms(tierName: string, locale: string): Promise<BoardingReading<Terms>> {
    const judged = await this.#askAgreement({ TierName: tierName, Locale: locale })
    if (judged.kind !== 'answered') return judged
    const value = readTerms(judged.body, locale)
    return value === null ? GARBLED : { kind: 'found', value }
  }

  async accept(acceptance: Acceptance): Promise<AcceptResult> {
    const { tierName, corporateName, signerName, locale, documents, consents, evidence } = acceptance
    const members = this.#spell({
      CorporateName: corporateName,
      SignerName: signerName,
      Documents: documents.map(({ id, version, sha256 }) =>
        this.#spell({ Id: id, Version: version, Sha256: sha256 }),
      ),
      Consents: consents,
      Evidence: evidence,
    })
    const judged = await this.#askAgreement({ TierName: tierName, Locale: locale, Acceptance: members })
    if (judged.kind === 'refused') return judged
    if (judged.kind === 'fault') return faultFor(judged)
    const token = memberOf(judged.body, 'Token')
    return isOpaque(token, MAX_TOKEN) ? { kind: 'accepted', token } : faultFor(GARBLED)
  }

  async submit({ values, agent, token }: SubmissionContent): Promise<SubmitResult> {
    const { apiKey, nameCase, tokenPlace, phone } = this.#config
    const parts = { agentName: agent?.name, agentEmail: agent?.email, token: token ?? undefined }
    const members = writeSubmission(writePhones(values, phone), parts, { nameCase, tokenPlace })
    const body = JSON.stringify({ ...this.#spell({ ApiKey: apiKey }), ...members })
    const { path } = boarding.submitGoApp
    const { exchange } = await this.#sender.send({ path, headers: {}, body }, () => true)
    const end = classifySubmit(exchange)
    return this.#repeatsKey(end) ? withoutWords(end, UNKNOWN) : end
  }

  async find(by: { readonly appId: string } | { readonly token: string }): Promise<FindResult> {
    const asked = 'appId' in by ? by.appId : null
    const members = 'appId' in by ? { AppId: by.appId } : { Token: by.token }
    const judged = await this.#ask(boarding.getApplication.path, members)
    if (judged.kind === 'answered') return readFound(judged.body, asked)
    if (judged.kind === 'fault') return faultFor(judged)
    return judged.code.toLowerCase() === 'notfound'
      ? { kind: 'missing' }
      : { kind: 'fault', refused: true, retryAfterMs: null }
  }

  async #ask(
    path: string,
    members: Members,
    { timeoutMs = this.#timeoutMs, maxBytes }: { timeoutMs?: number; maxBytes?: number } = {},
  ): Promise<BoardingJudged> {
    const body = JSON.stringify(this.#spell({ ApiKey: this.#config.apiKey, ...members }))
    const limit = maxBytes === undefined ? {} : { maxBytes }
    const answer = await this.#transport.request({ method: 'POST', path, headers, body, timeoutMs, ...limit })
    const judged = 'kind' in answer ? answer : judgeBoarding(answer, maxBytes)
    return this.#repeatsKey(judged) ? withoutWords(judged, GARBLED) : judged
  }

  /** Its answer contains whole documents. */
  #askAgreement(members: Members): Promise<BoardingJudged> {
    const limits = { timeoutMs: 2 * this.#timeoutMs, maxBytes: MAX_TERMS_BYTES }
    return this.#ask(boarding.agreement.path, members, limits)
  }

  /** Spells the top-level names in the configured case; values are unchanged. */
  #spell(members: Members): Members {
    const { nameCase } = this.#config
    return Object.fromEntries(
      Object.entries(members).map(([name, value]) => [spellName(name, nameCase), value]),
    )
  }

  /** Detects an answer that contains the API key; it could carry the key to a page, a row or a log. */
  #repeatsKey(answer: unknown): boolean {
    const { apiKey } = this.#config
    return apiKey.length >= MIN_KEY && JSON.stringify(answer).includes(apiKey)
  }
}

/** Creates a client over a transport and a sender, both to `{boarding_url}`. */
export const createBoardingClient = (
  config: BoardingClientConfig,
  transport: Transport,
  sender: Pick<OneShotSender, 'send'>,
): BoardingClient => new HttpBoardingClient(config, transport, sender)
