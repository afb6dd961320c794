// Reads the append-only charge log: the actual requests to the processor. Tests compare sessions with it.
import type { Command, Currency, TransactionStatus } from '@tapboard/contract'
import type { Kernel } from '../kernel.ts'

const PAGE_ROWS = 500

/** A charge with the processor's answer. */
export interface Charge {
  /** Reference of the transaction (`xRefNum`). */
  readonly reference: string
  readonly sessionId: string
  readonly accountId: string
  readonly deviceId: string
  readonly externalId: string
  readonly command: Command
  /** Reference of the sale that a linked credit pays back; `null` for any other charge. */
  readonly creditOf: string | null
  readonly amountMinor: number
  readonly currency: Currency
  readonly status: TransactionStatus
  readonly responseCode: string | null
  readonly approvalCode: string | null
  readonly chargedAtMs: number
}

/** Reads all charges, oldest first. */
export async function* readCharges({ store }: Kernel): AsyncGenerator<Charge, void, undefined> {
  let after: { readonly atMs: number; readonly reference: string } | null = null
  for (;;) {
    const from: { readonly atMs: number; readonly reference: string } = after ?? { atMs: -1, reference: '' }
    const rows = await store.db
      .selectFrom('service_charge')
      .selectAll()
      .where(({ or, and, eb }) =>
        or([
          eb('charged_at_ms', '>', from.atMs),
          and([eb('charged_at_ms', '=', from.atMs), eb('ref_num', '>', from.reference)]),
        ]),
      )
      .orderBy('charged_at_ms')
      .orderBy('ref_num')
      .limit(PAGE_ROWS)
      .execute()
    for (const row of rows) {
      after = { atMs: row.charged_at_ms, reference: row.ref_num }
      yield {
        reference: row.ref_num,
        sessionId: row.session_id,
        accountId: row.account_id,
        deviceId: row.device_id,
        externalId: row.external_id,
        command: row.command,
        creditOf: row.credit_of,
        amountMinor: row.amount_minor,
        currency: row.currency,
        status: row.status,
        responseCode: row.response_code,
        approvalCode: row.approval_code,
        chargedAtMs: row.charged_at_ms,
      }
    }
    if (rows.length < PAGE_ROWS) return
  }
}
