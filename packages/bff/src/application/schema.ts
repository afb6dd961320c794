// The SQL of applications. A unique index enforces one application per applicant of a merchant (INV-19). The draft is
// encrypted; no column contains a secret of an applicant.
import { sql, type MigrationSet } from '@tapboard/store'

/** Name of the unique index of applicants. */
const ONE_PER_APPLICANT = 'application_applicant'

/** Migrations of the table `application`. */
export const APPLICATION_MIGRATIONS: MigrationSet = {
  name: 'application',
  migrations: [
    {
      name: 'application',
      async up(db, dialect) {
        const { text, integer, blob } = dialect
        await sql`create table application (
          id ${text} primary key,
          merchant ${text} not null,
          applicant ${text} not null,
          state ${text} not null,
          version ${integer} not null,
          app_id ${text},
          reference ${text},
          tier_name ${text},
          submitted_at_ms ${integer},
          checked_at_ms ${integer},
          issues ${text} not null,
          agreed ${text},
          draft ${blob},
          draft_step ${text},
          draft_version ${integer} not null,
          draft_saved_at_ms ${integer},
          created_at_ms ${integer} not null)`.execute(db)
        await dialect.uniqueIndex(db, {
          name: ONE_PER_APPLICANT,
          table: 'application',
          columns: ['merchant', 'applicant'],
        })
        await sql`create index application_app_id on application (app_id) where app_id is not null`.execute(
          db,
        )
        await sql`create index application_draft on application (draft_saved_at_ms) where draft is not null`.execute(
          db,
        )
      },
    },
  ],
}
