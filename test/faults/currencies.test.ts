// Refunds in currencies without decimals and with three: from the grant to the terminal, the charge, the report, the webhook,
// the order, the desk and the audit. No part takes the minor units of one currency for those of another.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, test, type TestContext } from 'node:test'
import { verifyWebhook } from '@tapboard/bff/fetch'
import { web, type Currency, type HostEvent, type OrderState, type Sale } from '@tapboard/contract'
import { auditSales } from '../../packages/bff/src/sale/ledger/audit.ts'
import { Client } from '../../packages/elements/src/shared/client.ts'
import { TokenSource } from '../../packages/elements/src/shared/token-source.ts'
import { attemptKey } from '../../packages/elements/src/terminal-pay/press.ts'
import { csvOf } from '../../packages/elements/src/terminal-desk/export.part.ts'
import { money } from '../../packages/elements/src/terminal-pay/format.ts'
import { until } from '../kit/until.ts'
import { HOST_SECRET, listening, openFaultShop, ORIGIN, type FaultShop } from './support/shop.ts'

const WEBHOOK_SECRET = 'currencies-only-secret-of-webhooks'

/** An amount in its forms: of a grant, in minor units, and on the wire. */
interface Amount {
  readonly decimal: string
  readonly minor: number
  readonly wire: string
}

interface Case {
  readonly currency: Currency
  readonly sale: Amount
  /** Refunds in their order; together they are the whole sale. */
  readonly refunds: readonly Amount[]
  /** What is left then, and what is written for people. */
  readonly nothing: string
  readonly shown: string
}

const amount = (decimal: string, minor: number, wire = decimal): Amount => ({ decimal, minor, wire })

const CASES: readonly Case[] = [
  {
    currency: 'JPY',
    sale: amount('1500', 1_500, '1500.00'),
    refunds: [amount('1', 1, '1.00'), amount('1499', 1_499, '1499.00')],
    nothing: '0',
    shown: '¥1,500',
  },
  {
    currency: 'VND',
    sale: amount('999999', 999_999, '999999.00'),
    refunds: [amount('999999', 999_999, '999999.00')],
    nothing: '0',
    shown: '₫999,999',
  },
  {
    currency: 'KWD',
    sale: amount('1.230', 1_230, '1.23'),
    refunds: [amount('0.010', 10, '0.01'), amount('1.220', 1_220, '1.22')],
    nothing: '0.000',
    shown: 'KWD\u00a01.230',
  },
  {
    currency: 'BHD',
    sale: amount('99999.99', 99_999_990, '99999.99'),
    refunds: [amount('99999.99', 99_999_990, '99999.99')],
    nothing: '0.000',
    shown: 'BHD\u00a099,999.990',
  },
]

/** A receiver of webhooks; the events about settled sales and refunds, in the order of their arrival. */
async function receiver(
  context: TestContext,
): Promise<{ readonly url: string; readonly events: HostEvent[] }> {
  const events: HostEvent[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      const headers = new Headers(request.headers as Record<string, string>)
      const verified = verifyWebhook({ body, headers, secret: WEBHOOK_SECRET })
      assert.ok(verified.ok)
      events.push(verified.event as HostEvent)
      response.writeHead(204).end()
    })
  })
  return { url: await listening(context, server), events }
}

/** A grant without order, amount and page. */
type Terms =
  | { readonly kind: 'sale'; readonly devices: 'any' }
  | { readonly kind: 'refund'; readonly sale: string; readonly refund: string; readonly person: string }

/** A grant without the page, which a client adds. */
type PageGrant =
  | (Terms & { readonly order: string; readonly amount: string; readonly currency: Currency })
  | { readonly kind: 'desk'; readonly person: string; readonly rights: ['view'] }

/** A client with tokens of this grant. */
function clientOf({ bff, street }: FaultShop, grant: PageGrant): Client {
  const asPage: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), origin: ORIGIN } })
  const tokens = new TokenSource({
    now: () => performance.now(),
    getToken:
      () =>
      ({ jkt }) =>
        bff.mintToken('shop', { ...grant, origin: ORIGIN, jkt }),
  })
  return new Client({ base: street.url, fetch: asPage, tokens })
}

/** Starts a sale or refund of this grant and waits for its approval. */
async function pay(
  shop: FaultShop,
  deviceId: string,
  grant: Terms,
  { decimal, minor }: Amount,
  currency: Currency,
): Promise<Sale> {
  const client = clientOf(shop, { ...grant, order: 'A-100', amount: decimal, currency })
  const { signal } = new AbortController()
  const key = await attemptKey(`A-100|${JSON.stringify(grant)}`, 1)
  const started = await until('the terminal is free', async () => {
    const answer = await client.call(web.startSale, {
      headers: { 'Idempotency-Key': key },
      body: { order: 'A-100', attempt: 1, amountMinor: minor, currency, deviceId },
      signal,
    })
    return !answer.ok && ['upstream-unavailable', 'device-busy'].includes(answer.code) ? null : answer
  })
  assert.ok(started.ok && started.value !== null, JSON.stringify(started))
  const { id } = started.value
  return until('it is approved', async () => {
    const read = await client.call(web.getSale, { id, signal })
    return read.ok && read.value?.state === 'approved' ? read.value : null
  })
}

/** The rows of the payment service's report. */
async function reported({ serviceUrl, apiKey }: FaultShop): Promise<readonly Record<string, unknown>[]> {
  const answer = await fetch(`${serviceUrl}/reportjson`, {
    method: 'POST',
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ xCommand: 'Report:All', xBeginDate: '2020-01-01', xEndDate: '2040-01-01' }),
  })
  return ((await answer.json()) as { readonly xReportData: readonly Record<string, unknown>[] }).xReportData
}

void describe('refunds in other currencies', { concurrency: true }, () => {
  for (const { currency, sale, refunds, nothing, shown } of CASES)
    test(`a sale of ${sale.decimal} ${currency} is paid back in ${refunds.length} parts, to the last unit`, async (context) => {
      const { url, events } = await receiver(context)
      const merchant = { webhook: { url, secret: WEBHOOK_SECRET } }
      const shop = await openFaultShop(context, { currency, merchant })
      const deviceId = await shop.terminal()
      const paid = await pay(shop, deviceId, { kind: 'sale', devices: 'any' }, sale, currency)
      assert.deepEqual([paid.amountMinor, paid.currency], [sale.minor, currency])
      assert.equal(money('en-US', paid.amountMinor, currency), shown)

      const made: Sale[] = []
      for (const [index, part] of refunds.entries()) {
        const refund = { kind: 'refund', sale: paid.id, refund: `r${index}`, person: 'ann' } as const
        made.push(await pay(shop, deviceId, refund, part, currency))
      }
      // Nothing is left, not even for the least refund.
      const grant = { kind: 'refund', sale: paid.id, refund: 'more', person: 'ann', order: 'A-100' } as const
      const [first = sale] = refunds
      const more = await shop.bff
        .mintToken('shop', { ...grant, amount: first.decimal, currency, origin: ORIGIN, jkt: 'A'.repeat(43) })
        .then(() => 'minted', String)
      assert.match(
        more,
        new RegExp(`must be at most ${nothing.replace('.', '\\.')}, what is left of the sale`),
      )

      // The payment service has the same amounts, and its report the same texts.
      const charged = (await shop.charges()).map(({ amountMinor }) => amountMinor)
      assert.deepEqual(
        charged.toSorted((one, other) => one - other),
        [sale, ...refunds].map(({ minor }) => minor).toSorted((one, other) => one - other),
      )
      const rows = await reported(shop)
      const row = (reference: string | null): Record<string, unknown> | undefined =>
        rows.find(({ xRefNum }) => xRefNum === reference)
      assert.deepEqual(
        [row(paid.reference)?.['xAmount'], row(paid.reference)?.['xCreditedAmount']],
        [sale.wire, sale.wire],
      )
      for (const [index, { reference }] of made.entries())
        assert.equal(row(reference)?.['xAmount'], refunds[index]?.wire)

      // The host hears of each, and its order is paid and paid back.
      const types = ['sale.approved', 'refund.approved']
      const settled = await until('all webhooks arrived', async () => {
        const heard = events.filter(({ type }) => types.includes(type))
        return heard.length === 1 + refunds.length ? heard : null
      })
      const heard = new Map(settled.map((event) => [event.sale.id, event.sale]))
      for (const one of [paid, ...made])
        assert.deepEqual(
          [heard.get(one.id)?.amountMinor, heard.get(one.id)?.currency],
          [one.amountMinor, currency],
        )
      const query = new URLSearchParams({ amount: sale.decimal, currency }).toString()
      const order = (await (
        await fetch(`${shop.bffUrl}/v1/orders/A-100?${query}`, {
          headers: { authorization: `Bearer ${HOST_SECRET}` },
        })
      ).json()) as OrderState
      assert.deepEqual(
        [order.paid, order.paidAmountMinor, order.refundedAmountMinor, order.currency],
        [true, sale.minor, sale.minor, currency],
      )

      // The desk adds them up, and its file has them with all decimals.
      const desk = clientOf(shop, { kind: 'desk', person: 'ann', rights: ['view'] })
      const { signal } = new AbortController()
      const opened = await desk.call(web.getDesk, { query: {}, signal })
      assert.ok(opened.ok, JSON.stringify(opened))
      const [totals] = opened.value.totals
      assert.deepEqual(
        [totals?.currency, totals?.sales.amountMinor, totals?.refunds.approved],
        [currency, sale.minor, { count: refunds.length, amountMinor: sale.minor }],
      )
      const page = await desk.call(web.listDeskSales, { query: {}, signal })
      assert.ok(page.ok, JSON.stringify(page))
      const lines = csvOf(page.value.sales)
      const full = (minor: number, sign: string): string => {
        const decimals = nothing.length === 1 ? 0 : nothing.length - 2
        return `,${sign}${(minor / 10 ** decimals).toFixed(decimals)},${currency},`
      }
      assert.ok(lines.includes(full(sale.minor, '')), lines)
      for (const { minor } of refunds) assert.ok(lines.includes(full(minor, '-')), lines)
      for await (const { broken } of auditSales(shop.ledger)) assert.equal(broken, null)
    })
})
