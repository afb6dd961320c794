// The rows of an order on disk, on both sides: the ledger of the lane and the rows of the service. Read only.
import type { SaleKind } from '@tapboard/contract'
import type { Store } from '@tapboard/store'
import { SALE, SALE_EVENT, type LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import type { Tables as ServiceTables } from '../../packages/service/src/schema/schema.ts'
import type { AttemptFact, ChargeFact, Evidence, SessionFact } from './judge.ts'

/** Both sides of one lane. */
export class Books {
  readonly #ledger: Store<LedgerTables>
  readonly #service: Store<ServiceTables>

  constructor(ledger: Store<LedgerTables>, service: Store<ServiceTables>) {
    this.#ledger = ledger
    this.#service = service
  }

  /** The newest attempt of an order or of its refund, or `null`. */
  async newest(order: string, kind: SaleKind): Promise<SaleRow | null> {
    const rows = await this.#ledger.db
      .selectFrom('sale')
      .selectAll()
      .where('order_ref', '=', order)
      .where('kind', '=', kind)
      .orderBy('attempt', 'desc')
      .limit(1)
      .execute()
    const [newest] = rows
    return newest === undefined ? null : SALE.toRow(newest)
  }

  /** Whether the service has a session with this external ID. */
  async hasSession(externalId: string): Promise<boolean> {
    return (await this.#sessions([externalId])).length > 0
  }

  /** Every order of the ledger. */
  async orders(): Promise<string[]> {
    const rows = await this.#ledger.db.selectFrom('sale').select('order_ref').distinct().execute()
    return rows.map(({ order_ref }) => order_ref)
  }

  /** External IDs of sessions on these devices that no row of the ledger has (P12); the list must be empty. */
  async orphans(deviceIds: readonly string[]): Promise<string[]> {
    const known = new Set<string>()
    for (const { external_id } of await this.#ledger.db.selectFrom('sale').select('external_id').execute())
      known.add(external_id)
    const lost: string[] = []
    for (let at = 0; at < deviceIds.length; at += 500) {
      const rows = await this.#service.db
        .selectFrom('service_session')
        .select('external_id')
        .where('device_id', 'in', deviceIds.slice(at, at + 500))
        .execute()
      lost.push(...rows.map(({ external_id }) => external_id).filter((id) => !known.has(id)))
    }
    return lost
  }

  async sessionCount(deviceIds: readonly string[]): Promise<number> {
    const row = await this.#service.db
      .selectFrom('service_session')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('device_id', 'in', deviceIds)
      .executeTakeFirstOrThrow()
    return row.count
  }

  /** State → sales in it. */
  async counts(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#ledger.db
      .selectFrom('sale')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute()
    return new Map(rows.map(({ state, count }) => [state, count]))
  }

  close(): Promise<void> {
    return this.#ledger.close()
  }

  /** All rows on disk of one order, or of its refund. */
  async evidence(order: string, kind: SaleKind = 'sale'): Promise<Omit<Evidence, 'acknowledged' | 'frames'>> {
    for (;;) {
      const evidence = await this.#look(order, kind)
      const rows = await this.#ledger.db
        .selectFrom('sale')
        .select(({ fn }) => fn.sum<number>('version').as('versions'))
        .where('order_ref', '=', order)
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow()
      // A sale that changed between our two reads would seem to contradict itself.
      const versions = evidence.attempts.reduce((sum, { row }) => sum + row.version, 0)
      if (versions === Number(rows.versions ?? 0)) return evidence
    }
  }

  async #look(order: string, kind: SaleKind): Promise<Omit<Evidence, 'acknowledged' | 'frames'>> {
    const rows = await this.#ledger.db
      .selectFrom('sale')
      .selectAll()
      .where('order_ref', '=', order)
      .where('kind', '=', kind)
      .orderBy('attempt')
      .execute()
    const attempts: AttemptFact[] = []
    for (const row of rows) {
      const events = await this.#ledger.db
        .selectFrom('sale_event')
        .selectAll()
        .where('sale_id', '=', row.id)
        .orderBy('number')
        .execute()
      attempts.push({ row: SALE.toRow(row), events: events.map(SALE_EVENT.toRow) })
    }
    const ids = rows.map(({ external_id }) => external_id)
    return { attempts, sessions: await this.#sessions(ids), charges: await this.#charges(ids) }
  }

  async #sessions(externalIds: readonly string[]): Promise<SessionFact[]> {
    if (externalIds.length === 0) return []
    const rows = await this.#service.db
      .selectFrom('service_session')
      .select(['id', 'external_id', 'created_at_ms'])
      .where('external_id', 'in', externalIds)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      externalId: row.external_id,
      createdAtMs: row.created_at_ms,
    }))
  }

  async #charges(externalIds: readonly string[]): Promise<ChargeFact[]> {
    if (externalIds.length === 0) return []
    const rows = await this.#service.db
      .selectFrom('service_charge')
      .selectAll()
      .where('external_id', 'in', externalIds)
      .where('status', '=', 'approved')
      .execute()
    return rows.map((row) => ({
      reference: row.ref_num,
      sessionId: row.session_id,
      externalId: row.external_id,
      command: row.command,
      creditOf: row.credit_of,
      amountMinor: row.amount_minor,
    }))
  }
}
