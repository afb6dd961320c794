// Takes a payment with clients whose types come from the OpenAPI documents. Every path, body and answer below is checked by them.
import createClient from 'openapi-fetch'
import type { components, paths as BffPaths } from './bff.ts'
import type { paths as ServicePaths } from './service.ts'

/** A page: its key signs a proof for each request (RFC 9449). */
interface ProvingPage {
  /** Thumbprint of its public key. */
  readonly thumbprint: string
  /** Uses this token in the headers of later requests. */
  accept(minted: string): void
  /** The headers of one request. */
  headers(method: string, path: string, body?: string): Record<string, string>
}

/** Addresses, secrets and the order. */
export interface Order {
  readonly serviceUrl: string
  readonly apiKey: string
  readonly bffUrl: string
  readonly hostSecret: string
  readonly origin: string
  readonly number: string
}

/** The data of an answer; an error has the text of the API. */
function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

/** Registers a scripted terminal, asks for a token, and follows a sale to its end. */
export async function sell(order: Order, page: ProvingPage): Promise<components['schemas']['Sale']> {
  const service = createClient<ServicePaths>({
    baseUrl: order.serviceUrl,
    headers: { authorization: order.apiKey },
  })
  const device = dataOf(
    await service.POST('/v1/Device', {
      body: { deviceSerialNumber: 'CLIENT-OK', deviceMake: 'A920', deviceFriendlyName: 'Counter' },
    }),
  )

  const bff = createClient<BffPaths>({ baseUrl: order.bffUrl })
  const minted = await bff.POST('/v1/tokens', {
    headers: { authorization: `Bearer ${order.hostSecret}` },
    body: {
      kind: 'sale',
      order: order.number,
      amount: '42.00',
      currency: 'USD',
      devices: [device.deviceId],
      origin: order.origin,
      jkt: page.thumbprint,
    },
  })
  page.accept(JSON.stringify(dataOf(minted)))

  const checkout = dataOf(await bff.GET('/v1/checkout', { headers: page.headers('GET', '/v1/checkout') }))
  const body: components['schemas']['StartSale'] = {
    order: checkout.order,
    attempt: checkout.nextAttempt,
    amountMinor: checkout.amountMinor,
    currency: checkout.currency,
    deviceId: device.deviceId,
  }
  let sale = dataOf(
    await bff.POST('/v1/sales', {
      params: { header: { 'Idempotency-Key': `${order.number}-attempt-${body.attempt}` } },
      headers: page.headers('POST', '/v1/sales', JSON.stringify(body)),
      body,
    }),
  )
  while (sale.settledAtMs === null) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const path = `/v1/sales/${sale.id}`
    sale = dataOf(
      await bff.GET('/v1/sales/{id}', {
        params: { path: { id: sale.id } },
        headers: page.headers('GET', path),
      }),
    )
  }
  return sale
}
