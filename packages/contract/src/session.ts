// A session of the cloud terminal API (§2.2) with its transaction result (§2.3): states, request rules, and
// the written form in both dialects (D-01, D-10). `outcome.ts` interprets an answer for a sale.
import * as z from 'zod/mini'
import type { Currency } from './currency.ts'
import { wireDecimal, wireNumber } from './money.ts'
import { pathText } from './path-text.ts'

/** Session states: two live ones, then five final ones. */
export const SESSION_STATUSES = [
  'INITIATING',
  'IN_PROGRESS',
  'COMPLETED',
  'TIMEOUT',
  'ERROR',
  'USER_CANCELLED',
  'API_CANCELLED',
] as const

/** The status of a session, one of {@link SESSION_STATUSES}. */
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** Final session states, which never change. */
export const FINAL_SESSION_STATUSES = [
  'COMPLETED',
  'TIMEOUT',
  'ERROR',
  'USER_CANCELLED',
  'API_CANCELLED',
] as const

/** Possible outcomes of a transaction. */
export const TRANSACTION_STATUSES = ['approved', 'declined', 'timeout', 'error'] as const

/** The outcome of a transaction, one of {@link TRANSACTION_STATUSES}. */
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/** Commands that start a transaction. */
export const COMMANDS = ['cc:sale', 'cc:credit'] as const

/** A command of the terminal API, one of {@link COMMANDS}. */
export type Command = (typeof COMMANDS)[number]

/** Progress of a live session at the terminal; a strict service omits it. */
export const SESSION_PROGRESS = ['waiting_for_card', 'authorizing'] as const

/** Progress of a live session; see {@link SESSION_PROGRESS}. */
export type SessionProgress = (typeof SESSION_PROGRESS)[number]

/** `xExternalRequestID`: 1–64 printable characters that fit into a path. */
export const ExternalId = /* @__PURE__ */ pathText(64)

/** Name and version of the calling software: 1–64 printable characters. */
export const SoftwareText = z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u))

/** Card data from the reader; never a card number. */
export interface CardSeen {
  readonly brand: string
  readonly lastFour: string
  readonly entry: 'tap' | 'dip' | 'swipe'
}

/** Status, references, code, message and card of a final session. */
export interface TransactionResult {
  readonly status: TransactionStatus
  /** Cross-reference number; `null` if the processor was never reached. */
  readonly xRefNum: string | null
  readonly responseCode: string | null
  readonly approvalCode: string | null
  /** One sentence for people, for example `Insufficient funds`. */
  readonly message: string | null
  /** Time of completion in ms since 1970 (written as RFC 3339 UTC). */
  readonly completedAtMs: number
  readonly card: CardSeen | null
}

/** A session in the service's internal form. */
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
  /** The custom payload of the initiate, returned unchanged. */
  readonly custom: Readonly<Record<string, unknown>>
}

const GATEWAY_STATUSES = {
  approved: 'Approved',
  declined: 'Declined',
  timeout: 'Timeout',
  error: 'Error',
} as const

/** Formats a time as RFC 3339 UTC without fractions. */
export const writeDate = (atMs: number): string => new Date(atMs).toISOString().replace(/\.\d{3}Z$/, 'Z')

/** Members of the nested result. */
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
 * Formats a session with both spellings. `status` at the top is the session's, the transaction's is in
 * `transactionResult`. `xRefnum` is the reference of this call, never the transaction's.
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
          xGatewayStatus: GATEWAY_STATUSES[result.status],
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

/** A Session object in an answer. */
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
