// The rows of the ledger as the machine sees them. Times are integer ms since 1970 on the store's clock, money is integer
// minor units. `ledger/tables.ts` maps them to SQL.
import type { Currency, SaleEventType, SaleKind, SaleReason, SaleState } from '@tapboard/contract'
import { NO_LEASE, type Leased } from '../../durable/lease.ts'
import type { AttemptGroup } from '../../token/access.ts'

/** Pace of looks at an ended sale: `close` after a person's attestation, `wide` after the upstream's end. */
export type Pace = 'close' | 'wide'

/** One attempt of an order to pay, or of a refund to pay a sale back. */
export interface SaleRow extends Leased {
  readonly id: string
  readonly merchant: string
  /** The upstream of the device and the session. */
  readonly upstream: string
  readonly kind: SaleKind
  readonly orderRef: string
  /** ID of the sale that a refund pays back; `null` for a sale. */
  readonly refundOf: string | null
  /** The host's reference of the refund; `null` for a sale. */
  readonly refundRef: string | null
  /** xRefNum of the refunded sale, sent upstream with a refund; `null` for a sale. */
  readonly creditReference: string | null
  /** The host's ID of the person who refunds; `null` for a sale. */
  readonly requestedBy: string | null
  readonly attempt: number
  readonly idempotencyKey: string
  /** SHA-256 of the request, to detect the same key with another request. */
  readonly requestHash: string
  /** The `xExternalRequestID` of the session, which a look-up finds. */
  readonly externalId: string
  readonly sessionId: string | null
  readonly deviceId: string
  readonly deviceName: string
  readonly deviceMake: string
  readonly deviceSerialEnding: string
  readonly amountMinor: number
  readonly currency: Currency
  readonly state: SaleState
  readonly reason: SaleReason | null
  readonly message: string | null
  readonly phase: 'contacting' | 'present_card' | 'authorizing'
  readonly stillWaiting: boolean
  readonly cancelRequested: boolean
  /** Claimed sends, including the one in progress. */
  readonly sendCount: number
  /** True after a send with an unknown result. Then "not sent" and "rejected" of a resend prove nothing. */
  readonly sendDoubted: boolean
  /** Number of the last event; every write compares it. */
  readonly version: number
  /** Hash of the last event: the head of the chain. */
  readonly eventHash: string
  readonly orderHold: boolean
  readonly deviceHold: boolean
  readonly firstSentAtMs: number | null
  readonly sendDeadlineMs: number | null
  /**
   * No byte of an initiate is written at or after this time: 15 s after the press, in store time. `null` in rows of
   * versions without this deadline.
   */
  readonly deadlineAtMs: number | null
  readonly deviceFreeAtMs: number | null
  readonly softAtMs: number | null
  readonly hardAtMs: number | null
  readonly doubtedAtMs: number | null
  /** Unconfirmed evidence of the last reads. */
  readonly seen: string | null
  readonly seenCount: number
  readonly seenFirstMs: number | null
  /** Time since which the owner has no usable answer from the upstream; written only on a change. */
  readonly staleSinceMs: number | null
  readonly reference: string | null
  readonly approvalCode: string | null
  readonly card: string | null
  readonly byWhom: 'upstream' | 'person' | null
  readonly person: string | null
  /** An earlier attempt of the order that a late result shows as paid. */
  readonly conflictWith: string | null
  readonly createdAtMs: number
  readonly settledAtMs: number | null
}

/** One event of a sale; append-only, each hash covers the previous one. */
export interface SaleEventRow {
  readonly saleId: string
  readonly number: number
  readonly type: SaleEventType
  readonly fromState: SaleState | null
  readonly toState: SaleState
  readonly reason: SaleReason | null
  readonly atMs: number
  /** The person who attested, or who requested the refund, if the event is an attestation or a new refund. */
  readonly person: string | null
  /** The public sale after the event, as JSON. */
  readonly snapshot: string
  readonly prevHash: string
  readonly hash: string
}

/** An ended sale with a follow-up; deleted when the follow-up ends. */
export interface FollowUpRow extends Leased {
  readonly saleId: string
  readonly pace: Pace
  /** Time of the end; its age determines the interval. */
  readonly sinceMs: number
  readonly nextAtMs: number
}

/** The attempts that a row belongs to. */
export const groupOf = ({
  merchant,
  orderRef: order,
  refundOf: of,
  refundRef: reference,
}: Pick<SaleRow, 'merchant' | 'orderRef' | 'refundOf' | 'refundRef'>): AttemptGroup =>
  of === null || reference === null ? { merchant, order } : { merchant, order, refund: { of, reference } }

/** A sale that holds its order and its device and has not been stored. */
export const emptySale = (): SaleRow => ({
  id: '',
  merchant: '',
  upstream: '',
  kind: 'sale',
  orderRef: '',
  refundOf: null,
  refundRef: null,
  creditReference: null,
  requestedBy: null,
  attempt: 1,
  idempotencyKey: '',
  requestHash: '',
  externalId: '',
  sessionId: null,
  deviceId: '',
  deviceName: '',
  deviceMake: '',
  deviceSerialEnding: '',
  amountMinor: 0,
  currency: 'USD',
  state: 'intent',
  reason: null,
  message: null,
  phase: 'contacting',
  stillWaiting: false,
  cancelRequested: false,
  sendCount: 0,
  sendDoubted: false,
  version: 0,
  eventHash: '',
  orderHold: true,
  deviceHold: true,
  fence: 0,
  ...NO_LEASE,
  nextAtMs: null,
  firstSentAtMs: null,
  sendDeadlineMs: null,
  deadlineAtMs: null,
  deviceFreeAtMs: null,
  softAtMs: null,
  hardAtMs: null,
  doubtedAtMs: null,
  seen: null,
  seenCount: 0,
  seenFirstMs: null,
  staleSinceMs: null,
  reference: null,
  approvalCode: null,
  card: null,
  byWhom: null,
  person: null,
  conflictWith: null,
  createdAtMs: 0,
  settledAtMs: null,
})
