// P40 in memory: once a submission is answered, no text of its secrets is reachable any more in the process that sent it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createService, serveService } from '@tapboard/service'
import { openStore } from '@tapboard/store'
import type { Tables } from '../../packages/service/src/schema/schema.ts'
import { llcValues, Partner, TEST_DATA_KEY } from '../../packages/service/src/testing.ts'
import type { Orders } from './support/sign-up-process.ts'
import { openPageOf } from './support/sign-up.ts'

const FILE = fileURLToPath(new URL('support/sign-up-process.ts', import.meta.url))
const [signer] = llcValues().signers
const VALUES = llcValues({
  taxId: '471829365',
  banking: { bankName: 'First Bank', routingNumber: '021000021', accountNumber: '73920184659301' },
  signers: [{ ...signer!, ownershipPercentage: '100', ssn: '531846207' }],
})
const CANARIES = ['471829365', '73920184659301', '531846207']

test('P40 no secret of an applicant is reachable in memory after the answer', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-heap-'))
  const serviceStore = await openStore<Tables>('file::memory:')
  const service = await createService({ store: serviceStore, dataKey: TEST_DATA_KEY })
  await service.start()
  const served = await serveService({ service, port: 0 })
  const { testKey: apiKey } = await Partner.join(service)
  const heap = join(folder, 'after.heapsnapshot')
  const orders: Orders = {
    store: `file:${join(folder, 'bff.db')}`,
    serviceUrl: served.url,
    apiKey,
    lookup: true,
    diesAt: null,
    speed: 1,
    heap,
  }
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--conditions=tapboard-source', FILE, JSON.stringify(orders)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  context.after(async () => {
    child.kill('SIGKILL')
    await service.close()
    await served.close()
    await serviceStore.close()
    await rm(folder, { recursive: true, force: true })
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const page = openPageOf(said.toString().trim())
  const answered = await page.submit(await page.body(VALUES))
  assert.ok(answered.ok && answered.value?.appId, JSON.stringify(answered))
  // Further requests. The engine caches the very last text; that cache then holds theirs.
  for (let count = 0; count < 5; count += 1) assert.ok((await page.status()).ok)
  child.kill('SIGHUP')
  await once(child.stdout, 'data')
  const snapshot = await readFile(heap)
  assert.ok(snapshot.includes(apiKey), 'the snapshot shows what is kept')
  for (const canary of CANARIES) assert.ok(!snapshot.includes(canary), `${canary} is in memory`)
})
