// A row as the page may see it. The snapshot that is stored with an event lacks what depends on the moment of reading
// (`nowMs`) and on configuration (`cancelable`); both are put in when it is shown.
import type { Sale } from '@tapboard/contract'
import type { SaleRow } from './row.ts'

/** A stored snapshot: everything of a {@link Sale} that belongs to the event itself. */
export type Snapshot = Omit<Sale, 'nowMs' | 'cancelable' | 'cancelRequested' | 'staleSinceMs'>

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

/** A snapshot as it is shown now. A cancel may be asked again: the first one may have been lost (D-16). */
export const saleOf = (snapshot: Snapshot, canCancel: boolean, nowMs: number): Sale => ({
  ...snapshot,
  cancelable: canCancel && snapshot.state === 'started',
  cancelRequested: false,
  staleSinceMs: null,
  nowMs,
})
