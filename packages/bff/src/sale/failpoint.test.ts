import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as surface from '../index.ts'
import { optionsFrom, VARIABLES } from '../app/environment.ts'
import { readConfig } from '../app/config.ts'
import { FAILPOINTS, FAILPOINTS_OF_THE_LEDGER } from './failpoint.ts'
import type { LedgerTables } from './ledger/tables.ts'
import { accessTo, APPROVED, ScriptedUpstream } from './testing.ts'
import { openStore } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { saleRequest, salesOn } from './sales.testing.ts'

test('failpoints are numbered 1 to 16, each number once', () => {
  assert.deepEqual(
    Object.values(FAILPOINTS),
    Array.from({ length: 16 }, (_, index) => index + 1),
  )
})

test('a paid and drained sale passes every failpoint of the ledger in order', async () => {
  const clock = new ManualClock()
  const store = await openStore<LedgerTables>('file::memory:', { clock: () => clock.now() })
  const upstream = new ScriptedUpstream()
  upstream.onRead = (number) => (number === 1 ? { status: 'IN_PROGRESS' } : APPROVED)
  const passed = new Map<string, string[]>()
  const sales = salesOn(store, upstream, 1, {
    clock,
    failpoint: (name, saleId) => void passed.set(saleId, [...(passed.get(saleId) ?? []), name]),
  })
  await sales.begin()
  const start = async (order: string): Promise<string> => {
    const request = saleRequest(order, order)
    const result = await sales.start(accessTo(order), request, `key-of-the-order-${order}`)
    assert.ok(result.ok)
    return result.sale.id
  }
  const paid = await start('o1')
  await clock.until(async () => (await sales.newest(accessTo('o1')))?.state === 'approved')
  upstream.onRead = () => ({ status: 'IN_PROGRESS' })
  const open = await start('o2')
  await clock.until(async () => (await sales.newest(accessTo('o2')))?.state === 'started')
  await clock.ended(sales.drain())
  await store.close()
  const passedBy = (saleId: string): string[] => [...new Set(passed.get(saleId) ?? [])]
  assert.deepEqual(passedBy(paid).slice(0, 9), FAILPOINTS_OF_THE_LEDGER.slice(0, 9))
  assert.equal(passedBy(open).at(-1), 'draining')
})

test('no option, variable or export sets a failpoint', () => {
  assert.deepEqual(
    Object.keys(surface).filter((name) => /fail|With/.test(name)),
    [],
  )
  assert.deepEqual(
    VARIABLES.filter(([name]) => /FAIL|TEST|DEBUG/.test(name)),
    [],
  )
  const environment = {
    TAPBOARD_SECRET: 'x'.repeat(32),
    TAPBOARD_STORE_URL: 'file::memory:',
    TAPBOARD_PUBLIC_URL: 'https://pay.example',
    TAPBOARD_TERMINAL_URL: 'https://terminal.example',
    TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
    TAPBOARD_MERCHANT_ID: 'shop',
    TAPBOARD_MERCHANT_HOST_SECRET: 'y'.repeat(24),
    TAPBOARD_MERCHANT_API_KEY: 'key',
    TAPBOARD_MERCHANT_ORIGINS: 'https://shop.example',
    FAILPOINT: 'sending',
    failpoint: 'sending',
  }
  assert.equal('failpoint' in readConfig(optionsFrom(environment)), false)
  assert.throws(
    () => readConfig({ ...optionsFrom(environment), failpoint: () => {} } as never),
    /^ConfigError: failpoint is not an option/,
  )
})
