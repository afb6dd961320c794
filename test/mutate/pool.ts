/**
 * Runs test files with mutants in workers that stay alive, which costs a tenth of a process for each. A file that cannot run
 * there without a mutant, or that leaves something open with one, runs in a process of its own.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../kit/process.ts'
import { patchesOf, urlOf } from './apply.ts'
import type { Mutant } from './mutants.ts'
import { envOf, HOOK, runTestFile, type Ended } from './test-file.ts'
import { covers } from './spans.ts'
import type { Done, Executed, Job } from './worker.ts'

/** How a run ended, and whether it ran only those tests of the file that execute the mutant. */
interface TestRun extends Ended {
  readonly isPart?: boolean
}

/** Runs one test file with these mutants: a single one only in the tests that execute it, unless `isWhole`. */
export type RunTest = (test: string, mutants: readonly Mutant[], isWhole?: boolean) => Promise<TestRun>

interface Known {
  /** Whether it passes in a worker without a mutant. */
  readonly isFit: boolean
  readonly cpuMs: number
  readonly ms: number
  readonly edges: Map<string, readonly [string, string]>
  /** The places that each test executes. */
  readonly tests: readonly Executed[]
  /** Parts of the file, and whether they pass without a mutant: a test can depend on an earlier one. */
  readonly parts: Map<string, boolean>
}

interface Worker {
  readonly child: ChildProcess
  readonly temporary: string
}

/** A mutant that computes without end is ended by its processor time, which does not depend on the load of the machine. */
const CPU_TIMES = 4
const CPU_GRACE_MS = 4000
const WALL_TIMES = 5
const WALL_GRACE_MS = 20_000
const LOOK_MS = 250
const MEASURE_MS = 180_000
const TICK_MS = 10

/** Processor time of a process so far. */
function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

/** The tests that execute the place; `undefined` for all: the place runs outside of a test, or in every one. */
function partFor({ file, start }: Mutant, tests: readonly Executed[]): readonly string[] | undefined {
  const url = urlOf(file)
  const names = new Set<string>()
  for (const { test, files } of tests) if (covers(files[url] ?? [], start)) names.add(test)
  const count = new Set(tests.map(({ test }) => test)).size - 1
  return names.size === 0 || names.has('') || names.size === count ? undefined : [...names]
}

/** Workers and what is known about the test files. */
export class Pool {
  readonly #env: Readonly<Record<string, string>>
  /** URLs of the files with mutants. */
  readonly #files: readonly string[]
  readonly #msOf: (test: string) => number
  readonly #known = new Map<string, Promise<Known>>()
  readonly #free: Worker[] = []
  readonly #all = new Set<Worker>()
  #number = 0

  /** `files` are those with mutants, from the root of the repository; `msOf` has the measured time of a test file. */
  constructor(
    env: Readonly<Record<string, string>>,
    files: readonly string[],
    msOf: (test: string) => number,
  ) {
    this.#env = env
    this.#files = files.map(urlOf)
    this.#msOf = msOf
  }

  #start(): Worker {
    const temporary = mkdtempSync(path.join(tmpdir(), 'tapboard-mutate-'))
    const child = fork(path.join(import.meta.dirname, 'worker.ts'), {
      cwd: ROOT,
      detached: true,
      execArgv: ['--conditions=tapboard-source', `--import=${HOOK}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, TMPDIR: temporary, NODE_OPTIONS: `--import=${HOOK}`, ...this.#env },
    })
    const worker = { child, temporary }
    this.#all.add(worker)
    return worker
  }

  #end(worker: Worker): void {
    const { child, temporary } = worker
    this.#all.delete(worker)
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The group is gone already.
    }
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  }

  /** One job in a worker, or `late`. */
  async #job(job: Job, cpuLimitMs: number, wallLimitMs: number): Promise<Done | 'late'> {
    const worker = (job.measured === undefined ? this.#free.pop() : undefined) ?? this.#start()
    const { child } = worker
    const [beganAt, cpuBefore] = [performance.now(), cpuOf(child.pid)]
    const ended = await new Promise<Done | 'late'>((resolve) => {
      const settle = (done: Done | 'late'): void => {
        clearInterval(timer)
        child.removeAllListeners()
        resolve(done)
      }
      const timer = setInterval(() => {
        const isLate = cpuOf(child.pid) - cpuBefore > cpuLimitMs || performance.now() - beganAt > wallLimitMs
        if (isLate) settle('late')
      }, LOOK_MS)
      child.on('message', (done: Done) => done.number === job.number && settle(done))
      child.on('exit', (code) => {
        const { number } = job
        const by = `the process ended with ${code}`
        settle({ number, kind: 'red', by, edges: [], tests: undefined, reusable: false, cpuMs: 0 })
      })
      child.on('error', () => undefined)
      child.send(job)
    })
    if (ended !== 'late' && ended.reusable) this.#free.push(worker)
    else this.#end(worker)
    return ended
  }

  /** Runs the file once without a mutant. */
  #measure(test: string): Promise<Known> {
    const known = this.#known.get(test) ?? this.#first(test)
    this.#known.set(test, known)
    return known
  }

  async #first(test: string): Promise<Known> {
    const beganAt = performance.now()
    const job = { number: ++this.#number, test, patches: [], edges: [], measured: this.#files }
    const done = await this.#job(job, Infinity, MEASURE_MS)
    const ms = Math.round(performance.now() - beganAt)
    if (done === 'late' || done.kind !== 'green')
      return { isFit: false, cpuMs: 0, ms, edges: new Map(), tests: [], parts: new Map() }
    const edges = new Map(done.edges.map((edge) => [edge.join(' '), edge]))
    return { isFit: true, cpuMs: done.cpuMs, ms, edges, tests: done.tests ?? [], parts: new Map() }
  }

  /** Whether these tests pass alone without a mutant. */
  async #isSound(test: string, only: readonly string[], known: Known, wallLimitMs: number): Promise<boolean> {
    const key = only.join(' ')
    const before = known.parts.get(key)
    if (before !== undefined) return before
    const job = { number: ++this.#number, test, patches: [], edges: [...known.edges.values()], only }
    const done = await this.#job(job, Infinity, wallLimitMs)
    const isSound = done !== 'late' && done.kind === 'green'
    known.parts.set(key, isSound)
    return isSound
  }

  /** Runs the file with these mutants at the same time. */
  readonly run: RunTest = async (test, mutants, isWhole = false) => {
    const ownProcess = (limitMs: number): Promise<Ended> =>
      runTestFile(test, { env: { ...this.#env, ...envOf(mutants) }, limitMs })
    // The measurement takes longer than the few runs of a distant file.
    if (isWhole && !this.#known.has(test)) return ownProcess(WALL_TIMES * this.#msOf(test) + WALL_GRACE_MS)
    const known = await this.#measure(test)
    const wallLimitMs = WALL_TIMES * known.ms + WALL_GRACE_MS
    const [first] = mutants
    const only =
      isWhole || mutants.length > 1 || first === undefined ? undefined : partFor(first, known.tests)
    if (only !== undefined && known.parts.get(only.join(' ')) !== false) {
      const part = await this.#attempt(test, mutants, known, only)
      if (part?.kind === 'green') return { ...part, isPart: true }
      if (part !== undefined && (await this.#isSound(test, only, known, wallLimitMs)))
        return { ...part, isPart: true }
    }
    const whole = known.isFit ? await this.#attempt(test, mutants, known) : undefined
    if (whole !== undefined) return whole
    return ownProcess(wallLimitMs)
  }

  /** Runs the file, or a part of it, in a worker; `undefined` if something keeps the worker from its end. */
  async #attempt(
    test: string,
    mutants: readonly Mutant[],
    known: Known,
    only?: readonly string[],
  ): Promise<Ended | undefined> {
    const beganAt = performance.now()
    const job: Job = {
      number: ++this.#number,
      test,
      patches: patchesOf(mutants),
      edges: [...known.edges.values()],
      ...(only === undefined ? {} : { only }),
    }
    const wallLimitMs = WALL_TIMES * known.ms + WALL_GRACE_MS
    const done = await this.#job(job, CPU_TIMES * known.cpuMs + CPU_GRACE_MS, wallLimitMs)
    const ms = Math.round(performance.now() - beganAt)
    if (done === 'late') return { kind: 'late', by: '', ms }
    if (done.by.includes('MUTANT DOES NOT FIT'))
      throw new Error(`The mutant does not fit its file: ${done.by}`)
    for (const edge of done.edges) known.edges.set(edge.join(' '), edge)
    return done.kind === 'open' ? undefined : { kind: done.kind, by: done.by, ms }
  }

  close(): void {
    for (const worker of this.#all) this.#end(worker)
    this.#free.length = 0
  }
}
