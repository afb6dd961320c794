// Reports (§4.5, D-18): one transaction by xRefNum, or all transactions of a date range in pages. Rows come
// from the charge log and contain the session's custom payload unchanged (D-06).
import { memberOf, readMembers, wireDecimal, writeDate } from '@tapboard/contract'
import { success, type Handler } from '../http/call.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import type { Kernel } from '../kernel.ts'

const PAGE_ROWS = 200

const DAY_MS = 86_400_000
const STATUS_TEXTS = {
  approved: 'Approved',
  declined: 'Declined',
  timeout: 'Timeout',
  error: 'Error',
} as const
const RESULT_LETTERS = { approved: 'A', declined: 'D', timeout: 'E', error: 'E' } as const

/** Parses `YYYY-MM-DD` (UTC) or an RFC 3339 time to milliseconds; a date as the end of a range includes that day. */
export function readMoment(value: unknown, asEnd: boolean): number | null {
  if (typeof value !== 'string') return null
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/.test(value))
    return null
  const atMs = Date.parse(value)
  if (Number.isNaN(atMs)) return null
  // Date.parse accepts 30 February as 2 March.
  const day = value.slice(0, 10)
  if (new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) return null
  return isDay && asEnd ? atMs + DAY_MS - 1 : atMs
}

const invalid = (message: string): Refusal => refuse('INVALID_REQUEST', message)

function select({ store }: Kernel, accountId: string) {
  return store.db
    .selectFrom('service_charge as charge')
    .innerJoin('service_session as session', 'session.id', 'charge.session_id')
    .innerJoin('service_device as device', 'device.id', 'charge.device_id')
    .selectAll('charge')
    .select(['session.custom', 'session.software_name', 'session.software_version'])
    .select(['device.serial', 'device.make', 'device.name as device_name'])
    .where('charge.account_id', '=', accountId)
    .orderBy('charge.charged_at_ms')
    .orderBy('charge.ref_num')
}

/** The approved credits of each sale, by its reference. */
type Credits = ReadonlyMap<string, readonly Credit[]>

/** An approved credit of a sale. */
interface Credit {
  readonly refNum: string
  readonly amountMinor: number
}

/** Reads the approved credits of these sales. */
async function creditsOf({ store }: Kernel, accountId: string, rows: readonly ReportRow[]): Promise<Credits> {
  const sales = rows.filter(({ command }) => command === 'cc:sale').map(({ ref_num }) => ref_num)
  if (sales.length === 0) return new Map()
  const found = await store.db
    .selectFrom('service_charge')
    .select(['credit_of as sale', 'ref_num as refNum', 'amount_minor as amountMinor'])
    .where('account_id', '=', accountId)
    .where('credit_of', 'in', sales)
    .where('status', '=', 'approved')
    .orderBy('charged_at_ms')
    .orderBy('ref_num')
    .execute()
  const credits = new Map<string, readonly Credit[]>()
  for (const { sale, ...credit } of found)
    if (sale !== null) credits.set(sale, [...(credits.get(sale) ?? []), credit])
  return credits
}

type ReportRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const optional = (name: string, value: string | null): object => (value === null ? {} : { [name]: value })

/** The link between a sale and its credits: on a credit the sale's reference, on a sale its credits. */
function writeCredits(row: ReportRow, credits: Credits): Record<string, unknown> {
  const known = credits.get(row.ref_num) ?? []
  const creditedMinor = known.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return {
    ...optional('xCreditOfRefNum', row.credit_of),
    ...(known.length === 0
      ? {}
      : {
          xCreditedAmount: wireDecimal(creditedMinor, row.currency),
          xCreditRefNums: known.map(({ refNum }) => refNum),
        }),
  }
}

/** Formats one transaction of a report. */
function writeRow(row: ReportRow, credits: Credits): Record<string, unknown> {
  const amount = wireDecimal(row.amount_minor, row.currency)
  return {
    ...(JSON.parse(row.custom) as Record<string, unknown>),
    xRefNum: row.ref_num,
    xCommand: row.command,
    ...writeCredits(row, credits),
    xAmount: amount,
    xAuthAmount: row.status === 'approved' ? amount : '0.00',
    xCurrency: row.currency,
    xStatus: STATUS_TEXTS[row.status],
    xResponseResult: RESULT_LETTERS[row.status],
    ...optional('xResponseCode', row.response_code),
    ...optional('xResponseAuthCode', row.approval_code),
    ...optional('xResponseError', row.status === 'approved' ? null : row.message),
    xEnteredDate: writeDate(row.charged_at_ms),
    xCardType: row.card_brand,
    xMaskedCardNumber: `…${row.card_last_four}`,
    xEntryMethod: row.card_entry,
    xExternalRequestID: row.external_id,
    xSessionId: row.session_id,
    xDeviceId: row.device_id,
    xDeviceSerialNumber: row.serial,
    xDeviceMake: row.make,
    xDeviceFriendlyName: row.device_name,
    xSoftwareName: row.software_name,
    xSoftwareVersion: row.software_version,
  }
}

/** Opaque cursor: the next page starts after this row. */
const pageAfter = (row: ReportRow): string => `${row.charged_at_ms}.${row.ref_num}`

/** Creates the handler of `POST /reportjson`. */
export function reportHandler(kernel: Kernel): Handler {
  const one = async (accountId: string, reference: unknown): Promise<readonly ReportRow[] | Refusal> => {
    if (typeof reference !== 'string' || reference === '')
      return invalid('xRefNum is missing. Give the reference of a transaction.')
    if (!/^\d{1,20}$/.test(reference)) return []
    return select(kernel, accountId).where('charge.ref_num', '=', reference).execute()
  }

  return async ({ caller, body, reference: callReference }) => {
    const read = readMembers(body, ['command', 'beginDate', 'endDate', 'refNum'])
    if (!read.ok) return invalid(`${read.name} is given twice with different values. Give it once.`)
    const { command, beginDate, endDate, refNum } = read.members
    if (command === 'Report:Transaction') {
      const rows = await one(caller.accountId, refNum)
      if ('type' in rows) return rows
      const credits = await creditsOf(kernel, caller.accountId, rows)
      const xReportData = rows.map((row) => writeRow(row, credits))
      return {
        status: 200,
        body: { xReportData, xRecordsReturned: rows.length, ...success(callReference) },
      }
    }
    if (command !== 'Report:All')
      return invalid('xCommand is not valid. Give Report:Transaction with xRefNum, or Report:All with dates.')
    const beginMs = readMoment(beginDate, false)
    const endMs = readMoment(endDate, true)
    if (beginMs === null) return invalid('xBeginDate is not valid. Give YYYY-MM-DD or an RFC 3339 time.')
    if (endMs === null) return invalid('xEndDate is not valid. Give YYYY-MM-DD or an RFC 3339 time.')
    if (endMs < beginMs) return invalid('xEndDate lies before xBeginDate.')
    const page = memberOf(body, 'xPage')
    const after = /^(\d{1,15})\.(\d{1,20})$/.exec(typeof page === 'string' ? page : '')
    if (page !== undefined && after === null)
      return invalid('xPage is not valid. Give the xNextPage of the answer before, or leave it out.')
    let query = select(kernel, caller.accountId)
      .where('charge.charged_at_ms', '>=', beginMs)
      .where('charge.charged_at_ms', '<=', endMs)
    if (after !== null) {
      const [, atMs = '0', refNum = ''] = after
      query = query.where(({ or, and, eb }) =>
        or([
          eb('charge.charged_at_ms', '>', Number(atMs)),
          and([eb('charge.charged_at_ms', '=', Number(atMs)), eb('charge.ref_num', '>', refNum)]),
        ]),
      )
    }
    const rows = await query.limit(PAGE_ROWS + 1).execute()
    const shown = rows.slice(0, PAGE_ROWS)
    const last = shown.at(-1)
    const credits = await creditsOf(kernel, caller.accountId, shown)
    return {
      status: 200,
      body: {
        xReportData: shown.map((row) => writeRow(row, credits)),
        xRecordsReturned: shown.length,
        ...(rows.length > PAGE_ROWS && last !== undefined ? { xNextPage: pageAfter(last) } : {}),
        ...success(callReference),
      },
    }
  }
}
