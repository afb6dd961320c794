// The state of <terminal-desk> and its steps. The BFF's frames are complete, so the newest one replaces the one before; rows of other
// pages are updated by their version. Pure.
import type { Desk, DeskFrame, DeskPage, DeskRow, DeskTotals, SaleState } from '@tapboard/contract'
import type { FaultCode } from '../shared/fault.ts'

/** The phase of the element; its state of CSS has this name. */
export type Phase = 'loading' | 'fault' | 'ready'

/** What the person looks at. */
export interface Wish {
  /** `YYYY-MM-DD`; `null` = the present day. */
  readonly day: string | null
  /** The typed search without blanks at its ends. */
  readonly search: string
  /** Exactly an order, a reference, a short reference or an amount of any day, instead of a day. */
  readonly exact: string | null
  /** Cursors of the pages before this one; empty on the first page. */
  readonly cursors: readonly string[]
}

/** A page that is not the first one of the day. */
interface Listed {
  readonly wish: Wish
  readonly rows: readonly DeskRow[]
  readonly cursor: string | null
}

/** A refund that a person has opened. */
export interface Refunding {
  readonly sale: DeskRow
  /** The part of the sale that was not refunded. */
  readonly remainingMinor: number
  /** The reference that this page suggests for the refund. */
  readonly reference: string
}

/** Reason of a failed read. */
interface Fault {
  readonly action: 'load' | 'list'
  readonly code: FaultCode
}

/** A note about the last decision of the person. */
export interface Note {
  readonly kind: 'good' | 'warn'
  readonly text: string
}

/** All data that selects the screen. */
export interface DeskView {
  /** `null` before the first read, and after a change of the day until it is read. */
  readonly desk: Desk | null
  readonly wish: Wish
  /** The last read page; it may belong to an earlier wish while the next one loads. */
  readonly listed: Listed | null
  /** ID of the row whose details are shown. */
  readonly opened: string | null
  /** The sale that is being settled. Its result may arrive by the stream before the answer to the person does. */
  readonly settling: DeskRow | null
  /** The refund that is shown in place of the list, so that news of other sales moves nothing under the hands of the person. */
  readonly refunding: Refunding | null
  readonly note: Note | null
  /** The connection to the BFF works. */
  readonly alive: boolean
  /** BFF time of the last news. */
  readonly heardAtMs: number
  readonly fault: Fault | null
}

const FIRST: Wish = { day: null, search: '', exact: null, cursors: [] }

/** The state before the first read. */
export const EMPTY: DeskView = {
  desk: null,
  wish: FIRST,
  listed: null,
  opened: null,
  settling: null,
  refunding: null,
  note: null,
  alive: true,
  heardAtMs: 0,
  fault: null,
}

/** An event that the machine reduces. */
export type MachineEvent =
  | { readonly type: 'read'; readonly desk: Desk }
  | { readonly type: 'frame'; readonly frame: DeskFrame }
  | { readonly type: 'listed'; readonly wish: Wish; readonly page: DeskPage }
  | { readonly type: 'row'; readonly row: DeskRow }
  | { readonly type: 'failed'; readonly action: Fault['action']; readonly code: FaultCode }
  | { readonly type: 'wished'; readonly wish: Partial<Wish> }
  | { readonly type: 'opened'; readonly id: string | null }
  | { readonly type: 'settling'; readonly row: DeskRow | null }
  | { readonly type: 'settled'; readonly note: Note }
  | { readonly type: 'refunding'; readonly refunding: Refunding | null }
  | { readonly type: 'linked'; readonly alive: boolean }

const UNRESOLVED: ReadonlySet<SaleState> = new Set<SaleState>(['in_doubt', 'review'])
/** States with an open outcome. */
export const OPEN: ReadonlySet<SaleState> = /* @__PURE__ */ new Set<SaleState>([
  ...UNRESOLVED,
  'intent',
  'sending',
  'started',
])

/** The result of the sale is unknown, and a person may have to settle it. */
export const isUnresolved = ({ state }: DeskRow): boolean => UNRESOLVED.has(state)

/** The first page of a day comes with the desk; every other page is read. */
export const isFirstPage = ({ search, exact, cursors }: Wish): boolean =>
  !search && exact === null && !cursors.length

/** Rows with the newest version of each. */
function renewed(rows: readonly DeskRow[], news: readonly DeskRow[]): readonly DeskRow[] {
  const newest = new Map(news.map((row) => [row.id, row]))
  return rows.map((row) => {
    const next = newest.get(row.id)
    return next && next.version > row.version ? next : row
  })
}

const withNews = (view: DeskView, news: readonly DeskRow[]): DeskView =>
  view.listed ? { ...view, listed: { ...view.listed, rows: renewed(view.listed.rows, news) } } : view

function framed(view: DeskView, frame: DeskFrame): DeskView {
  const { desk } = view
  if (!desk) return view
  const seen = withNews(view, [...frame.open, ...frame.latest])
  return { ...seen, desk: { ...desk, ...frame }, alive: true, heardAtMs: frame.nowMs }
}

/** Replaces one row wherever it is shown. */
function withRow(view: DeskView, row: DeskRow): DeskView {
  const seen = withNews(view, [row])
  if (!seen.desk) return seen
  const { open, latest } = seen.desk
  const stillOpen = renewed(open, [row]).filter(({ state }) => OPEN.has(state))
  const openCount = seen.desk.openCount - (open.length - stillOpen.length)
  const desk = { ...seen.desk, open: [...stillOpen], openCount, latest: [...renewed(latest, [row])] }
  return { ...seen, desk }
}

/** One step of the state. */
export function reduce(view: DeskView, event: MachineEvent): DeskView {
  switch (event.type) {
    case 'read':
      return { ...view, desk: event.desk, alive: true, heardAtMs: event.desk.nowMs, fault: null }
    case 'frame':
      return framed(view, event.frame)
    case 'listed': {
      const { wish, page } = event
      return { ...view, listed: { wish, rows: page.sales, cursor: page.cursor }, fault: null }
    }
    case 'row':
      return withRow(view, event.row)
    case 'failed':
      return { ...view, fault: { action: event.action, code: event.code } }
    case 'wished': {
      const wish = { ...view.wish, ...event.wish }
      const isOtherDay = wish.day !== view.wish.day
      return {
        ...view,
        wish,
        opened: null,
        note: null,
        fault: null,
        // Rows of an earlier search are no rows of the next page.
        ...(isFirstPage(wish) ? { listed: null } : {}),
        ...(isOtherDay ? { desk: null, listed: null, settling: null, refunding: null } : {}),
      }
    }
    case 'opened':
      return { ...view, opened: event.id }
    case 'settling':
      return { ...view, settling: event.row, note: null }
    case 'settled':
      return { ...view, settling: null, note: event.note }
    case 'refunding':
      return { ...view, refunding: event.refunding, note: null }
    case 'linked':
      return { ...view, alive: event.alive }
  }
}

/** Returns the phase: the desk stays visible during a fault. */
export const phaseOf = ({ desk, fault }: DeskView): Phase => (desk ? 'ready' : fault ? 'fault' : 'loading')

/** The shown rows, the wish that they answer, the cursor of the next page, and whether the rows of the present wish are still loading. */
export function shownRows({ desk, listed, wish }: DeskView): {
  readonly rows: readonly DeskRow[]
  readonly of: Wish
  readonly cursor: string | null
  readonly loading: boolean
} {
  if (!isFirstPage(wish) && listed) {
    const loading = listed.wish !== wish
    return { rows: listed.rows, of: listed.wish, cursor: loading ? null : listed.cursor, loading }
  }
  const loading = !desk || !isFirstPage(wish)
  const of = { ...FIRST, day: wish.day }
  return { rows: desk?.latest ?? [], of, cursor: loading ? null : desk.cursor, loading }
}

/** Number of rows of the day. */
export const countOf = (totals: readonly DeskTotals[]): number =>
  totals.reduce(
    (sum, { sales, unresolved, running, unpaid, refunds }) =>
      [sales, unresolved, running, unpaid, ...Object.values(refunds)].reduce(
        (all, { count }) => all + count,
        sum,
      ),
    0,
  )

/** The neighbour of a day of the calendar. */
export const otherDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
