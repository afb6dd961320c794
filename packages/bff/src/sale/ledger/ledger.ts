// Runs transitions as transactions: read the row, reduce, update with version and fence compared, insert the event, notify
// (INV-9, INV-16, INV-20). Notices follow the commit (INV-8). The runner decides the timing.
import { isStoreUnavailable, StoreError, uniqueViolation, type EndedLease } from '@tapboard/store'
import type { SaleEventType } from '@tapboard/contract'
import { announce, announceMove, remind } from './announce.ts'
import type { ClaimedRows, HeldLeases } from '../../durable/lease.ts'
import { NO_TARGETS, type Announcing } from '../../durable/outbox/announcing.ts'
import { eventAfter } from './chain.ts'
import { over } from '../machine/enter.ts'
import type { Changes, Effect, Facts, SaleInput, Reduction } from '../machine/sale-input.ts'
import type { Marked } from './ledger-leases.ts'
import type { DeviceHold, LedgerStore, LedgerTransaction } from './ledger-store.ts'
import { endangeredRefunds, mayHaveMoved } from '../machine/check-refund.ts'
import { reduce } from '../machine/machine.ts'
import { firstLookMs } from '../machine/pace.ts'
import type { AttemptGroup } from '../../token/access.ts'
import { sameTerms, type OrderGrant } from '../../token/order-grant.ts'
import type { FollowUpRow, SaleEventRow, SaleRow } from '../machine/row.ts'
import { refuseInReview, refuseUncovered } from './insert-locks.ts'
import {
  FOLLOW_UP_LEASE_MS,
  FOLLOWED_STATES,
  LEASE_MS,
  RENEW_MS,
  START_DEADLINE_MS,
} from '../machine/states.ts'

/** Separates instance and run in a lease owner's name; not allowed in an instance name. */
export const RUN = '#'

/** The result of applying an input. */
export type Applied =
  /** Committed; `row` is the sale after it. */
  | { readonly kind: 'moved'; readonly row: SaleRow; readonly effects: readonly Effect[] }
  /** Unconfirmed evidence was written; no event. */
  | { readonly kind: 'noted'; readonly row: SaleRow }
  /** The machine refused; `row` is the unchanged sale. */
  | { readonly kind: 'refused'; readonly row: SaleRow; readonly why: 'illegal' | 'guard' }
  /** Another owner holds the sale, or the sale does not exist. Nothing was written. */
  | { readonly kind: 'stale' }

/** Lets a retry detect that the earlier try committed although its acknowledgement was lost. */
export interface Ticket {
  attempted: Attempted | null
}

/** The event of a try, with its effects. `announced`: the host gets a notification. */
interface Attempted {
  readonly number: number
  readonly hash: string
  readonly effects: readonly Effect[]
  readonly announced: boolean
}

export interface ApplyOptions extends Pick<Facts, 'repeat' | 'lookup'> {
  /** The holder's fence. Omit it for evidence that needs no lease (a late answer, a cancel, a person). */
  readonly fence?: number
  /** The sale as the holder knows it. Saves a read: the write happens only if the stored sale is the same. */
  readonly known?: SaleRow
  /** Pass the same ticket on a retry after a store fault. */
  readonly ticket?: Ticket
}

/** Tries after a lost race on one row; each retry reads the winner's commit. */
const RACES_MAX = 8

/** Thrown by `insert` for an order that is held after a restore; nothing was written. */
export const HELD = Symbol('the order is held')

const RACE = Symbol('another write came first')

/** The ledger of sales over one store. */
export class Ledger {
  readonly #store: LedgerStore
  readonly #announcing: Announcing
  /** True if the clock of one machine decides about leases. */
  readonly embedded: boolean
  /** The leases on due follow-ups. */
  readonly heldFollowUps: HeldLeases
  /** Reads the key of the external IDs. */
  readonly externalIdKey = (): Promise<string> => this.#store.externalIdKey()

  constructor(store: LedgerStore, announcing: Announcing = NO_TARGETS) {
    this.#store = store
    this.embedded = store.embedded
    this.heldFollowUps = store.heldFollowUps
    this.#announcing = announcing
  }

  /**
   * Commits a new sale or refund with its first event. Rejects it while another attempt holds the order or the device
   * (unique index), while an attempt is in review, if a refund is not covered by its sale, or if `isGranted` refuses the
   * newest grant of the order, or if the order is held after a restore ({@link HELD}). `leftMs` returns the time to the deadline. It is called after the store's clock is
   * read, so that the stored deadline is never late. Without time left the sale is committed as abandoned.
   */
  async insert(
    row: SaleRow,
    leftMs: () => number = () => START_DEADLINE_MS,
    isGranted: (newest: OrderGrant | null) => boolean = () => true,
  ): Promise<SaleRow> {
    const { created, news } = await this.#store.transaction(async (trx) => {
      if (await trx.held(row)) throw HELD
      if (!isGranted(await trx.lockedGrant(row)))
        throw new StoreError('unique-violation', 'The grant of the order changed.')
      const atMs = await trx.now()
      const restMs = Math.floor(leftMs())
      const dated: SaleRow = { ...row, version: 1, createdAtMs: atMs, deadlineAtMs: atMs + restMs }
      const first: SaleRow =
        restMs > 0 ? { ...dated, nextAtMs: atMs } : { ...dated, ...over('abandoned', 'expired', atMs) }
      const event = eventAfter(null, first, restMs > 0 ? 'created' : 'abandoned', atMs)
      const created: SaleRow = { ...first, eventHash: event.hash }
      const news = announce(event.type, created, atMs, this.#announcing.targets(row.merchant))
      if (created.kind === 'refund' && restMs > 0) await refuseUncovered(trx, created)
      else if (created.attempt > 1 && restMs > 0) await refuseInReview(trx, created)
      await trx.insertSale(created)
      await trx.insertEvent(event)
      await trx.announce(news)
      await trx.notify(row, 1)
      return { created, news }
    })
    if (news.length > 0) this.#announcing.written()
    return created
  }

  /** Applies an input to a sale. Throws only store faults; the result is then unknown and the caller retries. */
  async apply(id: string, input: SaleInput, options: ApplyOptions): Promise<Applied> {
    const ticket = options.ticket ?? { attempted: null }
    for (let race = 1; ; race += 1) {
      const done = await this.#committedBefore(id, ticket)
      if (done !== null) return done
      try {
        const known = race === 1 ? (options.known ?? null) : null
        const applied = await this.#store.transaction((trx) =>
          this.#applyIn(trx, known ?? id, input, options, ticket),
        )
        if (applied.kind === 'moved' && ticket.attempted?.announced === true) this.#announcing.written()
        return applied
      } catch (error) {
        const again = error === RACE || uniqueViolation(error)
        if (again && race < RACES_MAX) {
          ticket.attempted = null
          continue
        }
        if (!isStoreUnavailable(error) || ticket.attempted === null) throw error
        const happened = await this.#committedBefore(id, ticket).catch(() => null)
        if (happened === null) throw error
        return happened
      }
    }
  }

  async #committedBefore(id: string, ticket: Ticket): Promise<Applied | null> {
    if (ticket.attempted === null) return null
    const { number, hash, effects } = ticket.attempted
    if ((await this.#store.eventHash(id, number)) !== hash) return null
    const row = await this.find(id)
    return row === null ? null : { kind: 'moved', row, effects }
  }

  /** Applies an input to a sale that is known, or to the one with this ID. */
  async #applyIn(
    trx: LedgerTransaction,
    sale: SaleRow | string,
    input: SaleInput,
    options: ApplyOptions,
    ticket: Ticket,
  ): Promise<Applied> {
    const row = typeof sale === 'string' ? await trx.find(sale) : sale
    if (row === null) return { kind: 'stale' }
    if (options.fence !== undefined && options.fence !== row.fence) return { kind: 'stale' }
    const facts: Facts = {
      nowMs: await trx.now(),
      repeat: options.repeat,
      lookup: options.lookup,
      orderHeldElsewhere: !row.orderHold && (await trx.orderHeld(row)),
    }
    const judged = reduce(row, await withTaken(trx, row, input), facts)
    // Only a write compares the known sale with the stored one.
    if (judged.kind === 'refused' && sale === row) return this.#applyIn(trx, row.id, input, options, ticket)
    if (judged.kind === 'refused') return { kind: 'refused', row, why: judged.why }
    if (judged.kind === 'noted') {
      if (!(await trx.update(row, judged.changes))) throw RACE
      return { kind: 'noted', row: { ...row, ...judged.changes } }
    }
    return this.#move(trx, row, judged, facts.nowMs, ticket)
  }

  async #move(
    trx: LedgerTransaction,
    row: SaleRow,
    judged: Extract<Reduction, { kind: 'moved' }>,
    atMs: number,
    ticket: Ticket,
  ): Promise<Applied> {
    const { changes } = judged
    const differs = await isPaidOtherwise(trx, row, judged.event)
    const effects = differs ? [...judged.effects, OTHER_AMOUNT] : judged.effects
    const after: SaleRow = { ...row, ...changes, version: row.version + 1 }
    const event = eventAfter(row, after, judged.event, atMs)
    const targets = this.#announcing.targets(row.merchant)
    const news = announceMove({ type: event.type, before: row, after, atMs, differs }, targets)
    ticket.attempted = { number: event.number, hash: event.hash, effects, announced: news.length > 0 }
    await this.#write(trx, row, changes, event)
    for (const effect of effects)
      if (effect.type === 'flag_newer') await this.#flagNewer(trx, row, atMs)
      else if (effect.type === 'follow_up')
        await trx.followUp({
          saleId: row.id,
          pace: effect.pace,
          sinceMs: atMs,
          nextAtMs: atMs + firstLookMs(effect.pace),
        })
    if (row.state === 'approved' && after.state !== 'approved') await this.#flagRefunds(trx, row, atMs)
    await trx.announce(news)
    return { kind: 'moved', row: { ...after, eventHash: event.hash }, effects }
  }

  /** One event and the row after it; throws `RACE` if the row changed since the read. */
  async #write(trx: LedgerTransaction, row: SaleRow, changes: Changes, event: SaleEventRow): Promise<void> {
    const { number: version, hash: eventHash } = event
    if (!(await trx.move(row, { ...changes, version, eventHash }, event))) throw RACE
    await trx.notify(row, version)
  }

  // Rule 22: sets `conflictWith` in the newer attempts of the order, or in the refunds that the sale no longer covers.
  async #flagNewer(trx: LedgerTransaction, row: SaleRow, atMs: number): Promise<void> {
    const sale = row.refundOf === null ? null : await trx.find(row.refundOf)
    const newer =
      sale === null ? await trx.newerAttempts(row) : endangeredRefunds(row, sale, await trx.refundsOf(sale))
    await this.#flag(trx, newer, row.id, atMs)
  }

  // D-37 for refunds: the payment of the sale is no longer certain.
  async #flagRefunds(trx: LedgerTransaction, sale: SaleRow, atMs: number): Promise<void> {
    const refunds = sale.kind === 'sale' ? await trx.refundsOf(sale) : []
    await this.#flag(trx, refunds.filter(mayHaveMoved), sale.id, atMs)
  }

  async #flag(
    trx: LedgerTransaction,
    rows: readonly SaleRow[],
    conflictWith: string,
    atMs: number,
  ): Promise<void> {
    for (const row of rows) {
      const changes: Changes = { conflictWith }
      const after: SaleRow = { ...row, ...changes, version: row.version + 1 }
      await this.#write(trx, row, changes, eventAfter(row, after, 'flagged', atMs))
    }
  }

  /** Claims due sales, fence + 1. A leased sale only if it is in `ended`; without a list, if the store's clock is past its lease. */
  claim(owner: string, limit: number, which: ClaimedRows = {}): Promise<SaleRow[]> {
    return this.#store.claimDue({ owner, states: FOLLOWED_STATES, leaseMs: LEASE_MS, limit, ...which })
  }

  /** The leases that may have ended. */
  agedLeases(): ReturnType<LedgerStore['agedLeases']> {
    return this.#store.agedLeases({ states: FOLLOWED_STATES, leaseMs: LEASE_MS, renewMs: RENEW_MS })
  }

  /** Renews the leases of an owner; returns sale ID → fence of the leases that it still has. */
  async renew(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const held = new Map<string, number>()
    const untilMs = (await this.#store.now()) + LEASE_MS
    for (let at = 0; at < ids.length; at += 500) {
      const rows = await this.#store.renew(owner, ids.slice(at, at + 500), untilMs)
      for (const { id, fence } of rows) held.set(id, fence)
    }
    return held
  }

  /** Ends the leases of earlier runs of this instance; `owner` is the current run. One that still lives writes nothing: its fence is old. */
  takeBack(instance: string, owner: string): Promise<void> {
    const ownerPrefix = `${instance}${RUN}`
    return this.#store.takeBack({ ownerPrefix, except: owner, states: FOLLOWED_STATES, leaseMs: LEASE_MS })
  }

  /** Ends the leases of an owner on open sales, or on the follow-ups of ended ones, except of these sales; the rows stay due. */
  releaseOthers(on: 'sales' | 'follow-ups', owner: string, except: readonly string[]): Promise<void> {
    if (on === 'follow-ups') return this.#store.releaseOtherFollowUps(owner, except)
    return this.#store.releaseOthers(owner, except, FOLLOWED_STATES)
  }

  /** Releases a sale; it is due again at `nextAtMs`, for any process. */
  release(id: string, fence: number, nextAtMs: number): Promise<void> {
    return this.#store.release(id, fence, FOLLOWED_STATES, Math.trunc(nextAtMs))
  }

  /** Writes the time since which the sale is stale (`null`: it is not), and notifies watchers. Requires the holder's fence. */
  mark(sale: Marked, staleSinceMs: number | null): Promise<void> {
    return this.#store.mark(sale, staleSinceMs === null ? null : Math.trunc(staleSinceMs))
  }

  /** Makes a sale in doubt without a lease due now; the next claim looks at it. */
  async hasten(id: string): Promise<void> {
    await this.#store.transaction(async (trx) => {
      const row = await trx.find(id)
      if (row === null || row.state !== 'in_doubt') return
      const nowMs = await trx.now()
      const held = row.leaseOwner !== null && (row.leaseUntilMs ?? 0) > nowMs
      // The holder of a valid lease is already looking.
      if (!held && (row.nextAtMs ?? 0) > nowMs) await trx.update(row, { nextAtMs: nowMs })
    })
  }

  /** Claims due follow-ups of ended sales; `ended` as in `claim`. */
  claimFollowUps(owner: string, limit: number, ended?: readonly EndedLease[]): Promise<FollowUpRow[]> {
    return this.#store.claimFollowUps({ owner, leaseMs: FOLLOW_UP_LEASE_MS, limit, ended })
  }

  /** Releases the follow-up of an ended sale; due again at `nextAtMs`, `null` = never. */
  releaseFollowUp(saleId: string, fence: number, nextAtMs: number | null): Promise<void> {
    return this.#store.releaseFollowUp(saleId, fence, nextAtMs === null ? null : Math.trunc(nextAtMs))
  }

  /** Sends the host a reminder of an unresolved sale; `day` numbers the reminder. */
  async remind(row: SaleRow, day: number): Promise<void> {
    const rows = remind(row, day, await this.#store.now(), this.#announcing.targets(row.merchant))
    if (rows.length === 0) return
    await this.#store.transaction((trx) => trx.announce(rows))
    this.#announcing.written()
  }

  /** The store's time in ms: the processes share it, their own clocks may differ. */
  now(): Promise<number> {
    return this.#store.now()
  }

  find(id: string): Promise<SaleRow | null> {
    return this.#store.find(id)
  }

  /** The sale that an idempotency key of the order started, or `null`. */
  byKey(merchant: string, order: string, key: string): Promise<SaleRow | null> {
    return this.#store.byKey(merchant, order, key)
  }

  /** All attempts of a group, newest first; at most 999 exist. */
  attempts(group: AttemptGroup): Promise<SaleRow[]> {
    return this.#store.attempts(group)
  }

  /** Whether new attempts of the order are refused after a restore. */
  held(merchant: string, order: string): Promise<boolean> {
    return this.#store.held({ merchant, orderRef: order })
  }

  /** All refunds of an order, newest first. */
  refunds(merchant: string, order: string): Promise<SaleRow[]> {
    return this.#store.refunds(merchant, order)
  }

  /** The sales that hold these devices, in one statement. */
  async deviceHolds(upstream: string, deviceIds: readonly string[]): Promise<DeviceHold[]> {
    return deviceIds.length === 0 ? [] : this.#store.deviceHolds(upstream, deviceIds)
  }

  /** Events of a sale after a number, in order. */
  events(id: string, afterNumber: number, limit = 500): Promise<SaleEventRow[]> {
    return this.#store.events(id, afterNumber, limit)
  }
}

/** Alerts a person: the order is paid, but not with the amount that the host granted last. */
const OTHER_AMOUNT: Effect = { type: 'alert', reason: 'amount_mismatch' }

// D-145: whether the transition pays an order with other terms than those of its newest grant.
async function isPaidOtherwise(trx: LedgerTransaction, row: SaleRow, type: SaleEventType): Promise<boolean> {
  if (row.kind !== 'sale' || (type !== 'approved' && type !== 'attested_paid')) return false
  const newest = await trx.lockedGrant(row)
  return newest !== null && !sameTerms(row, newest)
}

/** Sets `taken` if the named session already belongs to another sale. */
async function withTaken(trx: LedgerTransaction, row: SaleRow, input: SaleInput): Promise<SaleInput> {
  if (input.type !== 'accepted' && input.type !== 'session_found') return input
  const taken = input.taken || (await trx.sessionTaken(row, input.sessionId))
  return { ...input, taken }
}
