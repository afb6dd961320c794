// The SQL of submissions. Unique indexes allow one submission with `holds` per application (INV-19), one per idempotency key
// (INV-11), and one per sealed secrets. Events and consents are insert-only.
import type { ApplicationStatus } from '@tapboard/contract'
import { sql, type MigrationSet } from '@tapboard/store'

/** Names of the unique indexes. */
export const SUBMISSION_INDEXES = {
  key: 'application_submission_key',
  hold: 'application_submission_hold',
  secrets: 'application_submission_secrets',
} as const

/** States of submitted applications without a final decision. */
export const OPEN_STATES = [
  'submitting',
  'in_doubt',
  'refused',
  'submitted',
  'in_review',
  'action_required',
] as const satisfies readonly ApplicationStatus[]

/** Migrations of events, submissions, consents and watches. */
export const SUBMISSION_MIGRATIONS: MigrationSet = {
  name: 'submission',
  migrations: [
    {
      name: 'submission',
      async up(db, dialect) {
        const { text, integer, blob } = dialect
        await sql`create table application_event (
          application_id ${text} not null,
          number ${integer} not null,
          type ${text} not null,
          from_state ${text} not null,
          to_state ${text} not null,
          at_ms ${integer} not null,
          person ${text},
          detail ${text} not null,
          prev_hash ${text} not null,
          hash ${text} not null,
          primary key (application_id, number))`.execute(db)
        await sql`create table application_submission (
          application_id ${text} not null,
          number ${integer} not null,
          idempotency_key ${text} not null,
          request_hash ${text} not null,
          secrets_hash ${text} not null,
          phase ${text} not null,
          holds ${integer} not null,
          sealed_token ${blob},
          created_at_ms ${integer} not null,
          sent_at_ms ${integer},
          primary key (application_id, number))`.execute(db)
        const unique = (name: string, columns: readonly string[], where?: string): Promise<void> =>
          dialect.uniqueIndex(db, {
            name,
            table: 'application_submission',
            columns,
            ...(where === undefined ? {} : { where: sql.raw(where) }),
          })
        await unique(SUBMISSION_INDEXES.key, ['application_id', 'idempotency_key'])
        await unique(SUBMISSION_INDEXES.hold, ['application_id'], 'holds = 1')
        await unique(SUBMISSION_INDEXES.secrets, ['secrets_hash'])
        await sql`create table application_consent (
          application_id ${text} not null,
          number ${integer} not null,
          at_ms ${integer} not null,
          tier_name ${text} not null,
          signer_name ${text} not null,
          signer_index ${integer},
          terms_mode ${text} not null,
          documents ${text} not null,
          consents ${text} not null,
          locale ${text} not null,
          origin ${text} not null,
          address ${text},
          user_agent ${text},
          values_hash ${text} not null,
          primary key (application_id, number))`.execute(db)
        await sql`create table application_watch (
          application_id ${text} primary key,
          submission ${integer} not null,
          event_count ${integer} not null,
          event_hash ${text} not null,
          status_at_ms ${integer},
          changed_at_ms ${integer} not null,
          doubted_at_ms ${integer},
          misses ${integer} not null,
          missed_first_ms ${integer},
          next_at_ms ${integer},
          lease_owner ${text},
          lease_until_ms ${integer},
          fence ${integer} not null)`.execute(db)
        await sql`create index application_watch_due on application_watch (next_at_ms) where next_at_ms is not null`.execute(
          db,
        )
        await sql`create index application_watch_doubt on application_watch (doubted_at_ms) where doubted_at_ms is not null`.execute(
          db,
        )
      },
    },
    {
      // For the gauges: without it every scrape would read all applications.
      name: 'open-applications',
      index: {
        name: 'application_open',
        table: 'application',
        columns: ['state'],
        where: sql`state in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))})`,
      },
    },
    {
      name: 'submission-hold',
      async up(db, { text, integer }) {
        await sql`create table submission_hold (scope ${text} primary key, since_ms ${integer} not null)`.execute(
          db,
        )
      },
    },
  ],
}
