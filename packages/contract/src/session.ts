// A session of the cloud terminal API (§2.2) with its transaction result (§2.3): states, rules of what starts one, and
// how it is written in both dialects (D-01, D-10). What an answer means for a sale, `outcome.ts` judges.
import * as z from 'zod/mini'
import type { Currency } from './currency.ts'
import { wireDecimal, wireNumber } from './money.ts'

/** Session states (D-09): two live ones, then five final ones that never change. */
export const SESSION_STATUSES = [
  'INITIATING',
  'IN_PROGRESS',
  'COMPLETED',
  'TIMEOUT',
  'ERROR',
  'USER_CANCELLED',
  'API_CANCELLED',
] as const

/** A state of D-09. */
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** The final states of D-09. */
export const FINAL_SESSION_STATUSES = [
  'COMPLETED',
  'TIMEOUT',
  'ERROR',
  'USER_CANCELLED',
  'API_CANCELLED',
] as const

/** Transaction outcomes (§3, D-10). */
export const TRANSACTION_STATUSES = ['approved', 'declined', 'timeout', 'error'] as const

/** An outcome of D-10. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/** Transaction commands (D-07). */
export const COMMANDS = ['cc:sale', 'cc:credit', 'cc:authonly'] as const

/** A command of D-07. */
export type Command = (typeof COMMANDS)[number]

/** How far a live session is at the terminal (D-27, absent from a strict service). */
export const SESSION_PROGRESS = ['waiting_for_card', 'authorizing'] as const

/** See {@link SESSION_PROGRESS}. */
export type SessionProgress = (typeof SESSION_PROGRESS)[number]

/** `xExternalRequestID`: 1–64 of letters, digits, `_` and `-` (D-14). */
export const ExternalId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** Name and version of the calling software: 1–64 printable characters. */
export const SoftwareText = z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u))

/** What the card reader saw; never a card number. */
export interface CardSeen {
  readonly brand: string
  readonly lastFour: string
  readonly entry: 'tap' | 'dip' | 'swipe'
}

/** Result of a transaction (§2.3). */
export interface TransactionResult {
  readonly status: TransactionStatus
  /** Cross-reference number; absent when the processor was never reached. */
  readonly xRefNum: string | null
  readonly responseCode: string | null
  readonly approvalCode: string | null
  /** One sentence for people, for example `Insufficient funds`. */
  readonly message: string | null
  /** When it completed, milliseconds since 1970 (written as RFC 3339 UTC, D-13). */
  readonly completedAtMs: number
  readonly card: CardSeen | null
}

/** A session as the service keeps it. */
export interface Session {
  readonly sessionId: string
  readonly deviceId: string
  readonly command: Command
  readonly amountMinor: number
  readonly currency: Currency
  readonly externalId: string
  readonly status: SessionStatus
  readonly progress: SessionProgress | null
  readonly result: TransactionResult | null
  /** Further payload, kept untouched (D-06). */
  readonly custom: Readonly<Record<string, unknown>>
}

const gatewayWords = {
  approved: 'Approved',
  declined: 'Declined',
  timeout: 'Timeout',
  error: 'Error',
} as const

/** RFC 3339 UTC without fractions (D-13). */
export const writeDate = (atMs: number): string => new Date(atMs).toISOString().replace(/\.\d{3}Z$/, 'Z')

/** Members of the result that are present, under both spellings. */
function writeResult(session: Session, result: TransactionResult): Record<string, unknown> {
  const amount = wireNumber(session.amountMinor, session.currency)
  return {
    ...(result.xRefNum === null ? {} : { xRefNum: result.xRefNum }),
    transactionType: session.command,
    amount,
    status: result.status,
    ...(result.approvalCode === null ? {} : { approvalCode: result.approvalCode }),
    ...(result.message === null ? {} : { message: result.message }),
    Date: writeDate(result.completedAtMs),
  }
}

/**
 * Writes a session with both spellings (D-01). The session's own `status` stays at the top, the transaction's in
 * `transactionResult` (D-10). `xRefnum` is the reference of this call, never the transaction's (D-11).
 */
export function writeSession(session: Session, callReference: string): Record<string, unknown> {
  const { result } = session
  const nested = result && writeResult(session, result)
  return {
    sessionId: session.sessionId,
    xSessionId: session.sessionId,
    deviceId: session.deviceId,
    xDeviceId: session.deviceId,
    transactionType: session.command,
    xCommand: session.command,
    amount: wireNumber(session.amountMinor, session.currency),
    xAmount: wireDecimal(session.amountMinor, session.currency),
    xExternalRequestID: session.externalId,
    status: session.status,
    xSessionStatus: session.status,
    ...(session.progress === null ? {} : { xProgress: session.progress }),
    ...session.custom,
    ...(result && nested
      ? {
          ...(result.responseCode === null
            ? {}
            : { responseCode: result.responseCode, xResponseCode: result.responseCode }),
          ...(result.xRefNum === null ? {} : { xRefNum: result.xRefNum, xGatewayRefnum: result.xRefNum }),
          ...(result.approvalCode === null
            ? {}
            : { approvalCode: result.approvalCode, xAuthCode: result.approvalCode }),
          Date: nested['Date'],
          xEnteredDate: nested['Date'],
          xGatewayStatus: gatewayWords[result.status],
          ...(result.status === 'approved'
            ? { xAuthAmount: wireDecimal(session.amountMinor, session.currency) }
            : {}),
          ...(result.card
            ? {
                xCardType: result.card.brand,
                xMaskedCardNumber: `…${result.card.lastFour}`,
                xEntryMethod: result.card.entry,
              }
            : {}),
          ...(result.message === null ? {} : { xGatewayError: result.message }),
          transactionResult: nested,
          xTransactionResult: nested,
        }
      : {}),
    xResult: 'S',
    xStatus: 'Success',
    xError: '',
    xRefnum: callReference,
  }
}

/** A Session object as it is answered (§2.2, D-10). */
export const SessionAnswer = z.looseObject({
  sessionId: z.string(),
  deviceId: z.string(),
  transactionType: z.enum(COMMANDS),
  amount: z.number(),
  status: z.enum(SESSION_STATUSES),
  responseCode: z.optional(z.string()),
  xRefNum: z.optional(z.string()),
  transactionResult: z.optional(
    z.looseObject({
      xRefNum: z.optional(z.string()),
      transactionType: z.enum(COMMANDS),
      amount: z.number(),
      status: z.enum(TRANSACTION_STATUSES),
      approvalCode: z.optional(z.string()),
      Date: z.string(),
    }),
  ),
})
