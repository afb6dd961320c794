// The demo's own secrets: made at the first start, kept in one file that only its owner reads. Nothing has a default.
import { randomBytes, randomInt } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

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

const makeSecret = (): string => randomBytes(24).toString('base64url')

const makeSecrets = (): Secrets => ({
  bffSecret: randomBytes(32).toString('base64url'),
  hostSecret: makeSecret(),
  managerPin: String(randomInt(10_000)).padStart(4, '0'),
  webhookSecret: makeSecret(),
  partnerSecret: makeSecret(),
  lockedSecret: makeSecret(),
  partnerWebhookSecret: makeSecret(),
  boardingWebhookSecret: makeSecret(),
  dataKey: randomBytes(32).toString('base64'),
  apiKey: null,
  boardingKey: null,
})

const fileOf = (folder: string): string => join(folder, 'demo.json')

/** Keeps the secrets, readable by their owner alone. */
export function writeSecrets(folder: string, secrets: Secrets): void {
  const file = fileOf(folder)
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  chmodSync(`${file}.new`, 0o600)
  renameSync(`${file}.new`, file)
}

/** The secrets of a folder; what it has not is made and kept. Throws one sentence for a file that cannot be used. */
export function readSecrets(folder: string): Secrets {
  const file = fileOf(folder)
  const made = makeSecrets()
  if (!existsSync(file)) {
    writeSecrets(folder, made)
    return made
  }
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>
    const read = Secrets.parse({ ...made, ...kept })
    if (Object.keys(made).some((name) => !(name in kept))) writeSecrets(folder, read)
    return read
  } catch (error) {
    throw new Error(`${file} cannot be read. Remove the folder ${folder} to begin anew.`, { cause: error })
  }
}
