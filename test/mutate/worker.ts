/**
 * A process that runs test files with mutants, many one after the other. A job loads the test file and every module that imports
 * a mutated file again, under a URL with the number of the job; the other modules stay loaded.
 */
import { registerHooks } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Session } from 'node:inspector/promises'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { ROOT } from '../kit/process.ts'
import { sourceOf, VARIABLE, type Patch } from './apply.ts'
import { hasTests, reset, runAll, type Plan } from './node-test.ts'
import { paint, spansOf, type ScriptCoverage, type Span } from './spans.ts'

/** One test file with mutants. */
export interface Job {
  readonly number: number
  readonly test: string
  readonly patches: readonly Patch[]
  /** Imports that an earlier job of this file met: [importer, imported]. */
  readonly edges: readonly (readonly [string, string])[]
  /** Paths of the tests that run; all without it. */
  readonly only?: readonly string[]
  /** URLs of files for which the job reports the lines that each test executes. */
  readonly measured?: readonly string[]
}

/** The executed places of the measured files by one test; by all tests, if the path is empty. */
export interface Executed {
  readonly test: string
  readonly files: Readonly<Record<string, readonly Span[]>>
}

export interface Done {
  readonly number: number
  /** `open`: all tests pass, and something keeps the process alive. */
  readonly kind: 'green' | 'red' | 'open'
  readonly by: string
  /** Imports between files that the worker has found since its last message. */
  readonly edges: readonly (readonly [string, string])[]
  readonly tests: readonly Executed[] | undefined
  /** Whether the worker can take another job. */
  readonly reusable: boolean
  readonly cpuMs: number
}

const OWN = pathToFileURL(path.join(ROOT, 'packages/')).href
const TESTS = pathToFileURL(path.join(ROOT, 'test/')).href
const HERE = pathToFileURL(`${import.meta.dirname}/`).href
const SHIM = new URL('node-test.ts', HERE).href
/** More than this, and the old copies of modules cost more than a new process. */
const MEMORY_MAX = 900 * 1024 * 1024
const SETTLE_MS = 20
const SETTLE_TRIES = 25
const IDLE_TICK_MS = 50
const IDLE_TICKS = 60

const plain = (url: string): string => url.replace(/\?job=\d+$/, '')
/** Modules of the repository, without those of this folder, which the worker itself runs. */
const isOurs = (url: string): boolean =>
  url.endsWith('.ts') &&
  (url.startsWith(OWN) || url.startsWith(TESTS)) &&
  !(url.startsWith(HERE) && !url.slice(HERE.length).includes('/'))

const importers = new Map<string, Set<string>>()
const texts = new Map<string, string>()
let current: Job | undefined
let again: ReadonlySet<string> = new Set()
let fresh: (readonly [string, string])[] = []
let failed: string | undefined

function learn(importer: string, imported: string, isNew: boolean): void {
  const known = importers.get(imported) ?? new Set()
  if (known.has(importer)) return
  importers.set(imported, known.add(importer))
  if (isNew) fresh.push([importer, imported])
}

/** These files and all that import them, directly or not. */
function affected(files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files)
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return found
}

registerHooks({
  resolve(specifier, context, next) {
    const parentURL = context.parentURL === undefined ? undefined : plain(context.parentURL)
    if (specifier === 'node:test' && parentURL !== SHIM) return { url: SHIM, shortCircuit: true }
    const found = next(specifier, parentURL === undefined ? context : { ...context, parentURL })
    const url = plain(found.url)
    if (!isOurs(url) || parentURL === undefined) return found
    learn(parentURL, url, true)
    const number = /\?job=(\d+)$/.exec(context.parentURL ?? '')?.[1] ?? current?.number
    return again.has(url) && number !== undefined
      ? { ...found, url: `${url}?job=${number}` }
      : { ...found, url }
  },
  load(url, context, next) {
    const base = plain(url)
    if (base === url) return next(url, context)
    const patches = current?.patches.filter((patch) => patch.url === base) ?? []
    let source = patches.length === 0 ? texts.get(base) : undefined
    source ??= sourceOf(base, patches)
    if (patches.length === 0) texts.set(base, source)
    return { format: 'module', source, shortCircuit: true }
  },
})

const fail = (error: unknown): void => {
  failed ??= inspect(error).slice(0, 300)
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)

/** Whether only the channel to the parent keeps the process alive. */
async function isSettled(baseline: number): Promise<boolean> {
  for (let tries = 0; tries < SETTLE_TRIES; tries++) {
    if (process.getActiveResourcesInfo().length <= baseline) return true
    await pause(SETTLE_MS, undefined, { ref: false })
  }
  return false
}

/** Resolves when the process has had nothing to wait for in a while: the test waits for an event that never comes. */
function idle(baseline: number): { readonly promise: Promise<string>; stop: () => void } {
  let quiet = 0
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<string>((resolve) => {
    timer = setInterval(() => {
      quiet = process.getActiveResourcesInfo().length <= baseline ? quiet + 1 : 0
      if (quiet >= IDLE_TICKS) resolve('waits for an event that never comes')
    }, IDLE_TICK_MS)
    timer.unref()
  })
  return { promise, stop: () => clearInterval(timer) }
}

/** Measures which places of the files each test executes. A worker that measured is slow afterwards. */
async function measurementOf(
  urls: readonly string[],
): Promise<{ readonly tests: Executed[]; readonly ended: (test: string) => Promise<void> }> {
  const lengths = new Map(urls.map((url) => [url, readFileSync(fileURLToPath(url), 'utf8').length]))
  const tests: Executed[] = []
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const ended = async (test: string): Promise<void> => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const painted = new Map<string, Uint8Array>()
    for (const script of result as readonly ScriptCoverage[]) {
      const url = plain(script.url)
      const length = lengths.get(url)
      if (length === undefined) continue
      const into = painted.get(url) ?? new Uint8Array(length)
      paint(script, into)
      painted.set(url, into)
    }
    const files = Object.fromEntries([...painted].map(([url, into]) => [url, spansOf(into)]))
    tests.push({ test, files })
  }
  return { tests, ended }
}

async function execute(url: string, job: Job, measured?: Plan['ended']): Promise<string | undefined> {
  try {
    await import(url)
    if (!hasTests()) return 'no test was registered'
    await measured?.('')
    const failure = await runAll({
      isStopped: () => failed !== undefined,
      only: job.only === undefined ? undefined : new Set(job.only),
      ended: measured,
    })
    return failure === undefined ? undefined : `${failure.name}: ${failure.error}`
  } catch (error) {
    return inspect(error).slice(0, 300)
  }
}

async function run(job: Job): Promise<Done> {
  const cpu = process.cpuUsage()
  const baseline = process.getActiveResourcesInfo().length
  current = job
  fresh = []
  failed = undefined
  for (const [importer, imported] of job.edges) learn(importer, imported, false)
  const url = pathToFileURL(path.join(ROOT, job.test)).href
  again = affected([url, ...job.patches.map((patch) => patch.url)])
  if (job.patches.length > 0) process.env[VARIABLE] = JSON.stringify(job.patches)
  else delete process.env[VARIABLE]
  reset()
  const waiting = idle(baseline)
  const measurement = job.measured === undefined ? undefined : await measurementOf(job.measured)
  const work = execute(`${url}?job=${job.number}`, job, measurement?.ended)
  let by = await Promise.race([work, waiting.promise])
  waiting.stop()
  await new Promise((resolve) => setImmediate(resolve))
  by ??= failed
  const settled = await isSettled(baseline)
  by ??= failed
  const used = process.cpuUsage(cpu)
  return {
    number: job.number,
    kind: by !== undefined ? 'red' : settled ? 'green' : 'open',
    by: (by ?? '').replaceAll(/\s+/g, ' '),
    edges: fresh,
    tests: measurement?.tests,
    reusable: measurement === undefined && settled && process.memoryUsage().rss < MEMORY_MAX,
    cpuMs: (used.user + used.system) / 1000,
  }
}

async function answer(job: Job): Promise<void> {
  process.send?.(await run(job))
}

process.on('message', (job: Job) => void answer(job))
process.on('disconnect', () => process.exit(0))
