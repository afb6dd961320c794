// The processor of production (D-26): applications are posted to the configured address, signed, under their AppId as
// idempotency key; what became of one is asked with GET at the same address and its AppId. `answer.ts` judges the answers.
import { SIGNATURE_HEADER, writeSubmission } from '@tapboard/contract'
import type { Outbound } from '../../http/outbound-port.ts'
import { sign, SIGNING_SECRET_MIN } from '../../http/signature.ts'
import type { Clock } from '../../ports.ts'
import { askInMs, judgeAnswer } from './answer.ts'
import type { ForwardedApplication, OnboardingProcessor, ProcessorAnswer } from './processor.ts'

/** Where the processor is. */
export interface ProcessorAddress {
  /** https, or http on this machine: regulated values travel. */
  readonly url: string
  /** Keys the signature. */
  readonly secret: string
}

/** Shorter than the lease of a row, so that nobody else sends it meanwhile. */
const TIMEOUT_MS = 15_000

const ANSWER_BYTES = 65_536

/** The address without a slash at its end; `null` where regulated values would travel in the clear, and for what is none. */
function plainUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && here)
  const plain = url.username === '' && url.password === '' && url.hash === '' && url.search === ''
  return safe && plain ? url.href.replace(/\/+$/, '') : null
}

/** The address of a processor, or the sentence that says what is wrong with it. */
export function readProcessorAddress(address: ProcessorAddress): ProcessorAddress | string {
  const url = plainUrl(address.url)
  if (url === null)
    return 'The processor URL must be https, or http on this machine, without a user, a query and a fragment.'
  if (address.secret.length < SIGNING_SECRET_MIN)
    return `The processor needs SERVICE_PROCESSOR_SECRET, at least ${SIGNING_SECRET_MIN} characters, to know us by.`
  return { url, secret: address.secret }
}

/** What is sent: the members of SubmitGoApp (§4.6) in the spelling of the specification, with what names the application. */
async function bodyOf(application: ForwardedApplication): Promise<string> {
  const { appId, reference, agentId, agentName, agentEmail, coBrandId, submittedAtMs } = application
  const parts = { agentName: agentName ?? undefined, agentEmail: agentEmail ?? undefined }
  return JSON.stringify({
    AppId: appId,
    Refnum: reference,
    ...(agentId === null ? {} : { AgentId: agentId }),
    CoBrandId: coBrandId,
    SubmittedAt: new Date(submittedAtMs).toISOString(),
    ...writeSubmission(await application.values(), parts, { nameCase: 'pascal', tokenPlace: 'top' }),
  })
}

/** Makes the processor behind an address. Throws a RangeError for one that cannot be. */
export function createHttpProcessor(
  address: ProcessorAddress,
  outbound: Outbound,
  clock: Clock,
): OnboardingProcessor {
  const read = readProcessorAddress(address)
  if (typeof read === 'string') throw new RangeError(read)
  const { url, secret } = read
  const ask = async (
    request: { readonly url: string; readonly method: 'GET' | 'POST'; readonly body: string },
    appId: string,
    takenForMs: number,
    signal: AbortSignal,
  ): Promise<ProcessorAnswer> => {
    const { method, body } = request
    const answer = await outbound.send({
      url: request.url,
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Tapboard',
        'idempotency-key': appId,
        [SIGNATURE_HEADER]: sign(secret, body, clock.now()),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body } : {}),
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES,
      signal,
    })
    if (!answer.ok) return { type: 'unknown', code: `processor-${answer.code}` }
    if (!answer.whole) return { type: 'unknown', code: 'processor-answer-cut' }
    // It does not say what becomes of applications, or not yet.
    if (method === 'GET' && answer.status === 404)
      return { type: 'taken', processorReference: null, status: null, askInMs: askInMs(takenForMs) }
    return judgeAnswer(appId, answer, takenForMs)
  }

  return {
    submit: async (application, signal) =>
      ask({ url, method: 'POST', body: await bodyOf(application) }, application.appId, 0, signal),
    // A question has no body: its AppId is signed, because a signature of nothing would fit every question.
    read: ({ appId, takenForMs }, signal) =>
      ask({ url: `${url}/${appId}`, method: 'GET', body: appId }, appId, takenForMs, signal),
  }
}
