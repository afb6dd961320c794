// Outbound requests by `fetch`, for runtimes without sockets. `fetch` does not report whether a byte was written, so a failure
// without an answer is "unknown", never "not sent" (INV-4). A sale then waits for its look-up.
import { readUpTo, systemClock, type Fetch } from '@tapboard/server'
import { webhookHandler, type WebhookSender } from '../../durable/outbox/delivery-handlers.ts'
import type { Clock } from '../../ports.ts'
import { MAX_ANSWER_BYTES, type RawAnswer } from '../../upstream/transport/answer.ts'
import {
  countingHeld,
  type Exchange,
  LATE_MAX,
  notSent,
  type OneShot,
  type OneShotSender,
  type SenderPorts,
  type SendLimits,
  type SendReport,
  type Transport,
  type TransportRequest,
} from '../../upstream/transport/outbound-port.ts'
import { faultOf, type UpstreamFault } from '../../upstream/transport/fault.ts'
import type { Outbound } from './runtime.ts'

const baseOf = (url: string): string => url.replace(/\/+$/, '')

/** Reads an answer up to the cap; a larger one, or one that ends early, is not complete and has no body. */
async function readAnswer({ status, headers, body }: Response, maxBytes: number): Promise<RawAnswer> {
  const { bytes, end } = await readUpTo(body, maxBytes)
  const complete = end === 'complete'
  return {
    status,
    headers: {
      contentType: headers.get('content-type'),
      // `fetch` has decoded it already.
      contentEncoding: null,
      retryAfter: headers.get('retry-after'),
      etag: headers.get('etag'),
    },
    body: complete ? bytes : new Uint8Array(),
    complete,
  }
}

function createTransport(fetch: Fetch, baseUrl: string): Transport {
  const base = baseOf(baseUrl)
  const over = new AbortController()
  const ask = async (request: TransportRequest): Promise<RawAnswer | UpstreamFault> => {
    const { method, path, headers, body, timeoutMs, maxBytes = MAX_ANSWER_BYTES } = request
    const late = new AbortController()
    const cancel = systemClock.after(timeoutMs, () => late.abort())
    const signals = [over.signal, late.signal, ...(request.signal ? [request.signal] : [])]
    try {
      const answer = await fetch(base + path, {
        method,
        headers: { ...headers },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: AbortSignal.any(signals),
      })
      const raw = await readAnswer(answer, maxBytes)
      return request.signal?.aborted === true ? faultOf('aborted') : raw
    } catch {
      return faultOf(request.signal?.aborted === true ? 'aborted' : 'broken')
    } finally {
      cancel()
    }
  }
  return countingHeld(ask, async () => over.abort())
}

function createOneShot(
  fetch: Fetch,
  baseUrl: string,
  limits: SendLimits,
  { clock = systemClock }: SenderPorts,
): OneShotSender {
  const base = baseOf(baseUrl)
  const waiting = new Set<() => void>()

  const exchange = ({ path, headers, body }: OneShot): Promise<SendReport> =>
    new Promise((resolve) => {
      const cut = new AbortController()
      let settleLate: ((late: Exchange | null) => void) | null = null
      let stopLate = (): void => {}
      let answered = false
      const settle = (seen: Exchange): void => {
        if (answered) return
        answered = true
        stopTimer()
        stopLate()
        waiting.delete(giveUp)
        if (seen.kind !== 'answer') cut.abort()
        if (settleLate === null) resolve({ exchange: seen, late: null })
        else settleLate(seen.kind === 'answer' ? seen : null)
      }
      const giveUp = (): void => settle({ kind: 'broken', cause: 'closed' })
      const stopTimer = clock.after(limits.answerMs, () => {
        if (limits.lateMs === 0 || waiting.size >= LATE_MAX)
          return settle({ kind: 'broken', cause: 'time-out' })
        const late = new Promise<Exchange | null>((fulfil) => (settleLate = fulfil))
        waiting.add(giveUp)
        stopLate = clock.after(limits.lateMs, giveUp)
        resolve({ exchange: { kind: 'broken', cause: 'time-out' }, late })
      })
      const init: RequestInit = {
        method: 'POST',
        headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: cut.signal,
      }
      fetch(base + path, init)
        .then((answer) => readAnswer(answer, MAX_ANSWER_BYTES))
        .then(
          (answer) => settle({ kind: 'answer', answer }),
          () => settle({ kind: 'broken', cause: 'reset' }),
        )
    })

  return {
    async send(shot, beforeBody) {
      try {
        if (!(await beforeBody())) return notSent('cancelled before the first byte')
      } catch {
        return notSent('cancelled before the first byte')
      }
      return exchange(shot)
    },
    close() {
      for (const giveUp of waiting) giveUp()
    },
  }
}

const createWebhooks = (fetch: Fetch, clock: Clock): WebhookSender => ({
  to: webhookHandler(clock, async (url, { headers, body, signal }) => {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await answer.body?.cancel()
    return answer.status
  }),
  close: async () => {},
})

/** Creates outbound requests with this `fetch`. */
export const fetchOutbound = (fetch: Fetch): Outbound => ({
  transport: (baseUrl) => createTransport(fetch, baseUrl),
  oneShot: (baseUrl, limits, ports) => createOneShot(fetch, baseUrl, limits, ports),
  webhooks: (clock) => createWebhooks(fetch, clock),
})
