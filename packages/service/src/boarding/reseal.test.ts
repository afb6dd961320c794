/** Rotation of the data key: everything is re-encrypted and the old key can be removed. */
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import { openKernel } from '../app/open-kernel.ts'
import type { Tables } from '../schema/schema.ts'
import { createService } from '../app/service.ts'
import { llcValues, Partner, soleValues, TEST_DATA_KEY } from '../testing.ts'
import { ApplicationRepository } from './applications.ts'
import { regulatedOf } from './regulated.ts'
import { openWebhookTargets } from './webhook/target.ts'

const NEW_KEY = Buffer.alloc(32, 'another key').toString('base64')

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

    const between = await createService({ store: await open(), dataKey: `${NEW_KEY},${TEST_DATA_KEY}` })
    const again = Partner.known(between, partner)
    assert.equal((await again.submit(llcValues())).status, 409, 'the old HMAC matches')
    const third = await again.submit(llcValues({ corporateName: 'Newer Company LLC' }))
    assert.equal(third.status, 200)
    assert.deepEqual(await between.boarding.reseal(), { applications: 2, tiers: 1, webhooks: 1 })
    assert.deepEqual(await between.boarding.reseal(), { applications: 0, tiers: 0, webhooks: 0 })
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
    assert.deepEqual(await after.boarding.reseal(), { applications: 0, tiers: 0, webhooks: 0 })
    await after.close()
    const lost = await createService({ store: await open(), dataKey: TEST_DATA_KEY })
    await assert.rejects(lost.boarding.reseal(), /data key [0-9a-f]{8} is not configured/)
    await lost.close()
  },
)
