/** Runs one test file in a process of its own and stops at the first failing test. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../kit/process.ts'
import { patchesOf, VARIABLE } from './apply.ts'
import type { Mutant } from './mutants.ts'

/** How one test file ended. */
export interface Ended {
  readonly kind: 'green' | 'red' | 'late'
  /** The first failing test, or the last output of the process. */
  readonly by: string
  readonly ms: number
}

export interface Run {
  /** Variables on top of those of this process. */
  readonly env: Readonly<Record<string, string>>
  /** After this many milliseconds the process is killed. */
  readonly limitMs: number
}

/** The module that puts mutants into a process. */
export const HOOK = pathToFileURL(path.join(import.meta.dirname, 'hook.ts')).href
const RED = /^ *not ok \d+ - (.*)$/m

/** Running processes. Each leads a process group, so the processes that a test started end with it. */
const running = new Set<ChildProcess>()

function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is gone already.
  }
}

/** Ends every test file that runs now. */
export function endAll(): void {
  for (const child of running) end(child)
}

/** The variables that put these mutants into the processes of a test. */
export function envOf(mutants: readonly Mutant[]): Readonly<Record<string, string>> {
  return { [VARIABLE]: JSON.stringify(patchesOf(mutants)) }
}

/** Runs the file. The process and its children are gone when this resolves. */
export async function runTestFile(file: string, { env, limitMs }: Run): Promise<Ended> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'tapboard-mutate-'))
  const beganAt = performance.now()
  const child = spawn(
    process.execPath,
    ['--conditions=tapboard-source', '--test-reporter=tap', path.join(ROOT, file)],
    {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: temporary, NODE_OPTIONS: `--import=${HOOK}`, ...env },
    },
  )
  running.add(child)
  let output = ''
  let red: string | undefined
  let late = false
  const timer = setTimeout(() => {
    late = true
    end(child)
  }, limitMs)
  const hear = (text: Buffer): void => {
    output = (output + text.toString()).slice(-4000)
    red ??= RED.exec(output)?.[1]
    if (red !== undefined) end(child)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  clearTimeout(timer)
  end(child)
  running.delete(child)
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  if (output.includes('MUTANT DOES NOT FIT')) throw new Error(`The mutant does not fit its file: ${output}`)
  const ms = Math.round(performance.now() - beganAt)
  if (red !== undefined) return { kind: 'red', by: red, ms }
  if (late) return { kind: 'late', by: '', ms }
  return code === 0
    ? { kind: 'green', by: '', ms }
    : { kind: 'red', by: output.slice(-200).replaceAll(/\s+/g, ' '), ms }
}
