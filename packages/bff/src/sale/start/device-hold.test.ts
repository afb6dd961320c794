// A terminal that a sale of another order holds, as pages see it: the hold, and its remaining time if known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, ManualClock, turn } from '@tapboard/store/testing'
import { createSales } from '../sales.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import type { DeviceHold } from '../ledger/ledger-store.ts'
import { rows } from '../machine/machine.testing.ts'
import { accessTo, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'
import { salesOn } from '../sales.testing.ts'
import { deviceBusy, shownHolds } from './device-hold.ts'

const request = (order: string, deviceId: string) =>
  ({ order, attempt: 1, amountMinor: 4200, currency: 'USD', deviceId }) as const
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 40; turns += 1) await turn()
}

eachEngine<LedgerTables>(
  'D-90 reports a terminal held by another order: without a time during its sale, with the fence during its doubt',
  async ({ store }) => {
    const clock = new ManualClock(Date.now())
    const upstream = new ScriptedUpstream()
    const sales = salesOn(store, upstream, 1, { clock })
    await sales.begin()
    const holds = async (order: string | null): Promise<unknown> => [
      ...(await sales.holds({ merchant: 'm1', order }, ['d1', 'd2', 'd3'])),
    ]
    const start = (order: string, device: string) =>
      sales.start(accessTo(order), request(order, device), `key-of-the-order-${order}-${device}`)
    const until = async (order: string, state: string): Promise<void> => {
      for (let tries = 0; (await sales.newest(accessTo(order)))?.state !== state; tries += 1) {
        assert.ok(tries < 1_000, `${order} never became ${state}`)
        await settle()
      }
    }

    assert.ok((await start('live', 'd1')).ok)
    await until('live', 'started')
    upstream.onSend = () => ({ exchange: { kind: 'broken', cause: 'reset' }, late: null })
    assert.ok((await start('doubt', 'd2')).ok)
    await until('doubt', 'in_doubt')

    const freeAtMs = (await sales.newest(accessTo('doubt')))?.deviceFreeAtMs ?? 0
    const leftMs = freeAtMs - clock.now()
    const fenceMs = freeAtMs - (await store.now())
    assert.ok(fenceMs > 300_000 && fenceMs <= 370_000, String(fenceMs))
    assert.deepEqual(await holds('other'), [
      ['d1', { freeInMs: null }],
      ['d2', { freeInMs: leftMs }],
    ])
    assert.deepEqual(await holds(null), await holds('other'))
    assert.deepEqual(await holds('live'), [['d2', { freeInMs: leftMs }]])
    assert.deepEqual(await holds('doubt'), [['d1', { freeInMs: null }]])

    const busy = await start('other', 'd1')
    assert.deepEqual(busy.ok || [busy.code, busy.retryAfterSeconds], ['device-busy', 5])
    const fenced = await start('other', 'd2')
    const seconds = Math.ceil((freeAtMs - clock.now()) / 1000)
    assert.deepEqual(fenced.ok || [fenced.code, fenced.retryAfterSeconds], ['device-busy', seconds])
    assert.match(fenced.ok ? '' : fenced.detail, new RegExp(`held for ${seconds} more seconds`))
    await clock.ended(sales.drain())
  },
)

eachEngine<LedgerTables>(
  'D-19 another merchant gets the same answer for a busy terminal as for an unknown one',
  async ({ store }) => {
    const clock = new ManualClock(Date.now())
    const [owner, stranger, partner] = [
      new ScriptedUpstream(),
      new ScriptedUpstream(),
      new ScriptedUpstream(),
    ]
    const merchants = new Map([
      ['m1', owner],
      ['m2', stranger],
      ['m3', partner],
    ])
    stranger.client.readDevice = async () => ({ kind: 'missing' })
    const sales = createSales({
      store,
      merchants: (merchant) => merchants.get(merchant) ?? null,
      clock,
      random: seededRandom(1),
      log: keptLog().log,
    })
    await sales.begin()
    const start = (order: string, device: string, merchant: string) =>
      sales.start(accessTo(order, { merchant }), request(order, device), `key-of-the-order-${order}`)
    assert.ok((await start('owner', 'd1', 'm1')).ok)
    const [busy, unknown] = [await start('busy', 'd1', 'm2'), await start('unknown', 'd9', 'm2')]
    assert.deepEqual(busy, unknown)
    assert.equal(busy.ok || busy.code, 'device-not-found')
    // A merchant whose key reads the terminal learns that it is busy.
    const shared = await start('shared', 'd1', 'm3')
    assert.equal(shared.ok || shared.code, 'device-busy')
    await sales.drain()
  },
)

const holdOf = (deviceFreeAtMs: number | null, state: DeviceHold['state'] = 'in_doubt'): DeviceHold => ({
  ...rows['in_doubt no_session'],
  state,
  deviceFreeAtMs,
})

test('a hold is shown with the rest of its fence, which is never negative', () => {
  const shown = (hold: DeviceHold, nowMs: number): unknown =>
    shownHolds([hold], { merchant: 'm1', order: 'other' }, nowMs).get(hold.deviceId)
  assert.deepEqual(shown(holdOf(5_000), 4_000), { freeInMs: 1_000 })
  assert.deepEqual(shown(holdOf(5_000), 5_000), { freeInMs: 0 })
  assert.deepEqual(shown(holdOf(5_000), 9_000), { freeInMs: 0 })
  assert.deepEqual(shown(holdOf(null), 9_000), { freeInMs: null })
  assert.deepEqual(shown(holdOf(5_000, 'started'), 4_000), { freeInMs: null })
})

test('a start on a held terminal waits whole seconds, at least one', () => {
  const waits = [5_000, 4_000, 3_999, 2_001].map(
    (nowMs) => deviceBusy(holdOf(5_000), nowMs).retryAfterSeconds,
  )
  assert.deepEqual(waits, [1, 1, 2, 3])
})
