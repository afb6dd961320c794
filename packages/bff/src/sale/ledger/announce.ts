// Which events of a sale the host's server hears of, and in what words. Pure; that the rows are written with the event's
// own transaction is the ledger's part, telling them `deliverer.ts`.
import type { HostEvent, HostEventType, SaleEventType } from '@tapboard/contract'
import type { SaleRow } from '../machine/row.ts'
import { saleOf, snapshotOf } from '../machine/view.ts'
import { outboxRowOf, type OutboxRow, type Target } from '../../durable/outbox/outbox-row.ts'

const TYPES: Readonly<Partial<Record<SaleEventType, HostEventType>>> = {
  approved: 'sale.approved',
  declined: 'sale.unpaid',
  timed_out: 'sale.unpaid',
  failed: 'sale.unpaid',
  refused: 'sale.unpaid',
  abandoned: 'sale.unpaid',
  doubted: 'sale.in_doubt',
  reviewed: 'sale.review',
  attested_paid: 'sale.resolved',
  attested_unpaid: 'sale.resolved',
}

/** `onSettled` hears of ends, and of a review that takes an end back; of nothing that is still open. */
const isForHook = ({ type, sale }: HostEvent): boolean =>
  type !== 'sale.in_doubt' && (type !== 'sale.review' || sale.reason === 'late_conflict')

/** The event in the host's words; `id` is the same however often it is written. */
const eventOf = (id: string, type: HostEventType, row: SaleRow, atMs: number): HostEvent => ({
  id,
  type,
  atMs,
  merchant: row.merchant,
  order: row.order_ref,
  sale: saleOf(snapshotOf(row), {
    features: null,
    cancelRequested: row.cancel_requested === 1,
    staleSinceMs: null,
    nowMs: atMs,
  }),
})

const rowsOf = (event: HostEvent, targets: readonly Target[]): OutboxRow[] =>
  targets
    .filter((target) => target === 'webhook' || isForHook(event))
    .map((target) => outboxRowOf(event, event.sale.id, target))

/**
 * Is it the doubt that the host was told of already? A doubt ends when the terminal has the sale again or the result is
 * known; a send that is repeated in between leads back to the same one (D-93). `before` is the sale before the event.
 */
export const isSameDoubt = (type: SaleEventType, before: Pick<SaleRow, 'doubted_at_ms'>): boolean =>
  type === 'doubted' && before.doubted_at_ms !== null

/** What is to be told of an event of a sale; `row` is the sale after it. */
export function announce(
  type: SaleEventType,
  row: SaleRow,
  atMs: number,
  targets: readonly Target[],
): OutboxRow[] {
  const told = TYPES[type]
  if (told === undefined || targets.length === 0) return []
  return rowsOf(eventOf(`${row.id}.${row.version}`, told, row, atMs), targets)
}

/** Reminds of a sale that has been in doubt for days; `day` numbers the reminder. */
export const remind = (row: SaleRow, day: number, atMs: number, targets: readonly Target[]): OutboxRow[] =>
  targets.length === 0
    ? []
    : rowsOf(eventOf(`${row.id}.${row.version}.${day}`, 'sale.in_doubt', row, atMs), targets)
