// The SQL of merchant applications. One application for one applicant of a merchant: the unique index decides, not the code
// (INV-19). The draft is sealed text; nothing here ever holds a secret of an applicant.
import { sql, type MigrationSet } from '@tapboard/store'

/** One application of an applicant, as `uniqueViolation` asks for it. */
export const ONE_PER_APPLICANT = 'application_applicant'

/** Table `application`. */
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
