/** Shared by test runs that start processes: their working folder, and the wait for their end. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Compile cache: each test file is a process of its own and would compile the same sources again. */
export const COMPILED = `${ROOT}node_modules/.cache/compiled`

/** A process that outlives its parent may keep the pipe open: the wait for its output ends after this time. */
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
