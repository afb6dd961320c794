// Watchers of a desk alone: which desks a notice reads again, when, and the end of their reads (D-117, INV-17).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeskFrame } from '@tapboard/contract'
import { ManualClock, turn } from '@tapboard/store/testing'
import type { SaleNotice } from '../ledger/notice.ts'
import { DeskWatchers } from './watch-desk.ts'

const GATHER_MS = 500
const SHOP = { merchant: 'shop', timeZone: 'UTC' }
const noticeOf = (merchant: string): SaleNotice => ({ group: { merchant, order: 'R-1' } }) as SaleNotice

/** Watchers whose reads are recorded; `now` decides their answer. */
function begin() {
  const clock = new ManualClock()
  const now = { content: 'a', fails: false }
  const reads: string[] = []
  const lines: unknown[] = []
  const watchers = new DeskWatchers({
    clock,
    log: { info: (...line) => void lines.push(line), warn: (...line) => void lines.push(line), error() {} },
    limits: { perSale: 9, perProcess: 9 },
    read: async ({ merchant, timeZone }, day) => {
      if (now.fails) throw new Error('no store')
      reads.push(`${merchant} ${timeZone} ${day}`)
      return { content: now.content, nowMs: clock.now() } as unknown as DeskFrame
    },
  })
  const watch = (desk = SHOP, day: string | null = null, stop = new AbortController()) => {
    const frames: DeskFrame[] = []
    const done = (async () => {
      for await (const frame of watchers.watch(desk, day, stop.signal)) frames.push(frame)
    })()
    return { frames, done, end: () => (stop.abort(), done) }
  }
  const readsOf = async (work: () => unknown): Promise<readonly string[]> => {
    reads.length = 0
    await work()
    await turn()
    return [...reads]
  }
  return { clock, now, lines, watchers, watch, readsOf }
}

test('D-117 notices of a merchant within half a second cause one read of each of its desks', async () => {
  const { clock, watchers, watch, readsOf } = begin()
  const all = [watch(), watch(SHOP, '2026-05-28'), watch({ merchant: 'other', timeZone: 'UTC' })]
  await turn()
  const notices = async (): Promise<void> => {
    for (let count = 0; count < 3; count += 1) watchers.notice(noticeOf('shop'))
    await clock.advance(GATHER_MS - 1)
  }
  assert.deepEqual(await readsOf(notices), [])
  const pending = clock.pending
  assert.deepEqual(await readsOf(() => clock.advance(1)), ['shop UTC null', 'shop UTC 2026-05-28'])
  assert.equal(clock.pending, pending - 1)
  // The next notice begins to gather anew.
  watchers.notice(noticeOf('shop'))
  assert.deepEqual(await readsOf(() => clock.advance(GATHER_MS)), ['shop UTC null', 'shop UTC 2026-05-28'])
  for (const { end } of all) await end()
})

test('a notice of another merchant or without watchers plans no read, one without a sale reads all desks', async () => {
  const { clock, watchers, watch, readsOf } = begin()
  watchers.notice(noticeOf('shop'))
  assert.equal(clock.pending, 0)
  const first = watch()
  const second = watch({ merchant: 'other', timeZone: 'UTC' })
  await turn()
  watchers.notice(noticeOf('unknown'))
  assert.deepEqual(await readsOf(() => clock.advance(GATHER_MS)), [])
  assert.deepEqual(await readsOf(() => watchers.notice({ group: null } as SaleNotice)), [
    'shop UTC null',
    'other UTC null',
  ])
  await first.end()
  await second.end()
})

test('the last watcher of a desk ends its reads, an earlier one does not', async () => {
  const { clock, watchers, watch, readsOf } = begin()
  const [first, second] = [watch(), watch()]
  await turn()
  await first.end()
  watchers.notice(noticeOf('shop'))
  assert.deepEqual(await readsOf(() => clock.advance(GATHER_MS)), ['shop UTC null'])
  await second.end()
  watchers.notice(noticeOf('shop'))
  assert.equal(clock.pending, 0)
})

test('a watcher with an aborted signal is not counted', async () => {
  const { clock, watchers, watch } = begin()
  const stop = new AbortController()
  stop.abort()
  const { frames, done } = watch(SHOP, null, stop)
  await done
  assert.deepEqual(frames, [])
  watchers.notice(noticeOf('shop'))
  assert.equal(clock.pending, 0)
})

test('a desk that did not change has no further frame; its time alone is no change', async () => {
  const { clock, now, watch, watchers } = begin()
  const { frames, end } = watch()
  await turn()
  await clock.advance(5_000)
  now.content = 'b'
  watchers.resync()
  await turn()
  assert.deepEqual(
    frames.map((frame) => (frame as unknown as { content: string }).content),
    ['a', 'b'],
  )
  await end()
})

test('a further watcher gets the last frame without a read', async () => {
  const { watch, readsOf } = begin()
  const first = watch()
  await turn()
  const later: ReturnType<typeof watch>[] = []
  assert.deepEqual(await readsOf(() => later.push(watch())), [])
  assert.equal(later[0]?.frames.length, 1)
  await first.end()
  await later[0]?.end()
})

test('a first read that fails is logged and ends the stream, unless the watcher has left', async () => {
  const { now, lines, watch } = begin()
  now.fails = true
  await assert.rejects(watch().done, /the desk could not be read/)
  assert.deepEqual(lines, [
    [{ code: 'store-unavailable', reason: 'watch-desk' }, 'the rows of a desk could not be read'],
  ])
  const left = watch()
  await left.end()
  assert.deepEqual(left.frames, [])
})

test('logs the begin and the end of an outage, not each failed read of each desk', async () => {
  const { clock, now, lines, watch } = begin()
  const desks = [watch(), watch({ merchant: 'bakery', timeZone: 'UTC' })]
  await turn()
  now.fails = true
  await clock.advance(20_000)
  now.fails = false
  await clock.advance(5_000)
  assert.deepEqual(lines, [
    [{ code: 'store-unavailable', reason: 'watch-desk' }, 'the rows of a desk could not be read'],
    [{ code: 'watch-desk-works', durationMs: 20_000 }, 'the rows of desks are read again'],
  ])
  for (const desk of desks) await desk.end()
})

test('closing cancels the planned reads', async () => {
  const { clock, watchers, watch, readsOf } = begin()
  const { end } = watch()
  await turn()
  watchers.notice(noticeOf('shop'))
  watchers.close()
  assert.deepEqual(await readsOf(() => clock.advance(GATHER_MS)), [])
  watchers.notice(noticeOf('shop'))
  assert.deepEqual(await readsOf(() => clock.advance(GATHER_MS)), ['shop UTC null'])
  await end()
})
