// One upstream for each known merchant, with its key at the time of a request.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunningUpstream } from '../../upstream/terminal/create-upstream.ts'
import type { Merchant } from '../options.ts'
import { createLiveUpstreams, type CurrentKey } from './live-upstreams.ts'
import { createMerchantList } from './merchant-list.ts'

const merchant = (id: string, apiKey = `key-${id}`): Merchant => ({
  id,
  name: id,
  hostSecret: `host-secret-of-the-merchant-${id}`,
  apiKey,
  origins: ['https://shop.example'],
})

function setUp() {
  const list = createMerchantList([merchant('a'), merchant('b')])
  const keys: CurrentKey[] = []
  const dropped: unknown[] = []
  let closed = 0
  const upstreams = createLiveUpstreams(
    list,
    (key) => {
      keys.push(key)
      return { close: async () => void (closed += 1) } as RunningUpstream
    },
    (upstream) => void dropped.push(upstream),
  )
  return { list, upstreams, keys, dropped, closed: () => closed }
}

test('opens an upstream at the first use and keeps it while the merchant is known', () => {
  const { list, upstreams, keys } = setUp()
  assert.equal(keys.length, 0)
  const first = upstreams.find('a')
  assert.equal(upstreams.find('a'), first)
  list.replace([merchant('a', 'rotated'), merchant('b')], 1)
  assert.equal(upstreams.find('a'), first)
  assert.deepEqual([keys.length, keys[0]?.apiKey], [1, 'rotated'])
  assert.equal(upstreams.find('unknown'), null)
})

test('a removed merchant keeps its upstream and its last key until it is forgotten', async () => {
  const { list, upstreams, keys, dropped, closed } = setUp()
  const first = upstreams.find('b')
  list.replace([merchant('a'), merchant('b', 'rotated')], 1)
  list.replace([merchant('a')], 2)
  assert.deepEqual([upstreams.find('b'), keys[0]?.apiKey], [first, 'rotated'])
  list.forget('b')
  await upstreams.close('b')
  await upstreams.close('b')
  assert.deepEqual([upstreams.find('b'), dropped, closed()], [null, [first], 1])
  // A request that began before it was forgotten.
  assert.equal(keys[0]?.apiKey, 'rotated')
})

test('a merchant that is added again after it was forgotten has a new upstream', async () => {
  const { list, upstreams, keys } = setUp()
  const first = upstreams.find('b')
  list.replace([merchant('a')], 2)
  list.forget('b')
  await upstreams.close('b')
  list.replace([merchant('a'), merchant('b', 'new')], 3)
  assert.notEqual(upstreams.find('b'), first)
  assert.deepEqual([keys.length, keys[1]?.apiKey], [2, 'new'])
})

test('closes all upstreams', async () => {
  const { upstreams, closed } = setUp()
  upstreams.find('a')
  upstreams.find('b')
  await upstreams.closeAll()
  assert.equal(closed(), 2)
})
