// A text kept in a file that only its owner reads, written whole and renamed into place.
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Kept } from '../host/kept.ts'

/** Keeps a text in the file at `path`. */
export const keptFile = (path: string): Kept => ({
  read: () => (existsSync(path) ? readFileSync(path, 'utf8') : null),
  write(text) {
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    chmodSync(`${path}.new`, 0o600)
    renameSync(`${path}.new`, path)
  },
})
