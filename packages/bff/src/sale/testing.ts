// Test doubles for the ledger tests: a scripted in-process upstream behind the same ports as the real one.
import type { SaleFrame } from '@tapboard/contract'
import type { Clock, Log, Random } from '../ports.ts'
import type { Exchange, SendReport } from '../upstream/transport/outbound-port.ts'
import type { SessionReading, UpstreamClient, UpstreamDevice } from '../upstream/terminal/client.ts'
import { PLAIN_FEATURES } from '../upstream/terminal/create-upstream.ts'
import { faultOf } from '../upstream/transport/fault.ts'
import type { InitiateOrder } from '../upstream/terminal/initiate.ts'
import type { MerchantUpstream, UpstreamFeatures } from '../upstream/terminal/merchant.ts'
import type { SaleAccess } from '../token/access.ts'
import { isEvent, type WatchedFrame } from './watch/watch.ts'

/** Deterministic random bytes from a seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return (length) => Uint8Array.from({ length }, () => next() & 255)
}

/** The system clock with timers that fire five times as fast and keep the process alive. */
export const quickClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs / 5)
    return () => clearTimeout(timer)
  },
}

/** A log that records its lines. */
export function keptLog(): { readonly log: Log; readonly lines: { level: string; message: string }[] } {
  const lines: { level: string; message: string }[] = []
  const keep =
    (level: string) =>
    (fields: object, message: string): void =>
      void lines.push({ level, message, ...fields })
  return { log: { info: keep('info'), warn: keep('warn'), error: keep('error') }, lines }
}

/** Returns the answer to the n-th read of a session. */
type Script = (number: number) => Readonly<Record<string, unknown>> | SessionReading

/** An in-process upstream with scripted answers. */
export class ScriptedUpstream implements MerchantUpstream {
  readonly id = 'https://upstream.test'
  readonly features: UpstreamFeatures
  /** Every initiate written, in order. */
  readonly sent: InitiateOrder[] = []
  /** Reads of sessions so far. */
  reads = 0
  /** Held reads that are open. */
  holding = 0
  /** Maximum of concurrent held reads. */
  holdingMost = 0
  cancels = 0
  /** Reads of devices so far. */
  deviceReads = 0
  /** The status in each device read. */
  deviceStatus: UpstreamDevice['status'] = 'CONNECTED'
  /** The live session in each device read; `undefined`: the field is missing. */
  live: () => UpstreamDevice['live'] = () => undefined
  /** The result of a send. Default: accepted with a new session. */
  onSend: (order: InitiateOrder, number: number) => SendReport | Promise<SendReport>
  /** The answer to a session read, by the number of the read. */
  onRead: Script = () => ({ status: 'IN_PROGRESS' })
  /** The answer for one session; `null`: falls back to `onRead`. */
  readOf: (sessionId: string) => Readonly<Record<string, unknown>> | null = () => null
  /** The session ID that a look-up by external ID returns. */
  onFind: (externalId: string) => string | null = () => null
  /** When true, new session reads get no answer. */
  silent = false
  /** Answers the open held reads. */
  release: () => void = () => {}

  constructor(features: Partial<UpstreamFeatures> = {}) {
    this.features = { ...PLAIN_FEATURES, ...features }
    this.onSend = (order) => ({ exchange: accepted(`ses_${order.externalId}`), late: null })
  }

  /** The sender. Records the order before it answers. */
  readonly sender = {
    send: async (order: InitiateOrder, beforeBody: () => boolean | Promise<boolean>): Promise<SendReport> => {
      if (!(await beforeBody())) return { exchange: { kind: 'no_byte', cause: 'cancelled' }, late: null }
      this.sent.push(order)
      return this.onSend(order, this.sent.length)
    },
    close: (): void => {},
  }

  /** The client for all other requests of the ledger. */
  readonly client: UpstreamClient = {
    readDevice: async (id) => {
      this.deviceReads += 1
      const live = this.live()
      const device = { id, serial: 'SN-1234', make: 'A920', name: 'Front counter', status: this.deviceStatus }
      return { kind: 'found', value: live === undefined ? device : { ...device, live } }
    },
    listDevices: async () => faultOf('refused'),
    createDevice: async () => faultOf('refused'),
    readSession: async (sessionId, { waitSeconds, signal }) => {
      if (waitSeconds !== undefined) await this.#hold(signal)
      if (this.silent)
        await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
      if (signal?.aborted === true) return faultOf('aborted')
      this.reads += 1
      const answer = this.readOf(sessionId) ?? this.onRead(this.reads)
      if (isReading(answer)) return answer
      return {
        kind: 'found',
        body: { sessionId, ...answer },
        etag: `"${JSON.stringify(answer).length}"`,
        retryAfterMs: null,
      }
    },
    findSession: async (externalId) => {
      const found = this.onFind(externalId)
      return found === null ? { kind: 'missing' } : { kind: 'found', value: found }
    },
    cancelSession: async () => {
      this.cancels += 1
      return { kind: 'found', value: null }
    },
    report: async (reference) => ({ kind: 'found', value: [{ xRefNum: reference, xBatch: '7' }] }),
    hasRoomToHold: () => true,
    close: async () => {},
  }

  #hold(signal: AbortSignal | undefined): Promise<void> {
    this.holding += 1
    this.holdingMost = Math.max(this.holdingMost, this.holding)
    return new Promise((resolve) => {
      const before = this.release
      const done = (): void => {
        before()
        this.holding -= 1
        signal?.removeEventListener('abort', done)
        this.release = () => {}
        resolve()
      }
      this.release = done
      signal?.addEventListener('abort', done, { once: true })
    })
  }
}

const isReading = (answer: object): answer is SessionReading =>
  'kind' in answer && ['found', 'missing', 'unchanged', 'fault'].includes(String(answer.kind))

/** An HTTP answer with a JSON body, in the sender's format. */
export const answered = (status: number, body: unknown, retryAfter: string | null = null): Exchange => ({
  kind: 'answer',
  answer: {
    status,
    headers: { contentType: 'application/json', contentEncoding: null, retryAfter, etag: null },
    body: new TextEncoder().encode(JSON.stringify(body)),
    complete: true,
  },
})

/** The answer of a successful initiate. */
export const accepted = (sessionId: string): Exchange => answered(200, { sessionId, status: 'INITIATING' })

/** The body of an approved session, as in the specification. */
export const APPROVED = {
  status: 'COMPLETED',
  responseCode: '00',
  amount: 42,
  transactionResult: { status: 'approved', amount: 42, xRefNum: 'REF1', approvalCode: 'A1' },
} as const

/** The body of a declined session. */
export const DECLINED = {
  status: 'COMPLETED',
  responseCode: '51',
  amount: 42,
  transactionResult: { status: 'declined', amount: 42, xRefNum: 'REF2' },
} as const

/** Filters the events from a watcher's frames. */
export async function* eventsOf(
  frames: AsyncIterable<WatchedFrame>,
): AsyncGenerator<SaleFrame, void, undefined> {
  for await (const one of frames) if (isEvent(one)) yield one
}

/** The access of a token in these tests. */
export const accessTo = (order: string, more: Partial<SaleAccess> = {}): SaleAccess => ({
  merchant: 'm1',
  order,
  amountMinor: 4200,
  currency: 'USD',
  devices: null,
  origin: 'https://shop.test',
  ...more,
})
