// The compiler's verdicts count as noticed, so they must be about the mutant and not about the package.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { Compiler } from './compiler.ts'
import { mutantsOf, type Mutant } from './mutants.ts'

const FILE = 'packages/till/src/sum.ts'
const TEXT = 'export const sum = (a: number, b: number): number => (a > 1 ? a + b : b)\n'
let root: string
let compiler: Compiler

/** Writes a package of two files; `other` is the text of the second. */
function writePackage(other: string): void {
  mkdirSync(path.join(root, 'packages/till/src'), { recursive: true })
  const compilerOptions = { strict: true, noEmit: true, types: [], lib: ['es5'], skipLibCheck: true }
  const config = { compilerOptions, include: ['src'] }
  writeFileSync(path.join(root, 'packages/till/tsconfig.json'), JSON.stringify(config))
  writeFileSync(path.join(root, FILE), TEXT)
  writeFileSync(path.join(root, 'packages/till/src/other.ts'), other)
}

before(() => {
  root = mkdtempSync(path.join(tmpdir(), 'tapboard-compiler-'))
})
after(() => {
  compiler.close()
  rmSync(root, { recursive: true, force: true })
})

const all: readonly Mutant[] = mutantsOf(FILE, TEXT)

test('stops at a package that does not compile without a mutant, and judges one that does', () => {
  writePackage('export const wrong: number = "text"\n')
  compiler = new Compiler(root)
  assert.throws(
    () => compiler.checkUnchanged(all),
    /^Error: packages\/till has 1 type errors without a mutant/,
  )
  compiler.close()
  writePackage('export const right: number = 1\n')
  compiler = new Compiler(root)
  compiler.checkUnchanged(all)
  const refused = new Set(compiler.refused(all).map(({ id }) => id))
  const accepted = all.filter(({ id }) => !refused.has(id))
  assert.ok(
    accepted.some(({ original }) => original === '>' || original === 'a > 1'),
    JSON.stringify(all),
  )
})
