// How a service stops behind a proxy: the proxy notices it before connections close.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@tapboard/server'
import { createService } from './service.ts'
import { serveService } from './serve.ts'

/** Serves a service that begins to leave; the timers of 3 s that this sets run at `notice`. */
async function leaving(proxies: number, starts: boolean) {
  const clock = { ...systemClock }
  const service = await createService({ store: 'file::memory:', proxies, clock })
  if (starts) await service.start()
  const served = await serveService({ service, port: 0 })
  const ask = async (path: string): Promise<readonly [number, string | null]> => {
    const answer = await fetch(served.url + path)
    await answer.text()
    return [answer.status, answer.headers.get('connection')]
  }
  const before = await ask('/health/ready')
  const timers: (() => void)[] = []
  clock.after = (ms, run) => (ms === 3_000 ? (timers.push(run), () => {}) : systemClock.after(ms, run))
  const left = served.leave()
  clock.after = systemClock.after
  const close = async (): Promise<void> => {
    await served.close()
    await service.close()
  }
  return { before, left, timers, notice: () => timers.forEach((run) => run()), ask, close }
}

void test('P85 behind a proxy, a service that leaves is not ready for 3 s and answers all else, with the end of the connection', async () => {
  const { before, left, notice, ask, close } = await leaving(1, true)
  assert.deepEqual(before, [200, 'keep-alive'])
  let noticed = false
  void left.then(() => (noticed = true))
  assert.deepEqual(await ask('/health/ready'), [503, 'close'])
  assert.deepEqual(await ask('/openapi.json'), [200, 'close'])
  assert.equal(noticed, false)
  notice()
  await left
  await close()
  await assert.rejects(ask('/openapi.json'))
})

void test('a service without a proxy leaves at once, and one that never started, too', async () => {
  for (const [proxies, starts] of [
    [0, true],
    [1, false],
  ] as const) {
    const { left, timers, close } = await leaving(proxies, starts)
    await left
    assert.deepEqual(timers, [])
    await close()
  }
})
