// The signature of a webhook, as in Standard Webhooks 1.0: `v1,<base64 HMAC-SHA256 of "id.timestamp.body">`. IDs are those of
// events, such as `app_1.2`; the timestamp has digits only, so no other division of the signed text has a present time.
import { SIGNATURE_HEADER, WEBHOOK_HEADERS } from '@tapboard/contract'
import { fromBase64, hmacSha256, toBase64 } from '@tapboard/store/crypto'
import {
  judgeRead,
  SIGNATURES_READ_MAX,
  type ReadSignature,
  type SignatureFault,
  type SignedBody,
} from './judge-signature.ts'
import { secretsIn, type SecretRing } from './secret-ring.ts'
import { judgeSignature, sign } from './signature.ts'

/** Prefix of a secret in the format of Standard Webhooks. */
const SECRET_PREFIX = 'whsec_'

/** Lengths of a key in bytes that Standard Webhooks allows. */
const KEY_BYTES = { min: 24, max: 64 } as const

/** Reads padded base64; `null` for any other text. */
function readBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[0-9A-Za-z+/]+={0,2}$/.test(text)) return null
  const bytes = fromBase64(text)
  return toBase64(bytes) === text ? bytes : null
}

/** The bytes of a secret `whsec_<base64 of 24 to 64 bytes>`; `null` for any other secret. */
function decodedKey(secret: string): Uint8Array | null {
  if (!secret.startsWith(SECRET_PREFIX)) return null
  const bytes = readBase64(secret.slice(SECRET_PREFIX.length))
  return bytes !== null && bytes.length >= KEY_BYTES.min && bytes.length <= KEY_BYTES.max ? bytes : null
}

/**
 * Whether a secret begins as one of Standard Webhooks without being one. Libraries would decode it to another key, or refuse
 * it.
 */
export const isMalformedWebhookSecret = (secret: string): boolean =>
  secret.startsWith(SECRET_PREFIX) && decodedKey(secret) === null

/** Makes a secret for webhooks: `whsec_` and the base64 of 24 random bytes. */
export const newWebhookSecret = (random: (length: number) => Uint8Array): string =>
  SECRET_PREFIX + toBase64(random(KEY_BYTES.min))

const macOf = (secret: string, id: string, timestamp: string, body: string | Uint8Array): Uint8Array =>
  hmacSha256(decodedKey(secret) ?? secret, `${id}.${timestamp}.`, body)

export interface WebhookToSign {
  /** The ID of the event, which is part of what is signed. */
  readonly id: string
  /** The JSON text that is sent. */
  readonly body: string
}

/** The signature headers of a webhook by their names in lower case. */
export type WebhookHeaders = Readonly<
  Record<(typeof WEBHOOK_HEADERS)[keyof typeof WEBHOOK_HEADERS] | typeof SIGNATURE_HEADER, string>
>

/** Signs a webhook at a time in milliseconds since 1970 with every secret of the ring. */
export function signWebhook(ring: SecretRing, { id, body }: WebhookToSign, nowMs: number): WebhookHeaders {
  const timestamp = String(Math.floor(nowMs / 1000))
  const macs = secretsIn(ring).map((secret) => `v1,${toBase64(macOf(secret, id, timestamp, body))}`)
  return {
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.signature]: macs.join(' '),
    [SIGNATURE_HEADER]: sign(ring, body, nowMs),
  }
}

/** Headers of a request: those of `fetch`, or an object with names in lower case as in Node. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** A received webhook whose signature is checked. */
export interface SignedWebhook extends SignedBody {
  /** The headers of the request. */
  readonly headers: ReceivedHeaders
}

const headerOf = (headers: ReceivedHeaders, name: string): unknown =>
  typeof headers.get === 'function' ? headers.get(name) : (headers as Readonly<Record<string, unknown>>)[name]

const HEADER_MAX = 1_024

const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= HEADER_MAX

function readHeaders({ body, headers }: SignedWebhook, signature: unknown): ReadSignature | SignatureFault {
  const id = headerOf(headers, WEBHOOK_HEADERS.id)
  const timestamp = headerOf(headers, WEBHOOK_HEADERS.timestamp)
  if (!isShort(signature) || !isShort(id) || id === '') return 'signature-malformed'
  if (!isShort(timestamp) || !/^\d{1,12}$/.test(timestamp)) return 'signature-malformed'
  // Other versions of signatures may come beside v1.
  const macs = signature
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => readBase64(part.slice(3)) ?? new Uint8Array())
  return macs.length === 0 || macs.length > SIGNATURES_READ_MAX
    ? 'signature-malformed'
    : { seconds: Number(timestamp), macs, macOf: (secret) => macOf(secret, id, timestamp, body) }
}

/**
 * The fault of a webhook's signature, or `null`: by the headers of Standard Webhooks, and without these by
 * `X-Tapboard-Signature`. Throws a TypeError if the body was parsed before.
 */
export function judgeWebhook(webhook: SignedWebhook): SignatureFault | null {
  const signature = headerOf(webhook.headers, WEBHOOK_HEADERS.signature) ?? ''
  if (signature !== '') return judgeRead(webhook, readHeaders(webhook, signature))
  const older = headerOf(webhook.headers, SIGNATURE_HEADER)
  return judgeSignature({ ...webhook, signature: older as string | null | undefined })
}
