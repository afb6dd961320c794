// Two instances on an engine that answers every statement once with a serialization failure, as a distributed one may.
import assert from 'node:assert/strict'
import { eachEngine, failEachStatementOnce } from '@tapboard/store/testing'
import { systemClock } from '@tapboard/server'
import { BFF_MIGRATIONS } from '../../app/migrations.ts'
import { auditSales } from '../ledger/audit.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import type { Sales } from '../sales.ts'
import { accessTo, eventsOf, keptLog, ScriptedUpstream } from '../testing.ts'
import { saleRequest, salesOn } from '../sales.testing.ts'

const SALES = 6
/** More than the statements of a sale from its start to its end. */
const STATEMENTS_MIN = 25

eachEngine<LedgerTables>(
  'D-178 sales are sent once and approved although each statement of the ledger fails once',
  async ({ open }) => {
    const [store, second] = [await open(), await open()]
    for (const set of BFF_MIGRATIONS) await store.migrate(set)
    const endFaults = failEachStatementOnce()
    let failed = 0
    try {
      const upstream = new ScriptedUpstream()
      upstream.onRead = () => ({ status: 'APPROVED', xResult: 'A', xStatus: 'Approved' })
      const logs = keptLog()
      const make = (on: typeof store, seed: number): Sales =>
        salesOn(on, upstream, seed, { clock: systemClock, log: logs.log })
      const [one, other] = [make(store, 1), make(second, 2)]
      await Promise.all([one.begin(), other.begin()])
      const started = await Promise.all(
        Array.from({ length: SALES }, async (_, index) => {
          const order = `o${index}`
          const request = saleRequest(order, `d${index}`)
          const sales = index % 2 === 0 ? one : other
          const result = await sales.start(accessTo(order), request, `key-of-the-order-${order}`)
          assert.ok(result.ok, JSON.stringify(result))
          return result.sale
        }),
      )
      for (const sale of started)
        for await (const { sale: now } of eventsOf(
          other.watch(accessTo(sale.order), sale.id, 0, AbortSignal.timeout(30_000)),
        ))
          if (now.state === 'started') break
      assert.equal(new Set(upstream.sent.map(({ externalId }) => externalId)).size, SALES)
      assert.equal(upstream.sent.length, SALES)
      await Promise.all([one.drain(), other.drain()])
      let audited = 0
      for await (const { broken } of auditSales(store)) {
        assert.equal(broken, null)
        audited += 1
      }
      assert.equal(audited, SALES)
    } finally {
      failed = endFaults()
    }
    assert.ok(failed >= STATEMENTS_MIN, `${failed} statements failed`)
  },
  {},
  ['postgres'],
)
