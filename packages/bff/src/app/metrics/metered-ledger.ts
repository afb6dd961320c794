// Measures the time of each store operation and counts committed events. Calls and results pass through unchanged.
import type { Announcing } from '../../durable/outbox/announcing.ts'
import { Ledger, type Applied, type ApplyOptions } from '../../sale/ledger/ledger.ts'
import type { SaleInput } from '../../sale/machine/sale-input.ts'
import type { LedgerStore } from '../../sale/ledger/ledger-store.ts'
import type { AttemptGroup } from '../../token/access.ts'
import type { SaleEventRow, SaleRow } from '../../sale/machine/row.ts'
import type { Meters } from '../../observe/meters.ts'

/** A {@link Ledger} with metrics. */
export class MeteredLedger extends Ledger {
  readonly #meters: Meters

  constructor(store: LedgerStore, meters: Meters, announcing?: Announcing) {
    super(store, announcing)
    this.#meters = meters
  }

  async #time<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
    const startedMs = performance.now()
    let ok = false
    try {
      const result = await work()
      ok = true
      return result
    } finally {
      this.#meters.stored(operation, ok, performance.now() - startedMs)
    }
  }

  override async insert(...given: Parameters<Ledger['insert']>): Promise<SaleRow> {
    const created = await this.#time('insert', () => super.insert(...given))
    this.#meters.committed(created)
    return created
  }

  override async apply(id: string, input: SaleInput, options: ApplyOptions): Promise<Applied> {
    const applied = await this.#time('apply', () => super.apply(id, input, options))
    if (applied.kind !== 'moved') return applied
    this.#meters.committed(applied.row)
    return applied
  }

  override claim(...given: Parameters<Ledger['claim']>): Promise<SaleRow[]> {
    return this.#time('claim', () => super.claim(...given))
  }

  override renew(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#time('renew', () => super.renew(owner, ids))
  }

  override takeBack(instance: string, owner: string): Promise<void> {
    return this.#time('take_back', () => super.takeBack(instance, owner))
  }

  override release(id: string, fence: number, nextAtMs: number): Promise<void> {
    return this.#time('release', () => super.release(id, fence, nextAtMs))
  }

  override find(id: string): Promise<SaleRow | null> {
    return this.#time('find', () => super.find(id))
  }

  override byKey(merchant: string, order: string, key: string): Promise<SaleRow | null> {
    return this.#time('find_by_key', () => super.byKey(merchant, order, key))
  }

  override attempts(group: AttemptGroup): Promise<SaleRow[]> {
    return this.#time('find_attempts', () => super.attempts(group))
  }

  override refunds(merchant: string, order: string): Promise<SaleRow[]> {
    return this.#time('find_refunds', () => super.refunds(merchant, order))
  }

  override events(id: string, afterNumber: number, limit?: number): Promise<SaleEventRow[]> {
    return this.#time('events', () => super.events(id, afterNumber, limit))
  }
}
