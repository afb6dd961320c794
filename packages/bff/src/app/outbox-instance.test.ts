// The name of a process in the leases of its webhooks is the same after a restart.
import assert from 'node:assert/strict'
import { silentLog } from '@tapboard/server'
import { deferred, eachEngine } from '@tapboard/store/testing'
import { insertOutbox } from '../durable/outbox/insert-outbox.ts'
import { outboxRowOf, type OutboxTables } from '../durable/outbox/outbox-row.ts'
import { benchOptions } from '../testing/bench.ts'
import { createBff } from './assembly.ts'
import type { BffOptions } from './options.ts'

eachEngine<OutboxTables>(
  'D-199 a process that restarts under its name has the leases of its earlier run on webhooks',
  async ({ engine, url, store }) => {
    const options = benchOptions({ store: url })
    const webhook = { url: 'https://shop.example/hook', secret: 'canary-webhook-secret-of-shop' }
    const merchants = options.merchants.map((one) => ({ ...one, webhook }))
    /** The owner of the lease while a run with these options delivers a webhook. */
    const ownerIn = async (number: number, more: Partial<BffOptions>): Promise<string | null> => {
      const delivered = deferred<string | null>()
      const fetch = async (): Promise<Response> => {
        const rows = await store.db
          .selectFrom('sale_outbox')
          .selectAll()
          .where('done_at_ms', 'is', null)
          .execute()
        delivered.resolve(rows[0]?.lease_owner ?? null)
        return new Response(null, { status: 204 })
      }
      const bff = await createBff({ ...options, merchants, log: silentLog, fetch, ...more })
      const id = `sale_1.${number}`
      const event = { id, type: 'sale.approved', atMs: await store.now(), merchant: 'shop' } as const
      await store.transaction((trx) => insertOutbox(trx, [outboxRowOf(event, 'sale_1', 'webhook')]))
      await bff.start()
      const owner = await delivered.promise
      await bff.close()
      return owner
    }
    assert.equal(await ownerIn(1, { instance: 'till-1' }), 'outbox_till-1')
    const unnamed = [await ownerIn(2, {}), await ownerIn(3, {})]
    if (engine === 'sqlite') assert.deepEqual(unnamed, ['outbox_embedded', 'outbox_embedded'])
    else assert.notEqual(unnamed[0], unnamed[1])
  },
)
