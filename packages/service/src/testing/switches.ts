// Faults of the service's answers. `faulty-service.ts` decides which requests are affected and how often.
import { isObject } from '@tapboard/contract'
import type { Clock } from '../ports.ts'

export const FAULTS = [
  /** The request runs; its answer never arrives. */
  'drop',
  /** The request never reaches the service, without an error. */
  'drop_request',
  /** The answer comes after a delay. */
  'delay',
  /** The answer is cut in half. */
  'truncate',
  /** The answer has another HTTP status. */
  'status',
  /** An HTML page with status 200. */
  'html',
  /** The answer contains another session ID. */
  'wrong_id',
  /** The service answers that the session does not exist. */
  'forget_session',
  /** The session appears timed out; the real result appears when the switch is used up. */
  'timeout_then_approved',
  /** The reference of the transaction is empty. */
  'blank_reference',
  /** The amount is one cent too high. */
  'amount_off',
  /** The answer has a session status that the specification does not list. */
  'unknown_status',
  /** A body above every limit. */
  'huge_body',
  /** A redirect to another path. */
  'redirect',
  /** The first member occurs twice. */
  'duplicate_keys',
] as const

/** Name of a fault; see {@link FAULTS}. */
export type Fault = (typeof FAULTS)[number]

/** Above the 64 KiB limit of a careful client. */
const HUGE_BYTES = 1_048_576

type Body = Readonly<Record<string, unknown>>
const RESULTS = ['transactionResult', 'xTransactionResult'] as const

/** Replaces members of a body and of its results. */
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

/** Sends half of a body with its full content length, then closes the connection. */
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

interface FaultOptions {
  readonly clock: Clock
  /** Delay in ms, for `delay`. */
  readonly delayMs: number
  /** The HTTP status that the switch `status` answers. */
  readonly status: number
  /** Aborted when the caller disconnects. */
  readonly gone: AbortSignal
}

const pause = (clock: Clock, delayMs: number, gone: AbortSignal): Promise<void> =>
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

/** Resolves when the caller disconnects. */
export const never = (gone: AbortSignal): Promise<Response> =>
  new Promise((resolve) => {
    const end = (): void => resolve(new Response(null, { status: 503 }))
    if (gone.aborted) end()
    else gone.addEventListener('abort', end, { once: true })
  })

/** Applies a fault to an answer. */
export async function applyFault(fault: Fault, honest: Response, options: FaultOptions): Promise<Response> {
  const { clock, delayMs, gone, status } = options
  const headers = new Headers(honest.headers)
  switch (fault) {
    case 'drop':
    case 'drop_request':
      return never(gone)
    case 'delay':
      await pause(clock, delayMs, gone)
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
      // Drop the ETag: it does not describe the altered body.
      headers.delete('etag')
      return json(JSON.stringify(body), honest.status, headers)
    }
  }
}
