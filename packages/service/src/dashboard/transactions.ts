// Handlers of transactions: the list of a period, the story of one session, CSV, and the stream of changes.
import { formatDecimal, type Currency } from '@tapboard/contract'
import {
  CSV_ROWS,
  TRANSACTION_ROWS,
  type Story,
  type Transaction,
  type TRANSACTION_ROUTES,
} from '@tapboard/contract/dashboard'
import { cardOf } from '../cloud/session/row.ts'
import { stepsOf } from '../cloud/session/steps.ts'
import { ANSWER_HEADERS } from '../http/answer.ts'
import type { Kernel } from '../kernel.ts'
import type { HandlersOf } from './call.ts'
import type { ChangeStreams } from './change-streams.ts'
import { csvFile } from './csv.ts'
import { notFound, refuseDashboard } from './refusal.ts'
import {
  findTransaction,
  readTotals,
  readTransactions,
  stateOfSession,
  type Cursor,
  type TransactionRow,
} from './transaction-query.ts'

/** Longest period of a list or a file. */
const PERIOD_MAX_MS = 400 * 86_400_000

const customOf = (row: TransactionRow): Readonly<Record<string, unknown>> =>
  JSON.parse(row.custom) as Record<string, unknown>

/** The order number that the caller gave with the request. */
function orderOf(row: TransactionRow): string | null {
  const { xInvoice } = customOf(row)
  return typeof xInvoice === 'string' || typeof xInvoice === 'number' ? String(xInvoice) : null
}

const transactionOf = (row: TransactionRow): Transaction => ({
  id: row.id,
  terminalId: row.deviceId,
  terminalName: row.deviceName,
  externalId: row.externalId,
  order: orderOf(row),
  command: row.command,
  amount: formatDecimal(row.amountMinor, row.currency),
  currency: row.currency,
  state: stateOfSession(row),
  xRefNum: row.refNum,
  card: cardOf(row),
  createdAtMs: row.createdAtMs,
})

const storyOf = (row: TransactionRow): Story => ({
  ...transactionOf(row),
  status: row.status,
  serial: row.serial,
  model: row.make,
  softwareName: row.softwareName,
  softwareVersion: row.softwareVersion,
  responseCode: row.responseCode,
  approvalCode: row.approvalCode,
  message: row.message,
  completedAtMs: row.completedAtMs,
  creditOf: row.creditOf,
  reversal: row.reversal,
  custom: { ...customOf(row) },
  steps: [{ event: 'started', status: 'INITIATING', atMs: row.createdAtMs }, ...stepsOf(row.steps)],
})

/** A sum with its sign. */
const signed = (minor: number, currency: Currency): string =>
  `${minor < 0 ? '-' : ''}${formatDecimal(Math.abs(minor), currency)}`

function readCursor(text: string | undefined): Cursor | null {
  const [, atMs = '', id = ''] = /^(\d{1,15})\.(ses_[a-z2-7]{26})$/.exec(text ?? '') ?? []
  return id === '' ? null : { atMs: Number(atMs), id }
}

const COLUMNS = [
  'Date',
  'Session',
  'xRefNum',
  'Order',
  'External ID',
  'Command',
  'Amount',
  'Currency',
  'Result',
  'Response code',
  'Approval code',
  'Message',
  'Card',
  'Last four',
  'Entry',
  'Terminal',
  'Serial number',
]

const lineOf = (row: TransactionRow): (string | null)[] => [
  new Date(row.createdAtMs).toISOString(),
  row.id,
  row.refNum,
  orderOf(row),
  row.externalId,
  row.command,
  formatDecimal(row.amountMinor, row.currency),
  row.currency,
  stateOfSession(row),
  row.responseCode,
  row.approvalCode,
  row.message,
  row.cardBrand,
  row.cardLastFour,
  row.cardEntry,
  row.deviceName,
  row.serial,
]

const wrongPeriod = (from: string, to: string) => {
  const ms = Number(to) - Number(from)
  return ms > 0 && ms <= PERIOD_MAX_MS
    ? null
    : refuseDashboard('invalid', 'Choose a period of 1 to 400 days that ends after it begins.')
}

/** Creates the handlers of transactions. */
export function transactionHandlers(
  kernel: Kernel,
  streams: ChangeStreams,
): HandlersOf<typeof TRANSACTION_ROUTES> {
  return {
    async listTransactions({ person, query }) {
      const wrong = wrongPeriod(query.from, query.to)
      if (wrong !== null) return wrong
      const { id, currency } = person.account
      const after = readCursor(query.after)
      if (query.after !== undefined && after === null)
        return refuseDashboard('invalid', 'This page does not exist. Load the list again.')
      const rows = await readTransactions(kernel, id, query, { after, limit: TRANSACTION_ROWS + 1 })
      const page = rows.slice(0, TRANSACTION_ROWS)
      const last = page.at(-1)
      const { transactions, approved, amountMinor } = await readTotals(kernel, id, currency, query)
      return {
        transactions: page.map(transactionOf),
        totals: { transactions, approved, amount: signed(amountMinor, currency), currency },
        next: rows.length > TRANSACTION_ROWS && last !== undefined ? `${last.createdAtMs}.${last.id}` : null,
      }
    },
    async readTransaction({ person, params }) {
      const row = await findTransaction(kernel, person.account.id, params['id'] ?? '')
      return row === null ? notFound('transaction') : storyOf(row)
    },
    async exportTransactions({ person, query }) {
      const wrong = wrongPeriod(query.from, query.to)
      if (wrong !== null) return wrong
      const rows = await readTransactions(kernel, person.account.id, query, {
        after: null,
        limit: CSV_ROWS + 1,
      })
      if (rows.length > CSV_ROWS)
        return refuseDashboard('invalid', `A file has at most ${CSV_ROWS} rows. Choose a shorter period.`)
      return new Response(csvFile(COLUMNS, rows.map(lineOf)), {
        headers: {
          ...ANSWER_HEADERS,
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="transactions-${new Date(Number(query.from)).toISOString().slice(0, 10)}.csv"`,
        },
      })
    },
    watch: ({ person, signal }) => Promise.resolve(streams.open(person, signal)),
  }
}
