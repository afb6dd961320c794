// The example processor as `Request → Response`: it receives applications at `/applications` and charges at
// `/authorizations`, checks every signature, answers a repeat with the first answer, and decides by the scripts of the
// sandbox. Copy it as the skeleton of an adapter to your own processor.
import { isObject, memberOf, parseDecimal, SIGNATURE_HEADER, type Currency } from '@tapboard/contract'
import { judgeSignature, parseJson, readBytes, type Clock, type SecretRing } from '@tapboard/server'
import { dueOf, scriptOf } from '../boarding/processor/script.ts'
import { authorize } from '../cloud/session/processor.ts'
import { json } from '../http/answer.ts'
import type { Book } from './book.ts'

/** Options of the example processor. */
interface ExampleProcessorOptions {
  /** Secret of the signatures of applications. */
  readonly secret: SecretRing
  /** Secret of the signatures of authorizations. Default: that of applications. */
  readonly authorizerSecret?: SecretRing
  readonly book: Book
  readonly clock: Clock
  /** Time between two statuses of an application. */
  readonly stepMs: number
}

const BODY_MAX = 262_144

const ABOUT = {
  name: 'Example processor of Tapboard',
  'POST /applications': 'receives an application (AppId is the idempotency key)',
  'GET /applications/{AppId}': 'its status; the end of the legal name selects a script',
  'POST /authorizations':
    'authorizes a charge (SessionId is the idempotency key); the cents select the result',
  'POST /authorizations/{SessionId}/reversal':
    'reverses a charge, and declines it if it arrives later ({SessionId}-reversal is the idempotency key)',
}

const problem = (status: number, message: string): Response => json(status, { message })

type Body = Readonly<Record<string, unknown>>

interface Received {
  readonly corporateName: string
  readonly receivedAtMs: number
}

const textOf = (body: unknown, name: string): string => {
  const value = memberOf(body, name)
  return typeof value === 'string' ? value : ''
}

/** The signed JSON object of a request, or the answer to a wrong one. */
async function readSigned(
  request: Request,
  { secret, clock }: ExampleProcessorOptions,
): Promise<Body | Response> {
  const { bytes, end } = await readBytes(request, BODY_MAX)
  if (end !== 'complete') return problem(413, 'The body is too large or incomplete.')
  const signature = request.headers.get(SIGNATURE_HEADER)
  const fault = judgeSignature({ body: bytes, signature, secret, nowMs: clock.now() })
  if (fault !== null) return problem(401, `The signature is not valid: ${fault}.`)
  const read = parseJson(bytes)
  return read.ok && isObject(read.value) ? read.value : problem(400, 'Send a JSON object.')
}

async function receive(request: Request, options: ExampleProcessorOptions): Promise<Response> {
  const body = await readSigned(request, options)
  if (body instanceof Response) return body
  const { book, clock, stepMs } = options
  const appId = textOf(body, 'AppId')
  if (appId === '' || request.headers.get('idempotency-key') !== appId)
    return problem(400, 'Send the AppId in the body and as Idempotency-Key.')
  const received: Received = { corporateName: textOf(body, 'CorporateName'), receivedAtMs: clock.now() }
  await book.add(`application ${appId}`, received)
  return json(202, { AppId: appId, Reference: `ex_${appId}`, AskInSeconds: secondsOf(stepMs) })
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

/** The newest due status of an application. */
function statusOf({ corporateName, receivedAtMs }: Received, nowMs: number, stepMs: number): string {
  let status: Parameters<typeof dueOf>[1] = 'received'
  for (let step = 0; step <= scriptOf(corporateName).length; step += 1)
    status = dueOf(corporateName, status, nowMs - receivedAtMs, stepMs).status ?? status
  return status
}

function readStatus(request: Request, appId: string, options: ExampleProcessorOptions): Response {
  const { secret, book, clock, stepMs } = options
  const signature = request.headers.get(SIGNATURE_HEADER)
  // A GET has no body: the AppId is signed.
  const fault = judgeSignature({ body: appId, signature, secret, nowMs: clock.now() })
  if (fault !== null) return problem(401, `The signature is not valid: ${fault}.`)
  const received = book.get(`application ${appId}`) as Received | undefined
  if (received === undefined) return problem(404, 'There is no such application.')
  return json(200, {
    AppId: appId,
    Reference: `ex_${appId}`,
    ApplicationStatus: statusOf(received, clock.now(), stepMs),
    AskInSeconds: secondsOf(stepMs),
  })
}

/** The cents `.98` lose the first answer, to show that a repeat gets the first decision; `.97` lose all, to show a reversal. */
const LOSES_FIRST_ANSWER = 98
const LOSES_ALL_ANSWERS = 97

/** Key of the book for a reversal. */
const reversalOf = (sessionId: string): string => `reversal ${sessionId}`

async function decide(request: Request, options: ExampleProcessorOptions): Promise<Response> {
  const body = await readSigned(request, options)
  if (body instanceof Response) return body
  const { book, clock } = options
  const sessionId = textOf(body, 'SessionId')
  if (sessionId === '' || request.headers.get('idempotency-key') !== sessionId)
    return problem(400, 'Send the SessionId in the body and as Idempotency-Key.')
  const amount = parseDecimal(textOf(body, 'Amount'), textOf(body, 'Currency') as Currency)
  if (!amount.ok) return problem(422, 'The amount is not valid.')
  const key = `charge ${sessionId}`
  const isRepeat = book.get(key) !== undefined
  const cents = amount.minor % 100
  const losesAnswer = cents === LOSES_ALL_ANSWERS || (cents === LOSES_FIRST_ANSWER && !isRepeat)
  const isReversed = book.get(reversalOf(sessionId)) !== undefined
  const { status, responseCode, approvalCode, message } = authorize({
    amountMinor: cents === LOSES_FIRST_ANSWER ? 0 : amount.minor,
    card: { brand: '', lastFour: '', entry: 'tap' },
    reference: '',
    approvalCode: `EX${String(clock.now()).slice(-4)}`,
    atMs: clock.now(),
  })
  const decision = await book.add(key, {
    SessionId: sessionId,
    Status: status,
    ...(responseCode === null ? {} : { ResponseCode: responseCode }),
    ...(approvalCode === null ? {} : { ApprovalCode: approvalCode }),
    Message: message,
  })
  if (losesAnswer) return problem(503, 'This answer is lost on purpose.')
  return json(200, isReversed ? { SessionId: sessionId, Status: 'declined', Message: 'Reversed' } : decision)
}

/** Reverses a charge. The book keeps it also if the charge has not arrived: it then declines that one. */
async function reverse(
  request: Request,
  sessionId: string,
  options: ExampleProcessorOptions,
): Promise<Response> {
  const body = await readSigned(request, options)
  if (body instanceof Response) return body
  if (
    textOf(body, 'SessionId') !== sessionId ||
    request.headers.get('idempotency-key') !== `${sessionId}-reversal`
  )
    return problem(
      400,
      'Send the SessionId in the path and the body, and {SessionId}-reversal as Idempotency-Key.',
    )
  return json(
    200,
    await options.book.add(reversalOf(sessionId), { SessionId: sessionId, Status: 'reversed' }),
  )
}

/** Creates the handler of an example processor. */
export function createExampleProcessor(
  options: ExampleProcessorOptions,
): (request: Request) => Promise<Response> {
  const ofCharges = { ...options, secret: options.authorizerSecret ?? options.secret }
  return async (request) => {
    const { pathname } = new URL(request.url)
    const appId = /^\/applications\/([\w-]{1,64})$/.exec(pathname)?.[1]
    const sessionId = /^\/authorizations\/([\w-]{1,64})\/reversal$/.exec(pathname)?.[1]
    if (request.method === 'GET' && pathname === '/') return json(200, ABOUT)
    if (request.method === 'POST' && pathname === '/applications') return receive(request, options)
    if (request.method === 'GET' && appId !== undefined) return readStatus(request, appId, options)
    if (request.method === 'POST' && pathname === '/authorizations') return decide(request, ofCharges)
    if (request.method === 'POST' && sessionId !== undefined) return reverse(request, sessionId, ofCharges)
    return problem(404, 'There is no such path. GET / lists all paths.')
  }
}
