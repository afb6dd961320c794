import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { watchCores } from './limits.ts'

/** Keeps the thread on a core until it has had one for this time. */
function compute(cpuMs: number): void {
  const began = process.threadCpuUsage()
  while (process.threadCpuUsage(began).user < cpuMs * 1000) Math.hypot(1, 2)
}

const onLinux = process.platform === 'linux'

test('watchCores says how many times longer a thread takes because others have the cores', async (context) => {
  const threads = Array.from(
    { length: 2 * availableParallelism() },
    () => new Worker('for (;;) Math.hypot(1, 2)', { eval: true }),
  )
  context.after(() => Promise.all(threads.map((thread) => thread.terminate())))
  await Promise.all(threads.map((thread) => new Promise((resolve) => thread.once('online', resolve))))
  const slowdown = watchCores()
  compute(50)
  const factor = slowdown()
  // More than two threads for each core, so a fair share is less than a half.
  assert.ok(onLinux ? factor > 1.5 : factor === 1, `× ${factor}`)
})
