// A row as the page may see it. The snapshot that is stored with an event lacks what depends on the moment of reading
// (`nowMs`) and on configuration (`cancelable`); those are put in when it is shown.
import type { Sale } from '@tapboard/contract'
import type { UpstreamFeatures } from '../../upstream/terminal/merchant.ts'
import type { SaleRow } from './row.ts'
import { expectsNews } from './sight.ts'

/** A stored snapshot: everything of a {@link Sale} that belongs to the event itself. */
export type Snapshot = Omit<Sale, 'nowMs' | 'cancelable' | 'checkable' | 'cancelRequested' | 'staleSinceMs'>

/** The snapshot of a row. */
export const snapshotOf = (row: SaleRow): Snapshot => ({
  id: row.id,
  order: row.order_ref,
  attempt: row.attempt,
  state: row.state,
  reason: row.reason,
  message: row.message,
  phase: row.phase,
  stillWaiting: row.still_waiting === 1,
  amountMinor: row.amount_minor,
  currency: row.currency,
  device: {
    id: row.device_id,
    name: row.device_name,
    make: row.device_make,
    serialEnding: row.device_serial_ending,
  },
  externalId: row.external_id,
  sessionId: row.session_id,
  reference: row.reference,
  approvalCode: row.approval_code,
  card: row.card,
  by: row.by_whom,
  createdAtMs: row.created_at_ms,
  settledAtMs: row.settled_at_ms,
  conflictWith: row.conflict_with,
  // In review the device is free for others, but a person may still decide only after the fence (rules 20 and 21).
  deviceFreeAtMs: row.device_hold === 1 || row.state === 'review' ? row.device_free_at_ms : null,
  version: row.version,
})

/** Can an upstream with these features be asked what became of the sale? */
export const canBeAsked = (
  { state, sessionId }: Pick<Sale, 'state' | 'sessionId'>,
  { lookup, repeat }: Pick<UpstreamFeatures, 'lookup' | 'repeat'>,
): boolean =>
  sessionId === null
    ? state === 'in_doubt' && (lookup !== 'none' || repeat !== 'unknown')
    : state === 'started' || state === 'in_doubt'

/** What a snapshot is shown with, besides itself. */
export interface Shown {
  /** Of the merchant's upstream; `null` where a page is not what is shown to, or the merchant is not configured. */
  readonly features: Pick<UpstreamFeatures, 'cancel' | 'lookup' | 'repeat'> | null
  readonly cancelRequested: boolean
  /** Since when nobody has had news of it (D-91). */
  readonly staleSinceMs: number | null
  readonly nowMs: number
}

/** A snapshot as it is shown now. A cancel may be asked again: the first one may have been lost (D-16). */
export const saleOf = (
  snapshot: Snapshot,
  { features, cancelRequested, staleSinceMs, nowMs }: Shown,
): Sale => ({
  ...snapshot,
  cancelable: features?.cancel === true && snapshot.state === 'started',
  checkable: features !== null && canBeAsked(snapshot, features),
  cancelRequested,
  // A moment to come is from before the clock was set back (D-92).
  staleSinceMs: expectsNews(snapshot) && staleSinceMs !== null ? Math.min(staleSinceMs, nowMs) : null,
  nowMs,
})
