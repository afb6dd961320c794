// A scripted boarding API behind the transport. It returns complete HTTP answers, so that the real code validates them.
import { createHash } from 'node:crypto'
import type { RawAnswer } from '../upstream/transport/answer.ts'
import type { Exchange, OneShotSender, Transport } from '../upstream/transport/outbound-port.ts'
import type { UpstreamFault } from '../upstream/transport/fault.ts'

export const jsonAnswer = (body: unknown, status = 200, members: Partial<RawAnswer> = {}): RawAnswer => ({
  status,
  headers: { contentType: 'application/json', contentEncoding: null, retryAfter: null, etag: null },
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  complete: true,
  ...members,
})

/** Creates an error answer of the boarding API (D-23). */
export const errorAnswer = (code: string, messages: readonly string[] = ['No.'], status = 400): RawAnswer =>
  jsonAnswer(
    { Status: 'Error', Refnum: 'ref_e', Error: { ErrorCode: code, ErrorMessages: messages } },
    status,
  )

/** Creates a document of Agreement with a correct hash. */
export const someDocument = (id: string, locale: string, text: string) => ({
  Id: id,
  Title: `${id} ${locale}`,
  Version: '2026-11',
  Sha256: createHash('sha256').update(text).digest('hex'),
  Locale: locale,
  Text: text,
})

export const GOOD: Readonly<Record<string, unknown>> = {
  '/GetTiers': {
    Status: 'Success',
    Refnum: 'ref_t',
    Tiers: [
      { Name: 'Retail', IsSandbox: true },
      { Name: 'Online', IsSandbox: true, Label: 'Online sales', Includes: ['Payment page'] },
      'Plain',
    ],
  },
  '/Agreement': {
    Status: 'Success',
    Refnum: 'ref_a',
    Documents: [
      someDocument('terms', 'en', 'You agree.'),
      someDocument('terms', 'fr-CA', 'Vous acceptez.'),
      someDocument('fees', 'en', 'You pay.'),
    ],
    Consents: [
      { Id: 'terms', Locale: 'en', Text: 'I agree to the terms.' },
      { Id: 'terms', Locale: 'fr-CA', Text: "J'accepte les conditions." },
    ],
  },
  '/SubmitGoApp': { Status: 'Success', Refnum: 'ref_s', AppId: 'app_900' },
}
const TOKEN = { Status: 'Success', Refnum: 'ref_k', Token: 'trm_1', ExpiresAt: '2026-11-22T00:00:00Z' }

interface AskedBoarding {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface ScriptedBoarding extends Transport {
  /** Sends submissions to the same script. */
  readonly sender: OneShotSender
  /** Answers a request; default {@link goodAnswer}. */
  answer: (asked: AskedBoarding) => RawAnswer | UpstreamFault | Promise<RawAnswer | UpstreamFault>
  readonly asked: AskedBoarding[]
}

/** Returns the default answer to a request. */
export const goodAnswer = ({ path, body }: AskedBoarding): RawAnswer =>
  'Acceptance' in body
    ? jsonAnswer(TOKEN)
    : path in GOOD
      ? jsonAnswer(GOOD[path])
      : errorAnswer('NotFound', ['No such operation.'], 404)

/** Creates a scripted boarding API. */
export function createScriptedBoarding(): ScriptedBoarding {
  const ask = async (path: string, body = 'null'): Promise<RawAnswer | UpstreamFault> => {
    const asked = { path, body: JSON.parse(body) as AskedBoarding['body'] }
    script.asked.push(asked)
    return script.answer(asked)
  }
  const script: ScriptedBoarding = {
    asked: [],
    answer: goodAnswer,
    request: ({ path, body }) => ask(path, body),
    sender: {
      async send({ path, body }) {
        const answer = await ask(path, body)
        const exchange: Exchange =
          'kind' in answer ? { kind: 'broken', cause: answer.fault } : { kind: 'answer', answer }
        return { exchange, late: null }
      },
      close() {},
    },
    hasRoomToHold: () => false,
    close: async () => {},
  }
  return script
}
