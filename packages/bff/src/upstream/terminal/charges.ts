// Reads the charges of a merchant from the reporting API (§4.5), page by page. A row that is no approved charge with an external ID is
// skipped: it cannot be a payment of the ledger.
import { isObject, readMembers, upstream } from '@tapboard/contract'
import { judgeAnswer } from '../transport/answer.ts'
import type { Transport } from '../transport/outbound-port.ts'

/** An approved charge or credit as the upstream reports it. */
export interface ReportedCharge {
  /** The ID that the BFF sent with it. */
  readonly externalId: string
  /** The `xRefNum` of the transaction. */
  readonly reference: string
  /** `cc:sale`, or `cc:credit` for a refund. */
  readonly command: string
  /** The `xRefNum` of the sale that a refund pays back; `null` for a sale, and if the upstream does not say it. */
  readonly creditOf: string | null
  /** Decimal amount in the upstream's words. */
  readonly amount: string
  /** Time in the upstream's words. */
  readonly chargedAt: string
}

/** The upstream did not report; the message is a sentence without values. */
export class ReportFault extends Error {}

/** Pages of one report; a cursor that repeats would never end. */
const PAGES_MAX = 100_000
const TIMEOUT_MS = 30_000
/** Largest page; rows have members that are not read. */
const PAGE_BYTES = 16 * 1024 * 1024

/** Longest text of a member; those of a payment are shorter. */
const TEXT_MAX = 64

/** The form of every external ID of this and of earlier releases. */
const EXTERNAL_ID = /^[\w-]{1,64}$/

/** A text that a database stores and a console shows as it is: no control character, and none that reverses text. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? Array.from(String(value).replaceAll(/\p{C}/gu, '')).slice(0, TEXT_MAX).join('')
    : ''

function chargeOf(row: Readonly<Record<string, unknown>>): ReportedCharge | null {
  const read = readMembers(row, ['externalId'])
  const externalId = read.ok ? read.members.externalId : undefined
  const isApproved = /^approved$/i.test(textOf(row['xStatus'])) || row['xResponseResult'] === 'A'
  if (!isApproved || typeof externalId !== 'string' || !EXTERNAL_ID.test(externalId)) return null
  return {
    externalId,
    reference: textOf(row['xRefNum']),
    command: textOf(row['xCommand']),
    creditOf: textOf(row['xCreditOfRefNum']) || null,
    amount: textOf(row['xAmount']),
    chargedAt: textOf(row['xEnteredDate']),
  }
}

/** Yields the approved charges of the key between two times, page by page; throws a {@link ReportFault}. */
export async function* readCharges(
  transport: Transport,
  apiKey: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): AsyncGenerator<readonly ReportedCharge[]> {
  const range = { xBeginDate: new Date(fromMs).toISOString(), xEndDate: new Date(toMs).toISOString() }
  let page: unknown
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const answer = await transport.request({
      method: 'POST',
      path: upstream.report.path,
      headers: {
        authorization: apiKey,
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        xCommand: 'Report:All',
        ...range,
        ...(page === undefined ? {} : { xPage: page }),
      }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: PAGE_BYTES,
    })
    const judged = 'kind' in answer ? answer : judgeAnswer(answer, PAGE_BYTES)
    if (judged.kind === 'refused')
      throw new ReportFault(`The reporting API refuses the report (${judged.code ?? judged.status}).`)
    if (judged.kind !== 'answered')
      throw new ReportFault(
        `The reporting API gives no report (${judged.kind === 'fault' ? judged.fault : judged.kind}).`,
      )
    const rows = judged.body['xReportData']
    if (!Array.isArray(rows)) throw new ReportFault('The answer of the reporting API is no report.')
    yield rows.filter(isObject).flatMap((row) => chargeOf(row) ?? [])
    page = judged.body['xNextPage']
    if (typeof page !== 'string' || page === '') return
  }
  throw new ReportFault('The report of the reporting API does not end.')
}
