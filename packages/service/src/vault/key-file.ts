// Key file beside an embedded store, on Node.
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { base32 } from '@tapboard/server'
import type { Random } from '../ports.ts'
import { DATA_KEY_MISSING, DataKeyError, readDataKeys, type Ring } from './key-ring.ts'
import { DATA_KEY_LENGTH } from './vault.ts'

/** Reads the key of a key file, or creates the file atomically, so that two processes read the same key. */
export async function keyOfFile(
  path: string,
  random: Random,
  isInUse: () => Promise<boolean>,
): Promise<Ring> {
  const read = () => readFile(path, 'utf8').catch(() => null)
  const there = await read()
  if (there !== null) return readDataKeys(there)
  // A store that lost its key file must not get a new key: its encrypted values would be unreadable.
  if (await isInUse())
    throw new DataKeyError(
      `The key file ${path} is missing, and the store contains values encrypted with its key. Put it back, or set TAPBOARD_SERVICE_DATA_KEY to its key.`,
    )
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${base32(random(8))}`
  await writeFile(draft, `${Buffer.from(random(DATA_KEY_LENGTH)).toString('base64')}\n`, { mode: 0o600 })
  try {
    // Fails if another process created the file first; its key is used.
    await link(draft, path).catch(() => undefined)
    const made = await read()
    if (made === null) throw new DataKeyError(`The key file ${path} cannot be created. ${DATA_KEY_MISSING}`)
    return readDataKeys(made)
  } finally {
    await rm(draft, { force: true })
  }
}
