// Repeated failures to claim or renew make the process not ready and alert once; the first success resets them.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openStore, StoreError } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { exposeSales, meterSales } from '../../app/metrics/metered-sales.ts'
import { createMeters } from '../../observe/meters.ts'
import { createSalesOn } from '../sales.ts'
import { sqlLedgerStore, type LedgerStore } from '../ledger/ledger-store.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { accessTo, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'
import { saleRequest } from '../sales.testing.ts'

async function scene(context: TestContext) {
  const clock = new ManualClock()
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const real = sqlLedgerStore(store)
  const state = { claim: 'works', renew: 'works' } as Record<'claim' | 'renew', 'works' | 'fails' | 'hangs'>
  let mend = (): void => {}
  const troubled = async <Answer>(loop: 'claim' | 'renew', ask: () => Promise<Answer>): Promise<Answer> => {
    if (state[loop] === 'fails') throw new StoreError('store-unavailable', 'away')
    if (state[loop] === 'hangs') await new Promise<void>((resolve) => (mend = resolve))
    return ask()
  }
  const ledger: LedgerStore = {
    ...real,
    claimDue: (claim) => troubled('claim', () => real.claimDue(claim)),
    renew: (...asked) => troubled('renew', () => real.renew(...asked)),
  }
  const { log, lines } = keptLog()
  const meters = createMeters()
  const upstream = new ScriptedUpstream()
  const random = seededRandom(1)
  const sales = createSalesOn(ledger, {
    merchants: () => upstream,
    clock,
    random,
    log,
    ...meterSales(meters),
  })
  exposeSales(meters, () => sales.figures())
  await sales.begin()
  const codes = (level: string): unknown[] =>
    lines.filter((line) => line.level === level).map((line) => (line as { code?: string }).code)
  const metric = async (name: string): Promise<number> =>
    Number(
      (await meters.registry.metrics())
        .split('\n')
        .find((line) => line.startsWith(`tapboard_${name} `) || line.startsWith(`tapboard_${name}{`))
        ?.split(' ')
        .at(-1),
    )
  context.after(async () => {
    state.claim = state.renew = 'works'
    mend()
    await clock.ended(sales.drain())
    await store.close()
  })
  return { clock, sales, state, codes, metric, mend: () => mend() }
}

test('D-98 three failed claims in a row raise an alert and make the process not ready until a success', async (context) => {
  const { clock, sales, state, codes, metric } = await scene(context)
  await clock.advance(2_000)
  assert.equal(sales.failing(), null)
  assert.equal(await metric('claim_healthy'), 1)
  state.claim = 'fails'
  await clock.advance(2_000)
  assert.equal(sales.failing(), null, 'twice is not yet an alert')
  await clock.advance(1_000)
  assert.equal(sales.failing(), 'claim')
  await clock.advance(10_000)
  assert.deepEqual(codes('error'), ['claim-failing'], 'one alert, however long it lasts')
  assert.equal(await metric('claim_healthy'), 0)
  assert.equal(await metric('loop_failures_total{loop="claim"}'), 13)
  assert.deepEqual(codes('warn'), ['store-unavailable'], 'the first failure, not each of them')
  state.claim = 'works'
  await clock.advance(1_000)
  assert.equal(sales.failing(), null)
  assert.ok(codes('info').includes('claim-works'))
  assert.equal(await metric('claim_healthy'), 1)
})

test('D-98 retries a failed renewal each second, and the third failure makes the process not ready', async (context) => {
  const { clock, sales, state, codes, metric } = await scene(context)
  const request = saleRequest('o1')
  assert.ok((await sales.start(accessTo('o1'), request, 'key-of-the-order-o1')).ok)
  await clock.until(async () => (await sales.newest(accessTo('o1')))?.state === 'started')
  state.renew = 'fails'
  const failures = (): Promise<number> => metric('loop_failures_total{loop="renew"}')
  await clock.until(async () => (await failures()) === 2, 5_000)
  assert.equal(sales.failing(), null)
  await clock.advance(1_000)
  assert.equal(sales.failing(), 'renew')
  assert.equal(await metric('renew_healthy'), 0)
  state.renew = 'works'
  await clock.advance(4_000)
  assert.equal(sales.failing(), null)
  assert.deepEqual(codes('error'), ['renew-failing'])
})

test('D-98 a hanging claim makes the process not ready after five seconds', async (context) => {
  const { clock, sales, state, mend } = await scene(context)
  state.claim = 'hangs'
  await clock.advance(4_000)
  assert.equal(sales.failing(), null)
  await clock.advance(2_000)
  assert.equal(sales.failing(), 'claim')
  state.claim = 'works'
  mend()
  await clock.advance(1_000)
  assert.equal(sales.failing(), null)
})
