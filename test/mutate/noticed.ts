/**
 * Remembers noticed mutants in `node_modules/.cache/mutate`: a later run does not judge a mutant again while its file and the test
 * that killed it have not changed. A survivor is always judged again.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../kit/process.ts'
import type { Verdict } from './judge.ts'
import type { Mutant } from './mutants.ts'

interface Entry {
  readonly id: string
  readonly kind: 'killed' | 'timeout' | 'compiler'
  readonly by: string
  /** The last test that was run; absent if the compiler noticed the mutant. */
  readonly test: string | undefined
  /** Hash of the text of the mutated file and of the test. */
  readonly hash: string
}

function hashOf(mutant: Mutant, test: string | undefined): string {
  const hash = createHash('sha256')
  for (const file of test === undefined ? [mutant.file] : [mutant.file, test])
    hash.update(existsSync(path.join(ROOT, file)) ? readFileSync(path.join(ROOT, file)) : '')
  return hash.digest('hex').slice(0, 16)
}

/** The noticed mutants of earlier runs. */
export class Noticed {
  readonly #file: string
  readonly #entries = new Map<string, Entry>()

  constructor(file: string) {
    this.#file = file
    if (!existsSync(file)) return
    for (const line of readFileSync(file, 'utf8').split('\n'))
      if (line !== '') {
        const entry = JSON.parse(line) as Entry
        this.#entries.set(entry.id, entry)
      }
  }

  /** The verdict of an earlier run, if it is still true. */
  find(mutant: Mutant): Verdict | undefined {
    const entry = this.#entries.get(mutant.id)
    if (entry === undefined || entry.hash !== hashOf(mutant, entry.test)) return undefined
    const ran = entry.test === undefined ? [] : [entry.test]
    return { mutant, kind: entry.kind, by: entry.by, ran, left: 0 }
  }

  add({ mutant, kind, by, ran }: Verdict): void {
    if (kind === 'survived') return
    const test = kind === 'compiler' ? undefined : ran.at(-1)
    const entry: Entry = { id: mutant.id, kind, by, test, hash: hashOf(mutant, test) }
    this.#entries.set(mutant.id, entry)
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
  }
}
