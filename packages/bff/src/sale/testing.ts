// What the tests of the ledger stand on: an upstream in this process that answers what
// the test says, over the same ports as the real one.
import type { SaleFrame } from '@tapboard/contract'
import type { Clock, Log, Random } from '../ports.ts'
import type { Exchange, SendReport } from '../upstream/transport/exchange.ts'
import type { SessionReading, UpstreamClient, UpstreamDevice } from '../upstream/terminal/client.ts'
import { PLAIN_FEATURES } from '../upstream/terminal/create-upstream.ts'
import { faultOf } from '../upstream/transport/fault.ts'
import type { InitiateOrder } from '../upstream/terminal/initiate.ts'
import type { MerchantUpstream, UpstreamFeatures } from '../upstream/terminal/merchant.ts'
import type { SaleAccess } from '../token/access.ts'
import { isEvent, type Told } from './watch/watch.ts'

/** Random bytes from a seed (mulberry32), so that a run can be repeated. */
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

/** The machine's clock with timers that hold the process, five times as fast: nothing here waits for a real minute. */
export const quickClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs / 5)
    return () => clearTimeout(timer)
  },
}

/** A log that is kept. */
export function keptLog(): { readonly log: Log; readonly lines: { level: string; message: string }[] } {
  const lines: { level: string; message: string }[] = []
  const keep =
    (level: string) =>
    (fields: object, message: string): void =>
      void lines.push({ level, message, ...fields })
  return { log: { info: keep('info'), warn: keep('warn'), error: keep('error') }, lines }
}

/** What a session answers, in order; the last one stays. */
export type Script = (number: number) => Readonly<Record<string, unknown>> | SessionReading

/** An upstream in this process. */
export class ScriptedUpstream implements MerchantUpstream {
  readonly id = 'https://upstream.test'
  readonly features: UpstreamFeatures
  /** Every initiate that was written, in order. */
  readonly sent: InitiateOrder[] = []
  /** Reads of sessions so far. */
  reads = 0
  /** Held reads that are open now. */
  holding = 0
  /** Most held reads that were open at once. */
  holdingMost = 0
  /** Cancels asked for. */
  cancels = 0
  /** Reads of devices so far. */
  deviceReads = 0
  /** What the device says. */
  deviceStatus: UpstreamDevice['status'] = 'CONNECTED'
  /** Which live session the device says that it has; `undefined`: it does not say. */
  live: () => UpstreamDevice['live'] = () => undefined
  /** What a send comes to; default: a session of its own. */
  onSend: (order: InitiateOrder, number: number) => SendReport | Promise<SendReport>
  /** What a read of a session answers, by the number of the read. */
  onRead: Script = () => ({ status: 'IN_PROGRESS' })
  /** What one session alone answers; `null`: as the others. */
  readOf: (sessionId: string) => Readonly<Record<string, unknown>> | null = () => null
  /** What a look-up by external ID finds. */
  onFind: (externalId: string) => string | null = () => null
  /** Reads of sessions that begin now get no answer at all. */
  silent = false
  /** Open holds are answered when this is called. */
  release: () => void = () => {}

  constructor(features: Partial<UpstreamFeatures> = {}) {
    this.features = { ...PLAIN_FEATURES, ...features }
    this.onSend = (order) => ({ exchange: accepted(`ses_${order.externalId}`), late: null })
  }

  /** The sender: writes down what was sent before it answers. */
  readonly sender = {
    send: async (order: InitiateOrder, beforeBody: () => boolean | Promise<boolean>): Promise<SendReport> => {
      if (!(await beforeBody())) return { exchange: { kind: 'no_byte', cause: 'told not to' }, late: null }
      this.sent.push(order)
      return this.onSend(order, this.sent.length)
    },
    close: (): void => {},
  }

  /** The client: everything the ledger asks. */
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

/** An HTTP answer with a JSON body, as the sender saw it. */
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

/** An answer of a session that was paid, as the specification spells it. */
export const APPROVED = {
  status: 'COMPLETED',
  responseCode: '00',
  amount: 42,
  transactionResult: { status: 'approved', amount: 42, xRefNum: 'REF1', approvalCode: 'A1' },
} as const

/** An answer of a session that was declined. */
export const DECLINED = {
  status: 'COMPLETED',
  responseCode: '51',
  amount: 42,
  transactionResult: { status: 'declined', amount: 42, xRefNum: 'REF2' },
} as const

/** The events among what a watcher is told. */
export async function* eventsOf(told: AsyncIterable<Told>): AsyncGenerator<SaleFrame, void, undefined> {
  for await (const one of told) if (isEvent(one)) yield one
}

/** What a token grants in these tests. */
export const accessTo = (order: string, more: Partial<SaleAccess> = {}): SaleAccess => ({
  merchant: 'm1',
  order,
  amountMinor: 4200,
  currency: 'USD',
  devices: null,
  origin: 'https://shop.test',
  ...more,
})
