// Where the data key comes from: the configuration; for an embedded file without one, a key file beside it that is made when
// it is first needed. A database that several processes share has no such place, so there the key must be given.
import { keyOfFile } from '#runtime'
import { parseStoreUrl } from '@tapboard/store'
import type { Random } from '../ports.ts'
import { DATA_KEY_MISSING, DataKeyError, readDataKeys, type Ring } from './key-ring.ts'
import { DATA_KEY_LENGTH, Vault } from './vault.ts'

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
