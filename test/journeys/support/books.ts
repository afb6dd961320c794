// The reference for a journey's result: the service's charge log and sessions and the BFF's ledger, read from their files as they
// are committed. Never written; the ledger can be locked.
import type { SaleEventType, SaleReason, SaleState, TransactionStatus } from '@tapboard/contract'
import Database from 'better-sqlite3'
import { join } from 'node:path'

/** A charge as the processor answered it. */
interface ChargeRow {
  readonly ref_num: string
  readonly session_id: string
  readonly external_id: string
  readonly amount_minor: number
  readonly status: TransactionStatus
  readonly approval_code: string | null
}

/** A session of the service. */
interface SessionRow {
  readonly id: string
  readonly external_id: string
  readonly status: string
  readonly amount_minor: number
}

/** An attempt in the BFF's ledger. */
interface SaleRow {
  readonly id: string
  readonly attempt: number
  readonly external_id: string
  readonly session_id: string | null
  readonly state: SaleState
  readonly reason: SaleReason | null
  readonly reference: string | null
  readonly approval_code: string | null
  readonly amount_minor: number
  readonly send_count: number
}

/** The books of a folder with `service.db` and `ledger.db`. */
export class Books {
  readonly #dir: string
  readonly #service: Database.Database
  readonly #ledger: Database.Database

  constructor(dir: string) {
    this.#dir = dir
    this.#service = new Database(join(dir, 'service.db'), { readonly: true })
    this.#ledger = new Database(join(dir, 'ledger.db'), { readonly: true })
  }

  /** Attempts of an order, oldest first. */
  sales(order: string): readonly SaleRow[] {
    return this.#ledger
      .prepare<[string], SaleRow>('select * from sale where order_ref = ? order by attempt')
      .all(order)
  }

  /** Number and sum of all approved sales. */
  approved(): { readonly sales: number; readonly minor: number } {
    const sum = this.#ledger
      .prepare<[], { readonly sales: number; readonly minor: number | null }>(
        "select count(*) sales, sum(amount_minor) minor from sale where state = 'approved' and kind = 'sale'",
      )
      .get()
    return { sales: sum?.sales ?? 0, minor: sum?.minor ?? 0 }
  }

  /** IDs of all sales and refunds. */
  ids(): readonly string[] {
    return this.#ledger
      .prepare<[], { readonly id: string }>('select id from sale')
      .all()
      .map(({ id }) => id)
  }

  /** The newest attempt of an order. */
  sale(order: string): SaleRow {
    const newest = this.sales(order).at(-1)
    if (newest === undefined) throw new Error(`Order ${order} has no sale.`)
    return newest
  }

  /** The events of an attempt, in order. */
  events(sale: SaleRow): readonly SaleEventType[] {
    return this.#ledger
      .prepare<[string], { readonly type: SaleEventType }>(
        'select type from sale_event where sale_id = ? order by number',
      )
      .all(sale.id)
      .map(({ type }) => type)
  }

  /** The person who settled an attempt, or `null`. */
  attestedBy(sale: SaleRow): string | null {
    const row = this.#ledger
      .prepare<[string], { readonly person: string }>(
        'select person from sale_event where sale_id = ? and person is not null',
      )
      .get(sale.id)
    return row?.person ?? null
  }

  /** Every charge of an order, whatever its answer. */
  charges(order: string): readonly ChargeRow[] {
    return this.#of(order, 'service_charge', 'charged_at_ms')
  }

  /** Every session of an order. */
  sessions(order: string): readonly SessionRow[] {
    return this.#of(order, 'service_session', 'created_at_ms')
  }

  /** Sessions of the whole shop. */
  sessionCount(): number {
    const row = this.#service.prepare<[], { readonly n: number }>('select count(*) as n from service_session')
    return row.get()?.n ?? 0
  }

  /** Holds the write lock of the ledger, as a hung backup does; the returned function releases it. */
  lockLedger(): () => void {
    const other = new Database(join(this.#dir, 'ledger.db'))
    other.exec('begin immediate')
    return () => {
      other.exec('rollback')
      other.close()
    }
  }

  close(): void {
    this.#service.close()
    this.#ledger.close()
  }

  #of<Row>(order: string, table: string, column: string): readonly Row[] {
    const find = this.#service.prepare<[string], Row>(
      `select * from ${table} where external_id = ? order by ${column}`,
    )
    return this.sales(order).flatMap((sale) => find.all(sale.external_id))
  }
}
