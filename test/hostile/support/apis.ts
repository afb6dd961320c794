// Both APIs in one process: a real service answers the BFF's upstream requests without a socket. Tokens are not bound to keys
// here: proofs are checked before any body and have tests of their own.
import { createBff, type Bff, type BffOptions, type Log } from '@tapboard/bff'
import type { TokenGrant } from '@tapboard/contract'
import { createService, type Service } from '@tapboard/service'
import { Partner } from '../../../packages/service/src/testing.ts'

/** The page that all requests come from. */
export const ORIGIN = 'https://shop.example'
export const CANARIES = {
  secret: 'canary-secret-of-the-bff-0123456789abcdef',
  hostSecret: 'canary-host-secret-of-the-shop-01234567',
  boardingWebhook: 'canary-secret-of-boarding-webhooks-0123',
} as const

const PLENTY = { count: 1_000_000, windowSeconds: 1 }
const PUBLIC_URL = 'https://pay.shop.example/tapboard'

export interface Apis {
  readonly bff: Bff
  readonly service: Service
  /** The account that boards, with its keys. */
  readonly partner: Partner
  /** Key of the test account whose terminals the BFF uses. */
  readonly tillKey: string
  readonly lines: string[]
  /** Forbidden in every answer of the BFF, every line and every metric: the keys of the service and the secrets of the BFF. */
  readonly secrets: readonly string[]
  /** A request to the BFF from the page; `path` below the public address. */
  ask(method: string, path: string, request?: AskOptions): Promise<Response>
  /** A request to the BFF with no header but these. */
  send(method: string, path: string, request: AskOptions): Promise<Response>
  /** The same from the host's server. */
  askAsHost(method: string, path: string, body?: string | Uint8Array): Promise<Response>
  /** Headers of a page with a token for this. */
  tokenFor(grant: Record<string, unknown>): Promise<Record<string, string>>
  /** A terminal that is registered and connected. */
  connected(): Promise<string>
  close(): Promise<void>
}

/** The options of a request. */
interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** A body as `fetch` takes it. */
export const bodyInit = (body: string | Uint8Array): RequestInit => ({
  body: typeof body === 'string' ? body : new Uint8Array(body),
})

const bffOptions = (partner: Partner, apiKey: string, service: Service, log: Log): BffOptions => ({
  secret: CANARIES.secret,
  store: 'file::memory:',
  publicUrl: PUBLIC_URL,
  dpop: false,
  merchants: [
    {
      id: 'shop',
      name: 'Shop',
      hostSecret: CANARIES.hostSecret,
      apiKey,
      origins: [ORIGIN],
      boarding: {
        apiKey: partner.testKey,
        webhookSecret: CANARIES.boardingWebhook,
        tiers: [{ name: 'Standard', label: 'Standard' }],
      },
    },
  ],
  upstream: {
    terminalUrl: 'http://127.0.0.1:9',
    boardingUrl: 'http://127.0.0.1:9/boarding',
    environment: 'sandbox',
    cancel: true,
    lookup: 'authoritative',
  },
  limits: { mint: PLENTY, start: PLENTY, submit: PLENTY, repeat: PLENTY, starts: 1_000, sales: 100_000 },
  fetch: (input, init) => service.fetch(new Request(input, init)),
  log,
})

export async function openApis(): Promise<Apis> {
  const lines: string[] = []
  const say = (fields: object, message: string): void =>
    void lines.push(JSON.stringify({ ...fields, message }))
  const log: Log = { info: say, warn: say, error: say }
  const service = await createService({
    store: 'file::memory:',
    scriptedTerminals: true,
    timings: { authorizeMs: 0 },
    log,
  })
  await service.start()
  const partner = await Partner.join(service, 'Shop')
  const till = await service.accounts.createAccount('Till', { sandbox: true })
  const tillKey = (await service.accounts.createKey(till?.id ?? ''))?.key ?? ''
  const bff = await createBff(bffOptions(partner, tillKey, service, log))
  await bff.start()
  let terminals = 0
  const toBff = (method: string, path: string, { headers = {}, body }: AskOptions): Promise<Response> => {
    const given = body === undefined ? {} : bodyInit(body)
    const typed = { 'content-type': 'application/json', ...headers }
    return bff.fetch(new Request(PUBLIC_URL + path, { method, headers: typed, ...given }))
  }
  const toService = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const given = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { authorization: tillKey }
    const answer = await service.fetch(
      new Request(`http://service.test${path}`, { method, headers, ...given }),
    )
    return (await answer.json()) as Record<string, unknown>
  }
  return {
    bff,
    service,
    partner,
    tillKey,
    lines,
    secrets: [tillKey, partner.liveKey, partner.testKey, ...Object.values(CANARIES)],
    send: toBff,
    ask: (method, path, { headers, ...rest } = {}) =>
      toBff(method, path, { headers: { origin: ORIGIN, ...headers }, ...rest }),
    askAsHost(method, path, body) {
      const headers = { authorization: `Bearer ${CANARIES.hostSecret}` }
      return toBff(method, path, { headers, ...(body === undefined ? {} : { body }) })
    },
    async tokenFor(grant) {
      const { token } = await bff.mintToken('shop', { origin: ORIGIN, ...grant } as unknown as TokenGrant)
      return { authorization: `Bearer ${token}` }
    },
    async connected() {
      terminals += 1
      const made = await toService('POST', '/v1/Device', {
        deviceSerialNumber: `T${terminals}-OK`,
        deviceMake: 'A920',
        deviceFriendlyName: `Till ${terminals}`,
      })
      const id = String(made['deviceId'])
      while ((await toService('GET', `/v1/Device/${id}`))['status'] !== 'CONNECTED')
        await new Promise((resolve) => setImmediate(resolve))
      return id
    },
    async close() {
      await bff.close()
      await service.close()
    },
  }
}
