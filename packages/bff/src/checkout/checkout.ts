// `GET /v1/checkout`: all data of `<terminal-pay>` in one answer. An open sale is returned even if the upstream does not
// answer; the request is refused only if the page could do nothing.
import type { DeviceView } from '@tapboard/contract'
import { isUnpaid, type Sale, type SaleKind } from '@tapboard/contract'
import type { DeviceCache } from '../device/cache.ts'
import { unseenDevice, viewDevice, withHolds } from '../device/view.ts'
import type { HandlersOf } from '../http/call.ts'
import type { Refusal } from '../refusal.ts'
import type { Clock } from '../ports.ts'
import { grantRefusal, type Grants } from '../token/order-grant.ts'
import type { Sales } from '../sale/sales.ts'
import type { SaleAccess } from '../token/access.ts'

/** The configuration of the checkout. */
interface CheckoutConfig {
  readonly merchants: readonly { readonly id: string; readonly name: string }[]
  readonly environment: 'sandbox' | 'production'
  /** Features of the upstream beyond the specification. */
  readonly features: { readonly cancel: boolean; readonly details: boolean }
}

interface CheckoutDeps {
  readonly config: CheckoutConfig
  readonly cache: DeviceCache
  readonly sales: Sales
  readonly grants: Pick<Grants, 'newest'>
  readonly clock: Clock
}

/** Concurrent reads of single devices, if the upstream has no list. */
const READS_AT_ONCE = 8

/** Devices by single reads, for an upstream without a list: only the read of one device is certain. */
async function readEach(
  { cache, clock }: CheckoutDeps,
  merchant: string,
  ids: readonly string[],
): Promise<DeviceView[]> {
  const views = new Map<string, DeviceView>()
  const queue = [...ids]
  const worker = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const read = await cache.read(merchant, id)
      const seen = read.ok ? read : cache.recall(merchant, id)
      if (seen !== null) views.set(id, viewDevice(seen, clock.now()))
      else if (!read.ok && read.code !== 'device-not-found') views.set(id, unseenDevice(id))
    }
  }
  await Promise.all(Array.from({ length: Math.min(READS_AT_ONCE, ids.length) }, worker))
  return ids.map((id) => views.get(id)).filter((view) => view !== undefined)
}

async function devicesOf(deps: CheckoutDeps, access: SaleAccess): Promise<DeviceView[] | Refusal> {
  const { cache, clock } = deps
  const { merchant, devices: allowed } = access
  const list = await cache.list(merchant)
  if (list.ok) {
    const nowMs = clock.now()
    return list.devices
      .filter(({ device }) => allowed === null || allowed.includes(device.id))
      .map((seen) => viewDevice(seen, nowMs))
  }
  if (allowed === null) return list
  return readEach(deps, merchant, allowed)
}

/** Number of the attempt that a start would make: the open or paid one's own, or the one after an unpaid one. */
const nextAttempt = (sale: Sale | null): number =>
  sale === null ? 1 : isUnpaid(sale.state) ? sale.attempt + 1 : sale.attempt

/** Handler of the checkout route. */
export function checkoutHandlers(deps: CheckoutDeps): HandlersOf<'getCheckout'> {
  const { config, sales, grants, clock } = deps
  const { cancel, details } = config.features
  return {
    async getCheckout({ access }) {
      const kind: SaleKind = access.refund === undefined ? 'sale' : 'refund'
      const [sale, devices, granted, refund] = await Promise.all([
        sales.newest(access),
        devicesOf(deps, access),
        kind === 'sale' ? grants.newest(access.merchant, access.order) : null,
        kind === 'sale' ? null : sales.refundedSale(access),
      ])
      const outdated = grantRefusal(access, granted)
      if (outdated !== null) return outdated
      if ('ok' in devices && (sale === null || isUnpaid(sale.state))) return devices
      const { merchant: id, order, amountMinor, currency } = access
      const views = 'ok' in devices ? [] : await withHolds(sales, access, devices)
      const name = config.merchants.find((merchant) => merchant.id === id)?.name ?? id
      const body = {
        kind,
        refund,
        merchant: { id, name },
        environment: config.environment,
        order,
        amountMinor,
        currency,
        devices: views,
        sale,
        nextAttempt: nextAttempt(sale),
        features: { cancel, details },
        nowMs: clock.now(),
      }
      return { ok: true, status: 200, body }
    },
  }
}
