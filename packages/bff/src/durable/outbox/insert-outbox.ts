// Inserts outbox rows in the caller's transaction, for every feature that announces events.
import type { Transaction } from '@tapboard/store'
import { OUTBOX, type OutboxRow, type OutboxTables } from './outbox-row.ts'

/** Inserts the rows; a row whose ID exists is ignored, because the transaction may repeat after a lost commit. */
export async function insertOutbox(
  trx: Pick<Transaction<OutboxTables>, 'insertInto'>,
  rows: readonly OutboxRow[],
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('sale_outbox')
    .values(rows.map((row) => OUTBOX.toColumns(row)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
