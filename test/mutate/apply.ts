/** The mutants of one run, as data for the process that loads the mutated modules. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { ROOT } from '../kit/process.ts'
import type { Mutant } from './mutants.ts'

/** One change of the text of a module. */
export interface Patch extends Pick<Mutant, 'start' | 'end' | 'original' | 'replacement'> {
  readonly url: string
}

/** The variable with the patches as JSON, for processes that a test starts. */
export const VARIABLE = 'TAPBOARD_MUTANT'

/** The URL of a file of the repository. */
export const urlOf = (file: string): string => pathToFileURL(path.join(ROOT, file)).href

/** The changes of these mutants. */
export function patchesOf(mutants: readonly Mutant[]): readonly Patch[] {
  return mutants.map(({ file, start, end, original, replacement }) => ({
    url: urlOf(file),
    start,
    end,
    original,
    replacement,
  }))
}

/** The JavaScript of the module with its changes. Throws where its file has another text. */
export function sourceOf(url: string, patches: readonly Patch[]): string {
  let text = readFileSync(fileURLToPath(url), 'utf8')
  const own = patches.filter((patch) => patch.url === url).toSorted((a, b) => b.start - a.start)
  for (const { start, end, original, replacement } of own) {
    if (text.slice(start, end) !== original) throw new Error(`MUTANT DOES NOT FIT ${url}`)
    text = text.slice(0, start) + replacement + text.slice(end)
  }
  return stripTypeScriptTypes(text)
}
