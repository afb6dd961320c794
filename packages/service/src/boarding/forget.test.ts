/** Regulated values are removed when their time is over, and only of decided applications. */
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import { createService } from '../app/service.ts'
import type { Tables } from '../schema/schema.ts'
import { llcValues, Partner, TEST_DATA_KEY } from '../testing.ts'

const DAY_MS = 86_400_000

eachEngine<Tables>(
  'P40 removes the sealed values of decided applications after their time, and of no other',
  async ({ open }) => {
    let nowMs = Date.UTC(2026, 10, 1)
    const store = await open({ testClock: () => nowMs })
    const service = await createService({ store, dataKey: TEST_DATA_KEY })
    const partner = await Partner.join(service)
    const ids: string[] = []
    for (const corporateName of ['First Company LLC', 'Second Company LLC', 'Third Company LLC']) {
      const sent = await partner.submit(llcValues({ corporateName }), { key: partner.testKey })
      assert.equal(sent.status, 200)
      ids.push(String(sent.body['AppId']))
    }
    const [first = '', second = ''] = ids
    for (const id of [first, second]) await service.boarding.applications.move(id, 'declined')
    const sealedOf = async (): Promise<readonly boolean[]> => {
      const rows = await store.db.selectFrom('service_application').select(['id', 'sealed']).execute()
      return ids.map((id) => rows.some((row) => row.id === id && row.sealed !== '{}'))
    }
    // The processor has not received the second one yet.
    const done = { done_at_ms: nowMs, next_at_ms: null, outcome: 'delivered' } as const
    await store.db.updateTable('service_forward').set(done).where('id', '<>', second).execute()
    const waiting = { done_at_ms: null, next_at_ms: nowMs, outcome: null } as const
    await store.db.updateTable('service_forward').set(waiting).where('id', '=', second).execute()
    nowMs += 29 * DAY_MS
    assert.equal(await service.boarding.forget(30), 0)
    nowMs += 2 * DAY_MS
    assert.equal(await service.boarding.forget(30), 1)
    assert.deepEqual(await sealedOf(), [false, true, true])
    assert.equal(await service.boarding.forget(30), 0)
    const view = await service.boarding.applications.find(first)
    assert.match(JSON.stringify(view), /4509/)
    assert.deepEqual(await service.boarding.reseal(), {
      applications: 0,
      tiers: 0,
      webhooks: 0,
      left: 0,
      forgotten: 0,
    })
    await service.close()
  },
)
