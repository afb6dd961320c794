// The result of reading the recorded events of sales and applications (INV-20).

/** Something that does not hold. */
export interface Break {
  readonly saleId: string
  /** The number of the event; `null` where the row itself is meant. */
  readonly event: number | null
  /** What is wrong, in words. */
  readonly what: string
}

/** One sale that was looked at: how many events it has, its head, and its first break, if any. */
export interface AuditedSale {
  readonly saleId: string
  readonly events: number
  readonly head: string
  readonly broken: Break | null
}

/** A head that was written down earlier: this event of this sale had this hash. */
export interface Head {
  readonly saleId: string
  readonly number: number
  readonly hash: string
}
