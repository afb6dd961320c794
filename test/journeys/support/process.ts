// A real process of ours. Its output shows when it is ready, and SIGKILL ends it: unwritten data is lost.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { COMPILED } from '../../support/spawned.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The program to run. */
export interface Program {
  /** Path from the repository's root, or from `folder`. */
  readonly file: string
  /** Folder with our installed packages; without it the sources run. */
  readonly folder?: string
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Matches its output when it is ready; the first group is its address. */
  readonly ready: RegExp
}

/** A process that runs until it is killed. */
export interface Running {
  /** Its address. */
  readonly url: string
  readonly child: ChildProcess
  /** Everything it has printed. */
  said(): string
  /** `kill -9`, and waits until it is gone. */
  kill(): Promise<void>
}

/** Processes that live for seconds should not spend most of them on compiling the same sources. */
const CACHE = { NODE_COMPILE_CACHE: COMPILED }

const START_MS = 60_000

const environmentOf = (environment: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  TMPDIR: process.env['TMPDIR'],
  ...environment,
})

/** Spawns a program without waiting for it. */
export function launch(program: Omit<Program, 'ready'>): { readonly child: ChildProcess; said(): string } {
  const source = program.folder === undefined ? ['--conditions=tapboard-source'] : []
  const child = spawn(process.execPath, [...source, program.file, ...(program.args ?? [])], {
    cwd: program.folder ?? root,
    env: { ...(program.folder === undefined ? CACHE : {}), ...environmentOf(program.environment) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (text: string): void => void (said += text)
  child.stdout?.setEncoding('utf8').on('data', hear)
  child.stderr?.setEncoding('utf8').on('data', hear)
  // No process outlives the test that started it, even when the test itself is killed.
  const end = (): void => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return { child, said: () => said }
}

/** Starts a program and waits until it is ready. */
export async function run(program: Program): Promise<Running> {
  const { child, said } = launch(program)
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`${program.file} ${reason}:\n${said()}`))
    const timer = setTimeout(() => {
      fail('is not ready in time')
      child.kill('SIGKILL')
    }, START_MS)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code}`)
    })
    child.stdout?.on('data', () => {
      const found = program.ready.exec(said())
      if (found === null) return
      clearTimeout(timer)
      resolve(found[1] ?? '')
    })
  })
  return {
    url,
    child,
    said,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
