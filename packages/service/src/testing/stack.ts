/** A service over real HTTP and WebSockets, with helpers for callers and operators. */
import type { Charge } from '../reporting/charges.ts'
import type { Timings } from '../ports.ts'
import { serveService, type Served } from '../app/serve.ts'
import type { ServiceOptions } from '../app/open-kernel.ts'
import { createService, type Service } from '../app/service.ts'
import { TestTerminal } from './terminal.ts'

/** An answer with its parsed JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** Options of a test service. */
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

  /** Starts a service; pass `key` to reuse the account of an existing store. */
  static async start(options: StackOptions = {}, key?: string): Promise<Stack> {
    const { timings, store = 'file::memory:', ...rest } = options
    const service = await createService({ store, ...rest, timings: { authorizeMs: 0, ...timings } })
    await service.start()
    const served = await serveService({ service, port: 0 })
    const stack = new Stack(service, served, key ?? '')
    if (key === undefined) stack.#key = await stack.newKey('Test shop')
    return stack
  }

  /** API key of the account. */
  get key(): string {
    return this.#key
  }

  /** Creates an account with a key. */
  async newKey(account: string): Promise<string> {
    const made = await this.service.accounts.createAccount(account)
    const key = made === null ? null : await this.service.accounts.createKey(made.id)
    if (key === null) throw new Error('the account exists')
    return key.key
  }

  /** Sends a request with the account's key. */
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

  /** Registers a device; returns its ID and pairing code. */
  async register(serial = 'SN-1'): Promise<{ readonly deviceId: string; readonly pairingCode: string }> {
    const { body } = await this.call('POST', '/v1/Device', {
      deviceSerialNumber: serial,
      deviceMake: 'A920',
      deviceFriendlyName: 'Front counter',
    })
    return { deviceId: String(body['deviceId']), pairingCode: String(body['xPairingCode']) }
  }

  /** Opens a terminal connection without a hello. */
  async line(headers: Readonly<Record<string, string>> = {}): Promise<TestTerminal> {
    return new TestTerminal(this.url, headers).opened()
  }

  /** Connects a terminal; returns its key for the next connection. */
  async connect(
    secret: { readonly pairingCode: string } | { readonly terminalKey: string },
    serial = 'SN-1',
  ): Promise<{ readonly terminal: TestTerminal; readonly terminalKey: string }> {
    const terminal = await this.line()
    terminal.send({ type: 'hello', serial, ...secret })
    const { terminalKey } = await terminal.receive('welcome')
    const known = 'terminalKey' in secret ? secret.terminalKey : ''
    return { terminal, terminalKey: terminalKey ?? known }
  }

  /** Registers a device and connects its terminal. */
  async device(serial = 'SN-1') {
    const { deviceId, pairingCode } = await this.register(serial)
    return { deviceId, ...(await this.connect({ pairingCode }, serial)) }
  }

  /** Starts a session of 42.00; `more` overrides members. */
  async initiate(deviceId: string, externalId: string, more: object = {}): Promise<Answer> {
    return this.call('POST', '/v1/Session/initiate', { ...initiateBody(deviceId, externalId), ...more })
  }

  /** Reads a session; with `etag` it waits for a change. */
  async read(sessionId: string, etag?: string): Promise<Answer> {
    const hold = etag === undefined ? {} : { Prefer: 'wait=20', 'If-None-Match': etag }
    return this.call('GET', `/v1/Session/${sessionId}`, undefined, hold)
  }

  /** Reads a session until it has one of the statuses. */
  async until(sessionId: string, ...statuses: readonly string[]): Promise<Record<string, unknown>> {
    let etag: string | undefined
    for (;;) {
      const { headers, body } = await this.read(sessionId, etag)
      if (statuses.includes(String(body['status']))) return body
      etag = headers.get('etag') ?? ''
    }
  }

  /** Reads the whole charge log. */
  async charges(): Promise<readonly Charge[]> {
    const charges: Charge[] = []
    for await (const charge of this.service.charges()) charges.push(charge)
    return charges
  }

  /** Stops the server and closes the service. */
  async stop(): Promise<void> {
    this.#stopped ??= this.#served.close().then(() => this.service.close())
    await this.#stopped
  }
}

/** Creates a flat start body (§4.3). */
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

/** Runs a test that starts services itself, and stops all of them afterwards. */
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
