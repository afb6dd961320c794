// The tokens of starts that are under way. At the commit of a sale one of those with its key must be of the newest grant (D-87,
// D-143). The check reads the grants, never the ledger's own comparison.
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import type { Books } from './books.ts'

export class Tokens {
  readonly #books: Books
  /** Stored key → the generations of the starts that are under way with it. */
  readonly #underWay = new Map<string, (number | undefined)[]>()

  constructor(books: Books) {
    this.#books = books
  }

  /** A process reads a start; the returned function ends it. */
  begins(key: string, generation: number | undefined): () => void {
    const known = this.#underWay.get(key)
    if (known === undefined) this.#underWay.set(key, [generation])
    else known.push(generation)
    return () => {
      const left = this.#underWay.get(key) ?? []
      left.splice(left.indexOf(generation), 1)
    }
  }

  /** The promise that a new sale breaks, or `null`. */
  fault({ id, kind, merchant, orderRef, idempotencyKey, amountMinor, currency }: SaleRow): string | null {
    const newest = kind === 'sale' ? this.#books.grants.known(merchant, orderRef) : null
    if (newest === null) return null
    if (newest.withdrawn) return `D-143: ${id} begins after the host withdrew the order`
    const sameTerms = newest.amountMinor === amountMinor && newest.currency === currency
    const starts = this.#underWay.get(idempotencyKey) ?? []
    // A token without a generation is compared by its terms.
    const isNewest = starts.some((one) => (one === undefined ? sameTerms : one === newest.generation))
    return isNewest ? null : `D-87: ${id} begins from a superseded grant`
  }
}
