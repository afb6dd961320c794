// The restore drill: a copy under load, a disaster, a restore. Nothing is charged twice, the audit is intact, sales go on.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openStore, type Store } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { createSales, type Sales } from '../sale/sales.ts'
import { EVERY_ORDER, readHolds, setHold } from '../sale/ledger/recovery-hold.ts'
import type { LedgerTables } from '../sale/ledger/tables.ts'
import { accessTo, APPROVED, keptLog, ScriptedUpstream, seededRandom } from '../sale/testing.ts'
import { runAudit } from './audit-cli.ts'
import { runBackup } from './backup-cli.ts'
import { examineStore } from './doctor/store.ts'
import { BFF_MIGRATIONS } from './migrations.ts'

interface Shop {
  readonly folder: string
  readonly url: string
  readonly clock: ManualClock
  readonly upstream: ScriptedUpstream
  open(): Promise<Store<LedgerTables>>
  process(store: Store<LedgerTables>): Sales
  command(command: 'backup' | 'restore', ...args: readonly string[]): Promise<readonly [number, string]>
}

async function openShop(t: TestContext): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-drill-'))
  t.after(() => rm(folder, { recursive: true }))
  const clock = new ManualClock(Date.UTC(2026, 10, 26, 9))
  // The upstream cannot look up a session by the ID of the sale: the hardest case.
  const upstream = new ScriptedUpstream({ lookup: 'none' })
  const url = `file:${join(folder, 'ledger.db')}`
  let seed = 0
  return {
    folder,
    url,
    clock,
    upstream,
    async open() {
      const store = await openStore<LedgerTables>(url, { testClock: () => clock.now() })
      for (const set of BFF_MIGRATIONS) await store.migrate(set)
      return store
    },
    process: (store) =>
      createSales({
        store,
        merchants: () => upstream,
        clock,
        random: seededRandom((seed += 1)),
        log: keptLog().log,
      }),
    async command(command, ...args) {
      const said: string[] = []
      const say = (line: string): void => void said.push(line)
      const ports = { environment: { TAPBOARD_STORE_URL: url }, print: say, printError: say, user: 'ann' }
      return [await runBackup(command, args, { ...ports, now: () => clock.now() }), said.join('\n')]
    },
  }
}

const start = (sales: Sales, order: string, attempt = 1) =>
  sales.start(
    accessTo(order),
    { order, attempt, amountMinor: 4200, currency: 'USD', deviceId: `dev-${order}` },
    `key-${attempt}-of-the-order-${order}`,
  )

const stateOf = async (sales: Sales, order: string): Promise<string | undefined> =>
  (await sales.newest(accessTo(order)))?.state

void test('D-171 after a disaster a restored copy charges nothing twice, proves its record, and goes on', async (t) => {
  const { folder, url, clock, upstream, open, process, command } = await openShop(t)
  const store = await open()
  const [first, second] = [process(store), process(store)]
  await first.begin()
  upstream.readOf = (session) => (session.includes('open') ? { status: 'IN_PROGRESS' } : APPROVED)
  upstream.onSend = (order) => {
    const answer = { sessionId: `ses-${order.externalId}-${order.deviceId}`, status: 'INITIATING' }
    const body = new TextEncoder().encode(JSON.stringify(answer))
    const headers = { contentType: 'application/json', contentEncoding: null, retryAfter: null, etag: null }
    return {
      exchange: { kind: 'answer', answer: { status: 200, headers, body, complete: true } },
      late: null,
    }
  }
  for (const order of ['paid', 'open']) assert.ok((await start(first, order)).ok)
  await clock.until(async () => (await stateOf(first, 'paid')) === 'approved')
  await clock.until(async () => (await stateOf(first, 'open')) === 'started')
  await clock.ended(first.drain())

  // The copy is made while sales are committed that are sent after it.
  assert.ok((await start(second, 'unsent')).ok)
  const load = Promise.all(Array.from({ length: 20 }, (_, index) => start(second, `load-${index}`)))
  const copy = join(folder, 'copy.db')
  const [made, copied] = await command('backup', copy)
  assert.equal(made, 0, copied)
  assert.match(copied, /^ok: \d+ sales, \d+ events.*\ncopied to .*copy\.db$/)
  await load
  await second.begin()
  assert.ok((await start(second, 'lost')).ok)
  for (const order of ['unsent', 'lost', 'load-19'])
    await clock.until(async () => (await stateOf(second, order)) === 'approved')
  upstream.readOf = () => APPROVED
  await clock.ended(second.drain())
  await store.close()
  const charged = upstream.sent.length
  assert.equal(charged, 24)

  // The host loses its ledger, and only the copy is left.
  for (const name of await readdir(folder)) if (name.startsWith('ledger')) await rm(join(folder, name))
  await clock.advance(3_600_000)
  const [code, said] = await command('restore', copy)
  assert.equal(code, 0, said)
  assert.match(
    said,
    /No sale and no refund starts until the charges since .* were compared with the ledger\./,
  )

  const restored = await open()
  const third = process(restored)
  await third.begin()
  await clock.until(async () => (await stateOf(third, 'open')) === 'approved')
  await clock.until(async () => (await stateOf(third, 'unsent')) === 'in_doubt')
  for (const order of ['lost', 'load-0', 'never']) {
    const newest = await third.newest(accessTo(order))
    const refused = await start(third, order, (newest?.attempt ?? 0) + 1)
    assert.ok(!refused.ok, order)
    assert.ok(['store-restored', 'sale-open'].includes(refused.code), `${order}: ${refused.code}`)
  }
  await clock.advance(120_000)
  assert.equal(upstream.sent.length, charged, 'nothing was sent again')
  const doctor = (aheadMs = 0) =>
    examineStore(url, { openStore, look: async () => 'file' as const, now: () => Date.now() + aheadMs })
  // A clock that differs does not hide the hold.
  const finding = await doctor(60_000)
  assert.deepEqual([finding.state, finding.code], ['fail', 'store-restored'])
  assert.match(
    finding.message,
    /^The ledger was restored, and no sale starts.*restore --release-applications"\.$/,
  )

  assert.deepEqual(await command('restore', '--release'), [0, 'Sales and refunds start again.'])
  assert.deepEqual(await command('restore', '--release'), [0, 'There was no hold on all orders.'])
  const held = await doctor()
  assert.deepEqual([held.state, held.code], ['warn', 'store-restored'])
  assert.match(held.message, /^The store was restored, and no application is submitted/)
  const applications = ['restore', '--release-applications'] as const
  assert.deepEqual(await command(...applications), [0, 'Applications are submitted again.'])
  assert.deepEqual(await command(...applications), [0, 'There was no hold on applications.'])
  assert.notEqual((await doctor()).code, 'store-restored')
  // The operator found the charge of one order, and lets the others go on.
  await setHold(restored, { merchant: accessTo('lost').merchant, order: 'lost' }, { by: 'command' })
  const still = await start(third, 'lost')
  assert.equal(still.ok ? 'sold again' : still.code, 'store-restored')
  assert.ok((await start(third, 'new')).ok)
  await clock.until(async () => (await stateOf(third, 'new')) === 'approved')
  await clock.ended(third.drain())
  await restored.close()
  const lines: string[] = []
  const print = (line: string): void => void lines.push(line)
  const environment = { TAPBOARD_STORE_URL: url }
  assert.equal(
    await runAudit({ args: ['verify'], environment, print, printError: print }),
    0,
    lines.join('\n'),
  )
})

void test('D-218 a copy that was made during a hold begins a new one, which ends 370 s after the restore', async (t) => {
  const { folder, url, open, command } = await openShop(t)
  const store = await open()
  await setHold(store, EVERY_ORDER, { by: 'command' })
  await store.db.updateTable('recovery_hold').set({ since_ms: 1, known_until_ms: 2 }).execute()
  const copy = join(folder, 'copy.db')
  assert.equal((await command('backup', copy))[0], 0)
  await store.close()
  for (const name of await readdir(folder)) if (name.startsWith('ledger')) await rm(join(folder, name))
  const beforeMs = Date.now()
  assert.equal((await command('restore', copy))[0], 0)
  const restored = await openStore<LedgerTables>(url)
  const [hold] = await readHolds(restored)
  assert.ok((hold?.sinceMs ?? 0) >= beforeMs, 'since the restore')
  assert.equal(hold?.knownUntilMs, 2, 'the charges since the first restore are still to be compared')
  await restored.close()
})

void test('D-218 a mark names no time, because a BFF may have written since the fail-over', async (t) => {
  const { open, command } = await openShop(t)
  const store = await open()
  await store.probe()
  await store.close()
  const [code, said] = await command('restore', '--mark')
  assert.equal(code, 0, said)
  assert.match(said, /^No sale and no refund starts until the charges since the copy or the fail-over were/)
})

void test('D-172 backup and restore say in a sentence what is wrong, and change nothing', async (t) => {
  const { folder, open, command } = await openShop(t)
  const store = await open()
  assert.deepEqual((await command('backup'))[0], 2)
  assert.deepEqual((await command('backup', folder, '--keep', '0'))[0], 2)
  assert.deepEqual((await command('restore', '--everything'))[0], 2)
  const copy = join(folder, 'copy.db')
  assert.equal((await command('backup', copy))[0], 0)
  const [code, said] = await command('restore', copy)
  assert.equal(code, 2)
  assert.match(said, /ledger\.db exists; nothing was overwritten/)
  await store.close()
})
