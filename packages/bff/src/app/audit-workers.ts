// Verifies the sales in several threads, each a range of IDs: hashing takes most of the time, and one thread uses one processor.
import { Worker } from 'node:worker_threads'
import { StoreError, type StoreErrorCode } from '@tapboard/store'
import type { Break } from '../durable/audit.ts'
import { idRanges, type IdRange } from '../sale/ledger/audit.ts'

/** The task of one thread. */
export interface AuditTask {
  /** The store URL. */
  readonly url: string
  readonly range: IdRange
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

/** Runs one thread; rejects with its error. */
function runWorker(
  workerData: AuditTask,
  report: (part: SalePart) => void,
  workers: Worker[],
): Promise<void> {
  const worker = new Worker(WORKER, { workerData })
  workers.push(worker)
  return new Promise((resolve, reject) => {
    worker.on('message', report)
    worker.once('error', (error: Error) => reject(asThrown(error)))
    worker.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error('A thread of the audit ended before its work was done.'))
    })
  })
}

/** Verifies all sales in `count` threads. Rejects with the first fault of a thread and ends the others. */
export async function auditInWorkers(
  url: string,
  count: number,
  report: (part: SalePart) => void,
): Promise<void> {
  const workers: Worker[] = []
  try {
    await Promise.all(idRanges(count).map((range) => runWorker({ url, range }, report, workers)))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}
