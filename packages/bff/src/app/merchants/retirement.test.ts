// A removed merchant is forgotten when nothing of it is open, and not before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import type { Log } from '../../ports.ts'
import type { Merchant } from '../options.ts'
import { createMerchantList } from './merchant-list.ts'
import type { OpenWork, WorkOfMerchants } from './open-work.ts'
import { createRetirement, RETIREMENT_MS } from './retirement.ts'

const merchant = (id: string): Merchant => ({
  id,
  name: id,
  hostSecret: `host-secret-of-the-merchant-${id}`,
  apiKey: `key-${id}`,
  origins: ['https://shop.example'],
})

/** Open work of these merchants. */
const workOf = (work: Readonly<Record<string, OpenWork>>): WorkOfMerchants => new Map(Object.entries(work))

const SOME: OpenWork = { sales: 2, others: 1 }

function setUp() {
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 12))
  const list = createMerchantList([merchant('a'), merchant('b')])
  const lines: (string | undefined)[] = []
  const counts: (readonly [
    merchant: string | undefined,
    sales: number | undefined,
    others: number | undefined,
  ])[] = []
  const say: Log['info'] = ({ code, merchant: id, sales, others }) => {
    lines.push(code)
    counts.push([id, sales, others])
  }
  const closed: string[] = []
  const looks: number[] = []
  let work: () => WorkOfMerchants = () => new Map()
  const retirement = createRetirement({
    list,
    async countWork() {
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
    counts,
    closed,
    looks,
    retirement,
    setWork: (next: () => WorkOfMerchants) => void (work = next),
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
  const { clock, list, lines, closed, looks, remove, retirement, setWork } = setUp()
  setWork(() => workOf({ b: SOME }))
  remove('b')
  await clock.advance(3 * RETIREMENT_MS)
  assert.deepEqual([list.find('b')?.apiKey, closed, looks.length], ['key-b', [], 3])
  assert.equal(retirement.openSales(), 2)
  setWork(() => workOf({ a: SOME }))
  await clock.advance(RETIREMENT_MS)
  assert.deepEqual([list.find('b'), closed, lines], [null, ['b'], ['merchant-forgotten']])
  assert.equal(retirement.openSales(), 0)
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
    return new Map()
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
  setWork(() => new Map())
  await clock.advance(RETIREMENT_MS)
  assert.equal(list.find('b'), null)
})

void test('names the merchants with open work that a start does not know, with the numbers', async () => {
  const { lines, counts, looks, retirement, setWork } = setUp()
  setWork(() => workOf({ a: SOME, gone: SOME }))
  retirement.begin()
  await retirement.end()
  assert.deepEqual([lines, counts, looks.length], [['merchant-missing'], [['gone', 2, 1]], 1])
})

void test('a start whose open work cannot be read says so and goes on', async () => {
  const { lines, retirement, setWork } = setUp()
  setWork(() => {
    throw new Error('away')
  })
  retirement.begin()
  await retirement.end()
  assert.deepEqual(lines, ['merchants'])
})

void test('names at its end the removed merchants with open work, with the numbers', async () => {
  const { lines, counts, remove, retirement, setWork } = setUp()
  remove('b')
  setWork(() => workOf({ a: SOME, b: { sales: 0, others: 3 } }))
  await retirement.end()
  assert.deepEqual([lines, counts], [['merchant-removed'], [['b', 0, 3]]])
})

void test('names no removed merchant without open work at its end, but one whose work cannot be counted', async () => {
  for (const isAway of [false, true]) {
    const { lines, counts, remove, retirement, setWork } = setUp()
    remove('b')
    setWork(() => {
      if (isAway) throw new Error('away')
      return workOf({ a: SOME })
    })
    await retirement.end()
    assert.deepEqual(lines, isAway ? ['merchant-removed'] : [])
    assert.deepEqual(counts, isAway ? [['b', undefined, undefined]] : [])
  }
})

void test('has no timer after its end', async () => {
  const { clock, looks, remove, retirement } = setUp()
  remove('b')
  await retirement.end()
  const { length } = looks
  retirement.plan()
  await clock.advance(10 * RETIREMENT_MS)
  assert.equal(looks.length, length)
})
