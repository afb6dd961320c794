// The worker: rejected without a durable ledger, started once per isolate, kept alive after a request.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openStore, type Store } from '@tapboard/store'
import { isConfigError } from '../config.ts'
import type { BffOptions } from '../options.ts'
import { benchOptions, PUBLIC_URL } from '../../testing/bench.ts'
import { createPageKey, mintRequest, saleGrant } from '../../testing/page.ts'
import { workerHandler, type Worker, type WorkerContext } from './worker.ts'

const folder = await mkdtemp(join(tmpdir(), 'tapboard-worker-'))
const stores: Store<unknown>[] = []
after(async () => {
  for (const store of stores) await store.close()
  await rm(folder, { recursive: true })
})

async function open(url: string): Promise<Store<unknown>> {
  const store = await openStore<unknown>(url)
  stores.push(store)
  return store
}
const openLedger = (): Promise<Store<unknown>> => open(`file:${join(folder, 'ledger.db')}`)

/** An isolate; counts the promises passed to `waitUntil` without awaiting them. */
function isolate(configure: () => Promise<BffOptions>) {
  const kept: Promise<unknown>[] = []
  const context: WorkerContext = { waitUntil: (promise) => void kept.push(promise) }
  const worker: Worker<null> = workerHandler(configure, async () => {})
  return { kept, ask: (request: Request) => worker.fetch(request, null, context), worker, context }
}

const ready = (): Request => new Request(`${PUBLIC_URL}/health/ready`)

for (const [what, store] of [
  ['no ledger', undefined],
  ['the address of a ledger', 'postgres://ledger.example/ledger'],
  ['a ledger in memory', 'file::memory:'],
] as const)
  void test(`D-81 rejects a worker with ${what} and names the remedy`, async () => {
    const opened = store === 'file::memory:' ? await open(store) : store
    const { ask } = isolate(async () => ({ ...benchOptions(), store: opened }) as BffOptions)
    await assert.rejects(ask(ready()), (error) => {
      assert.ok(isConfigError(error))
      assert.match(error.message, /^store must be an open store that outlives the worker, such as PostgreSQL/)
      return true
    })
  })

void test('an isolate starts once, requests and triggers keep it alive, and another isolate accepts its tokens', async () => {
  let configured = 0
  const configure = async (): Promise<BffOptions> => {
    configured += 1
    return benchOptions({ store: await openLedger() })
  }
  const first = isolate(configure)
  const [one, other] = await Promise.all([first.ask(ready()), first.ask(ready())])
  assert.deepEqual([one.status, other.status, configured, first.kept.length], [200, 200, 1, 2])
  const { jkt } = await createPageKey()
  const minted = await first.ask(mintRequest(saleGrant(jkt)))
  assert.equal(minted.status, 201)
  const second = isolate(configure)
  await second.worker.scheduled({}, null, second.context)
  assert.equal(second.kept.length, 1)
  const keys = async (which: typeof first): Promise<unknown> =>
    (await which.ask(new Request(`${PUBLIC_URL}/.well-known/jwks.json`))).json()
  assert.deepEqual(await keys(second), await keys(first))
})

void test('an isolate that failed to start reports the reason and retries at the next request', async () => {
  let tries = 0
  const { ask } = isolate(async () => {
    tries += 1
    if (tries === 1) throw new Error('the database is away')
    return benchOptions({ store: await openLedger() })
  })
  await assert.rejects(ask(ready()), /the database is away/)
  assert.equal((await ask(ready())).status, 200)
})
