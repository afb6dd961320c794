// Starts a sale (rule 1): checks the request, reads the device, commits one row. A retry returns the sale of its key. A
// refusal contains the attempt that blocks the start. The runner sends the committed intent (INV-1).
import { serialEnding, spellMake, type Sale, type StartSale } from '@tapboard/contract'
import { uniqueViolation } from '@tapboard/store'
import { randomId } from '@tapboard/server'
import type { Failpoint } from '../failpoint.ts'
import type { Clock, Random } from '../../ports.ts'
import { afterConnect, breakerWaitMs, CLOSED_BREAKER, type Breaker } from '../../upstream/terminal/breaker.ts'
import type { UpstreamDevice } from '../../upstream/terminal/client.ts'
import type { MerchantLookup, MerchantUpstream } from '../../upstream/terminal/merchant.ts'
import { isOpenRefund, judgeRefund, type RefundableSale } from '../machine/check-refund.ts'
import { checkRequest, hashRequest, judgeAttempts, storedKey } from '../machine/check-start.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import { readCover } from './cover.ts'
import { deviceBusy } from './device-hold.ts'
import { externalIdOf } from '../machine/external-id.ts'
import type { FreshDevices } from './fresh-device.ts'
import { refuseOtherAccount } from './same-account.ts'
import type { Shares } from '../../token/shares.ts'
import { grantRefusal, type Grants } from '../../token/order-grant.ts'
import { HELD, type Ledger } from '../ledger/ledger.ts'
import type { EarlierAttempts } from '../runner/reread.ts'
import { emptySale, groupOf, type SaleRow } from '../machine/row.ts'
import type { SaleResult } from '../sale-result.ts'
import { isSameGroup, type SaleAccess } from '../../token/access.ts'
import { START_DEADLINE_MS } from '../machine/states.ts'

interface StartDeps {
  readonly ledger: Ledger
  readonly merchants: MerchantLookup
  readonly clock: Clock
  readonly random: Random
  readonly freshDevices: FreshDevices
  /** Reads the earlier attempts of the order again. */
  readonly earlier: EarlierAttempts
  /** The newest grant of each order. */
  readonly grants: Pick<Grants, 'newest'>
  /** Returns true at the merchant's share of followed sales. */
  readonly isFull: (upstream: MerchantUpstream) => boolean
  /** The concurrent starts, in total, per merchant and per order. Starts above a limit are refused. */
  readonly shares: Shares
  readonly failpoint: Failpoint
  /** A row as the page sees it. */
  readonly view: (row: SaleRow) => Sale
}

/** Tries of a start that loses the race for a unique index. */
const RACES_MAX = 3

/** The sale that a refund pays back, with all its refunds. */
interface Covering {
  readonly ok: true
  readonly sale: RefundableSale
  readonly refunds: readonly SaleRow[]
}

/** A start whose request agrees with its token. */
interface Start {
  readonly access: SaleAccess
  readonly request: StartSale
  readonly key: string
  readonly upstream: MerchantUpstream
  readonly leftMs: () => number
  /** Returns a refusal if the rate limits do not admit a new sale. */
  readonly admit: () => Refusal | null
}

function newRow(
  { access, request, key, upstream }: Start,
  device: UpstreamDevice,
  sale: RefundableSale | null,
  random: Random,
  externalIdKey: string,
): SaleRow {
  const name = randomId(random)
  const { refund } = access
  const identity = {
    merchant: access.merchant,
    orderRef: request.order,
    refundOf: refund?.of ?? null,
    refundRef: refund?.reference ?? null,
    attempt: request.attempt,
  }
  return {
    ...emptySale(),
    ...identity,
    id: `${refund === undefined ? 'sale' : 'refund'}_${name}`,
    upstream: upstream.id,
    kind: refund === undefined ? 'sale' : 'refund',
    creditReference: sale?.reference ?? null,
    requestedBy: refund?.person ?? null,
    idempotencyKey: key,
    requestHash: hashRequest(access, request),
    externalId: externalIdOf(externalIdKey, identity),
    deviceId: device.id,
    deviceName: device.name,
    deviceMake: spellMake(device.make),
    deviceSerialEnding: serialEnding(device.serial),
    amountMinor: request.amountMinor,
    currency: request.currency,
  }
}

const OPEN = {
  sale: 'The order has an open sale; follow that sale.',
  refund: 'This refund is already open; follow it.',
} as const

const DONE = {
  sale: 'The order is paid; nothing more can be charged for it.',
  refund: 'This refund is already made; nothing more can be paid back for its reference.',
} as const

const BUSY = 'The terminal is in use for another sale; wait for it to end or choose another terminal.'

const RESTORED =
  'Nothing was started: the ledger was restored from a copy, and its operator has not compared it with the charges since; see "tapboard restore".'

/**
 * Returns the time to the deadline of a start that arrives now: at most 15 s from the arrival, and none once the
 * process's clock was set back, because the time since the press is then unknown.
 */
export function timeLeft(clock: Clock, deadlineAtMs: number | undefined): () => number {
  const arrivedAtMs = clock.now()
  const endsAtMs = Math.min(deadlineAtMs ?? Infinity, arrivedAtMs + START_DEADLINE_MS)
  return () => {
    const nowMs = clock.now()
    return nowMs < arrivedAtMs ? 0 : endsAtMs - nowMs
  }
}

/** Starts sales and deduplicates concurrent retries. */
export class SaleStarter {
  readonly #deps: StartDeps
  readonly #breakers = new WeakMap<MerchantUpstream, Breaker>()
  /** Starts in progress. A concurrent retry awaits the first request. */
  readonly #running = new Map<string, Promise<SaleResult>>()

  constructor(deps: StartDeps) {
    this.#deps = deps
  }

  /** Returns the result of an earlier request with this key, or `null`. */
  async #replay(access: SaleAccess, request: StartSale, key: string): Promise<SaleResult | null> {
    const known = await this.#deps.ledger.byKey(access.merchant, access.order, key)
    if (known === null) return null
    if (known.requestHash === hashRequest(access, request))
      return { ok: true, sale: this.#deps.view(known), created: false }
    return refuse(
      'idempotency-mismatch',
      'This Idempotency-Key was used for another request; send a new key with a changed request.',
    )
  }

  /** Refuses a token whose grant is withdrawn or not the newest of its order. */
  async #grantOf(access: SaleAccess): Promise<Refusal | null> {
    if (access.refund !== undefined) return null
    const newest = await this.#deps.grants.newest(access.merchant, access.order)
    return grantRefusal(access, newest)
  }

  /** Returns a refusal if an attempt blocks a new one, else `null`. */
  #blockedBy(attempts: readonly SaleRow[], { refund }: SaleAccess, request: StartSale): Refusal | null {
    const isSale = refund === undefined
    const judged = judgeAttempts(attempts, request.attempt)
    if (judged?.code === 'invalid-request')
      return refuse(
        'invalid-request',
        `attempt: the next attempt of this ${isSale ? 'order' : 'refund'} is ${(attempts[0]?.attempt ?? 0) + 1}; load the checkout again.`,
      )
    if (judged === null) return null
    return refuse(
      judged.code,
      judged.code === 'sale-open' ? OPEN[isSale ? 'sale' : 'refund'] : DONE[isSale ? 'sale' : 'refund'],
      judged.sale === undefined ? {} : { sale: this.#deps.view(judged.sale) },
    )
  }

  /** Returns the CONNECTED device, read within the last 2 s, or a refusal. */
  async #connectedDevice(
    upstream: MerchantUpstream,
    deviceId: string,
  ): Promise<{ readonly ok: true; readonly device: UpstreamDevice } | Refusal> {
    const { clock } = this.#deps
    const breaker = this.#breakers.get(upstream) ?? CLOSED_BREAKER
    const waitMs = breakerWaitMs(breaker, clock.now())
    const away = (retryAfterSeconds: number): Refusal =>
      refuse(
        'upstream-unavailable',
        'The payment service does not answer; nothing was charged. Try again soon.',
        {
          retryAfterSeconds,
        },
      )
    if (waitMs > 0) return away(Math.ceil(waitMs / 1000))
    const reading = await this.#deps.freshDevices.read(upstream, deviceId)
    const connected = reading.kind !== 'fault' || reading.fault !== 'unreachable'
    this.#breakers.set(
      upstream,
      afterConnect(this.#breakers.get(upstream) ?? CLOSED_BREAKER, connected, clock.now()),
    )
    if (reading.kind === 'missing')
      return refuse('device-not-found', 'The payment service knows no such terminal; choose another one.')
    if (reading.kind === 'fault') {
      if (reading.fault === 'unauthorized' || reading.fault === 'refused')
        return refuse(
          'upstream-refused',
          'The payment service refused the key of this merchant; check its set-up.',
        )
      return away(Math.ceil((reading.retryAfterMs ?? 3_000) / 1000))
    }
    if (reading.value.status !== 'CONNECTED')
      return refuse(
        'device-not-connected',
        'The terminal is not connected; check its power and network and wait for "Running…".',
      )
    return { ok: true, device: reading.value }
  }

  /** Returns the device for the new row. A start past its deadline is not sent and uses the cached device. */
  async #deviceFor({
    access: { merchant },
    request: { deviceId },
    upstream,
    leftMs,
  }: Start): Promise<{ readonly ok: true; readonly device: UpstreamDevice } | Refusal> {
    const { ledger, clock } = this.#deps
    if (leftMs() <= 0) {
      const unknown = { id: deviceId, serial: '', make: '', name: deviceId, status: 'DISCONNECTED' } as const
      return { ok: true, device: this.#deps.freshDevices.recall(upstream, deviceId) ?? unknown }
    }
    const [hold] = await ledger.deviceHolds(upstream.id, [deviceId])
    if (hold?.merchant === merchant) return deviceBusy(hold, clock.now())
    if (this.#deps.isFull(upstream))
      return refuse('rate-limited', 'The server is at its limit of open sales; try again in a moment.', {
        retryAfterSeconds: 5,
      })
    const device = await this.#connectedDevice(upstream, deviceId)
    // The hold of another merchant is shown only to a merchant whose key reads the terminal.
    return device.ok && hold !== undefined ? deviceBusy(hold, clock.now()) : device
  }

  /** Returns the sale that a refund pays back, with all its refunds; `null` for a sale. */
  async #coverOf({ access, request }: Start): Promise<Covering | Refusal | null> {
    if (access.refund === undefined) return null
    const { sale, refunds } = await readCover(this.#deps.ledger, access)
    const { amountMinor, currency } = request
    const judged = judgeRefund(sale, refunds, { group: access, amountMinor, currency })
    // An open refund may end unpaid: then its amount is left again.
    if (!judged.ok && judged.code !== 'refund-exceeds-sale') return judged
    if (refunds.some((row) => isOpenRefund(row) && !isSameGroup(groupOf(row), access)))
      return refuse('refund-open', 'Another refund of this sale is open; wait for its result.')
    return judged.ok ? { ok: true, sale: judged.sale, refunds } : judged
  }

  /** Starts the sale or returns a refusal. Retries after a lost race. */
  async #begin(start: Start): Promise<SaleResult> {
    const { access, request, key } = start
    for (let race = 1; ; race += 1) {
      const [superseded, known] = await Promise.all([
        this.#grantOf(access),
        this.#replay(access, request, key),
      ])
      // A retry starts no sale. It may read the sale of its key with a superseded grant.
      if (known?.ok === true) return known
      if (superseded !== null) return superseded
      if (known !== null) return known
      const created = await this.#create(start)
      if (created === 'race') {
        // Another start won the race. Its row is committed, so the next iteration finds it.
        if (race < RACES_MAX) continue
        return refuse('device-busy', BUSY, { retryAfterSeconds: 1 })
      }
      // This request's own sale can commit between two reads and block the start. That is a replay (INV-11).
      return created.ok ? created : ((await this.#replay(access, request, key)) ?? created)
    }
  }

  /** Checks the earlier attempts, the refunded sale and the terminal, and commits the row. */
  async #create(start: Start): Promise<SaleResult | 'race'> {
    const { access, request, upstream, leftMs, admit } = start
    const { ledger, failpoint, random, clock } = this.#deps
    const attempts = await ledger.attempts(access)
    const blocked = this.#blockedBy(attempts, access, request)
    if (blocked !== null) return blocked
    const cover = await this.#coverOf(start)
    if (cover?.ok === false) return cover
    const limited = admit()
    if (limited !== null) return limited
    const [usable, earlier, elsewhere] = await Promise.all([
      this.#deviceFor(start),
      leftMs() > 0 ? this.#deps.earlier.reread(cover?.refunds ?? attempts, upstream, access) : null,
      cover === null || leftMs() <= 0
        ? null
        : refuseOtherAccount(upstream, cover.sale, request.deviceId, clock),
    ])
    if (earlier?.code === 'sale-open' || earlier?.code === 'refund-open') return earlier
    if (!usable.ok) return usable
    if (earlier !== null) return earlier
    if (elsewhere !== null) return elsewhere
    const row = newRow(start, usable.device, cover?.sale ?? null, random, await ledger.externalIdKey())
    try {
      await failpoint('creating', row.id)
      // A newer grant or a withdrawal can arrive during the device read: the next try refuses then.
      const created = await ledger.insert(row, leftMs, (newest) => grantRefusal(access, newest) === null)
      await failpoint('created', row.id)
      return { ok: true, sale: this.#deps.view(created), created: true }
    } catch (error) {
      if (error === HELD) return refuse('store-restored', RESTORED, { retryAfterSeconds: 60 })
      if (!uniqueViolation(error)) throw error
      return 'race'
    }
  }

  /** Starts a sale, or returns the sale of this key. `admit` can refuse a start that nothing else blocks. */
  async start(
    access: SaleAccess,
    request: StartSale,
    sentKey: string,
    admit: () => Refusal | null = () => null,
  ): Promise<SaleResult> {
    const { clock, merchants, shares } = this.#deps
    const running = this.#running
    const leftMs = timeLeft(clock, request.deadlineAtMs)
    const refused = checkRequest(access, request, sentKey)
    if (refused !== null) return refused
    const upstream = merchants(access.merchant)
    if (upstream === null) return refuse('forbidden', 'The merchant of this token is not configured here.')
    const key = storedKey(access, sentKey)
    const same = JSON.stringify([key, access.merchant, hashRequest(access, request)])
    const first = running.get(same)
    if (first !== undefined) {
      const result = await first
      return result.ok ? { ...result, created: false } : result
    }
    const owner = { merchant: access.merchant, key: access.order }
    if (shares.take(owner) !== null)
      return refuse(
        'rate-limited',
        'The server is at its limit of concurrent starts; try again in a moment.',
        {
          retryAfterSeconds: 1,
        },
      )
    const mine = this.#begin({ access, request, key, upstream, leftMs, admit }).finally(() => {
      running.delete(same)
      shares.giveBack(owner)
    })
    running.set(same, mine)
    return mine
  }
}
