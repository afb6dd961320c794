// A service killed after the processor accepted an application and before the result is stored.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tapboard/server/testing/ports'
import { createService } from '../app/service.ts'
import { llcValues } from '../testing/application.ts'
import { Partner } from '../testing/boarding.ts'
import { answerJson, receiver } from '../testing/receiver.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

void test('D-26 a service killed between sending and storing the result resends the same bytes under the same AppId', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-killed-'))
  const store = `file:${join(folder, 'service.db')}`
  // One port for both runs: it names the process in its leases.
  const port = String(await freePort())
  let service: ChildProcess | null = null
  let gone = false
  let killed = false
  const processor = await receiver((response, { body }) => {
    const { AppId } = JSON.parse(body) as { AppId: string }
    if (!killed && service !== null) {
      killed = true
      service.once('exit', () => (gone = true))
      service.kill('SIGKILL')
    } else answerJson(response, { AppId, ApplicationStatus: 'approved' })
  })
  const begin = (): ChildProcess =>
    spawn(process.execPath, ['--conditions=tapboard-source', main, 'serve', '--port', port], {
      stdio: 'ignore',
      env: {
        ...process.env,
        TAPBOARD_SERVICE_STORE_URL: store,
        TAPBOARD_SERVICE_PROCESSOR_URL: processor.url,
        TAPBOARD_SERVICE_PROCESSOR_SECRET: 'secret-of-the-processor-1',
      },
    })
  const desk = await createService({ store })
  try {
    const partner = await Partner.join(desk)
    const appId = String((await partner.submit(llcValues())).body['AppId'])
    service = begin()
    while (!gone) await pause(20)
    assert.equal((await desk.boarding.applications.find(appId))?.status, 'received')
    service = begin()
    while ((await desk.boarding.applications.find(appId))?.status !== 'approved') await pause(20)
    assert.deepEqual(
      processor.requests.map(({ headers }) => headers['idempotency-key']),
      [appId, appId],
    )
    assert.equal(processor.requests[0]?.body, processor.requests[1]?.body)
  } finally {
    if (service !== null && service.exitCode === null && service.signalCode === null) {
      service.kill('SIGTERM')
      await once(service, 'exit')
    }
    await desk.close()
    processor.close()
    await rm(folder, { recursive: true, force: true })
  }
})
