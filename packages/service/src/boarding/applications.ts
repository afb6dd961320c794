// The rows of applications (§4.6): made in one transaction with the use of their token and whatever must be written with
// them, found, opened, and moved from one status to the next. Regulated values are sealed here and nowhere else.
import type { ApplicationValues, boarding } from '@tapboard/contract'
import { uniqueViolation, type Selectable, type Transaction } from '@tapboard/store'
import { hashOf, looksLikeId, newId } from '../account/secret.ts'
import type { Kernel } from '../ports.ts'
import type { Tables } from '../schema.ts'
import { eachValue, regulatedOf, shownOf, taxIdOf, withRegulated, type Regulated } from './regulated.ts'
import type { ApplicationTable, TierTable } from './schema.ts'
import { nameKey, spendToken } from './tokens.ts'

/** An application as the store gives it; its regulated values are sealed. */
export type ApplicationRow = Selectable<ApplicationTable>

/** Writes more in the transaction that made or moved an application. Must do nothing but use `trx`. */
export type AlongWith = (trx: Transaction<Tables>, row: ApplicationRow) => Promise<void>

/** Writes nothing more. */
export const alone: AlongWith = async () => {}

/** An application that was judged and is to be kept. */
export interface NewApplication {
  readonly accountId: string
  readonly tier: Selectable<TierTable>
  readonly sandbox: boolean
  /** Refnum of the submission. */
  readonly reference: string
  readonly agentId: string | null
  readonly agentName: string | null
  readonly agentEmail: string | null
  /** Cleaned by the judge. */
  readonly values: ApplicationValues
  /** Token of the terms, where there is one: used up with this. */
  readonly token: string | null
  readonly equipment: boarding.Equipment | null
}

/** What became of a new application. */
export type InsertResult =
  | { readonly type: 'created'; readonly row: ApplicationRow }
  /** The business has an application that is neither declined nor withdrawn (production only). */
  | { readonly type: 'duplicate'; readonly appId: string }
  /** The token was used, replaced or over by then. */
  | { readonly type: 'token' }

const DEAD: readonly boarding.BoardingStatus[] = ['declined', 'withdrawn']

/** Rows of a list at once. */
const LIST_MAX = 1_000

/** What tells the applications of one business of a partner: it is marked, never kept. */
export const fingerprintOf = (accountId: string, values: ApplicationValues): string =>
  JSON.stringify([accountId, taxIdOf(values), nameKey(values.corporateName)])

/** The applications of a store. */
export class ApplicationStore {
  readonly #kernel: Kernel
  readonly #created: AlongWith

  /** `created` writes along with every new application, in its transaction. */
  constructor(kernel: Kernel, created: AlongWith = alone) {
    this.#kernel = kernel
    this.#created = created
  }

  /** Keeps a new application as `received`: all of it with its token's use, or nothing. */
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
      account_id: accountId,
      tier_id: tier.id,
      tier_name: tier.name,
      sandbox: wanted.sandbox ? 1 : 0,
      reference: wanted.reference,
      agent_id: wanted.agentId,
      agent_name: wanted.agentName,
      agent_email: wanted.agentEmail,
      corporate_name: values.corporateName,
      dba_name: values.dbaName,
      ownership_type: values.ownershipType,
      details: JSON.stringify(withRegulated(values)),
      sealed: JSON.stringify(sealed),
      last_digits: JSON.stringify(shownOf(regulated)),
      fingerprint: marks[0],
      token_hash: token === null ? null : hashOf(token),
      equipment: wanted.equipment === null ? null : JSON.stringify(wanted.equipment),
      status: 'received',
      status_version: 1,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    }
    const openOne = (db: Pick<Transaction<Tables>, 'selectFrom'>) =>
      db
        .selectFrom('service_application')
        .select('id')
        .where('fingerprint', 'in', marks)
        .where('sandbox', '=', 0)
        .where('status', 'not in', DEAD)
        .executeTakeFirst()
    try {
      return await store.transaction(async (trx): Promise<InsertResult> => {
        const other = wanted.sandbox ? undefined : await openOne(trx)
        if (other !== undefined) return { type: 'duplicate', appId: other.id }
        const binding = { accountId, tierId: tier.id, corporateName: values.corporateName }
        if (
          row.token_hash !== null &&
          !(await spendToken(trx, row.token_hash, binding, { appId: id, nowMs }))
        )
          return { type: 'token' }
        await trx.insertInto('service_application').values(row).execute()
        await this.#created(trx, row)
        return { type: 'created', row }
      })
    } catch (error) {
      // Of two at the same moment the second is refused here.
      const other = uniqueViolation(error, 'service_application_open') ? await openOne(store.db) : undefined
      if (other === undefined) throw error
      return { type: 'duplicate', appId: other.id }
    }
  }

  /** The account's application; `null` for a missing one and for another account's (D-19). */
  async find(accountId: string, appId: string): Promise<ApplicationRow | null> {
    const row = await this.read(appId)
    return row?.account_id === accountId ? row : null
  }

  /** The account's application that a token was used for (D-26). */
  async findByToken(accountId: string, token: string): Promise<ApplicationRow | null> {
    const row = await this.#kernel.store.db
      .selectFrom('service_application')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst()
    return row ?? null
  }

  /** Any application. */
  async read(appId: string): Promise<ApplicationRow | null> {
    if (!looksLikeId(appId, 'app')) return null
    const row = await this.#kernel.store.db
      .selectFrom('service_application')
      .selectAll()
      .where('id', '=', appId)
      .executeTakeFirst()
    return row ?? null
  }

  /** Applications, of one account or of all, the newest first; at most 1,000. */
  async list(accountId?: string): Promise<readonly ApplicationRow[]> {
    let query = this.#kernel.store.db.selectFrom('service_application').selectAll()
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    return query.orderBy('created_at_ms', 'desc').orderBy('id').limit(LIST_MAX).execute()
  }

  /** The values with the regulated ones in their places, for the onboarding processor alone. Throws a SealError. */
  async open(row: ApplicationRow): Promise<ApplicationValues> {
    const vault = await this.#kernel.vault()
    const sealed = JSON.parse(row.sealed) as Regulated
    const regulated = await eachValue(sealed, (value, field) => vault.open(value, { record: row.id, field }))
    return withRegulated(JSON.parse(row.details) as ApplicationValues, regulated)
  }

  /** Moves an application from one status to another; false if it was not in the first, and then nothing is written along. */
  async moveStatus(
    appId: string,
    from: boarding.BoardingStatus,
    to: boarding.BoardingStatus,
    along: AlongWith = alone,
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
      await along(trx, row)
      return true
    })
  }
}
