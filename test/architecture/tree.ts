// Reads the tracked and new source files of the repository, without generated files.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SourceFile } from './rules.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Files git knows or would add, with the given endings. */
export function sourceFiles(endings: RegExp): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((file) => endings.test(file) && existsSync(path.join(ROOT, file)))
    .map((file) => ({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
}
