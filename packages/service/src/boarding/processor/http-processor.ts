// Processor over HTTP (D-26): posts signed applications with their AppId as idempotency key, and
// polls the status with GET at the same URL and the AppId. `answer.ts` parses the answers.
import { SIGNATURE_HEADER, writeSubmission } from '@tapboard/contract'
import type { Outbound } from '../../http/outbound-port.ts'
import { sign } from '@tapboard/server'
import { isAddressFault, readSignedAddress, type SignedAddress } from '../../http/signed-address.ts'
import type { Clock } from '../../ports.ts'
import { askInMs, parseAnswer } from './answer.ts'
import type { ForwardedApplication, OnboardingProcessor, ProcessorAnswer } from './processor.ts'

/** Names of the address in error sentences. */
export const PROCESSOR = { what: 'processor', variable: 'TAPBOARD_SERVICE_PROCESSOR_SECRET' } as const

/** Shorter than the lease of a row, so that no other process sends it meanwhile. */
const TIMEOUT_MS = 15_000

const ANSWER_BYTES = 65_536

/** Request body: the members of SubmitGoApp with the identification of the application. */
async function bodyOf(application: ForwardedApplication): Promise<string> {
  const { appId, reference, agentId, agentName, agentEmail, coBrandId, sandbox, submittedAtMs } = application
  const parts = { agentName: agentName ?? undefined, agentEmail: agentEmail ?? undefined }
  return JSON.stringify({
    AppId: appId,
    Refnum: reference,
    ...(agentId === null ? {} : { AgentId: agentId }),
    CoBrandId: coBrandId,
    Sandbox: sandbox,
    SubmittedAt: new Date(submittedAtMs).toISOString(),
    ...writeSubmission(await application.values(), parts, { nameCase: 'pascal', tokenPlace: 'top' }),
  })
}

/** Creates the processor of an address. Throws a RangeError for an invalid address. */
export function createHttpProcessor(
  address: SignedAddress,
  outbound: Outbound,
  clock: Clock,
): OnboardingProcessor {
  const read = readSignedAddress(address, PROCESSOR)
  if (isAddressFault(read)) throw new RangeError(read.message)
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
    // The processor has no status endpoint, or no status yet.
    if (method === 'GET' && answer.status === 404)
      return { type: 'taken', processorReference: null, status: null, askInMs: askInMs(takenForMs) }
    return parseAnswer(appId, answer, takenForMs)
  }

  return {
    submit: async (application, signal) =>
      ask({ url, method: 'POST', body: await bodyOf(application) }, application.appId, 0, signal),
    // A GET has no body, so its AppId is signed; a signature of an empty text would fit every request.
    read: ({ appId, takenForMs }, signal) =>
      ask({ url: `${url}/${appId}`, method: 'GET', body: appId }, appId, takenForMs, signal),
  }
}
