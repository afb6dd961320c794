/**
 * Compiles mutants in memory, as `npm test` begins with the compiler, so a type error counts as noticed. The compiler keeps its
 * program between two mutants: a check takes milliseconds.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { API, type Snapshot } from 'typescript/unstable/sync'
import { ROOT } from '../kit/process.ts'
import { mutated, type Mutant } from './mutants.ts'

const packageOf = ({ file }: Mutant): string => file.split('/')[1] ?? ''

/** Asks the compiler about mutants. */
export class Compiler {
  readonly #changed = new Map<string, string>()
  readonly #projects = new Set<string>()
  readonly #root: string
  readonly #api: API
  #before: Snapshot | undefined

  /** A compiler of the packages below `root`, a full path. */
  constructor(root: string = ROOT) {
    this.#root = root
    this.#api = new API({ cwd: root, fs: { readFile: (file) => this.#changed.get(file) } })
  }

  /** Throws if a package of these mutants has an error without them: then every mutant would count as noticed. */
  checkUnchanged(mutants: readonly Mutant[]): void {
    for (const name of new Set(mutants.map(packageOf))) {
      const count = this.#errors([], name)
      if (count > 0)
        throw new Error(
          `packages/${name} has ${count} type errors without a mutant. Run "npm run check", mend what it reports, and start again.`,
        )
    }
  }

  /** The number of errors of this package, or of one file, with the mutants in it. */
  #errors(mutants: readonly Mutant[], name: string, file?: string): number {
    const config = path.join(this.#root, 'packages', name, 'tsconfig.json')
    const openProjects = this.#projects.has(config) ? [] : [config]
    this.#projects.add(config)
    const before = [...this.#changed.keys()]
    this.#changed.clear()
    for (const [each = '', own = []] of Map.groupBy(mutants, (mutant) => mutant.file)) {
      const full = path.join(this.#root, each)
      this.#changed.set(full, mutated(readFileSync(full, 'utf8'), ...own))
    }
    const changed = [...new Set([...before, ...this.#changed.keys()])]
    const snapshot = this.#api.updateSnapshot({ openProjects, fileChanges: { changed } })
    const program = snapshot.getProject(config)?.program
    if (program === undefined) throw new Error(`${config} is not a project.`)
    const count = program.getSemanticDiagnostics(file).length
    // The next snapshot shares what has not changed with this one, so this one is released after it.
    this.#before?.dispose()
    this.#before = snapshot
    return count
  }

  /** Whether the compiler refuses the mutated file. */
  refusesFile(mutant: Mutant): boolean {
    return this.#errors([mutant], packageOf(mutant), path.join(this.#root, mutant.file)) > 0
  }

  /** Those of the mutants, at other places, with which the compiler refuses their package; takes seconds. */
  refused(mutants: readonly Mutant[]): readonly Mutant[] {
    return [...Map.groupBy(mutants, packageOf)].flatMap(([name, own]) => this.#refusedIn(name, own))
  }

  #refusedIn(name: string, mutants: readonly Mutant[]): readonly Mutant[] {
    if (mutants.length === 0 || this.#errors(mutants, name) === 0) return []
    if (mutants.length === 1) return mutants
    const half = mutants.length >> 1
    return [...this.#refusedIn(name, mutants.slice(0, half)), ...this.#refusedIn(name, mutants.slice(half))]
  }

  close(): void {
    this.#api.close()
  }
}
