// Repository of applications (§4.6). An insert is one transaction with the use of its token and the hook's
// rows. Regulated values are encrypted only here.
import type { ApplicationValues, boarding } from '@tapboard/contract'
import { uniqueViolation, type Transaction } from '@tapboard/store'
import { hashOf, looksLikeId, newId } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'
import type { Tables } from '../schema/schema.ts'
import { eachValue, regulatedOf, shownOf, taxIdOf, withRegulated, type Regulated } from './regulated.ts'
import { APPLICATION, type ApplicationRow, type TierRow } from '../schema/boarding.ts'
import { nameKey, spendToken } from './tokens.ts'

/** Writes additional rows in the transaction that created or changed an application. Must only use `trx`. */
export type TransactionHook = (trx: Transaction<Tables>, row: ApplicationRow) => Promise<void>

/** A hook that does nothing. */
const noHook: TransactionHook = async () => {}

export interface NewApplication {
  readonly accountId: string
  readonly tier: TierRow
  readonly sandbox: boolean
  /** The Refnum of the answer to the submission. */
  readonly reference: string
  readonly agentId: string | null
  readonly agentName: string | null
  readonly agentEmail: string | null
  readonly values: ApplicationValues
  /** The terms token, if any; the insert consumes it. */
  readonly token: string | null
  readonly equipment: boarding.Equipment | null
}

type InsertResult =
  | { readonly type: 'created'; readonly row: ApplicationRow }
  /** The business has an open application, neither declined nor withdrawn (production only). */
  | { readonly type: 'duplicate'; readonly appId: string }
  /** The token was used or expired in the meantime. */
  | { readonly type: 'token' }

const CLOSED_STATUSES: readonly boarding.BoardingStatus[] = ['declined', 'withdrawn']

/** Maximum length of a list. */
const LIST_MAX = 1_000

/** Text that identifies a business of a partner: only its HMAC is stored. */
export const fingerprintOf = (accountId: string, values: ApplicationValues): string =>
  JSON.stringify([accountId, taxIdOf(values), nameKey(values.corporateName)])

/** The members of an application that the operator's view and the dashboard's show as they are stored. */
export const shownMembersOf = (row: ApplicationRow) => ({
  status: row.status,
  sandbox: row.sandbox,
  tierName: row.tierName,
  reference: row.reference,
  agentId: row.agentId,
  corporateName: row.corporateName,
  dbaName: row.dbaName,
  ownershipType: row.ownershipType,
  createdAtMs: row.createdAtMs,
  updatedAtMs: row.updatedAtMs,
})

export class ApplicationRepository {
  readonly #kernel: Kernel
  readonly #created: TransactionHook

  /** `created` runs in the transaction of every new application. */
  constructor(kernel: Kernel, created: TransactionHook = noHook) {
    this.#kernel = kernel
    this.#created = created
  }

  /** Stores a new application as `received` and consumes its token, in one transaction. */
  async insert(wanted: NewApplication): Promise<InsertResult> {
    const { store, random } = this.#kernel
    const { accountId, tier, values, token } = wanted
    const vault = await this.#kernel.vault()
    const id = newId(random, 'app')
    const regulated = regulatedOf(values)
    const marks = vault.marks(fingerprintOf(accountId, values))
    const sealed = await eachValue(regulated, (value, field) => vault.seal(value, { record: id, field }))
    const nowMs = await store.now()
    const row: ApplicationRow = {
      id,
      accountId: accountId,
      tierId: tier.id,
      tierName: tier.name,
      sandbox: wanted.sandbox,
      reference: wanted.reference,
      agentId: wanted.agentId,
      agentName: wanted.agentName,
      agentEmail: wanted.agentEmail,
      corporateName: values.corporateName,
      dbaName: values.dbaName,
      ownershipType: values.ownershipType,
      details: JSON.stringify(withRegulated(values)),
      sealed: JSON.stringify(sealed),
      lastDigits: JSON.stringify(shownOf(regulated)),
      fingerprint: marks[0],
      tokenHash: token === null ? null : hashOf(token),
      equipment: wanted.equipment === null ? null : JSON.stringify(wanted.equipment),
      status: 'received',
      statusVersion: 1,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    }
    const openOne = (db: Pick<Transaction<Tables>, 'selectFrom'>) =>
      db
        .selectFrom('service_application')
        .select('id')
        .where('fingerprint', 'in', marks)
        .where('sandbox', '=', 0)
        .where('status', 'not in', CLOSED_STATUSES)
        .executeTakeFirst()
    try {
      return await store.transaction(async (trx): Promise<InsertResult> => {
        const other = wanted.sandbox ? undefined : await openOne(trx)
        if (other !== undefined) return { type: 'duplicate', appId: other.id }
        const { sandbox } = wanted
        const binding = { accountId, sandbox, tierId: tier.id, corporateName: values.corporateName }
        if (row.tokenHash !== null && !(await spendToken(trx, row.tokenHash, binding, { appId: id, nowMs })))
          return { type: 'token' }
        await trx.insertInto('service_application').values(APPLICATION.toColumns(row)).execute()
        await this.#created(trx, row)
        return { type: 'created', row }
      })
    } catch (error) {
      // The unique index rejects the second of two concurrent inserts.
      const other = uniqueViolation(error, 'service_application_open') ? await openOne(store.db) : undefined
      if (other === undefined) throw error
      return { type: 'duplicate', appId: other.id }
    }
  }

  /** Finds an application of the account; `null` for a missing or foreign one. */
  async find(accountId: string, appId: string): Promise<ApplicationRow | null> {
    const row = await this.read(appId)
    return row?.accountId === accountId ? row : null
  }

  /** Finds the newest application of the account with a token; only in the sandbox several may have one text. */
  async findByToken(accountId: string, token: string): Promise<ApplicationRow | null> {
    const row = await this.#kernel.store.db
      .selectFrom('service_application')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('token_hash', '=', hashOf(token))
      .orderBy('created_at_ms', 'desc')
      .executeTakeFirst()
    return row === undefined ? null : APPLICATION.toRow(row)
  }

  /** Reads an application of any account. */
  async read(appId: string): Promise<ApplicationRow | null> {
    if (!looksLikeId(appId, 'app')) return null
    const row = await this.#kernel.store.db
      .selectFrom('service_application')
      .selectAll()
      .where('id', '=', appId)
      .executeTakeFirst()
    return row === undefined ? null : APPLICATION.toRow(row)
  }

  /** Lists the applications of one or all accounts, newest first; at most 1,000. */
  async list(accountId?: string): Promise<readonly ApplicationRow[]> {
    let query = this.#kernel.store.db.selectFrom('service_application').selectAll()
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    const rows = await query.orderBy('created_at_ms', 'desc').orderBy('id').limit(LIST_MAX).execute()
    return rows.map(APPLICATION.toRow)
  }

  /** Decrypts the values, for the onboarding processor only. Throws a SealError. */
  async open(row: ApplicationRow): Promise<ApplicationValues> {
    const vault = await this.#kernel.vault()
    const sealed = JSON.parse(row.sealed) as Regulated
    const regulated = await eachValue(sealed, (value, field) => vault.open(value, { record: row.id, field }))
    return withRegulated(JSON.parse(row.details) as ApplicationValues, regulated)
  }

  /** Changes the status from `from` to `to`; false and no hook if the status was not `from`. */
  async moveStatus(
    appId: string,
    from: boarding.BoardingStatus,
    to: boarding.BoardingStatus,
    hook: TransactionHook = noHook,
  ): Promise<boolean> {
    const { store } = this.#kernel
    return store.transaction(async (trx) => {
      const row = await trx
        .updateTable('service_application')
        .set(({ eb }) => ({ status: to, status_version: eb('status_version', '+', 1) }))
        .set({ updated_at_ms: await store.now() })
        .where('id', '=', appId)
        .where('status', '=', from)
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) return false
      await hook(trx, APPLICATION.toRow(row))
      return true
    })
  }
}
