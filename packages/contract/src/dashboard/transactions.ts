// Routes of transactions: the sessions of an account with their results.
import * as z from 'zod/mini'
import { CURRENCIES } from '../currency.ts'
import { COMMANDS } from '../session.ts'
import type { DashboardRoute } from './route.ts'

/** State of a transaction for people: the result, or that it is running. */
export const TRANSACTION_STATES = [
  'running',
  'approved',
  'declined',
  'cancelled',
  'timeout',
  'error',
] as const

/** State of a transaction for people. */
export type TransactionState = (typeof TRANSACTION_STATES)[number]

/** Rows of one page of the list. */
export const TRANSACTION_ROWS = 50

/** Rows of a CSV file; a longer period needs several files. */
export const CSV_ROWS = 10_000

const whole = z.string().check(z.regex(/^\d{1,15}$/))
const optionalId = z.optional(z.string().check(z.maxLength(64)))

/** Query of the list and of the CSV file. Times are milliseconds since 1970. */
const filters = {
  from: whole,
  to: whole,
  state: z.optional(z.enum(TRANSACTION_STATES)),
  terminal: optionalId,
  /** Part of an order number or an external ID, a reference, an approval code, or the last four digits of a card. */
  search: z.optional(z.string().check(z.maxLength(64))),
}

/** The filters of a list of transactions, each optional. */
export type TransactionFilters = z.output<ReturnType<typeof z.strictObject<typeof filters>>>

/** A transaction in the list. */
const row = {
  id: z.string(),
  terminalId: z.string(),
  terminalName: z.string(),
  externalId: z.string(),
  /** The merchant's order number: `xInvoice` of the request that started it; `null` without one. */
  order: z.nullable(z.string()),
  command: z.enum(COMMANDS),
  /** Amount with its decimals, for example `42.00`. */
  amount: z.string(),
  currency: z.enum(CURRENCIES),
  state: z.enum(TRANSACTION_STATES),
  xRefNum: z.nullable(z.string()),
  card: z.nullable(z.strictObject({ brand: z.string(), lastFour: z.string(), entry: z.string() })),
  createdAtMs: z.number(),
}

/** A transaction in the list. */
export const Transaction = z.strictObject(row)

/** A transaction in the list. */
export type Transaction = z.output<typeof Transaction>

/** A step of a session. */
export const Step = z.strictObject({
  /** Event of the session, for example `card_presented`. */
  event: z.string(),
  status: z.string(),
  atMs: z.number(),
})

/** A transaction with everything about it. */
export const Story = z.strictObject({
  ...row,
  /** The status of the session, as the terminal API reports it. */
  status: z.string(),
  serial: z.string(),
  model: z.string(),
  softwareName: z.string(),
  softwareVersion: z.string(),
  responseCode: z.nullable(z.string()),
  approvalCode: z.nullable(z.string()),
  message: z.nullable(z.string()),
  completedAtMs: z.nullable(z.number()),
  /** The xRefNum of the sale that a credit pays back; `null` without one. */
  creditOf: z.nullable(z.string()),
  /** Reversal of a charge whose answer did not arrive in time; `null` without one. */
  reversal: z.nullable(z.enum(['pending', 'done'])),
  custom: z.record(z.string(), z.unknown()),
  steps: z.array(Step),
})

/** A transaction with everything about it. */
export type Story = z.output<typeof Story>

/** Number and sum of the approved transactions in a period; credits are subtracted. */
export const Totals = z.strictObject({
  transactions: z.number(),
  approved: z.number(),
  /** Decimal text; it may be negative. */
  amount: z.string(),
  currency: z.enum(CURRENCIES),
})

const listTransactions = {
  method: 'GET',
  path: '/transactions',
  role: 'viewer',
  query: z.strictObject({ ...filters, after: z.optional(z.string().check(z.maxLength(64))) }),
  answer: z.strictObject({
    transactions: z.array(Transaction),
    totals: Totals,
    /** Value of `after` for the next page; `null`: no more rows. */
    next: z.nullable(z.string()),
  }),
} as const satisfies DashboardRoute

/** Reads a transaction by the ID of its session or by its xRefNum. */
const readTransaction = {
  method: 'GET',
  path: '/transactions/{id}',
  role: 'viewer',
  answer: Story,
} as const satisfies DashboardRoute

const exportTransactions = {
  method: 'GET',
  path: '/transactions.csv',
  role: 'viewer',
  query: z.strictObject(filters),
  answer: 'csv',
} as const satisfies DashboardRoute

/** Streams a notice for each change of a session or terminal of the account. */
const watch = {
  method: 'GET',
  path: '/events',
  role: 'viewer',
  answer: 'event-stream',
} as const satisfies DashboardRoute

export const TRANSACTION_ROUTES = { listTransactions, readTransaction, exportTransactions, watch } as const
