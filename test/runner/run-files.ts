/** Runs test files in processes, several at a time: a process has one file, or several files that share it. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILED, ROOT, untilEnded } from '../kit/process.ts'
import { JOURNAL_ENV, type JournalLine } from './journal.ts'
import { judge, type FileResult } from './judge.ts'

const TEST_PROCESS = fileURLToPath(new URL('test-process.ts', import.meta.url))
const SEVERAL_FILES = fileURLToPath(new URL('several-files.ts', import.meta.url))

/** The test files of one process. */
export type Batch = readonly string[]

/** The name of a batch in reports: its file, or the folder of its files. */
function nameOf(files: Batch): string {
  const [first = ''] = files
  if (files.length === 1) return first
  const folders = path.dirname(first).split('/')
  while (!files.every((file) => file.startsWith(`${folders.join('/')}/`))) folders.pop()
  return `${folders.join('/')} (${files.length} files)`
}

export interface RunOptions {
  readonly concurrency: number
  /** A test that takes longer fails. */
  readonly testTimeoutMs: number
  /** Time from the last test to the end of a file, in which an after hook may stop a browser. */
  readonly graceMs?: number
  /** Options of Node, for example `--test-name-pattern=…`. */
  readonly options?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Called with the result of each file, as soon as it is known. */
  readonly onResult?: (result: FileResult) => void
}

const GRACE_MS = 20_000
/** Hooks have the time limit of a test: a file without news for longer than that hangs. */
const STALL_MS = 60_000

function linesOf(journal: string): JournalLine[] {
  const text = readFileSync(journal, { encoding: 'utf8', flag: 'a+' })
  // A process that was killed may leave half a line.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalLine)
}

/** Kills a process that is too busy to notice that it hangs. */
function killSilent(kill: () => void, journal: string, limitMs: number): NodeJS.Timeout {
  const began = Date.now()
  return setInterval(() => {
    const last = statSync(journal, { throwIfNoEntry: false })?.mtimeMs ?? began
    if (Date.now() - Math.max(last, began) > limitMs) kill()
  }, 5_000).unref()
}

async function runBatch(files: Batch, journal: string, how: RunOptions): Promise<FileResult> {
  const began = performance.now()
  const stallMs = how.testTimeoutMs + STALL_MS
  const options = [`--import=${TEST_PROCESS}`, `--test-reporter=${TEST_PROCESS}`]
  const limits = [`--test-timeout=${how.testTimeoutMs}`, ...(how.options ?? [])]
  const entry = files.length === 1 ? files : [SEVERAL_FILES, ...files]
  const child = spawn(process.execPath, ['--conditions=tapboard-source', ...options, ...limits, ...entry], {
    cwd: ROOT,
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      ...process.env,
      ...how.env,
      [JOURNAL_ENV.journal]: journal,
      [JOURNAL_ENV.graceMs]: String(how.graceMs ?? GRACE_MS),
      [JOURNAL_ENV.stallMs]: String(stallMs),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void printed.push(chunk))
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  let silent = false
  const killBusy = (): void => {
    silent = true
    child.kill('SIGKILL')
  }
  const watch = killSilent(killBusy, journal, stallMs * 2)
  try {
    const exit = await untilEnded(child)
    return judge({
      file: nameOf(files),
      files,
      journal: linesOf(journal),
      output: Buffer.concat(printed).toString().trimEnd(),
      seconds: (performance.now() - began) / 1000,
      exit,
      silent,
      filtered: how.options?.some((option) => option.startsWith('--test-name-pattern')) ?? false,
    })
  } finally {
    clearInterval(watch)
    process.off('SIGINT', pass).off('SIGTERM', pass)
  }
}

/** Runs all batches; resolves when each has ended. */
export async function runFiles(batches: readonly Batch[], how: RunOptions): Promise<FileResult[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tapboard-tests-'))
  const results: FileResult[] = []
  const waiting = [...batches.entries()]
  let stopped: NodeJS.Signals | undefined
  const stop = (signal: NodeJS.Signals): void => {
    stopped = signal
    waiting.length = 0
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const runNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, batch] = next
      const result = await runBatch(batch, path.join(folder, `${index}.jsonl`), how)
      results[index] = result
      how.onResult?.(result)
    }
  }
  process.setMaxListeners(Math.max(process.getMaxListeners(), how.concurrency * 2 + 10))
  try {
    await Promise.all(Array.from({ length: how.concurrency }, runNext))
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    rmSync(folder, { recursive: true, force: true })
  }
  if (stopped !== undefined) throw new Error(`The run was stopped by ${stopped}.`)
  return results
}
