/** Runs a command of the tests in the repository's root, and ends it when this process is told to end. */
import { spawn, type StdioOptions } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Each test file is a process of its own: without this each would compile the same sources again. */
const COMPILED = `${ROOT}node_modules/.cache/compiled`

/** How a command is run, where it is not as everything else. */
export interface Spawned {
  readonly env?: Readonly<Record<string, string>>
  readonly stdio?: StdioOptions
  /** Takes what the command prints, where `stdio` says `pipe`. */
  readonly heard?: (text: Buffer) => void
}

/** Runs Node with these arguments on the sources; resolves to its exit code, 1 where a signal ended it. */
export function runNode(args: readonly string[], how: Spawned = {}): Promise<number> {
  const child = spawn(process.execPath, ['--conditions=tapboard-source', ...args], {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...how.env },
    stdio: how.stdio ?? 'inherit',
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', how.heard ?? (() => {}))
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
