// Ready means that a sale could be committed and sent now; a store that only answers reads is not ready (D-95, D-98).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '@tapboard/store'
import { eachEngine, type EngineContext } from '@tapboard/store/testing'
import type { LedgerTables } from '../sale/ledger/tables.ts'
import { createBff } from './assembly.ts'
import type { Bff } from './bff.ts'
import { benchOptions, createBench, PUBLIC_URL } from '../testing/bench.ts'
import { expectProblem } from '../testing/expect.ts'

const SOON_MS = 2_500

const get = (bff: Pick<Bff, 'fetch'>, path: string): Promise<Response> =>
  bff.fetch(new Request(`${PUBLIC_URL}${path}`))

const storeUp = async (bff: Bff): Promise<string | undefined> =>
  /^tapboard_store_up (\d)$/m.exec(await bff.metrics())?.[1]

/** Polls until readiness has the status; fails after the time limit. */
async function becomes(bff: Bff, status: number): Promise<Response> {
  const startedMs = performance.now()
  for (;;) {
    const response = await get(bff, '/health/ready')
    if (response.status === status) return response
    assert.ok(performance.now() - startedMs < SOON_MS, `still ${response.status}`)
    await pause(20)
  }
}

/** A store that answers reads and rejects writes, then accepts them again. */
async function refuseWrites({ engine, store }: EngineContext<LedgerTables>, refuse: boolean): Promise<void> {
  if (engine === 'sqlite') {
    await sql`pragma query_only = ${sql.lit(refuse ? 1 : 0)}`.execute(store.db)
    return
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.db)
  const change = sql`alter database ${sql.id(rows[0]?.name ?? '')} set default_transaction_read_only = ${sql.lit(refuse ? 'on' : 'off')}`
  await change.execute(store.db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(store.db)
}

eachEngine<LedgerTables>(
  'D-95 a read-only store: not ready within two seconds, live throughout, ready again after recovery',
  async (context) => {
    const { store, open } = context
    const bff = await createBff(benchOptions({ store: store as never, log: quiet }))
    await bff.start()
    assert.equal((await get(bff, '/health/ready')).status, 200)
    assert.equal(await storeUp(bff), '1')
    const operator = context.engine === 'sqlite' ? store : await open()
    await refuseWrites({ ...context, store: operator }, true)
    await expectProblem(await becomes(bff, 503), 'store-unavailable')
    assert.equal(await storeUp(bff), '0')
    assert.equal((await get(bff, '/health/live')).status, 200)
    await refuseWrites({ ...context, store: operator }, false)
    await becomes(bff, 200)
    assert.equal(await storeUp(bff), '1')
    await bff.close()
  },
)

const quiet = { info() {}, warn() {}, error() {} }

test('D-98 a process with a failing loop is live, not ready and names the loop', async () => {
  const bench = await createBench()
  const ready = (): Promise<Response> => get(bench.core, '/health/ready')
  assert.equal((await ready()).status, 200)
  for (const loop of ['claim', 'renew'] as const) {
    bench.sales.loop = loop
    const problem = await expectProblem(await ready(), 'store-unavailable')
    assert.match(problem.detail ?? '', new RegExp(`${loop}-failing`))
    assert.equal((await get(bench.core, '/health/live')).status, 200)
  }
  bench.sales.loop = null
  assert.equal((await ready()).status, 200)
  await bench.close()
})
