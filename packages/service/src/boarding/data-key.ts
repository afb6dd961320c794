// Where the data key comes from: the configuration; for an embedded file without one, a key file beside it that is made when
// it is first needed. A database that several processes share has no such place, so there the key must be given.
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseStoreUrl } from '@tapboard/store'
import { base32 } from '../account/secret.ts'
import type { Random } from '../ports.ts'
import { DATA_KEY_LENGTH, Vault } from './vault.ts'

/** What to do where there is no key. */
export const DATA_KEY_MISSING =
  'Boarding needs a data key: set SERVICE_DATA_KEY (or the option dataKey) to 32 random bytes in base64, for example from "openssl rand -base64 32".'

const BRAND = Symbol.for('@tapboard/service/data-key-error')

/** A data key that is missing or cannot be read; recognise it with {@link isDataKeyError}. Never holds the key. */
export class DataKeyError extends Error {
  /** Marks the class across copies of this module. */
  readonly [BRAND] = true

  constructor(message: string) {
    super(message)
    this.name = 'DataKeyError'
  }
}

/** Whether `error` is about the data key. */
export const isDataKeyError = (error: unknown): error is DataKeyError =>
  typeof error === 'object' && error !== null && BRAND in error

type Ring = readonly [Uint8Array, ...Uint8Array[]]

/** Data keys as they are configured: base64 or base64url, separated by commas, the newest first. Throws a {@link DataKeyError}. */
export function readDataKeys(text: string): Ring {
  const [first, ...others] = text.split(',').map((part) => {
    const plain = part.trim().replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
    const bytes = Buffer.from(plain, 'base64url')
    if (bytes.byteLength !== DATA_KEY_LENGTH || bytes.toString('base64url') !== plain)
      throw new DataKeyError(
        'SERVICE_DATA_KEY must be 32 bytes in base64, or several of them separated by commas, the newest first.',
      )
    return new Uint8Array(bytes)
  })
  if (first === undefined) throw new DataKeyError(DATA_KEY_MISSING)
  return [first, ...others]
}

/** The key of a key file; made whole or not at all, so that of two processes both read the same one. */
async function keyOfFile(path: string, random: Random, isInUse: () => Promise<boolean>): Promise<Ring> {
  const read = () => readFile(path, 'utf8').catch(() => null)
  const there = await read()
  if (there !== null) return readDataKeys(there)
  // A store that came without its key file must not get another one: what is sealed would be lost unseen.
  if (await isInUse())
    throw new DataKeyError(
      `The key file ${path} is missing, and the store holds values that its key has sealed. Put it back, or set SERVICE_DATA_KEY to its key.`,
    )
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${base32(random(8))}`
  await writeFile(draft, `${Buffer.from(random(DATA_KEY_LENGTH)).toString('base64')}\n`, { mode: 0o600 })
  try {
    // Fails where another process was first: its key is the one.
    await link(draft, path).catch(() => undefined)
    const made = await read()
    if (made === null) throw new DataKeyError(`The key file ${path} cannot be made. ${DATA_KEY_MISSING}`)
    return readDataKeys(made)
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Gives the vault when it is first needed, and the same one from then on. `storeUrl` is `null` for a store that the caller
 * opened; `isInUse` says whether a store holds sealed values. A key that cannot be read is refused at once; a missing one when it is needed, so that a service without boarding
 * needs none.
 */
export function openVault(
  dataKey: string | undefined,
  storeUrl: string | null,
  random: Random,
  isInUse: () => Promise<boolean> = async () => false,
): () => Promise<Vault> {
  const given = dataKey === undefined || dataKey.trim() === '' ? null : readDataKeys(dataKey)
  const find = async (): Promise<Vault> => {
    if (given !== null) return new Vault(given, random)
    const place = storeUrl === null ? null : parseStoreUrl(storeUrl)
    if (place?.engine !== 'sqlite') throw new DataKeyError(DATA_KEY_MISSING)
    const keys: Ring =
      place.path === undefined
        ? [random(DATA_KEY_LENGTH)]
        : await keyOfFile(`${place.path}.key`, random, isInUse)
    return new Vault(keys, random)
  }
  let found: Promise<Vault> | undefined
  return () => {
    found ??= find().catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
}
