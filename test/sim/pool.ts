// Spreads seeds over threads, in batches, until all are run or one breaks a promise.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { NOTHING_COUNTED, together, type Batch, type Counted } from './batch.ts'

/** Seeds in one batch: small enough that threads end together, large enough that the messages cost little. */
const BATCH_SEEDS = 250

/** A thread that runs one batch at a time. */
export class Thread {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url))
  readonly #failed: Promise<never>

  constructor() {
    this.#failed = once(this.#worker, 'error').then(([error]: unknown[]) => {
      throw error
    })
    this.#failed.catch(() => {})
  }

  async run(batch: Batch): Promise<Counted> {
    const answer = once(this.#worker, 'message')
    this.#worker.postMessage(batch)
    const [counted] = (await Promise.race([answer, this.#failed])) as [Counted]
    return counted
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

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
    const thread = new Thread()
    try {
      while (next < endSeed && counted.failure === null) {
        const first = next
        next = Math.min(endSeed, first + BATCH_SEEDS)
        const done = await thread.run({ ...wanted, first, count: next - first })
        counted = together(counted, done)
        progress(counted)
      }
    } finally {
      await thread.end()
    }
  }
  await Promise.all(Array.from({ length: threads }, work))
  return counted
}
