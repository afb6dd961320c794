// The command `tapboard reconcile` against a scripted report, for its tests.
import assert from 'node:assert/strict'
import type { StartSale } from '@tapboard/contract'
import { systemClock } from '@tapboard/server'
import { openStore, type Store } from '@tapboard/store'
import { EVERY_ORDER, setHold } from '../../sale/ledger/recovery-hold.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'
import type { SaleResult } from '../../sale/sale-result.ts'
import { salesOn } from '../../sale/sales.testing.ts'
import { accessTo, ScriptedUpstream } from '../../sale/testing.ts'
import { benchOptions, SECRETS } from '../../testing/bench.ts'
import type { RawAnswer } from '../../upstream/transport/answer.ts'
import type { Transport, TransportRequest } from '../../upstream/transport/outbound-port.ts'
import { runTapboard } from '../doctor/cli.ts'
import { BFF_MIGRATIONS } from '../migrations.ts'

/** The time of the command. */
export const NOW = Date.parse('2026-11-26T12:00:00Z')

const [FIRST] = benchOptions().merchants
assert.ok(FIRST)

/** The merchant of a command without others. */
export const MERCHANT = FIRST.id
/** Its key. */
export const KEY = FIRST.apiKey ?? ''

/** Each merchant needs a secret of its own. */
const SECRET = { hostSecret: SECRETS.otherHostSecret }

/** An answer of the reporting API. */
export const answer = (body: object, status = 200): RawAnswer => ({
  status,
  headers: { contentType: 'application/json', contentEncoding: null, retryAfter: null, etag: null },
  body: new TextEncoder().encode(JSON.stringify(body)),
  complete: true,
})

/** An approved charge in a report. */
export const charge = (externalId: string, more: object = {}): object => ({
  xRefNum: `ref-${externalId.slice(-4)}`,
  xCommand: 'cc:sale',
  xAmount: '42.00',
  xStatus: 'Approved',
  xResponseResult: 'A',
  xEnteredDate: '2026-11-26 11:59:00',
  xExternalRequestID: externalId,
  ...more,
})

/** A reporting API with one row a page; records the requests. */
export function reporting(rows: readonly object[]): Transport & { readonly asked: TransportRequest[] } {
  const asked: TransportRequest[] = []
  return {
    asked,
    request: async (request) => {
      asked.push(request)
      const page = Number((JSON.parse(request.body ?? '') as { xPage?: string }).xPage ?? 0)
      const next = page + 1 < rows.length ? { xNextPage: String(page + 1) } : {}
      return answer({ xReportData: rows.slice(page, page + 1), ...next })
    },
    hasRoomToHold: () => true,
    close: async () => {},
  }
}

/** A further merchant of the configuration. */
interface OtherMerchant {
  readonly id: string
  readonly apiKey: string
}

/** Runs the command with these further merchants. */
export async function reconcileWith(
  others: readonly OtherMerchant[],
  url: string,
  transport: Transport,
  ...args: readonly string[]
) {
  const out: string[] = []
  const errors: string[] = []
  const more: string[] = []
  const code = await runTapboard({
    args: ['reconcile', ...args],
    user: 'operator',
    environment: {
      TAPBOARD_SECRET: SECRETS.secret,
      TAPBOARD_STORE_URL: url,
      TAPBOARD_PUBLIC_URL: 'https://pay.example',
      TAPBOARD_TERMINAL_URL: 'https://terminal.example',
      TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
      TAPBOARD_MERCHANTS: JSON.stringify([
        FIRST,
        ...others.map((other) => ({ ...FIRST, ...SECRET, ...other })),
      ]),
    },
    readText: () => assert.fail('no file'),
    nodeVersion: process.versions.node,
    print: (line) => void out.push(line),
    printError: (line) => void (line.startsWith('More: ') ? more : errors).push(line),
    randomText: () => '',
    now: () => NOW,
    fetch: () => assert.fail('no request'),
    look: () => Promise.resolve('nothing'),
    openStore,
    openTransport: () => transport,
  })
  return { code, out, errors, more }
}

/** Runs the command with one merchant. */
export const reconcile = reconcileWith.bind(null, [])

const request = (order: string, deviceId: string, attempt: number): StartSale => ({
  order,
  attempt,
  amountMinor: 4200,
  currency: 'USD',
  deviceId,
})

/** Starts on the store of a BFF; the sales stay intents. */
export async function tillOn(store: Store<LedgerTables>) {
  for (const set of BFF_MIGRATIONS) await store.migrate(set)
  const upstream = new ScriptedUpstream()
  const sales = salesOn(store, upstream, 1, { clock: systemClock })
  return (order: string, deviceId: string, attempt = 1, merchant = MERCHANT): Promise<SaleResult> =>
    sales.start(
      accessTo(order, { merchant }),
      request(order, deviceId, attempt),
      `key-of-${order}-${attempt}-0123456789`,
    )
}

/** The external ID of a started sale. */
export const idOf = (result: SaleResult): string =>
  result.ok ? result.sale.externalId : assert.fail(result.code)

/** Sets the hold of a restore, so long ago that no sale of that time can be charged any more. */
export async function holdEarlier(store: Store<LedgerTables>): Promise<void> {
  await setHold(store, EVERY_ORDER, { by: 'command', user: 'operator' })
  await store.db
    .updateTable('recovery_hold')
    .set(({ eb }) => ({ since_ms: eb('since_ms', '-', 370_000) }))
    .execute()
}

/** Removes all sales, as a restore of an empty copy does. */
export async function loseRows({ db }: Store<LedgerTables>): Promise<void> {
  await db.deleteFrom('sale_event').execute()
  await db.deleteFrom('sale').execute()
}
