/** A table whose rows are claimed. */
import { sql } from 'kysely'
import type { MigrationSet } from './migrate.ts'

/** A row that is claimed when it is due. */
export interface LeasedRow {
  id: string
  state: string
  next_at_ms: number | null
  lease_until_ms: number | null
  lease_owner: string | null
  fence: number
}

/** Creates a table `sale` that has only the columns of a lease. */
export const LEASED_TABLE: MigrationSet = {
  name: 'test',
  migrations: [
    {
      name: 'sale',
      up: async (db, { text, integer }) => {
        await sql`create table sale (id ${text} primary key, state ${text} not null, next_at_ms ${integer},
          lease_until_ms ${integer}, lease_owner ${text}, fence ${integer} not null)`.execute(db)
      },
    },
  ],
}
