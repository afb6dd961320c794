/**
 * Runs test files with mutants in workers that stay alive, which costs a tenth of a process for each. A file that cannot run
 * there without a mutant, or that leaves something open with one, runs in a process of its own.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../kit/process.ts'
import { patchesOf } from './apply.ts'
import type { Mutant } from './mutants.ts'
import { envOf, HOOK, runTestFile, type Ended } from './test-file.ts'
import type { Done, Job } from './worker.ts'

/** Runs one test file with these mutants. */
export type RunTest = (test: string, mutants: readonly Mutant[]) => Promise<Ended>

interface Known {
  /** Whether it passes in a worker without a mutant. */
  readonly isFit: boolean
  readonly cpuMs: number
  readonly ms: number
  readonly edges: Map<string, readonly [string, string]>
}

interface Worker {
  readonly child: ChildProcess
  readonly temporary: string
}

/** A mutant that computes without end is ended by its processor time, which does not depend on the load of the machine. */
const CPU_TIMES = 4
const CPU_GRACE_MS = 4000
const WALL_TIMES = 8
const WALL_GRACE_MS = 20_000
const LOOK_MS = 250
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

/** Workers and what is known about the test files. */
export class Pool {
  readonly #env: Readonly<Record<string, string>>
  readonly #known = new Map<string, Promise<Known>>()
  readonly #free: Worker[] = []
  readonly #all = new Set<Worker>()
  #number = 0

  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env
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
    const worker = this.#free.pop() ?? this.#start()
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
        settle({ number, kind: 'red', by, edges: [], reusable: false, cpuMs: 0 })
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
    const job = { number: ++this.#number, test, patches: [], edges: [] }
    const done = await this.#job(job, Infinity, 180_000)
    const ms = Math.round(performance.now() - beganAt)
    if (done === 'late' || done.kind !== 'green') return { isFit: false, cpuMs: 0, ms, edges: new Map() }
    const edges = new Map(done.edges.map((edge) => [edge.join(' '), edge]))
    return { isFit: true, cpuMs: done.cpuMs, ms, edges }
  }

  /** Runs the file with these mutants at the same time. */
  readonly run: RunTest = async (test, mutants) => {
    const known = await this.#measure(test)
    const beganAt = performance.now()
    const since = (): number => Math.round(performance.now() - beganAt)
    const wallLimitMs = WALL_TIMES * known.ms + WALL_GRACE_MS
    if (known.isFit) {
      const job = {
        number: ++this.#number,
        test,
        patches: patchesOf(mutants),
        edges: [...known.edges.values()],
      }
      const done = await this.#job(job, CPU_TIMES * known.cpuMs + CPU_GRACE_MS, wallLimitMs)
      if (done === 'late') return { kind: 'late', by: '', ms: since() }
      if (done.by.includes('MUTANT DOES NOT FIT'))
        throw new Error(`The mutant does not fit its file: ${done.by}`)
      for (const edge of done.edges) known.edges.set(edge.join(' '), edge)
      if (done.kind !== 'open') return { kind: done.kind, by: done.by, ms: since() }
    }
    const limitMs = wallLimitMs
    return runTestFile(test, { env: { ...this.#env, ...envOf(mutants) }, limitMs })
  }

  /** Ends all workers. */
  close(): void {
    for (const worker of this.#all) this.#end(worker)
    this.#free.length = 0
  }
}
