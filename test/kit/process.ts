// Child processes of tests and test runs. A program's output shows when it is ready, and SIGKILL ends it: unwritten data is lost.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bundleOf } from './bundles.ts'

/** The repository's root, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Compile cache: each test file is a process of its own and would compile the same sources again. */
export const COMPILED = `${ROOT}node_modules/.cache/compiled`

/** Whether every process fails each statement of its PostgreSQL stores once (D-178): `npm run test:full -- --only conflicts`. */
const CONFLICTS = process.env['TAPBOARD_CONFLICTS'] === '1'

/** Arguments of Node for a program that runs from the sources. */
export const SOURCE_ARGUMENTS: readonly string[] = [
  '--conditions=tapboard-source',
  ...(CONFLICTS ? [`--import=${ROOT}test/kit/conflicts.ts`] : []),
]

/** The file to start for a program of the sources. Conflicts are made in modules that a bundle does not load. */
export const programOf = (file: string): string => (CONFLICTS ? file : bundleOf(file))

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
  readonly url: string
  readonly child: ChildProcess
  /** Everything that the process has printed. */
  output(): string
  /** `kill -9`, and waits until it is gone. */
  kill(): Promise<void>
  /** Asks it to stop (SIGTERM) and waits until it is gone; a paused process goes on first. */
  stop(): Promise<void>
}

const START_MS = 60_000

const environmentOf = (environment: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  TMPDIR: process.env['TMPDIR'],
  ...environment,
})

/** Spawns a program without waiting for it. */
export function launch(program: Omit<Program, 'ready'>): { readonly child: ChildProcess; output(): string } {
  const source = program.folder === undefined ? SOURCE_ARGUMENTS : []
  const file = program.folder === undefined ? programOf(program.file) : program.file
  const child = spawn(process.execPath, [...source, file, ...(program.args ?? [])], {
    cwd: program.folder ?? ROOT,
    env: {
      ...(program.folder === undefined && { NODE_COMPILE_CACHE: COMPILED }),
      ...environmentOf(program.environment),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const append = (text: string): void => void (output += text)
  child.stdout?.setEncoding('utf8').on('data', append)
  child.stderr?.setEncoding('utf8').on('data', append)
  // No process outlives the test that started it, even when the test itself is killed.
  const end = (): void => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return { child, output: () => output }
}

/** Starts a program and waits until it is ready. */
export async function run(program: Program): Promise<Running> {
  const { child, output } = launch(program)
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`${program.file} ${reason}:\n${output()}`))
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
      const found = program.ready.exec(output())
      if (found === null) return
      clearTimeout(timer)
      resolve(found[1] ?? '')
    })
  })
  const end = async (...signals: readonly NodeJS.Signals[]): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    for (const signal of signals) child.kill(signal)
    await gone
  }
  return { url, child, output, kill: () => end('SIGKILL'), stop: () => end('SIGCONT', 'SIGTERM') }
}

/** Timeout of the wait for output: a process that outlives its parent may keep the pipe open. */
const DRAIN_MS = 2_000

/** Resolves to the exit code, or to the signal that ended the process, when its output has been read. */
export async function untilEnded(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const closed = once(child, 'close')
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  let timer: NodeJS.Timeout | undefined
  const drained = new Promise((resolve) => (timer = setTimeout(resolve, DRAIN_MS)))
  await Promise.race([closed, drained])
  clearTimeout(timer)
  return code ?? signal ?? 1
}
