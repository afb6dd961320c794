import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk, type DeskFrame, type DeskRow } from '@tapboard/contract'
import { deskRow, doubted, ScriptedDesk } from '../testing/scripted-desk.ts'
import { endedRows } from './ended.ts'
import {
  countOf,
  EMPTY,
  isFirstPage,
  otherDay,
  phaseOf,
  reduce,
  shownRows,
  type DeskView,
  type MachineEvent,
} from './terminal-desk.machine.ts'

const rows = Array.from({ length: 30 }, (_, n) => deskRow(n))
const frameOf = (change: Partial<DeskFrame> = {}): DeskFrame => ({
  ...new ScriptedDesk(rows).frame(),
  ...change,
})
const DESK: Desk = Desk.parse({
  ...frameOf(),
  merchant: { id: 'm1', name: 'Corner Repair' },
  environment: 'sandbox',
  currency: 'USD',
  person: 'mia',
  rights: ['view'],
  timeZone: 'UTC',
})
const after = (...events: readonly MachineEvent[]): DeskView => events.reduce(reduce, EMPTY)
const READ: MachineEvent = { type: 'read', desk: DESK }

/** The second page, with these rows. */
function listed(shown: readonly DeskRow[], ...events: readonly MachineEvent[]): DeskView {
  const view = after(READ, { type: 'wished', wish: { cursors: ['1.25'] } })
  const page = { sales: [...shown], cursor: null, nowMs: DESK.nowMs }
  return events.reduce(reduce, reduce(view, { type: 'listed', wish: view.wish, page }))
}

test('the phase follows the first read', () => {
  assert.equal(phaseOf(EMPTY), 'loading')
  assert.equal(phaseOf(after({ type: 'failed', action: 'load', code: 'network' })), 'fault')
  assert.equal(phaseOf(after({ type: 'failed', action: 'load', code: 'network' }, READ)), 'ready')
  // A failed page does not hide the day.
  assert.equal(phaseOf(after(READ, { type: 'failed', action: 'list', code: 'network' })), 'ready')
})

test('the first page comes with the desk, and every other page is read', () => {
  const of = EMPTY.wish
  const { latest, cursor } = DESK
  assert.deepEqual(shownRows(after(READ)), { rows: latest, of, cursor, loading: false })
  const wished = after(READ, { type: 'wished', wish: { cursors: ['1.25'] } })
  assert.ok(!isFirstPage(wished.wish))
  // Until it is there, the rows before stay visible.
  assert.deepEqual(shownRows(wished), { rows: latest, of, cursor: null, loading: true })
  const second = listed(rows.slice(25))
  assert.deepEqual(shownRows(second), {
    rows: rows.slice(25),
    of: second.wish,
    cursor: null,
    loading: false,
  })
})

test('an earlier page stays visible while the next one loads', () => {
  const page = listed(rows.slice(25))
  const next = reduce(page, { type: 'wished', wish: { search: 'x', cursors: [] } })
  assert.deepEqual(shownRows(next), { rows: rows.slice(25), of: page.wish, cursor: null, loading: true })
})

test('a page that failed to load leaves the rows before with their own place, and nothing older to go to', () => {
  const second = reduce(listed(rows.slice(0, 25)), { type: 'wished', wish: { cursors: ['1.25', '1.50'] } })
  const { of, cursor } = shownRows(reduce(second, { type: 'failed', action: 'list', code: 'network' }))
  assert.deepEqual([of.cursors.length, cursor], [1, null])
})

test('rows of an earlier search are not shown while the second page of the day loads', () => {
  const found = listed(rows.slice(25), { type: 'wished', wish: { search: 'x', cursors: [] } })
  const whole = reduce(found, { type: 'wished', wish: { search: '', cursors: [] } })
  assert.deepEqual(
    shownRows(reduce(whole, { type: 'wished', wish: { cursors: ['1.25'] } })).rows,
    DESK.latest,
  )
})

test('D-130 news leave an opened refund open, and another day closes it', () => {
  const refunding = { sale: deskRow(0), remainingMinor: 4_200, reference: 'refund-1' }
  const opened = after(READ, { type: 'refunding', refunding }, { type: 'frame', frame: frameOf() })
  assert.deepEqual(opened.refunding, refunding)
  assert.equal(reduce(opened, { type: 'wished', wish: { day: '2026-11-22' } }).refunding, null)
  assert.equal(reduce(opened, { type: 'refunding', refunding: null }).refunding, null)
})

test('another day forgets the rows of the one before, another search does not', () => {
  const opened: MachineEvent = { type: 'opened', id: 'sale_1' }
  const day = listed(rows.slice(25), opened, { type: 'wished', wish: { day: '2026-11-22', cursors: [] } })
  assert.deepEqual([day.desk, day.listed, day.opened, phaseOf(day)], [null, null, null, 'loading'])
  const search = listed(rows.slice(25), { type: 'wished', wish: { search: 'x' } })
  assert.notEqual(search.desk, null)
})

test('a frame replaces the day and updates rows of other pages by their version', () => {
  const running = deskRow(26, { state: 'started', version: 3 })
  const newer = { ...running, state: 'approved' as const, version: 4 }
  const older = { ...running, state: 'sending' as const, version: 2 }
  const view = listed([running], { type: 'frame', frame: frameOf({ latest: [newer], nowMs: 77 }) })
  assert.deepEqual(view.listed?.rows, [newer])
  assert.deepEqual([view.desk?.latest, view.heardAtMs, view.desk?.person], [[newer], 77, 'mia'])
  assert.deepEqual(listed([newer], { type: 'frame', frame: frameOf({ latest: [older] }) }).listed?.rows, [
    newer,
  ])
  // Without a desk there is no day that a frame could belong to.
  assert.equal(after({ type: 'frame', frame: frameOf() }).desk, null)
})

test('D-117 a row of another page that is open no longer is read', () => {
  const running = deskRow(26, { state: 'started' })
  const known = deskRow(27, { state: 'in_doubt' })
  const view = listed([running, known, deskRow(28)], {
    type: 'frame',
    frame: frameOf({ open: [known], openCount: 1 }),
  })
  assert.deepEqual(endedRows(view), [running.id])
  const cut = reduce(view, { type: 'frame', frame: frameOf({ open: [known], openCount: 300 }) })
  assert.deepEqual(endedRows(cut), [])
  assert.deepEqual(endedRows(after(READ)), [])
})

test('a row that was settled leaves the open sales and stays in the list', () => {
  const open = doubted(1)
  const view = after(
    READ,
    { type: 'frame', frame: frameOf({ open: [open], openCount: 1, latest: [open, ...rows.slice(0, 2)] }) },
    { type: 'settling', row: open },
    { type: 'row', row: { ...open, state: 'approved', version: 6 } },
    { type: 'settled', note: { kind: 'good', text: 'Done' } },
  )
  assert.deepEqual([view.desk?.open, view.desk?.openCount, view.settling], [[], 0, null])
  assert.equal(view.desk?.latest[0]?.state, 'approved')
  assert.deepEqual(view.note, { kind: 'good', text: 'Done' })
  assert.equal(reduce(view, { type: 'wished', wish: { search: 'x' } }).note, null)
})

test('the link of the page is lost and comes back with news', () => {
  const lost = after(READ, { type: 'linked', alive: false })
  assert.ok(!lost.alive)
  assert.ok(reduce(lost, { type: 'frame', frame: frameOf() }).alive)
})

test('the number of rows of a day is the sum of its totals', () => {
  assert.equal(countOf(DESK.totals), 30)
  assert.equal(countOf([]), 0)
})

test('neighbouring days cross months and years', () => {
  assert.deepEqual(
    [otherDay('2026-03-01', -1), otherDay('2024-02-28', 1), otherDay('2026-12-31', 1)],
    ['2026-02-28', '2024-02-29', '2027-01-01'],
  )
})
