// A text in an owner-only file, written atomically by rename.
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { StoredText } from '../host/stored-text.ts'

/** Stores a text in the file at `path`. */
export const storedFile = (path: string): StoredText => ({
  read: () => (existsSync(path) ? readFileSync(path, 'utf8') : null),
  write(text) {
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    chmodSync(`${path}.new`, 0o600)
    renameSync(`${path}.new`, path)
  },
})
