// The English texts of <terminal-desk>; those of its later parts load with them. A host overrides any of them through the property
// `strings`. The form to settle a sale has the texts of <terminal-pay>.
import type { SaleReason, SaleState } from '@tapboard/contract'
import type { FaultText } from '../shared/mistakes.ts'
import type { DetailsStrings } from './details.strings.ts'
import type { ExportStrings } from './export.strings.ts'
import type { RefundStrings } from './refund.strings.ts'
import type { SettleStrings } from './settle.strings.ts'

/** States of a row that need a sentence: what is known, and why. */
export type OpenReason = Extract<
  SaleReason,
  | 'no_session'
  | 'session_lost'
  | 'overdue'
  | 'amount_mismatch'
  | 'identity_mismatch'
  | 'contradiction'
  | 'unknown_outcome'
  | 'late_conflict'
>

/** Faults of a read; `otherwise` for the rest. */
export type DeskProblem = FaultText | 'otherwise' | 'forbidden'

/** Amounts, names, numbers and times arrive already formatted. */
export const DESK_ENGLISH = {
  loading: 'Loading sales',
  title: 'Sales',
  test: 'Test mode',
  day: 'Day',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  today: 'Today',
  live: 'Live',
  /** The stream is lost; the time of the last news. */
  notLive: (time: string) => `Not up to date since ${time}. Reconnecting…`,
  totals: 'Totals of the day',
  approved: 'Approved',
  refunded: 'Refunded',
  /** The sum of the approved sales less the refunds. */
  net: 'Net',
  unresolved: 'Unresolved',
  running: 'In progress',
  unpaid: 'Not paid',
  /** Below the total of unresolved sales. */
  notCounted: 'Not counted as paid',
  openNote: 'We do not know if these sales were paid. Do not charge again before you settle them.',
  /** More unresolved sales than the list has. */
  openShown: (shown: string, all: string) => `Showing ${shown} of ${all}`,
  settle: 'Settle',
  /** Accessible name of the button, with the order. */
  settleOrder: (order: string) => `Settle order ${order}`,
  close: 'Close',
  /** A row that pays a sale back, and the button for it. */
  refund: 'Refund',
  askManager: 'A manager can settle this.',
  missingPart: 'A part of this page could not be loaded. Check the connection, or load the page again.',
  search: 'Search',
  searchHint: 'Order, amount, last 4 digits',
  clear: 'Clear',
  time: 'Time',
  order: 'Order',
  amount: 'Amount',
  state: 'Status',
  card: 'Card',
  terminal: 'Terminal',
  details: (order: string) => `Details of order ${order}`,
  empty: 'No sales yet. They appear here as soon as a terminal takes one.',
  emptyDay: 'No sales on this day.',
  notFound: 'No sale matches.',
  /** Exactly an order, a reference, a short reference or an amount. */
  otherDays: (search: string) => `Find exactly ${search} on all days`,
  onAllDays: (search: string) => `Exactly ${search}, on all days`,
  newer: 'Newer',
  older: 'Older',
  page: (page: string) => `Page ${page}`,
  rows: (from: string, to: string, all: string) => `${from}–${to} of ${all}`,
  csv: 'Download CSV',
  print: 'Print',
  tryAgain: 'Try again',
  /** The time of the next try; 0 while a request is out. */
  retrying: (seconds: number) => (seconds ? `Trying again in ${seconds} s` : 'Trying again…'),
  states: {
    intent: 'Starting',
    sending: 'Starting',
    started: 'At the terminal',
    in_doubt: 'Result unknown',
    review: 'Must be checked',
    approved: 'Approved',
    declined: 'Declined',
    timed_out: 'Timed out',
    failed: 'Failed',
    not_started: 'Not started',
    abandoned: 'Not sent',
    closed_unpaid: 'Marked as not paid',
  } satisfies Record<SaleState, string> as Readonly<Record<SaleState, string>>,
  /** A refund in the state `closed_unpaid`. */
  notRefunded: 'Marked as not refunded',
  reasons: {
    no_session: 'We lost the answer of the payment service.',
    session_lost: 'The payment service no longer knows the sale. We keep asking.',
    overdue: 'The terminal gave no result in time. We keep asking.',
    amount_mismatch: 'The terminal gave another amount.',
    identity_mismatch: 'This is the answer to another sale.',
    contradiction: 'The answer contradicts itself.',
    unknown_outcome: 'We do not know this answer of the payment service.',
    late_conflict: 'A later answer of the payment service contradicts the first one.',
  } satisfies Record<OpenReason, string> as Readonly<Record<string, string>>,
  problems: {
    network: 'The server cannot be reached. Check the connection.',
    'token-unreachable': 'This page cannot reach its server. Check the connection.',
    'token-unauthorized': 'You are signed out, or may not see the sales. Sign in again.',
    'token-unavailable': 'The payment server is not ready right now.',
    'token-limited': 'The payment server is busy: too many requests at once.',
    forbidden: 'You may not see the sales. Ask a manager.',
    setup: 'This page is not set up. Ask the company that runs it.',
    otherwise: 'Something went wrong. Try again in a moment.',
  } satisfies Record<DeskProblem, string> as Readonly<Record<string, string>>,
}

/** Texts that are always there. */
export type BaseStrings = typeof DESK_ENGLISH

/** The texts that a dictionary must give. */
export type DeskStrings = BaseStrings & DetailsStrings & ExportStrings & RefundStrings & SettleStrings
