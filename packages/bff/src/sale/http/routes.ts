// HTTP handlers of the sales: headers, rate limits, draining. The ledger decides the transitions.
import type { Sale } from '@tapboard/contract'
import { matchesEtag } from '@tapboard/server'
import type { Handlers, HandlersOf } from '../../http/call.ts'
import type { Lifecycle } from '../../http/lifecycle.ts'
import { decodeMember } from '../../http/router.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import type { Streams } from '../../http/streams.ts'
import { createFrameWriter, createOrderWriter, orderEvents, saleEvents } from './event-stream.ts'
import type { Grants } from '../../token/order-grant.ts'
import { orderState, readTotal } from './order-state.ts'
import { openStream } from './open-stream.ts'
import type { Sales } from '../sales.ts'
import { requestCaller } from '../../durable/audit-log.ts'
import type { Clock, Log } from '../../ports.ts'
import { withdrawOrderGrants } from '../../token/withdraw.ts'
import type { StartGate } from './start-gate.ts'

/** Dependencies of the sale handlers. */
interface SaleRouteDeps {
  readonly sales: Sales
  readonly grants: Pick<Grants, 'newest' | 'withdraw'>
  readonly streams: Streams
  readonly gate: StartGate
  readonly lifecycle: Lifecycle
  readonly clock: Clock
  readonly log: Log
  /** Called when a start finds that the cached device is out of date. */
  readonly invalidateDevice: (merchant: string, deviceId: string) => void
}

/** Parses `Last-Event-ID`; `null` if it is missing or invalid. */
function readLastEvent(value: string | null): number | null {
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null
}

/** The tag includes `staleSinceMs` and `nextAskAtMs`, which change without an event and so without a new version. */
const etagOf = ({ version, staleSinceMs, nextAskAtMs }: Sale): string =>
  staleSinceMs === null && nextAskAtMs === null
    ? `"${version}"`
    : `"${version}-${staleSinceMs ?? ''}-${nextAskAtMs ?? ''}"`

const MAY_BE_PAID =
  'A payment of this order may be missing: the ledger was restored from a copy, and its operator has not compared it with the charges since.'

const NEVER_STARTED = 'No sale of this order was ever started; percent-encode the order.'

/** Refusals that show that the cached device is out of date; the next read must bypass the cache. */
const STALE: ReadonlySet<string> = new Set(['device-not-connected', 'device-not-found'])

function startSale({
  sales,
  gate,
  lifecycle,
  clock,
  invalidateDevice,
}: SaleRouteDeps): Handlers['startSale'] {
  return async ({ access, page, body, headers: asked }) => {
    const refused = lifecycle.refusal() ?? gate.request(page, clock.now())
    if (refused !== null) return refused
    const key = asked.get('idempotency-key') ?? ''
    const admitted: { verdict?: ReturnType<StartGate['pass']> } = {}
    // The ledger asks again after a lost race; one start counts once.
    const admit = (): Refusal | null => {
      const verdict = (admitted.verdict ??= gate.pass(page, body.deviceId, key, clock.now()))
      return verdict.ok ? null : verdict
    }
    const result = await sales.start(access, body, key, admit)
    const passed = admitted.verdict?.ok === true ? admitted.verdict : null
    if (!result.ok || !result.created) passed?.giveBack()
    if (!result.ok) {
      if (STALE.has(result.code)) invalidateDevice(access.merchant, body.deviceId)
      return result
    }
    const { sale, created } = result
    const etag = { etag: etagOf(sale), ...passed?.headers }
    return created
      ? { ok: true, status: 201, body: sale, headers: { ...etag, location: `sales/${sale.id}` } }
      : { ok: true, status: 200, body: sale, headers: { ...etag, 'idempotency-replayed': 'true' } }
  }
}

function getOrder({ sales, grants }: SaleRouteDeps): Handlers['getOrder'] {
  return async ({ access: merchant, params, query }) => {
    const order = decodeMember(params['order'] ?? '')
    if (order === null) return refuse('sale-not-found', NEVER_STARTED)
    const asked = readTotal(query)
    if (!asked.ok) return asked
    const [attempts, granted, refunds] = await Promise.all([
      sales.attempts({ merchant: merchant.id, order }),
      grants.newest(merchant.id, order),
      sales.refunds({ merchant: merchant.id, order }),
    ])
    const body = orderState(order, attempts, granted, refunds, asked.total)
    if (body?.paid !== true && (await sales.isOnHold({ merchant: merchant.id, order })))
      return refuse('store-restored', MAY_BE_PAID, { retryAfterSeconds: 60 })
    return body === null ? refuse('sale-not-found', NEVER_STARTED) : { ok: true, status: 200, body }
  }
}

function withdrawOrder(deps: SaleRouteDeps): Handlers['withdrawOrder'] {
  return async ({ access: merchant, params, requestId, clientAddress }) => {
    const order = decodeMember(params['order'] ?? '')
    if (order === null) return refuse('invalid-request', 'Percent-encode the order.')
    await withdrawOrderGrants(deps, merchant.id, order, requestCaller(requestId, clientAddress))
    return { ok: true, status: 204, body: null }
  }
}

function getSale({ sales }: SaleRouteDeps): Handlers['getSale'] {
  return async ({ access, params, headers }) => {
    const result = await sales.read(access, params['id'] ?? '')
    if (!result.ok) return result
    const etag = etagOf(result.sale)
    return matchesEtag(headers.get('if-none-match'), etag)
      ? { ok: true, status: 304, body: null, headers: { etag } }
      : { ok: true, status: 200, body: result.sale, headers: { etag } }
  }
}

function watchSale({ sales, streams, lifecycle }: SaleRouteDeps): Handlers['watchSale'] {
  const write = createFrameWriter()
  return async ({ access, page, params, headers, signal }) => {
    const draining = lifecycle.refusal()
    if (draining !== null) return draining
    const result = await sales.read(access, params['id'] ?? '')
    if (!result.ok) return result
    const last = readLastEvent(headers.get('last-event-id'))
    const events = (stop: AbortSignal): AsyncIterable<string> =>
      saleEvents(sales, access, result.sale, last, stop, write)
    const detail = 'This sale is watched very often; read it with GET /v1/sales/{id} and try again.'
    return openStream(streams, page, events, signal, detail)
  }
}

function watchOrder({ sales, streams, lifecycle }: SaleRouteDeps): Handlers['watchOrder'] {
  const write = createOrderWriter()
  return async ({ access, page, signal }) => {
    const draining = lifecycle.refusal()
    if (draining !== null) return draining
    const events = (stop: AbortSignal): AsyncIterable<string> => orderEvents(sales, access, stop, write)
    const detail = 'This order is watched very often; read it with GET /v1/checkout and try again.'
    return openStream(streams, page, events, signal, detail)
  }
}

function cancelSale({ sales }: SaleRouteDeps): Handlers['cancelSale'] {
  return async ({ access, params }) => {
    const result = await sales.cancel(access, params['id'] ?? '')
    return result.ok ? { ok: true, status: 202, body: result.sale } : result
  }
}

function getDetails({ sales }: SaleRouteDeps): Handlers['getDetails'] {
  return async ({ access, params }) => {
    const result = await sales.details(access, params['id'] ?? '')
    return result.ok ? { ok: true, status: 200, body: result.details } : result
  }
}

/** Creates the handlers of the sale routes. */
export const saleHandlers = (
  deps: SaleRouteDeps,
): HandlersOf<
  | 'startSale'
  | 'getSale'
  | 'watchSale'
  | 'watchOrder'
  | 'cancelSale'
  | 'getDetails'
  | 'getOrder'
  | 'withdrawOrder'
> => ({
  startSale: startSale(deps),
  getOrder: getOrder(deps),
  withdrawOrder: withdrawOrder(deps),
  getSale: getSale(deps),
  watchSale: watchSale(deps),
  watchOrder: watchOrder(deps),
  cancelSale: cancelSale(deps),
  getDetails: getDetails(deps),
})
