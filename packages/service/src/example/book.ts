// Book of the example processor: what it accepted and decided, by idempotency key. One line of JSON each in a file, so
// that a restart gives the same answers. It contains no regulated value.
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isObject, readJson } from '@tapboard/contract'

/** An entry under its key. */
interface Entry {
  readonly key: string
  readonly value: unknown
}

/** Entries by key; the first entry of a key stays. */
export interface Book {
  get(key: string): unknown
  /** Adds an entry unless the key has one; returns the entry of the key. */
  add(key: string, value: unknown): Promise<unknown>
}

/** Opens the book in a file, or in memory. */
export async function openBook(file: string | null): Promise<Book> {
  const entries = new Map<string, unknown>()
  if (file !== null) {
    await mkdir(dirname(file), { recursive: true })
    const text = await readFile(file, 'utf8').catch(() => '')
    for (const line of text.split('\n')) {
      const read = readJson(line)
      // A crash can leave the last line incomplete.
      if (!read.ok || !isObject(read.value)) continue
      const { key, value } = read.value
      if (typeof key === 'string' && !entries.has(key)) entries.set(key, value)
    }
  }
  return {
    get: (key) => entries.get(key),
    async add(key, value) {
      if (!entries.has(key)) {
        entries.set(key, value)
        if (file !== null)
          await appendFile(file, `${JSON.stringify({ key, value } satisfies Entry)}\n`, { mode: 0o600 })
      }
      return entries.get(key)
    },
  }
}
