/**
 * Verifies that an embedded file accepts writes by allocating and committing new pages, because overwriting
 * an existing page succeeds in a file that cannot grow.
 */
import { sql, type Kysely } from 'kysely'

/** More than the largest transaction of a sale adds to the write-ahead log. */
const FILLER_BYTES = 65_536

/** Commits a row of 16 pages before it removes the previous row, so that the pages are new. */
export async function writeFiller(db: Kysely<unknown>, nowMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ slot: number }>`
      insert into tapboard_probe (slot, at_ms, filler)
      select coalesce(max(slot), 0) + 1, ${nowMs}, zeroblob(${FILLER_BYTES}) from tapboard_probe
      returning slot`.execute(trx)
    await sql`delete from tapboard_probe where slot < ${rows[0]?.slot ?? 0}`.execute(trx)
  })
}
