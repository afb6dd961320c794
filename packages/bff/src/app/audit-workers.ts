// Verifies the sales in several threads, each a range of IDs: hashing takes most of the time, and one thread uses one processor.
import { Worker } from 'node:worker_threads'
import { StoreError, type StoreErrorCode } from '@tapboard/store'
import type { Break } from '../durable/audit.ts'
import { idRanges, type IdRange } from '../sale/ledger/audit.ts'

/** The task of one thread. */
export interface AuditTask {
  readonly url: string
  readonly range: IdRange
  /** In shared memory; 1 asks the thread to end before its work is done. */
  readonly isOver: Int32Array<SharedArrayBuffer>
}

/** A part of the result of one thread. */
export interface SalePart {
  readonly sales: number
  readonly events: number
  readonly breaks: readonly Break[]
}

// The worker has the extension of this file: .ts in the repository, .js in the package.
const WORKER = new URL(
  `./audit-worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

/** An error of a thread. The copy between threads keeps name, code and message, but not the brand of an error of the store. */
const asThrown = (error: Error & { readonly code?: unknown }): Error =>
  error.name === 'StoreError' ? new StoreError(error.code as StoreErrorCode, error.message) : error

interface Run {
  /** Resolves when its range is verified; rejects with its error. */
  readonly done: Promise<void>
  /** Resolves when the thread has ended. */
  readonly exited: Promise<void>
}

function runWorker(workerData: AuditTask, report: (part: SalePart) => void): Run {
  const worker = new Worker(WORKER, { workerData })
  const exit = new Promise<number>((resolve) => worker.once('exit', resolve))
  const failed = new Promise<never>((_, reject) => {
    worker.on('message', report)
    worker.once('error', (error: Error) => reject(asThrown(error)))
  })
  const exited = exit.then(() => {})
  const ended = exit.then((code) => {
    if (code !== 0) throw new Error('A thread of the audit ended before its work was done.')
  })
  return { done: Promise.race([failed, ended]), exited }
}

/** Verifies all sales in `count` threads. Rejects with the first fault of a thread, after the others have ended. */
export async function auditInWorkers(
  url: string,
  count: number,
  report: (part: SalePart) => void,
): Promise<void> {
  // Asked and not terminated: the process aborts when a thread is terminated while it loads the native code of its store.
  const isOver = new Int32Array(new SharedArrayBuffer(4))
  const runs = idRanges(count).map((range) => runWorker({ url, range, isOver }, report))
  try {
    await Promise.all(runs.map(({ done }) => done))
  } finally {
    Atomics.store(isOver, 0, 1)
    await Promise.all(runs.map(({ exited }) => exited))
  }
}
