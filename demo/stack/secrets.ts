// Secrets of the demo: generated at the first start and stored in one owner-only text. There are no default
// secrets.
import { newWebhookSecret } from '@tapboard/server'
import { toBase64url } from '@tapboard/store/crypto'
import * as z from 'zod/mini'
import type { StoredText } from '../host/stored-text.ts'

const secret = z.string().check(z.minLength(24))

const Secrets = z.object({
  /** Secret of the BFF for nonces and stored signing keys. */
  bffSecret: z.string().check(z.minLength(32)),
  /** Secret of the shop's server for the BFF. */
  hostSecret: secret,
  /** PIN of the shop's manager for sales of unknown outcome. */
  managerPin: z.string().check(z.regex(/^\d{4}$/)),
  /** Webhook secret of the shop. */
  webhookSecret: secret,
  /** Secret of the partner's server for the BFF. */
  partnerSecret: secret,
  /** Secret of the partner without boarding permission. */
  lockedSecret: secret,
  /** Webhook secret of the partner. */
  partnerWebhookSecret: secret,
  /** Secret of the service's webhooks about applications. */
  boardingWebhookSecret: secret,
  /** Data key of the service: 32 bytes in base64. */
  dataKey: secret,
  /** API key of the shop's account at the service; `null` before it exists. */
  apiKey: z.nullable(z.string()),
  /** API key of the partner's account; `null` before it exists. */
  boardingKey: z.nullable(z.string()),
})

/** The secrets of the demo. */
export type Secrets = z.infer<typeof Secrets>

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
const makeSecret = (): string => toBase64url(random(24))
/** Four digits; the slight bias is acceptable for a demo. */
const makePin = (): string =>
  String(random(4).reduce((sum, byte) => (sum * 256 + byte) % 10_000, 0)).padStart(4, '0')

const makeSecrets = (): Secrets => ({
  bffSecret: toBase64url(random(32)),
  hostSecret: makeSecret(),
  managerPin: makePin(),
  webhookSecret: newWebhookSecret(random),
  partnerSecret: makeSecret(),
  lockedSecret: makeSecret(),
  partnerWebhookSecret: newWebhookSecret(random),
  boardingWebhookSecret: newWebhookSecret(random),
  dataKey: toBase64url(random(32)),
  apiKey: null,
  boardingKey: null,
})

export const writeSecrets = (kept: StoredText, secrets: Secrets): void =>
  kept.write(`${JSON.stringify(secrets, null, 2)}\n`)

/** Reads the secrets, and generates and stores missing ones. Throws a sentence with `remedy` for an invalid text. */
export function readSecrets(kept: StoredText, remedy: string): Secrets {
  const made = makeSecrets()
  const text = kept.read()
  if (text === null) {
    writeSecrets(kept, made)
    return made
  }
  try {
    const known = JSON.parse(text) as Partial<Secrets>
    const read = Secrets.parse({ ...made, ...known })
    if (Object.keys(made).some((name) => !(name in known))) writeSecrets(kept, read)
    return read
  } catch (error) {
    throw new Error(`The demo's secrets cannot be read. ${remedy}`, { cause: error })
  }
}
