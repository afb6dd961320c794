/** The folders with mutants, and the share of mutants that their tests must notice. */
import { globSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../kit/process.ts'

/** A folder with its goal. */
export interface Folder {
  /** Path below `packages/`. */
  readonly name: string
  /** Share of the mutants that must be noticed, in percent. */
  readonly goal: number
}

/** Money, tokens and applications have the higher goal. */
export const FOLDERS: readonly Folder[] = [
  { name: 'bff/src/sale', goal: 95 },
  { name: 'bff/src/token', goal: 95 },
  { name: 'bff/src/application/submission', goal: 95 },
  { name: 'bff/src/http', goal: 90 },
  { name: 'store/src', goal: 90 },
  { name: 'contract/src', goal: 90 },
  { name: 'service/src/cloud', goal: 90 },
]

/** Tests and their support files. */
const NOT_PRODUCT =
  /\.(test|testing|browser)\.ts$|(^|\/)(manual-clock|statement-conflicts)\.ts$|(^|\/)testing(\/|\.ts$)|\.d\.ts$/

/** The product's files of this folder, or of this one file, from the root of the repository. */
export function filesOf(name: string): readonly string[] {
  const place = path.posix.join('packages', name.replace(/^packages\//, ''))
  const found = place.endsWith('.ts') ? [place] : globSync(`${place}/**/*.ts`, { cwd: ROOT })
  return found.filter((file) => !NOT_PRODUCT.test(file)).toSorted()
}

/** The folder of the table that holds this file. */
export function folderOf(file: string): string {
  return FOLDERS.find(({ name }) => file.startsWith(`packages/${name}/`))?.name ?? path.posix.dirname(file)
}
