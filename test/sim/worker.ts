// One thread of a simulation: receives batches of seeds and returns their counts.
import { parentPort } from 'node:worker_threads'
import { runBatch, type Batch } from './batch.ts'

// An error that is thrown on purpose a million times needs no stack.
Error.stackTraceLimit = 0
parentPort?.on('message', (batch: Batch) => {
  void runBatch(batch).then((counted) => parentPort?.postMessage(counted))
})
