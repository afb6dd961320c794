// A shop over real sockets in one process: service, BFF, and fault lines between the two and in front of the BFF. Its clock can
// run faster through long timeouts.
import type { Server } from 'node:http'
import type { Currency, Sale } from '@tapboard/contract'
import { createBff, serveBff, type Bff, type Merchant, type UpstreamOptions } from '@tapboard/bff'
import { silentLog } from '@tapboard/server'
import { createService, serveService, type Charge, type ServiceOptions } from '@tapboard/service'
import { openStore, type Store } from '@tapboard/store'
import type { LedgerTables, SaleColumns } from '../../../packages/bff/src/sale/ledger/tables.ts'
import { withSwitches, type FaultyService } from '../../../packages/service/src/testing.ts'
import type { Tables } from '../../../packages/service/src/schema/schema.ts'
import { until } from '../../kit/until.ts'
import { openFaultLine, type FaultLine } from '../../kit/line/fault-line.ts'
import { listen } from '../../kit/sockets.ts'
import { openPage, type Page } from './page.ts'
import { QuickClock } from './quick-clock.ts'
import type { Closing } from '../../kit/scope.ts'

/** The options of a shop. */
export interface ShopOptions {
  /** Currency of the account; default USD. */
  readonly currency?: Currency
  /** Further options of the merchant. */
  readonly merchant?: Partial<Pick<Merchant, 'webhook'>>
  readonly service?: Partial<Pick<ServiceOptions, 'strict' | 'repeat' | 'timings'>>
  /** The BFF's configuration about its upstream. */
  readonly features?: Partial<Omit<UpstreamOptions, 'terminalUrl' | 'environment'>>
}

/** A session of the service, as far as a test asks. */
interface SessionRow {
  readonly id: string
  readonly external_id: string
  readonly status: string
}

export interface FaultShop {
  readonly clock: QuickClock
  readonly ledger: Store<LedgerTables>
  /** From the BFF to the service. */
  readonly line: FaultLine
  /** The service with its fault switches. */
  readonly service: FaultyService
  /** From the page to the BFF. */
  readonly street: FaultLine
  readonly bff: Bff
  /** Address of the service itself. */
  readonly serviceUrl: string
  /** Address of the BFF itself. */
  readonly bffUrl: string
  readonly apiKey: string
  /** A page with a token for an order of 42.00. */
  page(order?: string): Promise<Page>
  /** A page with a token to pay this sale of the default order back. */
  refundPage(refundOf: string): Promise<Page>
  /** Registers a scripted terminal; its serial ends with the name of a behaviour. Resolves when it is connected. */
  terminal(behaviour?: string): Promise<string>
  /** Attempts of an order and its refunds, oldest first. */
  sales(order?: string): Promise<readonly SaleColumns[]>
  /** Waits until the newest attempt is in one of the states. */
  reaches(...states: readonly Sale['state'][]): Promise<SaleColumns>
  /**
   * Waits until the BFF has the result of its initiate, or knows that it is unknown. The clock runs fast until the answer's
   * timeout, and then at the machine's speed, because rule 18 gives the rest 5 s only.
   */
  answered(): Promise<void>
  /** All sessions of the service. */
  sessions(): Promise<readonly SessionRow[]>
  charges(): Promise<readonly Charge[]>
}

/** The secret that the host's server sends to the BFF. */
export const HOST_SECRET = 'faults-only-secret-of-the-host'

export const ORIGIN = 'https://shop.example'

/** Default order of a test. */
const ORDER = 'A-100'

const PLENTY = { count: 100_000, windowSeconds: 10 }

/** Opens a shop; it closes with the test. */
export async function openFaultShop(context: Closing, options: ShopOptions = {}): Promise<FaultShop> {
  const { currency = 'USD' } = options
  const clock = new QuickClock()
  const testClock = (): number => clock.now()
  const [serviceStore, ledger] = await Promise.all([
    openStore<Tables>('file::memory:', { testClock }),
    openStore<LedgerTables>('file::memory:', { testClock }),
  ])
  const made = await createService({
    store: serviceStore,
    clock,
    scriptedTerminals: true,
    ...options.service,
  })
  await made.start()
  const service = withSwitches(made, { environment: 'test', clock })
  const served = await serveService({ service, port: 0 })
  const account = await made.accounts.createAccount('Harbor Cycle Repair', {
    sandbox: true,
    currency,
  })
  const apiKey = (await made.accounts.createKey(account?.id ?? ''))?.key ?? ''
  const [line, street] = await Promise.all([openFaultLine(served.url), openFaultLine()])
  const bff = await createBff({
    secret: 'faults-only-secret-of-the-bff-0123456789',
    store: ledger as unknown as Store<unknown>,
    publicUrl: street.url,
    clock,
    log: silentLog,
    merchants: [
      {
        id: 'shop',
        name: 'Shop',
        hostSecret: HOST_SECRET,
        apiKey,
        origins: [ORIGIN],
        currency,
        ...options.merchant,
      },
    ],
    upstream: { environment: 'sandbox', terminalUrl: line.url, ...options.features },
    limits: { mint: PLENTY, start: PLENTY, repeat: PLENTY },
  })
  await bff.start()
  const counter = await serveBff({ bff, port: 0 })
  street.lead(counter.url)
  context.after(async () => {
    await Promise.all([street.close(), line.close()])
    await bff.close()
    await counter.close()
    await made.close()
    await served.close()
    await Promise.all([serviceStore.close(), ledger.close()])
  })

  let terminals = 0
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await fetch(served.url + path, {
      method,
      headers: { authorization: apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Record<string, unknown>
  }
  const sales = (order = ORDER): Promise<readonly SaleColumns[]> =>
    ledger.db
      .selectFrom('sale')
      .selectAll()
      .where('order_ref', '=', order)
      .orderBy('created_at_ms')
      .orderBy('attempt')
      .execute()
  return {
    clock,
    ledger,
    service,
    line,
    street,
    bff,
    serviceUrl: served.url,
    bffUrl: counter.url,
    apiKey,
    page: (order = ORDER) => openPage({ bff, base: street.url, origin: ORIGIN, order }),
    refundPage: (refundOf) => openPage({ bff, base: street.url, origin: ORIGIN, order: ORDER, refundOf }),
    async terminal(behaviour = 'OK') {
      terminals += 1
      const { deviceId } = await call('POST', '/v1/Device', {
        deviceSerialNumber: `FAULT-${terminals}-${behaviour}`,
        deviceMake: 'A920',
        deviceFriendlyName: `Counter ${terminals}`,
      })
      const id = String(deviceId)
      if (behaviour !== 'OFF')
        await until('the terminal is connected', async () => {
          const { status } = await call('GET', `/v1/Device/${id}`)
          return status === 'CONNECTED'
        })
      return id
    },
    sales,
    reaches: (...states) =>
      until(`the sale is ${states.join(' or ')}`, async () => {
        const sale = (await sales()).at(-1)
        return sale !== undefined && states.includes(sale.state) ? sale : null
      }),
    async answered() {
      const began = clock.now()
      const known = async (): Promise<boolean> =>
        !['intent', 'sending'].includes((await sales()).at(-1)?.state ?? 'intent')
      clock.hurry(8)
      await until('the time-out is near', async () => clock.now() - began > 9_000 || (await known()))
      clock.hurry(1)
      await until('the initiate has an end', known)
    },
    sessions: () =>
      serviceStore.db.selectFrom('service_session').select(['id', 'external_id', 'status']).execute(),
    async charges() {
      const charges: Charge[] = []
      for await (const charge of made.charges()) charges.push(charge)
      return charges
    },
  }
}

/** A server on loopback that ends with the test; returns its address. */
export async function listening(context: Closing, server: Server): Promise<string> {
  const url = await listen(server)
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return url
}
