/** Rotation of the data key: everything is re-encrypted and the old key can be removed. */
import assert from 'node:assert/strict'
import type { Store } from '@tapboard/store'
import { eachEngine, type EngineContext } from '@tapboard/store/testing'
import { openKernel } from '../app/open-kernel.ts'
import type { Tables } from '../schema/schema.ts'
import { createService, type Service } from '../app/service.ts'
import { observedStore } from '../testing/interleaved.ts'
import { llcValues, Partner, soleValues, TEST_DATA_KEY } from '../testing.ts'
import { ApplicationRepository } from './applications.ts'
import { regulatedOf } from './regulated.ts'
import { SealError } from '../vault/vault.ts'
import { openWebhookTargets } from './webhook/target.ts'

const NEW_KEY = Buffer.alloc(32, 'another key').toString('base64')
const BOTH_KEYS = `${NEW_KEY},${TEST_DATA_KEY}`
const NOTHING = { applications: 0, tiers: 0, webhooks: 0, left: 0, forgotten: 0 }

eachEngine<Tables>(
  'P40 after a key rotation everything decrypts with the new key only, and a known business is detected',
  async ({ store, open }) => {
    const before = await createService({ store, dataKey: TEST_DATA_KEY })
    const partner = await Partner.join(before)
    const { boarding } = before
    await boarding.addTier(partner.accountId, {
      name: 'Branded',
      cobrand: { id: 'harbor', secret: 'co-brand-secret-1' },
    })
    await boarding.setWebhook(partner.accountId, {
      url: 'https://partner.example/hook',
      secret: 'webhook-secret-0123456789',
    })
    await boarding.setWebhook(partner.accountId, {
      url: 'https://partner.example/hook',
      secret: 'next-webhook-secret-0123456789',
    })
    const first = await partner.submit(llcValues())
    const second = await partner.submit(soleValues())
    assert.deepEqual([first.status, second.status], [200, 200])
    await before.close()

    const between = await createService({ store: await open(), dataKey: BOTH_KEYS })
    const again = Partner.known(between, partner)
    assert.equal((await again.submit(llcValues())).status, 409, 'the old HMAC matches')
    const third = await again.submit(llcValues({ corporateName: 'Newer Company LLC' }))
    assert.equal(third.status, 200)
    assert.deepEqual(await between.boarding.reseal(), { ...NOTHING, applications: 2, tiers: 1, webhooks: 1 })
    assert.deepEqual(await between.boarding.reseal(), NOTHING)
    await between.close()

    const kernel = await openKernel({ store: await open(), dataKey: NEW_KEY })
    assert.deepEqual((await openWebhookTargets(kernel).get(partner.accountId))?.secret, [
      'next-webhook-secret-0123456789',
      'webhook-secret-0123456789',
    ])
    const applications = new ApplicationRepository(kernel)
    const opened = await Promise.all((await applications.list()).map((row) => applications.open(row)))
    assert.equal(opened.length, 3)
    for (const values of opened)
      assert.deepEqual(
        regulatedOf(values),
        regulatedOf(values.corporateName === 'Ada Byron' ? soleValues() : llcValues()),
      )
    const after = await createService({ store: await open(), dataKey: NEW_KEY })
    assert.equal((await Partner.known(after, partner).submit(llcValues())).status, 409)
    assert.deepEqual(await after.boarding.reseal(), NOTHING)
    await after.close()
    const lost = await createService({ store: await open(), dataKey: TEST_DATA_KEY })
    await assert.rejects(lost.boarding.reseal(), /data key [0-9a-f]{8} is not configured/)
    await lost.close()
  },
)

/** A partner with two applications, a co-brand secret and a webhook secret of the old data key. */
async function withOldValues(service: Service): Promise<Partner> {
  const partner = await Partner.join(service)
  const branded = { name: 'Branded', cobrand: { id: 'harbor', secret: 'co-brand-secret-1' } }
  await service.boarding.addTier(partner.accountId, branded)
  await service.boarding.setWebhook(partner.accountId, {
    url: 'https://partner.example/hook',
    secret: 'webhook-secret-0123456789',
  })
  for (const values of [llcValues(), soleValues()]) assert.equal((await partner.submit(values)).status, 200)
  return partner
}

/** Reads each encrypted value with these keys; rejects if one cannot be opened. */
async function readAll(store: Store<Tables>, dataKey: string): Promise<void> {
  const kernel = await openKernel({ store, dataKey })
  const applications = new ApplicationRepository(kernel)
  for (const row of await applications.list()) await applications.open(row)
  const accounts = await store.db.selectFrom('service_account').select('id').execute()
  for (const { id } of accounts) await openWebhookTargets(kernel).get(id)
  // The co-brand secrets have no reader of their own.
  const service = await createService({ store, dataKey })
  assert.deepEqual({ ...(await service.boarding.reseal()), forgotten: 0 }, NOTHING)
  await service.close()
}

/** Statements of a first pass over the values of {@link withOldValues}: three reads and four updates. */
const FIRST_PASS = 7

/** A store with old values, and a service with both keys that calls `after` after each statement of a reseal. */
async function beforeReseal({ store, open }: EngineContext<Tables>, after: () => Promise<void>) {
  const old = await createService({ store, dataKey: TEST_DATA_KEY })
  const partner = await withOldValues(old)
  const back = await createService({ store, dataKey: `${TEST_DATA_KEY},${NEW_KEY}` })
  let isResealing = false
  const observed = observedStore(await open(), async () => {
    if (isResealing) await after()
  })
  const service = await createService({ store: observed, dataKey: BOTH_KEYS })
  return {
    partner,
    old,
    /** A process that has the old key in front. */
    back,
    async reseal() {
      isResealing = true
      try {
        return await service.boarding.reseal()
      } finally {
        isResealing = false
      }
    },
    close: () => Promise.all([old, back, service].map((each) => each.close())),
  }
}

eachEngine<Tables>(
  'P40 a reseal that ends after any statement leaves each value readable',
  async (context) => {
    const { store } = context
    let left = 0
    const killed = new Error('the process was killed')
    const { back, reseal, close } = await beforeReseal(context, async () => {
      if (left-- === 0) throw killed
    })
    for (let at = 0; at < FIRST_PASS; at += 1) {
      await back.boarding.reseal()
      left = at
      await assert.rejects(reseal(), killed)
      // After the last update nothing is left of the old key.
      if (at < FIRST_PASS - 1) await assert.rejects(readAll(store, NEW_KEY), SealError)
      await back.boarding.reseal()
      await readAll(store, TEST_DATA_KEY)
    }
    left = Number.POSITIVE_INFINITY
    assert.deepEqual(await reseal(), { ...NOTHING, applications: 2, tiers: 1, webhooks: 1 })
    await readAll(store, NEW_KEY)
    await close()
  },
)

eachEngine<Tables>('P40 a reseal finds what a process with the old key writes meanwhile', async (context) => {
  let left = Number.POSITIVE_INFINITY
  let written = 0
  const { back, partner, reseal, close } = await beforeReseal(context, async () => {
    if (left-- !== 0) return
    written += 1
    const url = 'https://partner.example/hook'
    await back.boarding.setWebhook(partner.accountId, {
      url,
      secret: `webhook-secret-of-${written}-0123456789`,
    })
    const values = llcValues({ corporateName: `Company ${written} LLC` })
    assert.equal((await Partner.known(back, partner).submit(values)).status, 200)
  })
  for (let at = 0; at < FIRST_PASS; at += 1) {
    await back.boarding.reseal()
    left = at
    assert.equal((await reseal()).left, 0)
    assert.equal(written, at + 1)
    await readAll(context.store, NEW_KEY)
  }
  await close()
})

eachEngine<Tables>('P40 a reseal says that a process with the old key undoes it', async (context) => {
  let isBusy = false
  const { back, reseal, close } = await beforeReseal(context, async () => {
    if (isBusy) return
    isBusy = true
    await back.boarding.reseal()
    isBusy = false
  })
  assert.equal((await reseal()).left > 0, true)
  await close()
})

eachEngine<Tables>('P40 a reseal ends although a business has two applications', async (context) => {
  const { store, open } = context
  const between = await createService({ store: await open(), dataKey: BOTH_KEYS })
  const before = await createService({ store, dataKey: TEST_DATA_KEY })
  const partner = await Partner.join(between)
  assert.equal((await partner.submit(llcValues())).status, 200)
  assert.equal((await Partner.known(before, partner).submit(llcValues())).status, 200)
  assert.deepEqual(await between.boarding.reseal(), { ...NOTHING, applications: 1 })
  await readAll(store, NEW_KEY)
  assert.equal((await partner.submit(llcValues())).status, 409)
  await store.db.updateTable('service_application').set({ sealed: '{}', status: 'approved' }).execute()
  assert.deepEqual(await between.boarding.reseal(), { ...NOTHING, forgotten: 2 })
  await Promise.all([between.close(), before.close()])
})
