// Submits an application: one request at a time, the same bytes and the same key for as long as nobody has answered, other
// ones after a correction. What an answer means for the person, the machine decides; a lost answer is asked about.
import {
  ApplicationSnapshot,
  isEditable,
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

/** What is submitted. */
export interface Submittable {
  readonly page: Pick<ApplicationPage, 'application' | 'sealKey'>
  /** Cleaned, with their secrets. */
  readonly values: ApplicationValues
  readonly consent: SubmitApplication['consent']
  readonly termsToken?: string | undefined
}

/** What a submission came to, as far as this page can know. */
export type Submitted =
  /** The BFF says how it stands. */
  | { readonly type: 'known'; readonly application: ApplicationSnapshot }
  /** The BFF, or the page, said no before anything was sent on; fields that are wrong are in it. */
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** No answer: it may have been received. */
  | { readonly type: 'lost' }
  /** After no answer the BFF says that it has nothing. */
  | { readonly type: 'unheard' }

/** What submitting needs from outside. */
export interface SubmissionPorts {
  /** Read at every request. */
  readonly client: () => Pick<Client, 'call'>
  /** Resolves after `ms`, on abort, or as soon as the page comes back. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** 0 ≤ n < 1. */
  readonly random: () => number
}

interface Attempt {
  readonly content: string
  readonly key: string
  readonly body: SubmitApplication
}

/** The BFF answers 202 long before; an answer after this is taken for lost, and asked about. */
const TIMEOUT_MS = 45_000

/** Has it left this house? Then its secrets are no longer needed here. One on its way may still come back refused. */
export const isReceived = ({ state }: ApplicationSnapshot): boolean =>
  !isEditable(state) && state !== 'submitting'

/** What the answer to a submission says. */
export function judgeAnswer(answer: Answer<ApplicationSnapshot>): Submitted {
  if (answer.ok) return { type: 'known', application: answer.value }
  const application = ApplicationSnapshot.safeParse(answer.application).data
  if (application) return { type: 'known', application }
  // A fault inside the BFF may have come after the application went on.
  return /^(network|bad-answer|internal-error|store-unavailable|application-.*)$/.test(answer.code)
    ? { type: 'lost' }
    : { type: 'refused', refusal: answer }
}

/** What the status says of a submission whose answer was lost; `before` is what was known when it was sent. */
export const judgeStatus = (before: ApplicationSnapshot, now: ApplicationSnapshot): Submitted =>
  now.state === 'draft' || (now.state === before.state && now.version === before.version)
    ? { type: 'unheard' }
    : { type: 'known', application: now }

/** Submits the application of one element. */
export class Submission {
  readonly #ports: SubmissionPorts
  #attempt: Attempt | null = null
  #out: Promise<Submitted> | null = null

  constructor(ports: SubmissionPorts) {
    this.#ports = ports
  }

  /** Sends it; while one is out a second call waits for the same answer and sends nothing. */
  send(what: Submittable, signal: AbortSignal): Promise<Submitted> {
    this.#out ??= this.#send(what, signal).finally(() => (this.#out = null))
    return this.#out
  }

  /** After a lost answer: asks until somebody says what became of it. */
  async settle(before: ApplicationSnapshot, signal: AbortSignal): Promise<Submitted> {
    const { client, pause, random } = this.#ports
    for (let failures = 1; !signal.aborted; failures += 1) {
      const answer = await client().call(web.getApplicationStatus, { signal })
      if (answer.ok) return this.#end(judgeStatus(before, answer.value!))
      if (answer.code === 'application-not-found') return { type: 'unheard' }
      await pause(Math.max(answer.retryAfterMs, backOffMs(failures, random)), signal)
    }
    return { type: 'lost' }
  }

  async #send(what: Submittable, signal: AbortSignal): Promise<Submitted> {
    let attempt: Attempt
    try {
      attempt = await this.#prepare(what)
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

  /** The attempt that is under way, where its content is still the same; a new one with a key of its own otherwise. */
  async #prepare({ page, values, consent, termsToken }: Submittable): Promise<Attempt> {
    const { application, sealKey } = page
    const content = await digest(JSON.stringify([application.id, sealKey, values, consent, termsToken]))
    if (this.#attempt?.content !== content) {
      const secrets = await seal(secretsOf(values), sealKey, application.id)
      const body = { values: withoutSecrets(values), secrets, consent, ...(termsToken && { termsToken }) }
      this.#attempt = { content, key: crypto.randomUUID(), body }
    }
    return this.#attempt
  }

  /** Once the BFF has said something of it, the next press is another attempt. */
  #end(submitted: Submitted): Submitted {
    const { type } = submitted
    const judged = type === 'refused' && /^(invalid|idempotency)/.test(submitted.refusal.code)
    if (type === 'known' || judged) this.#attempt = null
    return submitted
  }
}
