/** Compiles one mutant in a copy of its package. `npm test` begins with the compiler, so a type error counts as noticed. */
import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { ROOT } from '../kit/process.ts'
import { mutated, type Mutant } from './mutants.ts'

const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc')

/** Whether the compiler refuses the mutant. */
export async function isRefused(mutant: Mutant): Promise<boolean> {
  const name = mutant.file.split('/')[1] ?? ''
  const cache = path.join(ROOT, 'node_modules/.cache/mutate')
  mkdirSync(cache, { recursive: true })
  const tree = mkdtempSync(path.join(cache, 'tree-'))
  try {
    mkdirSync(path.join(tree, 'packages', name), { recursive: true })
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'))
    cpSync(path.join(ROOT, 'tsconfig.json'), path.join(tree, 'tsconfig.json'))
    for (const other of readdirSync(path.join(ROOT, 'packages')))
      if (other !== name) symlinkSync(path.join(ROOT, 'packages', other), path.join(tree, 'packages', other))
    for (const part of ['src', 'tsconfig.json', 'package.json'])
      cpSync(path.join(ROOT, 'packages', name, part), path.join(tree, 'packages', name, part), {
        recursive: true,
      })
    writeFileSync(
      path.join(tree, mutant.file),
      mutated(readFileSync(path.join(ROOT, mutant.file), 'utf8'), mutant),
    )
    const options = ['-p', path.join(tree, 'packages', name), '--noEmit']
    const child = spawn(process.execPath, [TSC, ...options], { stdio: 'ignore' })
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code !== 0))
    })
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}
