// The SQL of the ledger. Locks are partial unique indexes, not application code: two processes that both believe an
// order or a device is free cannot both write it (INV-2, INV-3, INV-11).
import { sql, type IndexMigration, type Kysely, type MigrationSet, type SchemaDialect } from '@tapboard/store'
import { toBase64url } from '@tapboard/store/crypto'

/** Names of the unique indexes, as errors report them. */
export const LEDGER_INDEXES = {
  idempotencyKey: 'sale_idempotency_key',
  attempt: 'sale_order_attempt',
  order: 'sale_order_hold',
  refundAttempt: 'sale_refund_attempt',
  refund: 'sale_refund_hold',
  device: 'sale_device_hold',
  session: 'sale_session',
  externalId: 'sale_external_id',
} as const

/** The last eight characters of our reference, which an index has. */
export const EXTERNAL_ID_END = sql<string>`substr(external_id, length(external_id) - 7)`

const ORDER = ['merchant', 'order_ref'] as const
const REFUND = [...ORDER, 'refund_of', 'refund_ref'] as const

/**
 * Adds refunds to the table of sales. The locks of an order count its sales only; a refund has the same locks for its
 * sale and reference.
 */
const REFUND_MIGRATION: IndexMigration = {
  name: 'refund',
  columns: [
    { table: 'sale', name: 'kind', type: 'text', default: 'sale' },
    { table: 'sale', name: 'refund_of', type: 'text' },
    { table: 'sale', name: 'refund_ref', type: 'text' },
    { table: 'sale', name: 'credit_reference', type: 'text' },
    { table: 'sale', name: 'requested_by', type: 'text' },
  ],
  index: [
    {
      name: LEDGER_INDEXES.attempt,
      table: 'sale',
      columns: [...ORDER, 'attempt'],
      unique: true,
      where: sql`kind = 'sale'`,
      replaces: true,
    },
    {
      name: LEDGER_INDEXES.order,
      table: 'sale',
      columns: ORDER,
      unique: true,
      where: sql`order_hold = 1 and kind = 'sale'`,
      replaces: true,
    },
    {
      name: LEDGER_INDEXES.refundAttempt,
      table: 'sale',
      columns: [...REFUND, 'attempt'],
      unique: true,
      where: sql`kind = 'refund'`,
    },
    {
      name: LEDGER_INDEXES.refund,
      table: 'sale',
      columns: REFUND,
      unique: true,
      where: sql`order_hold = 1 and kind = 'refund'`,
    },
  ],
}

/** The columns by which rows of any day are sorted. */
const BY_TIME = ['merchant', 'created_at_ms', 'id'] as const

/** Adds the key of the external IDs. It lives in the store, so that it outlives a rotation of the secrets and is in each backup. */
async function addExternalIdKey(db: Kysely<unknown>, { text, integer }: SchemaDialect): Promise<void> {
  await sql`create table external_id_key (slot ${integer} primary key, value ${text} not null)`.execute(db)
  const value = toBase64url(crypto.getRandomValues(new Uint8Array(32)))
  await sql`insert into external_id_key (slot, value) values (1, ${value})`.execute(db)
}

/** Migrations of the sales, their events, follow-ups, the outbox and the order grants. */
export const LEDGER_MIGRATIONS: MigrationSet = {
  name: 'ledger',
  migrations: [
    {
      name: 'sale',
      async up(db, dialect) {
        const { text, integer } = dialect
        await sql`create table sale (
          id ${text} primary key,
          merchant ${text} not null,
          upstream ${text} not null,
          order_ref ${text} not null,
          attempt ${integer} not null,
          idempotency_key ${text} not null,
          request_hash ${text} not null,
          external_id ${text} not null,
          session_id ${text},
          device_id ${text} not null,
          device_name ${text} not null,
          device_make ${text} not null,
          device_serial_ending ${text} not null,
          amount_minor ${integer} not null check (amount_minor between 1 and 99999999),
          currency ${text} not null,
          state ${text} not null,
          reason ${text},
          message ${text},
          phase ${text} not null,
          still_waiting ${integer} not null,
          cancel_requested ${integer} not null,
          send_count ${integer} not null,
          send_doubted ${integer} not null,
          version ${integer} not null,
          event_hash ${text} not null,
          order_hold ${integer} not null,
          device_hold ${integer} not null,
          fence ${integer} not null,
          lease_owner ${text},
          lease_until_ms ${integer},
          next_at_ms ${integer},
          first_sent_at_ms ${integer},
          send_deadline_ms ${integer},
          device_free_at_ms ${integer},
          soft_at_ms ${integer},
          hard_at_ms ${integer},
          doubted_at_ms ${integer},
          seen ${text},
          seen_count ${integer} not null,
          seen_first_ms ${integer},
          reference ${text},
          approval_code ${text},
          card ${text},
          by_whom ${text},
          person ${text},
          conflict_with ${text},
          created_at_ms ${integer} not null,
          settled_at_ms ${integer})`.execute(db)
        const unique = (name: string, columns: readonly string[], where?: string): Promise<void> =>
          dialect.uniqueIndex(db, {
            name,
            table: 'sale',
            columns,
            ...(where === undefined ? {} : { where: sql.raw(where) }),
          })
        await unique(LEDGER_INDEXES.idempotencyKey, ['merchant', 'idempotency_key'])
        await unique(LEDGER_INDEXES.externalId, ['external_id'])
        await unique(LEDGER_INDEXES.attempt, ['merchant', 'order_ref', 'attempt'])
        await unique(LEDGER_INDEXES.order, ['merchant', 'order_ref'], 'order_hold = 1')
        await unique(LEDGER_INDEXES.device, ['upstream', 'device_id'], 'device_hold = 1')
        await unique(LEDGER_INDEXES.session, ['upstream', 'session_id'], 'session_id is not null')
        await sql`create index sale_due on sale (next_at_ms) where next_at_ms is not null`.execute(db)
        await sql`create table sale_event (
          sale_id ${text} not null references sale (id),
          number ${integer} not null,
          type ${text} not null,
          from_state ${text},
          to_state ${text} not null,
          reason ${text},
          at_ms ${integer} not null,
          person ${text},
          snapshot ${text} not null,
          prev_hash ${text} not null,
          hash ${text} not null,
          primary key (sale_id, number))`.execute(db)
      },
    },
    {
      // For the operator's gauges. Without this index every scrape would scan all sales.
      name: 'sale_unsettled',
      index: {
        name: 'sale_unsettled',
        table: 'sale',
        columns: ['state', 'doubted_at_ms'],
        where: sql`settled_at_ms is null`,
      },
    },
    {
      name: 'follow-up-and-outbox',
      async up(db, { text, integer }) {
        await sql`create table sale_follow_up (
          sale_id ${text} primary key references sale (id),
          pace ${text} not null,
          since_ms ${integer} not null,
          next_at_ms ${integer} not null,
          lease_owner ${text},
          lease_until_ms ${integer},
          fence ${integer} not null)`.execute(db)
        await sql`create index sale_follow_up_due on sale_follow_up (next_at_ms)`.execute(db)
        await sql`create table sale_outbox (
          id ${text} primary key,
          event_id ${text} not null,
          target ${text} not null,
          merchant ${text} not null,
          sale_id ${text} not null,
          type ${text} not null,
          body ${text} not null,
          attempts ${integer} not null,
          created_at_ms ${integer} not null,
          next_at_ms ${integer},
          done_at_ms ${integer},
          outcome ${text},
          lease_owner ${text},
          lease_until_ms ${integer},
          fence ${integer} not null)`.execute(db)
        await sql`create index sale_outbox_due on sale_outbox (next_at_ms) where next_at_ms is not null`.execute(
          db,
        )
        await sql`create index sale_outbox_done on sale_outbox (done_at_ms) where done_at_ms is not null`.execute(
          db,
        )
      },
    },
    {
      name: 'outbox-dead',
      index: {
        name: 'sale_outbox_dead',
        table: 'sale_outbox',
        columns: ['done_at_ms'],
        where: sql`outcome = 'dead'`,
      },
    },
    {
      name: 'sale-deadline',
      async up(db, { integer }) {
        await sql`alter table sale add column deadline_at_ms ${integer}`.execute(db)
      },
    },
    {
      name: 'sale-stale',
      async up(db, { integer }) {
        await sql`alter table sale add column stale_since_ms ${integer}`.execute(db)
      },
    },
    {
      name: 'order-grant',
      async up(db, { text, integer }) {
        await sql`create table order_grant (
          merchant ${text} not null,
          order_ref ${text} not null,
          amount_minor ${integer} not null,
          currency ${text} not null,
          generation ${integer} not null,
          primary key (merchant, order_ref))`.execute(db)
      },
    },
    {
      name: 'sale-desk',
      index: [
        { name: 'sale_by_day', table: 'sale', columns: BY_TIME },
        {
          name: 'sale_open',
          table: 'sale',
          columns: BY_TIME,
          where: sql`state in ('intent', 'sending', 'started', 'in_doubt', 'review')`,
        },
      ],
    },
    REFUND_MIGRATION,
    {
      // Rows of any day, exactly. The merchant is not the first column: without statistics, SQLite would take these indexes for the
      // open sales of a merchant. The unique index over orders has the sales without the refunds.
      name: 'desk-search',
      index: [
        { name: 'sale_by_order', table: 'sale', columns: ['order_ref', ...BY_TIME] },
        { name: 'sale_by_amount', table: 'sale', columns: ['amount_minor', ...BY_TIME] },
        {
          name: 'sale_by_reference',
          table: 'sale',
          columns: ['reference', ...BY_TIME],
          where: sql`reference is not null`,
        },
      ],
    },
    {
      // A key of one order must not block another order: its page derives keys from order and attempt, so they can be guessed.
      name: 'key-of-order',
      index: {
        name: LEDGER_INDEXES.idempotencyKey,
        table: 'sale',
        // The merchant is not the first column, as in the indexes of the search.
        columns: ['order_ref', 'idempotency_key', 'merchant'],
        unique: true,
        replaces: true,
      },
    },
    {
      name: 'grant-withdrawn',
      async up(db, { integer }) {
        await sql`alter table order_grant add column withdrawn ${integer} not null default 0`.execute(db)
      },
    },
    {
      name: 'recovery-hold',
      async up(db, { text, integer }) {
        await sql`create table recovery_hold (
          merchant ${text} not null,
          order_ref ${text} not null,
          since_ms ${integer} not null,
          known_until_ms ${integer},
          primary key (merchant, order_ref))`.execute(db)
      },
    },
    { name: 'external-id-key', up: addExternalIdKey },
    {
      name: 'lost-charge',
      async up(db, { text, integer }) {
        await sql`create table lost_charge (
          merchant ${text} not null,
          external_id ${text} not null,
          reference ${text} not null,
          amount ${text} not null,
          command ${text} not null,
          charged_at ${text} not null,
          order_ref ${text},
          attempt ${integer},
          found_at_ms ${integer} not null,
          released_at_ms ${integer},
          primary key (merchant, external_id))`.execute(db)
      },
    },
    {
      name: 'sale-archive',
      async up(db, { text, integer, blob }) {
        await sql`create table sale_archive (
          sale_id ${text} primary key references sale (id),
          archived_at_ms ${integer} not null,
          events ${blob} not null)`.execute(db)
        await sql`create table archive_cursor (
          merchant ${text} primary key,
          created_at_ms ${integer} not null,
          sale_id ${text} not null)`.execute(db)
      },
    },
    {
      // An index on an expression holds the old rows too, and an older release ignores it.
      name: 'desk-short-reference',
      index: {
        name: 'sale_by_short_reference',
        table: 'sale',
        columns: [EXTERNAL_ID_END, ...BY_TIME],
      },
    },
    {
      name: 'lost-credit',
      async up(db, { text }) {
        await sql`alter table lost_charge add column credit_of ${text}`.execute(db)
      },
    },
  ],
}
