// Spreads seeds over threads, in batches, until all are run or one breaks a promise.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { NOTHING_COUNTED, together, type Batch, type Counted } from './batch.ts'

/** Seeds in one batch: small enough that threads end together, large enough that the messages cost little. */
const BATCH_SEEDS = 250

/** Runs seeds on this many threads. `progress` gets the count after each batch. */
export async function runSeeds(
  wanted: Batch,
  threads: number,
  progress: (counted: Counted) => void = () => {},
): Promise<Counted> {
  let counted = NOTHING_COUNTED
  let next = wanted.first
  const endSeed = wanted.first + wanted.count
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    const failed = once(worker, 'error').then(([error]: unknown[]) => {
      throw error
    })
    try {
      while (next < endSeed && counted.failure === null) {
        const first = next
        next = Math.min(endSeed, first + BATCH_SEEDS)
        worker.postMessage({ ...wanted, first, count: next - first } satisfies Batch)
        const [done] = (await Promise.race([once(worker, 'message'), failed])) as [Counted]
        counted = together(counted, done)
        progress(counted)
      }
    } finally {
      failed.catch(() => {})
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: threads }, work))
  return counted
}
