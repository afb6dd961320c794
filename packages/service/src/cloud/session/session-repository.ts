// Repository of sessions. Every change is one transaction that compares the version, adds the charge if there
// is one, and notifies readers after the commit. `machine.ts` decides the changes.
import type { Command } from '@tapboard/contract'
import { sql, uniqueViolation, type Transaction } from '@tapboard/store'
import type { Caller } from '../../account/accounts.ts'
import { newId, newReference, readable } from '../../account/secret.ts'
import type { Kernel } from '../../kernel.ts'
import { SESSION, type SessionRow, type Tables } from '../../schema/schema.ts'
import {
  authorizationDue,
  begin,
  reduce,
  reversalDue,
  type SessionEvent,
  type SessionState,
} from './machine.ts'
import { authorize } from './processor.ts'
import { holdCredit, type CreditRefused } from './credit.ts'
import { membersOf, stateOf } from './row.ts'
import { addStep } from './steps.ts'

/** Notice channel for changed sessions; payload `sessionId deviceId version`, without a version from earlier releases. */
export const SESSION_CHANNEL = 'service_session'

/**
 * Literals match the partial index of live sessions; with parameters the query would read all sessions of the
 * device.
 */
const LIVE = sql<boolean>`status in ('INITIATING', 'IN_PROGRESS')`

/** Duration of a claim; after a crash of the claimer the rows become due again. */
const LEASE_MS = 5_000
/** Number of sessions per claim. */
const BATCH = 50
/** Concurrent writers of one session are rare; more retries indicate a bug. */
const ROUNDS_MAX = 8

/** Valid data of a new session. */
export interface NewSession {
  readonly command: Command
  readonly amountMinor: number
  /** Reference of the sale that a linked credit pays back; `null` for any other session. */
  readonly creditOf: string | null
  readonly externalId: string
  readonly softwareName: string
  readonly softwareVersion: string
  readonly deviceId: string
  readonly custom: Readonly<Record<string, unknown>>
}

/** The new session, the unique index that prevented it, or the reason against a linked credit. */
export type BeginResult =
  | { readonly type: 'begun'; readonly row: SessionRow }
  | { readonly type: 'external_id_used' }
  | { readonly type: 'device_busy' }
  | CreditRefused

/** A session row after an event, and whether the event changed it. */
export interface Applied {
  readonly row: SessionRow
  readonly moved: boolean
}

export class SessionRepository {
  readonly #kernel: Kernel
  #changed: (row: SessionRow) => void = () => {}

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  /** Calls `changed` with each row after its commit in this process. */
  onChange(changed: (row: SessionRow) => void): void {
    this.#changed = changed
  }

  /**
   * Commits a new session; two unique indexes prevent duplicates. A linked credit is compared with its sale in
   * the same transaction, so that two credits at once never exceed the sale.
   */
  async begin(caller: Caller, wanted: NewSession): Promise<BeginResult> {
    const { store, random, timings } = this.#kernel
    try {
      return await store.transaction(async (trx) => {
        const held = await holdCredit(store, trx, caller.accountId, wanted)
        if (held.type === 'credit_refused') return held
        const nowMs = await store.now()
        const row: SessionRow = {
          id: newId(random, 'ses'),
          accountId: caller.accountId,
          deviceId: wanted.deviceId,
          externalId: wanted.externalId,
          command: wanted.command,
          creditOf: wanted.creditOf,
          creditLastFour: held.lastFour,
          amountMinor: wanted.amountMinor,
          currency: caller.currency,
          softwareName: wanted.softwareName,
          softwareVersion: wanted.softwareVersion,
          custom: JSON.stringify(wanted.custom),
          version: 1,
          createdAtMs: nowMs,
          fence: 0,
          steps: '[]',
          ...membersOf(begin(nowMs, timings)),
        }
        await trx.insertInto('service_session').values(SESSION.toColumns(row)).execute()
        await this.#notify(row)
        return { type: 'begun', row }
      })
    } catch (error) {
      if (uniqueViolation(error, 'service_session_external')) return { type: 'external_id_used' }
      if (uniqueViolation(error, 'service_session_live')) return { type: 'device_busy' }
      throw error
    }
  }

  /** Reads a session of any account by ID. */
  async read(sessionId: string): Promise<SessionRow | null> {
    const { store } = this.#kernel
    const row = await store.db
      .selectFrom('service_session')
      .selectAll()
      .where('id', '=', sessionId)
      .executeTakeFirst()
    return row === undefined ? null : SESSION.toRow(row)
  }

  /** Reads a session of the account by its external ID. */
  async readByExternalId(accountId: string, externalId: string): Promise<SessionRow | null> {
    const { store } = this.#kernel
    const row = await store.db
      .selectFrom('service_session')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('external_id', '=', externalId)
      .executeTakeFirst()
    return row === undefined ? null : SESSION.toRow(row)
  }

  /** Reads the live session of a device, if it has one. */
  async liveOf(deviceId: string): Promise<SessionRow | null> {
    const row = await this.#ofDevice(deviceId).where(LIVE).executeTakeFirst()
    return row === undefined ? null : SESSION.toRow(row)
  }

  /** Reads the newest session of a device, live or final. */
  async newestOf(deviceId: string): Promise<SessionRow | null> {
    const row = await this.#ofDevice(deviceId).orderBy('created_at_ms', 'desc').limit(1).executeTakeFirst()
    return row === undefined ? null : SESSION.toRow(row)
  }

  /**
   * Applies an event to a session; `null` if the session does not exist, or is not one of this device if one is given. Concurrent
   * writers apply their events one after the other.
   */
  async apply(sessionId: string, event: SessionEvent, deviceId?: string): Promise<Applied | null> {
    const { timings } = this.#kernel
    return this.#move(sessionId, (state, nowMs) => reduce(state, event, nowMs, timings), deviceId)
  }

  /**
   * Runs the due work of a session: the processor's answer or a reversal if it is due, otherwise its deadlines. `ask` only notes
   * that an external processor is asked.
   */
  async follow(sessionId: string, processor: 'built-in' | 'ask' = 'built-in'): Promise<Applied | null> {
    const { timings, random } = this.#kernel
    return this.#move(sessionId, (state, nowMs, row) => {
      // Without an external processor a reversal of an earlier run waits; it must not be due at every tick.
      if (reversalDue(state, nowMs)) return reduce(state, { type: 'reversal_asked' }, nowMs, timings)
      if (!authorizationDue(state, nowMs) || state.card === null)
        return reduce(state, { type: 'time_passed' }, nowMs, timings)
      if (processor === 'ask') return reduce(state, { type: 'authorization_asked' }, nowMs, timings)
      const result = authorize({
        amountMinor: row.amountMinor,
        card: state.card,
        reference: newReference(random),
        approvalCode: readable(random, 6),
        atMs: nowMs,
      })
      return reduce(state, { type: 'authorized', result }, nowMs, timings)
    })
  }

  /** Claims due sessions, so that no other process follows them. */
  async claimDue(): Promise<readonly string[]> {
    const { store, instance } = this.#kernel
    const rows = await store.transaction((trx) =>
      store.claimDue(trx, {
        table: 'service_session',
        owner: instance,
        leaseMs: LEASE_MS,
        limit: BATCH,
      }),
    )
    return rows.map((row) => row.id)
  }

  #ofDevice(deviceId: string) {
    const { store } = this.#kernel
    return store.db.selectFrom('service_session').selectAll().where('device_id', '=', deviceId)
  }

  async #move(
    sessionId: string,
    decide: (state: SessionState, nowMs: number, row: SessionRow) => SessionState | null,
    deviceId?: string,
  ): Promise<Applied | null> {
    const { store } = this.#kernel
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const done = await store.transaction(async (trx) => {
        const columns = await trx
          .selectFrom('service_session')
          .selectAll()
          .where('id', '=', sessionId)
          .executeTakeFirst()
        if (columns === undefined || columns.device_id !== (deviceId ?? columns.device_id)) return 'missing'
        const row = SESSION.toRow(columns)
        const before = stateOf(row)
        const nowMs = await store.now()
        const after = decide(before, nowMs, row)
        if (after === null) return { row, moved: false }
        const steps = addStep(row.steps, before, after, nowMs)
        const changes = { ...membersOf(after), version: row.version + 1, steps }
        const next: SessionRow = { ...row, ...changes }
        const written = await trx
          .updateTable('service_session')
          .set(SESSION.toColumns(changes))
          .where('id', '=', sessionId)
          .where('version', '=', row.version)
          .executeTakeFirst()
        if (written.numUpdatedRows !== 1n) return 'conflict'
        // A result with a reference is a charge, written once when it first appears.
        if (before.result === null && after.result?.xRefNum) await this.#charge(trx, next)
        await this.#notify(next)
        return { row: next, moved: true }
      })
      if (done === 'missing') return null
      if (done === 'conflict') continue
      if (done.moved) this.#changed(done.row)
      return done
    }
    throw new Error('A session had too many concurrent changes.')
  }

  async #charge(trx: Transaction<Tables>, row: SessionRow): Promise<void> {
    const { refNum, resultStatus, cardBrand, cardLastFour, cardEntry, completedAtMs } = row
    if (!refNum || !resultStatus || !cardBrand || !cardLastFour || !cardEntry || !completedAtMs)
      throw new Error('A charge needs a card and a result.')
    await trx
      .insertInto('service_charge')
      .values({
        ref_num: refNum,
        session_id: row.id,
        account_id: row.accountId,
        device_id: row.deviceId,
        external_id: row.externalId,
        command: row.command,
        credit_of: row.creditOf,
        amount_minor: row.amountMinor,
        currency: row.currency,
        status: resultStatus,
        response_code: row.responseCode,
        approval_code: row.approvalCode,
        message: row.message,
        card_brand: cardBrand,
        card_last_four: cardLastFour,
        card_entry: cardEntry,
        charged_at_ms: completedAtMs,
      })
      .execute()
  }

  async #notify({ id, deviceId, version }: SessionRow): Promise<void> {
    await this.#kernel.store.notify(SESSION_CHANNEL, `${id} ${deviceId} ${version}`)
  }
}
