// The cleanup of resources: the context of one test, `node:test` for a file, or a scope for several tests of a suite.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Closes resources after use; a `TestContext` is one, and so is the module `node:test`. */
export interface Closing {
  after(close: () => unknown): void
}

/** A scope for several tests. It closes the last opened resource first. */
export function scope(): Closing & { end(): Promise<void> } {
  const closing: (() => unknown)[] = []
  return {
    after: (close) => void closing.push(close),
    async end() {
      for (const close of closing.toReversed()) await close()
    },
  }
}

/** An empty folder, which is removed after use. */
export function temporaryFolder(closing: Closing, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tapboard-${name}-`))
  closing.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
