// Removes the regulated values of applications that were decided long ago. The last digits, the consents and the HMAC that detects a
// second application of the business stay.
import { sql } from '@tapboard/store'
import type { Kernel } from '../kernel.ts'

const PAGE = 200

/** The encrypted values of an application whose values were removed. */
export const NOTHING_SEALED = '{}'

/**
 * Removes the encrypted values of applications that have been final for this number of days and of which nothing is left to send;
 * returns their number. It can stop at any time and run again.
 */
export async function forgetSealed({ store }: Kernel, days: number): Promise<number> {
  const beforeMs = (await store.now()) - days * 86_400_000
  let count = 0
  for (let after = ''; ;) {
    const rows = await store.db
      .selectFrom('service_application')
      .select(['id', 'sealed'])
      .where('id', '>', after)
      .where('status', 'in', ['approved', 'declined', 'withdrawn'])
      .where('updated_at_ms', '<', beforeMs)
      .where('sealed', '<>', NOTHING_SEALED)
      .where(
        sql<boolean>`not exists (select 1 from service_forward
          where service_forward.id = service_application.id and service_forward.done_at_ms is null)`,
      )
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const { id, sealed } of rows) {
      after = id
      const done = await store.db
        .updateTable('service_application')
        .set({ sealed: NOTHING_SEALED })
        .where('id', '=', id)
        .where('sealed', '=', sealed)
        .executeTakeFirst()
      count += Number(done.numUpdatedRows)
    }
    if (rows.length < PAGE) return count
  }
}
