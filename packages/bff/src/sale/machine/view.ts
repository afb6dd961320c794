// Converts a row to the public sale. The stored snapshot of an event omits values that depend on the time of reading
// (`nowMs`) and on configuration (`cancelable`). `saleOf` adds them.
import type { Sale } from '@tapboard/contract'
import type { UpstreamFeatures } from '../../upstream/terminal/merchant.ts'
import type { SaleRow } from './row.ts'
import { expectsNews } from './staleness.ts'

/** A stored snapshot: the members of a {@link Sale} that belong to the event. */
export type Snapshot = Omit<
  Sale,
  'nowMs' | 'cancelable' | 'checkable' | 'cancelRequested' | 'staleSinceMs' | 'nextAskAtMs'
>

/** Returns the snapshot of a row, as an event stores it. */
export const snapshotOf = (row: SaleRow): Snapshot => ({
  id: row.id,
  kind: row.kind,
  refundOf: row.refundOf,
  refund: row.refundRef,
  order: row.orderRef,
  attempt: row.attempt,
  state: row.state,
  reason: row.reason,
  message: row.message,
  phase: row.phase,
  stillWaiting: row.stillWaiting,
  amountMinor: row.amountMinor,
  currency: row.currency,
  device: {
    id: row.deviceId,
    name: row.deviceName,
    make: row.deviceMake,
    serialEnding: row.deviceSerialEnding,
  },
  externalId: row.externalId,
  sessionId: row.sessionId,
  reference: row.reference,
  approvalCode: row.approvalCode,
  card: row.card,
  by: row.byWhom,
  createdAtMs: row.createdAtMs,
  settledAtMs: row.settledAtMs,
  conflictWith: row.conflictWith,
  // In review the device is free for other sales, but a person may decide only after the fence (rules 20 and 21).
  deviceFreeAtMs: row.deviceHold || row.state === 'review' ? row.deviceFreeAtMs : null,
  version: row.version,
})

/** Returns true if an upstream with these features can be asked for the result of the sale. */
const canBeAsked = (
  { state, sessionId }: Pick<Sale, 'state' | 'sessionId'>,
  { lookup, repeat }: Pick<UpstreamFeatures, 'lookup' | 'repeat'>,
): boolean =>
  sessionId === null
    ? state === 'in_doubt' && (lookup !== 'none' || repeat !== 'unknown')
    : state === 'started' || state === 'in_doubt'

/** Returns the time of the next look at a sale in doubt, from its row. While the runner looks, it is in the past. */
export const nextLookMs = ({ state, nextAtMs }: Pick<SaleRow, 'state' | 'nextAtMs'>): number | null =>
  state === 'in_doubt' ? nextAtMs : null

/** The inputs of {@link saleOf} beside the snapshot. */
export interface SaleViewInputs {
  /** Features of the merchant's upstream; `null` if the reader is not a page or the merchant is not configured. */
  readonly features: Pick<UpstreamFeatures, 'cancel' | 'lookup' | 'repeat'> | null
  readonly cancelRequested: boolean
  /** Time since which the sale is stale. */
  readonly staleSinceMs: number | null
  /** Time of the next look of the runner; see {@link nextLookMs}. */
  readonly nextLookMs: number | null
  readonly nowMs: number
}

/** Returns the inputs that come from the row. */
export const viewInputsOf = (
  row: Pick<SaleRow, 'cancelRequested' | 'state' | 'nextAtMs'>,
  staleSinceMs: number | null,
): Omit<SaleViewInputs, 'features' | 'nowMs'> => ({
  cancelRequested: row.cancelRequested,
  staleSinceMs,
  nextLookMs: nextLookMs(row),
})

/** Returns the public sale. A cancel may be requested again: the first request may have been lost. */
export const saleOf = (
  snapshot: Snapshot,
  { features, cancelRequested, staleSinceMs, nextLookMs, nowMs }: SaleViewInputs,
): Sale => ({
  ...snapshot,
  cancelable: features?.cancel === true && snapshot.state === 'started',
  checkable: features !== null && canBeAsked(snapshot, features),
  nextAskAtMs:
    snapshot.state === 'in_doubt' && features !== null && canBeAsked(snapshot, features) ? nextLookMs : null,
  cancelRequested,
  // A time in the future dates from before the clock was set back (D-92).
  staleSinceMs: expectsNews(snapshot) && staleSinceMs !== null ? Math.min(staleSinceMs, nowMs) : null,
  nowMs,
})
