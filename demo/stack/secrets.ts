// The demo's own secrets: made at the first start, kept in one file that only its owner reads. Nothing has a default.
import { randomBytes, randomInt } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const Secrets = z.object({
  /** Keys the BFF's nonces and stored signing keys. */
  bffSecret: z.string().check(z.minLength(32)),
  /** What the shop's server shows the BFF. */
  hostSecret: z.string().check(z.minLength(24)),
  /** What the shop's manager types to decide on a sale of unknown result. */
  managerPin: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  /** What the BFF signs its webhooks to the shop's server with. */
  webhookSecret: z.optional(z.string().check(z.minLength(24))),
  /** Key of the shop's account at the service; `null` before there is one. */
  apiKey: z.nullable(z.string()),
})

/** See the head of this file. */
export type Secrets = Omit<z.infer<typeof Secrets>, 'managerPin' | 'webhookSecret'> & {
  readonly managerPin: string
  readonly webhookSecret: string
}

const makePin = (): string => String(randomInt(10_000)).padStart(4, '0')

const makeSecret = (): string => randomBytes(24).toString('base64url')

const fileOf = (folder: string): string => join(folder, 'demo.json')

/** Keeps the secrets, readable by their owner alone. */
export function writeSecrets(folder: string, secrets: Secrets): void {
  const file = fileOf(folder)
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  chmodSync(`${file}.new`, 0o600)
  renameSync(`${file}.new`, file)
}

/** The secrets of a folder; made and kept if it has none. Throws one sentence for a file that cannot be used. */
export function readSecrets(folder: string): Secrets {
  const file = fileOf(folder)
  if (existsSync(file)) {
    try {
      const kept = Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
      const { managerPin = makePin(), webhookSecret = makeSecret() } = kept
      const read: Secrets = { ...kept, managerPin, webhookSecret }
      if (kept.managerPin === undefined || kept.webhookSecret === undefined) writeSecrets(folder, read)
      return read
    } catch (error) {
      throw new Error(`${file} cannot be read. Remove the folder ${folder} to begin anew.`, { cause: error })
    }
  }
  const made: Secrets = {
    bffSecret: randomBytes(32).toString('base64url'),
    hostSecret: makeSecret(),
    apiKey: null,
    managerPin: makePin(),
    webhookSecret: makeSecret(),
  }
  writeSecrets(folder, made)
  return made
}
