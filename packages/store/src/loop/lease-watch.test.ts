// A lease ends when it stays unchanged for long enough while this process looks; no other machine's clock matters (D-194).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLeaseLooks, createLeaseWatch, type AgedLease, type LeaseWatch } from './lease-watch.ts'

const lease = (changes: Partial<AgedLease> = {}): AgedLease => ({
  id: 's1',
  fence: 1,
  leaseUntilMs: 500,
  isOver: true,
  ...changes,
})

/** Looks once a second from `fromMs` on; returns the time at which the lease has ended, or `null`. */
function endsAtMs(watch: LeaseWatch, seen: (second: number) => AgedLease[], fromMs = 0): number | null {
  for (let second = 0; second < 60; second += 1)
    if (watch.look(seen(second), fromMs + second * 1_000).length > 0) return second * 1_000
  return null
}

test('D-194 a lease that stays unchanged for 7 s has ended', () => {
  assert.equal(
    endsAtMs(createLeaseWatch(7_000), () => [lease()]),
    7_000,
  )
})

test('D-194 a lease that is renewed or claimed again has not ended', () => {
  const watch = createLeaseWatch(7_000)
  const renewed = (second: number): AgedLease[] => [lease({ leaseUntilMs: Math.floor(second / 6) })]
  assert.equal(endsAtMs(watch, renewed), null)
  assert.ok(watch.isRenewed('s1'))
  const claimed = (second: number): AgedLease[] => [lease({ fence: Math.floor(second / 6) })]
  assert.equal(endsAtMs(createLeaseWatch(7_000), claimed), null)
})

test('D-194 an unchanged lease has not ended while it is valid on the clock of the server', () => {
  const seen = (second: number): AgedLease[] => [lease({ isOver: second >= 12 })]
  assert.equal(endsAtMs(createLeaseWatch(7_000), seen), 12_000)
})

test('D-194 a lease that disappears between two looks starts again', () => {
  const seen = (second: number): AgedLease[] => (second === 5 ? [] : [lease()])
  assert.equal(endsAtMs(createLeaseWatch(7_000), seen), 13_000)
})

for (const jumpMs of [3_600_000, -3_600_000])
  test(`D-194 a clock that is set by ${jumpMs} ms, or a suspension, ends no lease`, () => {
    const watch = createLeaseWatch(7_000)
    assert.deepEqual(watch.look([lease()], 10_000_000), [])
    assert.deepEqual(watch.look([lease()], 10_000_000 + jumpMs), [])
    assert.ok(watch.isRenewed('s1'))
    assert.ok((endsAtMs(watch, () => [lease()], 10_000_000 + jumpMs) ?? 0) >= 5_000)
    assert.ok(!watch.isRenewed('s1'))
  })

test('D-194 two looks at the same time observe a lease for no time', () => {
  const watch = createLeaseWatch(1)
  for (const nowMs of [10, 10, 9]) assert.deepEqual(watch.look([lease()], nowMs), [])
  assert.equal(watch.look([lease()], 10).length, 1)
})

test('D-194 a sale without an observed lease is not renewed', () => {
  assert.ok(!createLeaseWatch(7_000).isRenewed('s1'))
})

test('D-194 reads the leases at most once a second, and none in an embedded store', async () => {
  let nowMs = 0
  let reads = 0
  const read = async (): Promise<AgedLease[]> => {
    reads += 1
    return [lease()]
  }
  const looks = createLeaseLooks(read, 2_000, { now: () => nowMs })
  assert.ok(!looks.isRenewed('s1'))
  const ended: number[] = []
  for (; nowMs <= 2_000; nowMs += 250) ended.push((await looks.ended())?.length ?? -1)
  assert.deepEqual([reads, ended.indexOf(1), ended.length - 1], [3, 8, 8])
  const embedded = createLeaseLooks(null, 2_000, { now: () => nowMs })
  assert.deepEqual([await embedded.ended(), embedded.isRenewed('s1')], [undefined, false])
})

test('D-199 returns each ended lease of a look once, also in parts', async () => {
  let nowMs = 0
  const read = async (): Promise<AgedLease[]> => ['s1', 's2', 's3'].map((id) => lease({ id }))
  const looks = createLeaseLooks(read, 1_000, { now: () => nowMs })
  assert.deepEqual(await looks.ended(2), [])
  assert.ok(looks.isRenewed('s1'))
  nowMs = 1_000
  const parts = [await looks.ended(2), await looks.ended(2), await looks.ended(2)]
  assert.deepEqual(
    parts.map((part) => part?.map(({ id }) => id)),
    [['s1', 's2'], ['s3'], []],
  )
  nowMs = 2_000
  assert.equal((await looks.ended())?.length, 3)
})
