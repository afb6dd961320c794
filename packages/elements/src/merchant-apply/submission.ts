// Submits an application: one request at a time, with the same bytes and the same key until the BFF answers, and new ones after
// a correction. After a lost answer it asks for the state. The machine interprets the results.
import {
  ApplicationSnapshot,
  isEditable,
  isSecret,
  mapTexts,
  sealedOf,
  secretsOf,
  web,
  withoutSecrets,
  type ApplicationPage,
  type ApplicationValues,
  type SubmitApplication,
} from '@tapboard/contract'
import type { Client } from '../shared/client.ts'
import { refuse, type Answer, type Refusal } from '../shared/fault.ts'
import { backOffMs } from '../shared/follow.ts'
import { digest } from '../shared/proof.ts'
import { seal } from './seal.ts'

export interface Submittable {
  readonly page: Pick<ApplicationPage, 'application' | 'sealKey'>
  /** The cleaned values, with their secrets. */
  readonly values: ApplicationValues
  readonly consent: SubmitApplication['consent']
  readonly termsToken?: string | undefined
}

/** The result of a submission, as far as this page knows it. */
export type Submitted =
  /** The BFF reported the application. */
  | { readonly type: 'reported'; readonly application: ApplicationSnapshot }
  /** The BFF, or the page, refused before the BFF forwarded the application; contains the invalid fields. */
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** No answer: the application may have been received. */
  | { readonly type: 'lost' }
  /** After a lost answer the BFF reports that it has no submission. */
  | { readonly type: 'unreceived' }

export interface SubmissionPorts {
  /** Read at every request. */
  readonly client: () => Pick<Client, 'call'>
  /** Resolves after `ms`, on abort, or when the visibility or the connection of the page changes. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** 0 ≤ n < 1. */
  readonly random: () => number
}

interface Attempt {
  readonly content: string
  readonly key: string
  readonly body: SubmitApplication
}

/** The BFF answers 202 long before this; a later answer counts as lost. */
const TIMEOUT_MS = 45_000

/**
 * Checks whether the application was received, so that its secrets are no longer needed here. One in transit can still be
 * rejected.
 */
export const isReceived = ({ state }: ApplicationSnapshot): boolean =>
  !isEditable(state) && state !== 'submitting'

/** Interprets the answer to a submission. */
export function judgeAnswer(answer: Answer<ApplicationSnapshot>): Submitted {
  if (answer.ok) return { type: 'reported', application: answer.value }
  const application = ApplicationSnapshot.safeParse(answer.application).data
  if (application) return { type: 'reported', application }
  // An internal error of the BFF may come after it forwarded the application.
  return /^(network|bad-answer|internal-error|store-unavailable|application-.*)$/.test(answer.code)
    ? { type: 'lost' }
    : { type: 'refused', refusal: answer }
}

/** Interprets the status of a submission whose answer was lost; `before` is the state at the time of sending. */
export const judgeStatus = (before: ApplicationSnapshot, now: ApplicationSnapshot): Submitted =>
  now.state === 'draft' || (now.state === before.state && now.version === before.version)
    ? { type: 'unreceived' }
    : { type: 'reported', application: now }

/** Submits the application of one element. */
export class Submission {
  readonly #ports: SubmissionPorts
  #attempt: Attempt | null = null
  #pending: Promise<Submitted> | null = null

  constructor(ports: SubmissionPorts) {
    this.#ports = ports
  }

  /** Sends the application. While a request is out, a second call waits for the same answer and sends nothing. */
  send(content: Submittable, signal: AbortSignal): Promise<Submitted> {
    this.#pending ??= this.#send(content, signal).finally(() => (this.#pending = null))
    return this.#pending
  }

  /** After a lost answer, polls until the state of the application is known. */
  async settle(before: ApplicationSnapshot, signal: AbortSignal): Promise<Submitted> {
    const { client, pause, random } = this.#ports
    for (let failures = 1; !signal.aborted; failures += 1) {
      const answer = await client().call(web.getApplicationStatus, { signal })
      if (answer.ok) return this.#end(judgeStatus(before, answer.value!))
      if (answer.code === 'application-not-found') return { type: 'unreceived' }
      await pause(Math.max(answer.retryAfterMs, backOffMs(failures, random)), signal)
    }
    return { type: 'lost' }
  }

  async #send(content: Submittable, signal: AbortSignal): Promise<Submitted> {
    let attempt: Attempt
    try {
      attempt = await this.#prepare(content)
    } catch (error) {
      return {
        type: 'refused',
        refusal: refuse('bad-answer', `the secrets cannot be sealed: ${String(error)}`),
      }
    }
    const { key, body } = attempt
    const headers = { 'Idempotency-Key': key }
    const call = { headers, body, timeoutMs: TIMEOUT_MS, signal }
    return this.#end(judgeAnswer(await this.#ports.client().call(web.submitApplication, call)))
  }

  /** The open attempt if its content is unchanged; otherwise a new one with its own key. */
  async #prepare({ page, values, consent, termsToken }: Submittable): Promise<Attempt> {
    const { application, sealKey } = page
    const content = await digest(JSON.stringify([application.id, sealKey, values, consent, termsToken]))
    if (this.#attempt?.content !== content) {
      // An isolated field may have added a warning to its sealed text.
      const sealed = mapTexts(values, (text, kind) => (isSecret(kind) ? sealedOf(text) : text))
      const secrets = await seal(secretsOf(sealed), sealKey, application.id)
      const body = { values: withoutSecrets(values), secrets, consent, ...(termsToken && { termsToken }) }
      this.#attempt = { content, key: crypto.randomUUID(), body }
    }
    return this.#attempt
  }

  /** After an answer of the BFF, the next press is a new attempt. */
  #end(submitted: Submitted): Submitted {
    const { type } = submitted
    const judged = type === 'refused' && /^(invalid|idempotency)/.test(submitted.refusal.code)
    if (type === 'reported' || judged) this.#attempt = null
    return submitted
  }
}
