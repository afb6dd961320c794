// Maps events of a sale to outbox rows for the host's server. Pure. The ledger writes the rows in the event's transaction;
// `deliverer.ts` delivers them.
import type { HostEvent, HostEventType, SaleEventType } from '@tapboard/contract'
import type { SaleRow } from '../machine/row.ts'
import { saleOf, snapshotOf } from '../machine/view.ts'
import { outboxRowOf, type OutboxRow, type Target } from '../../durable/outbox/outbox-row.ts'

/** The last word of a host event of either kind, after the kind. */
type Word = 'approved' | 'unpaid' | 'in_doubt' | 'review' | 'resolved'

const WORDS: Readonly<Partial<Record<SaleEventType, Word>>> = {
  approved: 'approved',
  declined: 'unpaid',
  timed_out: 'unpaid',
  failed: 'unpaid',
  refused: 'unpaid',
  abandoned: 'unpaid',
  doubted: 'in_doubt',
  reviewed: 'review',
  attested_paid: 'resolved',
  attested_unpaid: 'resolved',
}

/** `onSettled` gets ends and a review that revokes an end, but no other open sale. */
const isForHook = ({ sale: { state, reason } }: HostEvent): boolean =>
  state !== 'in_doubt' && (state !== 'review' || reason === 'late_conflict')

/** Builds the host event. `id` is deterministic, so a repeated write is a no-op. */
const eventOf = (id: string, type: HostEventType, row: SaleRow, atMs: number): HostEvent => ({
  id,
  type,
  atMs,
  merchant: row.merchant,
  order: row.orderRef,
  sale: saleOf(snapshotOf(row), {
    features: null,
    cancelRequested: row.cancelRequested,
    staleSinceMs: null,
    nextLookMs: null,
    nowMs: atMs,
  }),
})

const rowsOf = (event: HostEvent, targets: readonly Target[]): OutboxRow[] =>
  targets
    .filter((target) => target === 'webhook' || isForHook(event))
    .map((target) => outboxRowOf(event, event.sale.id, target))

/**
 * Returns true if the host was already notified of this doubt. A doubt ends when a session or the result is known. A
 * resend in between leads back to the same doubt. `before` is the sale before the event.
 */
const isSameDoubt = (type: SaleEventType, before: Pick<SaleRow, 'doubtedAtMs'>): boolean =>
  type === 'doubted' && before.doubtedAtMs !== null

/** Returns the outbox rows for an event; `row` is the sale after it. */
export function announce(
  type: SaleEventType,
  row: SaleRow,
  atMs: number,
  targets: readonly Target[],
): OutboxRow[] {
  const word = WORDS[type]
  if (word === undefined || targets.length === 0) return []
  return rowsOf(eventOf(`${row.id}.${row.version}`, `${row.kind}.${word}`, row, atMs), targets)
}

const announceOtherAmount = (row: SaleRow, atMs: number, targets: readonly Target[]): OutboxRow[] =>
  rowsOf(eventOf(`${row.id}.${row.version}.amount`, 'sale.amount_differs', row, atMs), targets)

/** One event of a sale. */
interface Moved {
  readonly type: SaleEventType
  /** The sale before and after the event. */
  readonly before: SaleRow
  readonly after: SaleRow
  readonly atMs: number
  /** The sale was paid with another amount than that of the newest grant of its order. */
  readonly differs: boolean
}

/** Returns the outbox rows of an event that follows another one; none for a doubt that the host knows already. */
export const announceMove = (
  { type, before, after, atMs, differs }: Moved,
  targets: readonly Target[],
): OutboxRow[] => [
  ...(isSameDoubt(type, before) ? [] : announce(type, after, atMs, targets)),
  ...(differs ? announceOtherAmount(after, atMs, targets) : []),
]

/** Returns the outbox rows of a reminder for a sale in doubt; `day` numbers the reminder. */
export const remind = (row: SaleRow, day: number, atMs: number, targets: readonly Target[]): OutboxRow[] =>
  targets.length === 0
    ? []
    : rowsOf(eventOf(`${row.id}.${row.version}.${day}`, `${row.kind}.in_doubt`, row, atMs), targets)
