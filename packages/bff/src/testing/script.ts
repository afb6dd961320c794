// A scripted ledger and upstream behind the same ports as the real ones.
import type { Sale, SaleEventType, SaleFrame } from '@tapboard/contract'
import type { DeviceSource } from '../device/source.ts'
import { checkRequest } from '../sale/machine/check-start.ts'
import { NO_NEWS } from '../sale/sale-result.ts'
import type { Sales } from '../sale/sales.ts'
import type { Refusal } from '../refusal.ts'
import type { SaleAccess } from '../token/access.ts'
import type { RefundRequest } from '../token/refund-grant.ts'
import type { UpstreamDevice } from '../upstream/terminal/client.ts'

/** Creates a sale as the ledger returns it. */
export const someSale = (access: SaleAccess, members: Partial<Sale> = {}): Sale => ({
  id: 'sale_1',
  kind: access.refund === undefined ? 'sale' : 'refund',
  refundOf: access.refund?.of ?? null,
  refund: access.refund?.reference ?? null,
  order: access.order,
  attempt: 1,
  state: 'started',
  reason: null,
  message: null,
  phase: 'present_card',
  stillWaiting: false,
  cancelable: false,
  amountMinor: access.amountMinor,
  currency: access.currency,
  device: { id: 'dev_front', name: 'Front counter', make: 'A920', serialEnding: '1234' },
  externalId: 'ext_1',
  sessionId: 'ses_1',
  reference: null,
  approvalCode: null,
  card: null,
  by: null,
  createdAtMs: 1,
  settledAtMs: null,
  conflictWith: null,
  deviceFreeAtMs: null,
  checkable: false,
  cancelRequested: false,
  staleSinceMs: null,
  nextAskAtMs: null,
  version: 3,
  nowMs: 2,
  ...members,
})

/** A scripted ledger with one sale; the test pushes its frames. */
export interface ScriptedSales extends Sales {
  /** Result of `read`, `newest` and `start`; `null` = nothing. */
  sale: ((access: SaleAccess) => Sale) | null
  held: Awaited<ReturnType<Sales['holds']>>
  onHold: boolean
  /** If set, every call returns or throws it. */
  trouble: Refusal | Error | null
  /** The sales that `refunds` returns. */
  paidBack: readonly Sale[]
  /** The requests that `judgeRefund` received. */
  readonly judged: RefundRequest[]
  /** The refusal that `judgeRefund` returns, if any. */
  refundRefusal: Refusal | null
  /** Idempotency keys of the calls of `start`. */
  readonly started: string[]
  /** Resolutions by persons, such as `ann: paid`. */
  readonly resolved: string[]
  /** Commits an event; all watchers get it. */
  push(type: SaleEventType, members?: Partial<Sale>): void
  /** Sets `staleSinceMs`; `null` = not stale. */
  stale(sinceMs: number | null): void
  loop: ReturnType<Sales['failing']>
  readonly watching: number
}

export function createScriptedSales(): ScriptedSales {
  const events: { number: number; type: SaleEventType; members: Partial<Sale> }[] = []
  const wakers = new Set<() => void>()
  const notFound: Refusal = { ok: false, code: 'sale-not-found', detail: 'Use a sale of this order.' }
  let watching = 0

  const find = (access: SaleAccess, id: string): Sale | Refusal => {
    if (script.trouble instanceof Error) throw script.trouble
    if (script.trouble !== null) return script.trouble
    const sale = script.sale?.(access)
    return sale === undefined || sale.id !== id ? notFound : sale
  }
  const answer = (found: Sale | Refusal) =>
    'ok' in found ? found : ({ ok: true, sale: found, created: false } as const)

  const script: ScriptedSales = {
    sale: null,
    held: new Map(),
    onHold: false,
    trouble: null,
    loop: null,
    paidBack: [],
    judged: [],
    refundRefusal: null,
    started: [],
    resolved: [],
    push(type, members = {}) {
      const number = (events.at(-1)?.number ?? script.sale?.(ACCESS).version ?? 0) + 1
      events.push({ number, type, members })
      const before = script.sale
      script.sale = (access) => ({ ...(before?.(access) ?? someSale(access)), ...members, version: number })
      for (const wake of wakers) wake()
    },
    stale(sinceMs) {
      const before = script.sale
      script.sale = (access) => ({ ...(before?.(access) ?? someSale(access)), staleSinceMs: sinceMs })
      for (const wake of wakers) wake()
    },
    get watching() {
      return watching
    },
    async start(access, request, key, admit = () => null) {
      const created = script.sale === null
      const refused = checkRequest(access, request, key) ?? (created ? admit() : null)
      if (refused !== null) return refused
      const found =
        script.sale === null ? someSale(access, { state: 'intent', version: 1 }) : script.sale(access)
      if (script.trouble instanceof Error) throw script.trouble
      if (script.trouble !== null) return script.trouble
      script.started.push(key)
      script.sale = () => found
      return { ok: true, sale: found, created }
    },
    read: async (access, id) => answer(find(access, id)),
    async newest({ refund, ...order }) {
      if (script.trouble instanceof Error) throw script.trouble
      const terms = refund === undefined ? {} : { refund: { person: 'ann', ...refund } }
      return script.sale?.({ ...ACCESS, ...order, ...terms }) ?? null
    },
    async holds() {
      if (script.trouble instanceof Error) throw script.trouble
      return script.held
    },
    async attempts(access) {
      const newest = await script.newest(access)
      return newest === null ? [] : [newest]
    },
    refunds: async () => script.paidBack,
    isOnHold: async () => script.onHold,
    async judgeRefund(refund) {
      if (script.trouble instanceof Error) throw script.trouble
      script.judged.push(refund)
      return script.refundRefusal
    },
    refundedSale: async ({ refund }) => ({
      of: refund?.of ?? '',
      paidAmountMinor: 4_200,
      refundedAmountMinor: 0,
      card: 'Visa …4242',
      reference: 'ref_1',
    }),
    async *watch(access, id, after, signal, last = NO_NEWS) {
      watching += 1
      try {
        let next = after + 1
        let sentStaleMs = last.staleSinceMs
        while (!signal.aborted) {
          const event = events.find(({ number }) => number >= next)
          const staleSinceMs = script.sale?.(access).staleSinceMs ?? null
          if (event === undefined && staleSinceMs !== sentStaleMs) {
            sentStaleMs = staleSinceMs
            yield { staleSinceMs, nextAskAtMs: null, nowMs: 5 }
            continue
          }
          if (event === undefined) {
            if ((events.at(-1)?.members.settledAtMs ?? null) !== null) return
            await new Promise<void>((resolve) => {
              wakers.add(resolve)
              signal.addEventListener('abort', () => resolve(), { once: true })
            })
            continue
          }
          next = event.number + 1
          const sale = someSale(access, { id, ...event.members, version: event.number })
          yield { number: event.number, type: event.type, atMs: 5, sale } satisfies SaleFrame
          if (sale.settledAtMs !== null) return
        }
      } finally {
        watching -= 1
      }
    },
    async *watchOrder(access, signal) {
      watching += 1
      try {
        while (!signal.aborted) {
          const frame = {
            order: access.order,
            sale: await script.newest(access),
            superseded: false,
            nowMs: 2,
          }
          yield frame
          await new Promise<void>((resolve) => {
            wakers.add(resolve)
            signal.addEventListener('abort', () => resolve(), { once: true })
          })
        }
      } finally {
        watching -= 1
      }
    },
    cancel: async (access, id) => answer(find(access, id)),
    async check(access, id) {
      const found = find(access, id)
      return 'ok' in found ? found : { ok: true, sale: found, looking: found.state === 'in_doubt' }
    },
    async resolve({ merchant, sale: id, person }, { outcome }) {
      const found = find({ ...ACCESS, merchant }, id)
      if ('ok' in found) return found
      script.resolved.push(`${person}: ${outcome}`)
      return {
        ok: true,
        sale: { ...found, state: outcome === 'paid' ? 'approved' : 'closed_unpaid', by: 'person' },
        created: true,
      }
    },
    async details(access, id) {
      const found = find(access, id)
      if ('ok' in found) return found
      return { ok: true, details: { reference: 'ref_1', rows: [{ name: 'Card', value: 'Visa' }] } }
    },
    begin: async () => {},
    failing: () => script.loop,
    drain: async () => {},
  }
  return script
}

const ACCESS: SaleAccess = {
  merchant: 'shop',
  order: 'A-100',
  amountMinor: 4_200,
  currency: 'USD',
  devices: null,
  origin: 'https://shop.example',
}

/** Scripted devices of every merchant, and the calls to the upstream. */
export interface ScriptedDevices extends DeviceSource {
  devices: UpstreamDevice[]
  /** If set, every call returns it. */
  trouble: Refusal | null
  /** If set, `list` returns it. */
  listTrouble: Refusal | null
  readonly asked: string[]
}

export function createScriptedDevices(): ScriptedDevices {
  const missing: Refusal = { ok: false, code: 'device-not-found', detail: 'Use another terminal.' }
  const script: ScriptedDevices = {
    devices: [
      { id: 'dev_front', serial: 'SN-001234', make: 'A920', name: 'Front counter', status: 'CONNECTED' },
      { id: 'dev_back', serial: 'SN-005678', make: 'A77', name: 'Back office', status: 'DISCONNECTED' },
    ],
    trouble: null,
    listTrouble: null,
    asked: [],
    async list(merchant) {
      script.asked.push(`list ${merchant}`)
      return script.trouble ?? script.listTrouble ?? { ok: true, devices: script.devices }
    },
    async read(_merchant, id) {
      script.asked.push(`read ${id}`)
      if (script.trouble !== null) return script.trouble
      const device = script.devices.find((candidate) => candidate.id === id)
      return device === undefined ? missing : { ok: true, device }
    },
    async register(_merchant, { serial, make, name }) {
      if (script.trouble !== null) return script.trouble
      if (script.devices.some((device) => device.serial === serial)) {
        return { ok: false, code: 'device-exists', detail: 'Choose it in the list.' }
      }
      const device = { id: `dev_${serial}`, serial, make, name, status: 'DISCONNECTED' } as const
      script.devices = [...script.devices, device]
      return { ok: true, device, pairingCode: '123456' }
    },
  }
  return script
}
