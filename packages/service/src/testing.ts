/**
 * What the tests of the service stand on: a clock that moves when told, a service over real HTTP, and a terminal over a
 * real WebSocket that says only what the test tells it to.
 */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ToTerminal } from '@tapboard/contract'
import type { Clock, Timings } from './ports.ts'
import type { Charge } from './reporting/charges.ts'
import { serveService, type Served } from './serve.ts'
import { createService, type Service, type ServiceOptions } from './service.ts'

/** A clock that stands until it is told to go on. */
export class ManualClock implements Clock {
  #nowMs: number
  readonly #timers = new Set<{ readonly atMs: number; readonly callback: () => void }>()

  constructor(nowMs = Date.UTC(2026, 0, 31, 10, 15)) {
    this.#nowMs = nowMs
  }

  /** The time it shows. */
  now(): number {
    return this.#nowMs
  }

  /** Calls back when the clock was moved that far. */
  after(delayMs: number, callback: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, callback }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Moves on at once, as a sleeping machine does; timers notice afterwards. */
  jump(ms: number): void {
    this.#nowMs += ms
  }

  /** Moves on, timer by timer, letting the work of each go on before the next. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms
    for (;;) {
      const due = [...this.#timers]
        .filter((timer) => timer.atMs <= endMs)
        .toSorted((a, b) => a.atMs - b.atMs)[0]
      if (due === undefined) break
      this.#timers.delete(due)
      this.#nowMs = Math.max(this.#nowMs, due.atMs)
      due.callback()
      await turn()
    }
    this.#nowMs = endMs
    await turn()
  }
}

/** Lets everything that waits for nothing but its turn go on. */
export async function turn(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** An answer with its JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** A message to a terminal of one type. */
export type Told<Type extends ToTerminal['type']> = Extract<ToTerminal, { type: Type }>

/** A terminal over a real WebSocket. */
export class TestTerminal {
  readonly #socket: WebSocket
  readonly #heard: ToTerminal[] = []
  #wake: () => void = () => {}
  #closed: number | null = null

  constructor(url: string) {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/terminal`)
    this.#socket.on('message', (data: Buffer) => {
      this.#heard.push(JSON.parse(data.toString('utf8')) as ToTerminal)
      this.#wake()
    })
    this.#socket.on('close', (code) => {
      this.#closed = code
      this.#wake()
    })
    this.#socket.on('error', () => {})
  }

  /** Waits until the connection stands. */
  async opened(): Promise<this> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open')
    return this
  }

  /** Says one message, or sends the text as it is. */
  say(message: object | string): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Sends bytes that are no text. */
  sayBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes)
  }

  /** The next message of that type; what comes before it is forgotten. Fails when the line is closed first. */
  async told<Type extends ToTerminal['type']>(type: Type): Promise<Told<Type>> {
    for (;;) {
      const message = this.#heard.shift()
      if (message?.type === type) return message as Told<Type>
      if (message !== undefined) continue
      if (this.#closed !== null)
        throw new Error(`the line closed (${this.#closed}) before "${type}" was said`)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** Everything heard and not asked for yet. */
  heard(): readonly ToTerminal[] {
    return this.#heard.splice(0)
  }

  /** The close code, when the line is closed. */
  async closed(): Promise<number> {
    while (this.#closed === null) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.#closed
  }

  /** Pulls the plug: no goodbye. */
  unplug(): void {
    this.#socket.terminate()
  }

  /** Shows the prompt of the next session and presents a card; gives the session's ID. */
  async pay(kind = 'credit'): Promise<string> {
    const { sessionId } = await this.told('prompt')
    this.say({ type: 'prompt_shown', sessionId })
    this.present(sessionId, kind)
    return sessionId
  }

  /** Presents a card. */
  present(sessionId: string, kind = 'credit'): void {
    this.say({
      type: 'card_presented',
      sessionId,
      card: { brand: 'Visa', lastFour: '4242', kind, entry: 'tap' },
    })
  }
}

/** What a test may ask for. */
export type StackOptions = Partial<Omit<ServiceOptions, 'timings'>> & { readonly timings?: Partial<Timings> }

/** A running service with one account, over real sockets. */
export class Stack {
  readonly service: Service
  readonly url: string
  readonly #served: Served
  #key: string
  #stopped: Promise<void> | undefined

  private constructor(service: Service, served: Served, key: string) {
    this.service = service
    this.#served = served
    this.url = served.url
    this.#key = key
  }

  /** Starts one; give `key` to go on with an account of a store that was used before. */
  static async start(options: StackOptions = {}, key?: string): Promise<Stack> {
    const { timings, store = 'file::memory:', ...rest } = options
    const service = await createService({ store, ...rest, timings: { authorizeMs: 0, ...timings } })
    await service.start()
    const served = await serveService({ service, port: 0 })
    const stack = new Stack(service, served, key ?? '')
    if (key === undefined) stack.#key = await stack.newKey('Test shop')
    return stack
  }

  /** The API key of the account. */
  get key(): string {
    return this.#key
  }

  /** The key of a new account. */
  async newKey(account: string): Promise<string> {
    const made = await this.service.accounts.createAccount(account)
    const key = made === null ? null : await this.service.accounts.createKey(made.id)
    if (key === null) throw new Error('the account exists')
    return key.key
  }

  /** One request with the account's key. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: { Authorization: this.#key, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    }
  }

  /** Registers a device; gives its ID and pairing code. */
  async register(serial = 'SN-1'): Promise<{ readonly deviceId: string; readonly pairingCode: string }> {
    const { body } = await this.call('POST', '/v1/Device', {
      deviceSerialNumber: serial,
      deviceMake: 'A920',
      deviceFriendlyName: 'Front counter',
    })
    return { deviceId: String(body['deviceId']), pairingCode: String(body['xPairingCode']) }
  }

  /** A connection of a terminal that has said nothing yet. */
  async line(): Promise<TestTerminal> {
    return new TestTerminal(this.url).opened()
  }

  /** A connected terminal, with its key for the next time. */
  async connect(
    secret: { readonly pairingCode: string } | { readonly terminalKey: string },
    serial = 'SN-1',
  ): Promise<{ readonly terminal: TestTerminal; readonly terminalKey: string }> {
    const terminal = await this.line()
    terminal.say({ type: 'hello', serial, ...secret })
    const { terminalKey } = await terminal.told('welcome')
    const known = 'terminalKey' in secret ? secret.terminalKey : ''
    return { terminal, terminalKey: terminalKey ?? known }
  }

  /** A registered device with its connected terminal. */
  async device(serial = 'SN-1') {
    const { deviceId, pairingCode } = await this.register(serial)
    return { deviceId, ...(await this.connect({ pairingCode }, serial)) }
  }

  /** Starts a session of 42.00, or of what `more` says. */
  async initiate(deviceId: string, externalId: string, more: object = {}): Promise<Answer> {
    return this.call('POST', '/v1/Session/initiate', { ...initiateBody(deviceId, externalId), ...more })
  }

  /** Reads a session, held until it changes from `etag` where one is given. */
  async read(sessionId: string, etag?: string): Promise<Answer> {
    const hold = etag === undefined ? {} : { Prefer: 'wait=20', 'If-None-Match': etag }
    return this.call('GET', `/v1/Session/${sessionId}`, undefined, hold)
  }

  /** Reads a session until it has one of the states. */
  async until(sessionId: string, ...statuses: readonly string[]): Promise<Record<string, unknown>> {
    let etag: string | undefined
    for (;;) {
      const { headers, body } = await this.read(sessionId, etag)
      if (statuses.includes(String(body['status']))) return body
      etag = headers.get('etag') ?? ''
    }
  }

  /** The whole charge log. */
  async charges(): Promise<readonly Charge[]> {
    const charges: Charge[] = []
    for await (const charge of this.service.charges()) charges.push(charge)
    return charges
  }

  /** Ends it as a stopped process would. */
  async stop(): Promise<void> {
    this.#stopped ??= this.#served.close().then(() => this.service.close())
    await this.#stopped
  }
}

/** The flat body of §4.3. */
export const initiateBody = (deviceId: string, externalId: string) => ({
  xCommand: 'cc:sale',
  xAmount: 42,
  xExternalRequestID: externalId,
  xSoftwareName: 'Till',
  xSoftwareVersion: '1.0',
  xDeviceID: deviceId,
})

/** Runs a test against a running service and stops it afterwards. */
export const withStack =
  (body: (stack: Stack) => Promise<void>, options: StackOptions = {}): (() => Promise<void>) =>
  async () => {
    const stack = await Stack.start(options)
    try {
      await body(stack)
    } finally {
      await stack.stop()
    }
  }

/** Runs a test that starts services by itself, and stops all of them afterwards. */
export const stopping =
  <Given>(
    body: (begin: (options: StackOptions, key?: string) => Promise<Stack>, given: Given) => Promise<void>,
  ): ((given: Given) => Promise<void>) =>
  async (given) => {
    const stacks: Stack[] = []
    try {
      await body(async (options, key) => {
        const stack = await Stack.start(options, key)
        stacks.push(stack)
        return stack
      }, given)
    } finally {
      await Promise.all(stacks.map((stack) => stack.stop()))
    }
  }
