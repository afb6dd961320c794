// A page: a DPoP key, a token of its host, requests with proofs. A test can override every part of a proof.
import { createHash } from 'node:crypto'
import type { DeskGrant, MintedToken, TokenGrant } from '@tapboard/contract'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import { ORIGIN, OTHER_ORIGIN, PUBLIC_URL, SECRETS, type Bench } from './bench.ts'

/** A DPoP key of a page. */
interface PageKey {
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
  readonly jkt: string
}

export async function createPageKey(alg = 'ES256'): Promise<PageKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  return { privateKey, publicJwk, jkt: await calculateJwkThumbprint(publicJwk) }
}

/** Overrides for an invalid proof. */
export interface ProofOverrides {
  readonly header?: Record<string, unknown>
  readonly claims?: Record<string, unknown>
  readonly key?: CryptoKey
  readonly alg?: string
}

/** One request of a page. */
export interface PageRequest {
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string
  readonly headers?: Record<string, string | null>
  readonly overrides?: ProofOverrides
  readonly token?: string
}

/** A page with its key and token. */
export interface Page {
  readonly key: PageKey
  minted: MintedToken
  /** The nonce of the last answer. */
  nonce: string
  /** Creates a proof for a request of this page with this body. */
  prove(method: string, path: string, overrides?: ProofOverrides, text?: string | null): Promise<string>
  request(method: string, path: string, options?: PageRequest): Promise<Request>
  /** Sends a request in process and stores the nonce of the answer. */
  send(method: string, path: string, options?: PageRequest): Promise<Response>
}

/** A grant of the bench's merchant. */
export const saleGrant = (jkt: string, members: Partial<TokenGrant> = {}): TokenGrant =>
  ({
    kind: 'sale',
    order: 'A-100',
    amount: '42.00',
    currency: 'USD',
    devices: 'any',
    origin: ORIGIN,
    jkt,
    ...members,
  }) as TokenGrant

/** A grant to register terminals. */
export const setupGrant = (jkt: string): TokenGrant => ({ kind: 'setup', origin: ORIGIN, jkt })

/** A grant to attest the result of a sale. */
export const resolveGrant =
  (sale = 'sale_1', person = 'ann') =>
  (jkt: string): TokenGrant => ({ kind: 'resolve', sale, person, origin: ORIGIN, jkt })

/** A grant to see the desk. */
export const deskGrant =
  (members: Partial<DeskGrant> = {}) =>
  (jkt: string): TokenGrant => ({
    kind: 'desk',
    person: 'ann',
    rights: ['view', 'resolve', 'refund'],
    origin: ORIGIN,
    jkt,
    ...members,
  })

/** A grant to pay a part of a sale back. */
export const refundGrant =
  (members: Record<string, unknown> = {}) =>
  (jkt: string): TokenGrant => ({
    kind: 'refund',
    order: 'A-100',
    sale: 'sale_1',
    amount: '42.00',
    currency: 'USD',
    person: 'ann',
    origin: ORIGIN,
    jkt,
    ...members,
  })

/** A grant to sign up. */
export const applyGrant =
  (members: Record<string, unknown> = {}) =>
  (jkt: string): TokenGrant => ({ kind: 'apply', applicant: 'applicant-1', origin: ORIGIN, jkt, ...members })

/** Creates the request of the host's server for a token. */
export const mintRequest = (grant: unknown, secret: string = SECRETS.hostSecret): Request =>
  new Request(`${PUBLIC_URL}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(grant),
  })

let proofs = 0

/** Opens a page of the merchant `shop`. */
export const openPage = (
  bench: Bench,
  grant: (jkt: string) => TokenGrant = saleGrant,
  pageKey?: PageKey,
): Promise<Page> => openPageOf(bench, 'shop', grant, pageKey)

/** Opens a page of the merchant `other`. */
export const openOtherPage = (bench: Bench): Promise<Page> =>
  openPageOf(bench, 'other', (jkt) => saleGrant(jkt, { origin: OTHER_ORIGIN }))

async function openPageOf(
  bench: Bench,
  merchant: 'shop' | 'other',
  grant: (jkt: string) => TokenGrant,
  pageKey?: PageKey,
): Promise<Page> {
  const key = pageKey ?? (await createPageKey())
  const minted = await bench.core.mintToken(merchant, grant(key.jkt))
  const page: Page = {
    key,
    minted,
    nonce: minted.nonce,
    async prove(method, path, overrides = {}, text = null) {
      proofs += 1
      const claims = {
        jti: `proof-${process.pid}-${proofs}`,
        htm: method,
        htu: `${PUBLIC_URL}${path.split('?')[0] ?? ''}`,
        iat: Math.floor(bench.clock.now() / 1000),
        ath: createHash('sha256').update(page.minted.token).digest('base64url'),
        nonce: page.nonce,
        ...(text === null ? {} : { bh: createHash('sha256').update(text).digest('base64url') }),
        ...overrides.claims,
      }
      const header = {
        typ: 'dpop+jwt',
        alg: overrides.alg ?? 'ES256',
        jwk: key.publicJwk,
        ...overrides.header,
      }
      return new SignJWT(claims).setProtectedHeader(header).sign(overrides.key ?? key.privateKey)
    },
    async request(
      method,
      path,
      { body, rawBody, headers = {}, overrides = {}, token = page.minted.token } = {},
    ) {
      const text = rawBody ?? (body === undefined ? null : JSON.stringify(body))
      const sent: Record<string, string | null> = {
        origin: merchant === 'shop' ? ORIGIN : OTHER_ORIGIN,
        authorization: `DPoP ${token}`,
        dpop: 'dpop' in headers ? (headers['dpop'] ?? null) : await page.prove(method, path, overrides, text),
        ...(body === undefined && rawBody === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      }
      const all = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== null)
      const init: RequestInit = { method, headers: all }
      return new Request(PUBLIC_URL + path, text === null ? init : { ...init, body: text })
    },
    async send(method, path, options) {
      const response = await bench.core.fetch(await page.request(method, path, options))
      page.nonce = response.headers.get('dpop-nonce') ?? page.nonce
      return response
    },
  }
  return page
}

/** The body of a start that matches {@link saleGrant}. */
export const START = {
  order: 'A-100',
  attempt: 1,
  amountMinor: 4_200,
  currency: 'USD',
  deviceId: 'dev_front',
} as const

/** The terminal of {@link START}, as the upstream answers it. */
export const DEVICE = {
  deviceId: START.deviceId,
  deviceSerialNumber: 'SN-001234',
  deviceMake: 'A920',
  deviceFriendlyName: 'Front counter',
  status: 'CONNECTED',
} as const
