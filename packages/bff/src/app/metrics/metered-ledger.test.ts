// The ledger with metrics passes every argument on. A method that drops an optional one compiles.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMeters } from '../../observe/meters.ts'
import type { LedgerStore } from '../../sale/ledger/ledger-store.ts'
import { Ledger } from '../../sale/ledger/ledger.ts'
import { MeteredLedger } from './metered-ledger.ts'

type Method = (...given: readonly unknown[]) => Promise<unknown>

const methods = Object.getOwnPropertyNames(MeteredLedger.prototype).filter((name) => name !== 'constructor')

test('D-194 every measured method of the ledger passes all its arguments on', async (t) => {
  assert.ok(methods.length > 5)
  const ledger = new MeteredLedger({} as LedgerStore, createMeters())
  for (const name of methods) {
    const passed: unknown[][] = []
    const { length } = (Ledger.prototype as unknown as Record<string, Method>)[name] ?? assert.fail(name)
    t.mock.method(
      Ledger.prototype as unknown as Record<string, Method>,
      name,
      async (...given: unknown[]) => {
        passed.push(given)
        return { kind: 'stale', state: 'intent' }
      },
    )
    const given = Array.from({ length }, (_, index) => `${name} ${index}`)
    await (ledger as unknown as Record<string, Method>)[name]?.(...given)
    assert.deepEqual(
      passed.map((one) => one.slice(0, length)),
      [given],
    )
  }
})
