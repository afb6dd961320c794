// A removed merchant is forgotten when nothing of it is open, and not before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import type { Log } from '../../ports.ts'
import type { Merchant } from '../options.ts'
import { createMerchantList } from './merchant-list.ts'
import { createRetirement, RETIREMENT_MS } from './retirement.ts'

const merchant = (id: string): Merchant => ({
  id,
  name: id,
  hostSecret: `host-secret-of-the-merchant-${id}`,
  apiKey: `key-${id}`,
  origins: ['https://shop.example'],
})

function setUp() {
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 12))
  const list = createMerchantList([merchant('a'), merchant('b')])
  const lines: (string | undefined)[] = []
  const say: Log['info'] = ({ code }) => void lines.push(code)
  const closed: string[] = []
  const looks: number[] = []
  let work: () => ReadonlySet<string> = () => new Set()
  const retirement = createRetirement({
    list,
    async withWork() {
      looks.push(clock.now())
      return work()
    },
    forgotten: async (id) => void closed.push(id),
    clock,
    log: { info: say, warn: say, error: say },
  })
  return {
    clock,
    list,
    lines,
    closed,
    looks,
    retirement,
    setWork: (next: () => ReadonlySet<string>) => void (work = next),
    remove(id: string) {
      list.replace(
        list.configured.filter((one) => one.id !== id),
        clock.now(),
      )
      retirement.plan()
    },
  }
}

void test('does not look while no merchant is removed', async () => {
  const { clock, looks, retirement } = setUp()
  retirement.plan()
  await clock.advance(10 * RETIREMENT_MS)
  assert.deepEqual(looks, [])
})

void test('keeps a removed merchant while it has open work, and forgets it afterwards', async () => {
  const { clock, list, lines, closed, looks, remove, setWork } = setUp()
  setWork(() => new Set(['b']))
  remove('b')
  await clock.advance(3 * RETIREMENT_MS)
  assert.deepEqual([list.find('b')?.apiKey, closed, looks.length], ['key-b', [], 3])
  setWork(() => new Set(['a']))
  await clock.advance(RETIREMENT_MS)
  assert.deepEqual([list.find('b'), closed, lines], [null, ['b'], ['merchant-forgotten']])
  await clock.advance(10 * RETIREMENT_MS)
  assert.equal(looks.length, 4)
})

void test('keeps a merchant that was removed less than a minute ago', async () => {
  const { clock, list, remove } = setUp()
  remove('b')
  await clock.advance(RETIREMENT_MS / 2)
  remove('a')
  await clock.advance(RETIREMENT_MS / 2)
  assert.deepEqual([list.find('b'), list.find('a')?.id], [null, 'a'])
  await clock.advance(RETIREMENT_MS)
  assert.equal(list.find('a'), null)
})

void test('keeps a merchant that is added again during the look', async () => {
  const { clock, list, closed, remove, setWork } = setUp()
  remove('b')
  setWork(() => {
    list.replace([merchant('a'), merchant('b')], clock.now())
    return new Set()
  })
  await clock.advance(RETIREMENT_MS)
  assert.deepEqual([list.isConfigured('b'), closed], [true, []])
})

void test('looks again after a fault of the store', async () => {
  const { clock, list, lines, remove, setWork } = setUp()
  remove('b')
  setWork(() => {
    throw new Error('away')
  })
  await clock.advance(RETIREMENT_MS)
  assert.deepEqual([list.find('b')?.id, lines], ['b', ['merchants']])
  setWork(() => new Set())
  await clock.advance(RETIREMENT_MS)
  assert.equal(list.find('b'), null)
})

void test('has no timer after its end', async () => {
  const { clock, looks, remove, retirement } = setUp()
  remove('b')
  await retirement.end()
  retirement.plan()
  await clock.advance(10 * RETIREMENT_MS)
  assert.deepEqual(looks, [])
})
