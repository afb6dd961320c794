// The demo's own secrets: made at the first start, kept in one text that only its owner reads. Nothing has a default.
import { toBase64url } from '@tapboard/store/crypto'
import * as z from 'zod/mini'
import type { Kept } from '../host/kept.ts'

const secret = z.string().check(z.minLength(24))

const Secrets = z.object({
  /** Keys the BFF's nonces and stored signing keys. */
  bffSecret: z.string().check(z.minLength(32)),
  /** What the shop's server shows the BFF. */
  hostSecret: secret,
  /** What the shop's manager types to decide on a sale of unknown result. */
  managerPin: z.string().check(z.regex(/^\d{4}$/)),
  /** What the BFF signs its webhooks to the shop's server with. */
  webhookSecret: secret,
  /** What the partner's server shows the BFF. */
  partnerSecret: secret,
  /** The same for the partner whose key may not board. */
  lockedSecret: secret,
  /** What the BFF signs its webhooks to the partner's server with. */
  partnerWebhookSecret: secret,
  /** What the service signs its webhooks about applications with. */
  boardingWebhookSecret: secret,
  /** What the service seals regulated fields with: 32 bytes in base64. */
  dataKey: secret,
  /** Key of the shop's account at the service; `null` before there is one. */
  apiKey: z.nullable(z.string()),
  /** Key of the partner's account; `null` before there is one. */
  boardingKey: z.nullable(z.string()),
})

/** See the head of this file. */
export type Secrets = z.infer<typeof Secrets>

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
const makeSecret = (): string => toBase64url(random(24))
/** Four digits; that some come a thousandth more often is no secret of a demo's. */
const makePin = (): string =>
  String(random(4).reduce((sum, byte) => (sum * 256 + byte) % 10_000, 0)).padStart(4, '0')

const makeSecrets = (): Secrets => ({
  bffSecret: toBase64url(random(32)),
  hostSecret: makeSecret(),
  managerPin: makePin(),
  webhookSecret: makeSecret(),
  partnerSecret: makeSecret(),
  lockedSecret: makeSecret(),
  partnerWebhookSecret: makeSecret(),
  boardingWebhookSecret: makeSecret(),
  dataKey: toBase64url(random(32)),
  apiKey: null,
  boardingKey: null,
})

/** Keeps the secrets. */
export const writeSecrets = (kept: Kept, secrets: Secrets): void =>
  kept.write(`${JSON.stringify(secrets, null, 2)}\n`)

/** The kept secrets; what is not there is made and kept. Throws one sentence, with `remedy`, for a text that cannot be used. */
export function readSecrets(kept: Kept, remedy: string): Secrets {
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
