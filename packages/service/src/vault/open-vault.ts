// Finds the data key: from the configuration, or for an embedded file from a key file beside it, which is
// created on first use. A store in memory gets a random key. A shared database requires a configured key.
import { parseStoreUrl } from '@tapboard/store'
import type { Random } from '../ports.ts'
import { DATA_KEY_MISSING, DataKeyError, readDataKeys, type Ring } from './key-ring.ts'
import { DATA_KEY_LENGTH, Vault } from './vault.ts'

/** Reads the key of a key file, or creates the file. */
type KeyOfFile = (path: string, random: Random, isInUse: () => Promise<boolean>) => Promise<Ring>

/**
 * Creates a function that opens the vault on first use and then returns the same vault. `storeUrl` is `null`
 * for a store that the caller opened; `isInUse` tells whether a store contains encrypted values. An invalid
 * key throws at once, a missing key only on use, so that a service without boarding needs none.
 */
export function openVault(
  dataKey: string | undefined,
  storeUrl: string | null,
  random: Random,
  keyOfFile: KeyOfFile,
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
