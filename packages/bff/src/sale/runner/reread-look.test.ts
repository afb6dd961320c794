// One reread of earlier attempts with the real machine and a scripted upstream: what is read, shared, logged and answered (INV-5, D-86).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import type { AttemptGroup } from '../../token/access.ts'
import { faultOf } from '../../upstream/transport/fault.ts'
import type { UpstreamFeatures } from '../../upstream/terminal/merchant.ts'
import type { Applied, Ledger } from '../ledger/ledger.ts'
import { reduce } from '../machine/machine.ts'
import { QUESTIONED } from '../machine/reading.ts'
import { facts, rows, T } from '../machine/machine.testing.ts'
import { groupOf, type SaleRow } from '../machine/row.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { APPROVED, DECLINED, keptLog, ScriptedUpstream } from '../testing.ts'
import { appliedTo } from './follow.testing.ts'
import { Gate } from './gate.ts'
import { EarlierAttempts } from './reread.ts'

const { declined } = rows

/** Rereads rows; `ledger.fails` makes the next commit fail. */
function begin(features: Partial<UpstreamFeatures> = {}) {
  const clock = new ManualClock(T + 400_000)
  const upstream = new ScriptedUpstream(features)
  upstream.onRead = () => DECLINED
  const gate = new Gate(clock)
  const { log, lines } = keptLog()
  const inputs: SaleInput['type'][] = []
  const alerts: string[] = []
  const ledger = { fails: false, isStale: false, row: declined }
  const apply = async (_id: string, input: SaleInput): Promise<Applied> => {
    inputs.push(input.type)
    if (ledger.fails) throw new Error('the store is away')
    if (ledger.isStale) return { kind: 'stale' }
    const { lookup, repeat } = upstream.features
    return appliedTo(ledger.row, reduce(ledger.row, input, facts(clock.now(), { lookup, repeat })))
  }
  const earlier = new EarlierAttempts({
    ledger: { apply } as unknown as Ledger,
    clock,
    log,
    observer: { alert: ({ reason }) => void alerts.push(reason), attempted() {} },
    gate,
    view: (row) => ({ id: row.id }) as never,
  })
  const reread = async (row: SaleRow = declined, group: AttemptGroup = groupOf(declined)) => {
    ledger.row = row
    const refusal = await clock.ended(earlier.reread([row], upstream, group))
    return (
      refusal && [refusal.code, refusal.retryAfterSeconds, (refusal.sale as { id: string } | undefined)?.id]
    )
  }
  return { clock, upstream, gate, lines, inputs, alerts, ledger, reread }
}

test('INV-5 the same end again is no news', async () => {
  const one = begin()
  assert.equal(await one.reread(), null)
  assert.deepEqual([one.upstream.reads, one.inputs, one.clock.pending], [1, [], 0])
})

test('P82 the answer of two seconds is shared, an older one is read again', async () => {
  const one = begin()
  await one.reread()
  one.clock.jump(1_999)
  await one.reread()
  assert.equal(one.upstream.reads, 1)
  one.clock.jump(1)
  await one.reread()
  assert.equal(one.upstream.reads, 2)
  one.clock.jump(-10_000)
  await one.reread()
  assert.equal(one.upstream.reads, 3, 'the clock was set back')
})

test('a fault of the store is not shared', async () => {
  const one = begin()
  one.upstream.onRead = () => APPROVED
  one.ledger.fails = true
  await assert.rejects(one.reread(), /the store is away/)
  one.ledger.fails = false
  assert.deepEqual(await one.reread(), ['sale-open', undefined, 'sale_a'])
})

test('D-86 an approval after a decline is logged, alerts a person and refuses the start', async () => {
  const one = begin()
  one.upstream.onRead = () => APPROVED
  assert.deepEqual(await one.reread(), ['sale-open', undefined, 'sale_a'])
  assert.deepEqual(one.lines[0], {
    level: 'info',
    message: 'a reread changed an earlier attempt',
    merchant: 'm1',
    saleId: 'sale_a',
    state: 'review',
    code: 'reread',
  })
  assert.deepEqual(one.alerts, ['late_conflict'])
})

test('a refund of another reference is refused without its sale', async () => {
  const one = begin()
  one.upstream.onRead = () => APPROVED
  const refund = { ...groupOf(declined), refund: { of: 'sale_0', reference: 'r' } }
  assert.deepEqual(await one.reread(declined, refund), ['refund-open', undefined, undefined])
})

test('D-86 the same end again withdraws a doubt, if the row is still unpaid', async () => {
  const one = begin()
  const questioned = { ...declined, seen: QUESTIONED, seenCount: 1, seenFirstMs: T }
  assert.equal(await one.reread(questioned), null)
  assert.deepEqual(one.inputs, ['session_read'])
  const stale = begin()
  stale.ledger.isStale = true
  assert.deepEqual(await stale.reread(questioned), ['earlier-attempt-unclear', 3, 'sale_a'])
})

test('a fault refuses the start for the time that the upstream names, at least three seconds', async () => {
  for (const [fault, retryAfterMs, seconds, blocked] of [
    ['busy', 7_001, 8, 1],
    ['busy', null, 3, 0],
    ['unreachable', 9_000, 9, 0],
    ['broken', null, 3, 0],
  ] as const) {
    const one = begin()
    one.upstream.onRead = () => faultOf(fault, retryAfterMs)
    assert.deepEqual(await one.reread(), ['earlier-attempt-unclear', seconds, 'sale_a'])
    assert.equal(one.gate.usage().blockedKeys, blocked)
  }
})

test('P82 a reread waits for its turn, at most 2.8 s', async () => {
  const one = begin()
  const begunMs = one.clock.now()
  one.gate.block(one.upstream, 1_000)
  assert.equal(await one.reread(), null)
  assert.ok(one.clock.now() - begunMs >= 1_000)
  const late = begin()
  late.gate.block(late.upstream, 10_000)
  assert.deepEqual(await late.reread(), ['earlier-attempt-unclear', 3, 'sale_a'])
  assert.equal(late.upstream.reads, 0, 'nothing is read after the limit')
})

test('P7 a look-up that hangs ends after 2.8 s', async () => {
  const one = begin({ lookup: 'authoritative' })
  one.upstream.client.findSession = (_, signal) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(faultOf('aborted'))))
  const rejected = { ...rows.not_started, reason: 'upstream-refused', sendCount: 1 } as SaleRow
  assert.deepEqual(await one.reread(rejected), ['earlier-attempt-unclear', 3, 'sale_a'])
})

test('INV-5 an attempt that was never sent is not looked up', async () => {
  const one = begin({ lookup: 'authoritative' })
  let looks = 0
  one.upstream.onFind = () => {
    looks += 1
    return null
  }
  const sent = { ...rows.not_started, reason: 'upstream-refused' } as SaleRow
  assert.equal(await one.reread({ ...sent, sendCount: 0 }), null)
  assert.equal(looks, 0)
  assert.equal(await one.reread({ ...sent, sendCount: 1 }), null)
  assert.equal(looks, 1)
})
