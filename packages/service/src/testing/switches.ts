// The fault switches of the service: what each makes of an honest answer. Pure but for the body that is read; which
// request meets a switch, and how often, `faulty-service.ts` decides.
import { isObject } from '@tapboard/contract'
import type { Clock } from '../ports.ts'

/** Everything that can be switched on. */
export const FAULTS = [
  /** The request is carried out; its answer never comes. */
  'drop',
  /** The request never reaches the service, and nobody says so. */
  'drop_request',
  /** The answer comes late. */
  'delay',
  /** The answer breaks off in its middle. */
  'truncate',
  /** The answer comes under another status. */
  'status',
  /** A web page, status 200. */
  'html',
  /** The answer is about another session. */
  'wrong_id',
  /** The service knows no such session. */
  'forget_session',
  /** The session is said to have timed out; when the switch is used up, the truth comes out. */
  'timeout_then_approved',
  /** The transaction has no reference. */
  'blank_reference',
  /** A cent more than was asked. */
  'amount_off',
  /** A session state that nobody knows. */
  'unknown_status',
  /** More than anybody reads. */
  'huge_body',
  /** Go elsewhere. */
  'redirect',
  /** A member is given twice. */
  'duplicate_keys',
] as const

/** See {@link FAULTS}. */
export type Fault = (typeof FAULTS)[number]

/** More than the 64 KiB that a careful reader takes. */
const HUGE_BYTES = 1_048_576

type Body = Readonly<Record<string, unknown>>
const RESULTS = ['transactionResult', 'xTransactionResult'] as const

/** The body with other members, and other members in its results where it has any. */
const withMembers = (body: Body, members: Body, result: Body = {}): Body => ({
  ...body,
  ...members,
  ...Object.fromEntries(
    RESULTS.flatMap((name) => (isObject(body[name]) ? [[name, { ...body[name], ...result }]] : [])),
  ),
})

const CHANGES: Partial<Record<Fault, (body: Body) => Body>> = {
  wrong_id: (body) => withMembers(body, { sessionId: 'ses_another', xSessionId: 'ses_another' }),
  blank_reference: (body) => withMembers(body, { xRefNum: '', xGatewayRefnum: '' }, { xRefNum: '' }),
  amount_off: (body) => {
    const more = Number(body['amount']) + 0.01
    const text = more.toFixed(2)
    return withMembers(
      body,
      { amount: Number(text), xAmount: text, xAuthAmount: text },
      { amount: Number(text) },
    )
  },
  unknown_status: (body) => withMembers(body, { status: 'SETTLED', xSessionStatus: 'SETTLED' }),
  timeout_then_approved: (body) => {
    const { transactionResult: _, xTransactionResult: __, ...rest } = body
    const nothing = { responseCode: null, xResponseCode: null, approvalCode: null, xAuthCode: null }
    const none = { xAuthAmount: null, xRefNum: null, xGatewayRefnum: null, xGatewayStatus: null }
    return { ...rest, ...nothing, ...none, status: 'TIMEOUT', xSessionStatus: 'TIMEOUT' }
  },
  huge_body: (body) => ({ ...body, xPad: 'x'.repeat(HUGE_BYTES) }),
}

const json = (text: string, status: number, headers: Headers): Response => {
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  return new Response(text, { status, headers })
}

/** Half of a body that says its whole length; then the connection ends. */
function halfOf(text: string, status: number, headers: Headers): Response {
  const bytes = new TextEncoder().encode(text)
  headers.set('content-length', String(bytes.length))
  headers.set('connection', 'close')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length >> 1))
      controller.close()
    },
  })
  return new Response(body, { status, headers })
}

/** How a switch is carried out. */
export interface Bending {
  readonly clock: Clock
  /** For `delay`, ms. */
  readonly delayMs: number
  /** For `status`. */
  readonly status: number
  /** Ends when the caller gives up. */
  readonly gone: AbortSignal
}

const waits = (clock: Clock, delayMs: number, gone: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      cancel()
      gone.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.after(delayMs, done)
    gone.addEventListener('abort', done)
    if (gone.aborted) done()
  })

/** Resolves when the caller has given up. */
export const never = (gone: AbortSignal): Promise<Response> =>
  new Promise((resolve) => {
    const end = (): void => resolve(new Response(null, { status: 503 }))
    if (gone.aborted) end()
    else gone.addEventListener('abort', end, { once: true })
  })

/** What a fault makes of an honest answer. */
export async function bend(fault: Fault, honest: Response, bending: Bending): Promise<Response> {
  const { clock, delayMs, gone, status } = bending
  const headers = new Headers(honest.headers)
  switch (fault) {
    case 'drop':
    case 'drop_request':
      return never(gone)
    case 'delay':
      await waits(clock, delayMs, gone)
      return honest
    case 'truncate':
      return halfOf(await honest.text(), honest.status, headers)
    case 'status':
      return json(await honest.text(), status, headers)
    case 'html':
      return new Response('<!doctype html><title>Approved</title>', {
        headers: { 'content-type': 'text/html' },
      })
    case 'forget_session':
      return json(
        '{"error":{"code":"Session_not_found","message":"There is no such session."}}',
        404,
        headers,
      )
    case 'redirect':
      return new Response(null, { status: 302, headers: { location: '/elsewhere' } })
    case 'duplicate_keys': {
      const text = await honest.text()
      const first = /^\{("[^"]*"):/.exec(text)?.[1] ?? '"sessionId"'
      return json(text.replace('{', `{${first}:"another",`), honest.status, headers)
    }
    case 'wrong_id':
    case 'timeout_then_approved':
    case 'blank_reference':
    case 'amount_off':
    case 'unknown_status':
    case 'huge_body': {
      const read: unknown = await honest.json()
      const body = isObject(read) ? (CHANGES[fault]?.(read) ?? read) : read
      // A fault of money shows only in an answer that speaks of it; versions of what is not true are nobody's.
      headers.delete('etag')
      return json(JSON.stringify(body), honest.status, headers)
    }
  }
}
