// Tables and migrations of the service. Unique indexes act as locks: one session per external ID and account
// (D-14), one live session per device (D-15), one charge per session, one live device per account and serial
// number.
import {
  columnMapper,
  sql,
  type Columns,
  type IndexMigration,
  type Kysely,
  type MigrationSet,
  type SchemaDialect,
} from '@tapboard/store'
import {
  BOARDING_OUTBOX_MIGRATION,
  WEBHOOK_RING_MIGRATION,
  type BoardingOutboxTables,
} from './boarding-outbox.ts'
import {
  DASHBOARD_MIGRATION,
  PARTNER_MIGRATION,
  PASSKEY_MIGRATION,
  type DashboardTables,
} from './dashboard.ts'
import { BOARDING_MIGRATION, SANDBOX_TOKEN_MIGRATION, type BoardingTables } from './boarding.ts'
import type { Command, Currency, SessionProgress, SessionStatus, TransactionStatus } from '@tapboard/contract'

/** An account, the owner of devices, sessions and keys. */
export interface AccountTable {
  id: string
  name: string
  sandbox: number
  currency: Currency
  created_at_ms: number
}

/** An API key; only its hash is stored. */
interface KeyTable {
  id: string
  account_id: string
  hash: string
  /** Last four characters, so that an operator can tell keys apart. */
  hint: string
  sandbox: number
  created_at_ms: number
  revoked_at_ms: number | null
  /** Name for people; `null` for a key of the command line. */
  name: string | null
  /** The scopes of the key, separated by spaces. */
  scopes: string
  expires_at_ms: number | null
  /** Time of the last use, to the minute. */
  used_at_ms: number | null
  created_by: string | null
  revoked_by: string | null
}

/** A registered terminal with its pairing and the lease of its channel. */
export interface DeviceRow {
  readonly id: string
  readonly accountId: string
  readonly serial: string
  readonly make: string
  readonly name: string
  readonly createdAtMs: number
  readonly deletedAtMs: number | null
  readonly pairingHash: string | null
  readonly pairingUntilMs: number
  readonly pairingTries: number
  readonly terminalKeyHash: string | null
  /** The process that holds the channel. */
  readonly holder: string | null
  /** The current channel; a newer channel replaces it. */
  readonly channelId: string | null
  readonly connectedUntilMs: number
}

/** A session with its deadlines and its result, if there is one. */
export interface SessionRow {
  readonly id: string
  readonly accountId: string
  readonly deviceId: string
  readonly externalId: string
  readonly command: Command
  /** Reference of the sale that a linked credit pays back. */
  readonly creditOf: string | null
  /** Last four digits of that sale's card. */
  readonly creditLastFour: string | null
  readonly amountMinor: number
  readonly currency: Currency
  readonly softwareName: string
  readonly softwareVersion: string
  /** Custom payload as JSON text. */
  readonly custom: string
  readonly status: SessionStatus
  readonly progress: SessionProgress | null
  /** 1 at first, one more with each change; sent as the ETag. */
  readonly version: number
  readonly createdAtMs: number
  readonly promptByMs: number
  readonly cardByMs: number | null
  readonly authorizeAtMs: number | null
  /** Requests to an external payment processor that may have arrived. */
  readonly asks: number
  /** Deadline for the answer of that processor. */
  readonly answerByMs: number | null
  /** Whether that processor has to reverse the charge, and whether it has confirmed that. */
  readonly reversal: 'pending' | 'done' | null
  readonly deadlineMs: number
  readonly cardBrand: string | null
  readonly cardLastFour: string | null
  readonly cardEntry: 'tap' | 'dip' | 'swipe' | null
  readonly resultStatus: TransactionStatus | null
  readonly refNum: string | null
  readonly responseCode: string | null
  readonly approvalCode: string | null
  readonly message: string | null
  readonly completedAtMs: number | null
  readonly nextAtMs: number | null
  readonly leaseUntilMs: number | null
  readonly leaseOwner: string | null
  readonly fence: number
  /** Steps for people as JSON text: event, status and time. */
  readonly steps: string
}

/** A request to the processor with its answer; append-only. */
interface ChargeTable {
  ref_num: string
  session_id: string
  account_id: string
  device_id: string
  external_id: string
  command: Command
  /** Reference of the sale that a linked credit pays back. */
  credit_of: string | null
  amount_minor: number
  currency: Currency
  status: TransactionStatus
  response_code: string | null
  approval_code: string | null
  message: string | null
  card_brand: string
  card_last_four: string
  card_entry: 'tap' | 'dip' | 'swipe'
  charged_at_ms: number
}

/** All tables of the service. */
export interface Tables extends BoardingTables, BoardingOutboxTables, DashboardTables {
  service_account: AccountTable
  service_key: KeyTable
  service_device: Columns<DeviceRow>
  service_session: Columns<SessionRow>
  service_charge: ChargeTable
}

export const DEVICE = columnMapper<DeviceRow>({})

export const SESSION = columnMapper<SessionRow>({})

async function first(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { text, integer } = dialect
  const create = [
    sql`create table service_account (id ${text} primary key, name ${text} not null, sandbox ${integer} not null,
      currency ${text} not null, created_at_ms ${integer} not null)`,
    sql`create table service_key (id ${text} primary key, account_id ${text} not null references service_account (id),
      hash ${text} not null, hint ${text} not null, board ${integer} not null, sandbox ${integer} not null,
      created_at_ms ${integer} not null, revoked_at_ms ${integer})`,
    sql`create table service_device (id ${text} primary key, account_id ${text} not null references service_account (id),
      serial ${text} not null, make ${text} not null, name ${text} not null, created_at_ms ${integer} not null,
      deleted_at_ms ${integer}, pairing_hash ${text}, pairing_until_ms ${integer} not null,
      pairing_tries ${integer} not null, terminal_key_hash ${text}, holder ${text}, channel_id ${text},
      connected_until_ms ${integer} not null)`,
    sql`create table service_session (id ${text} primary key, account_id ${text} not null references service_account (id),
      device_id ${text} not null references service_device (id), external_id ${text} not null, command ${text} not null,
      amount_minor ${integer} not null, currency ${text} not null, software_name ${text} not null,
      software_version ${text} not null, custom ${text} not null, status ${text} not null, progress ${text},
      version ${integer} not null, created_at_ms ${integer} not null, prompt_by_ms ${integer} not null,
      card_by_ms ${integer}, authorize_at_ms ${integer}, deadline_ms ${integer} not null, card_brand ${text},
      card_last_four ${text}, card_entry ${text}, result_status ${text}, ref_num ${text}, response_code ${text},
      approval_code ${text}, message ${text}, completed_at_ms ${integer}, next_at_ms ${integer},
      lease_until_ms ${integer}, lease_owner ${text}, fence ${integer} not null)`,
    sql`create table service_charge (ref_num ${text} primary key, session_id ${text} not null references service_session (id),
      account_id ${text} not null, device_id ${text} not null, external_id ${text} not null, command ${text} not null,
      amount_minor ${integer} not null, currency ${text} not null, status ${text} not null, response_code ${text},
      approval_code ${text}, message ${text}, card_brand ${text} not null, card_last_four ${text} not null,
      card_entry ${text} not null, charged_at_ms ${integer} not null)`,
    sql`create index service_device_serial on service_device (serial)`,
    sql`create index service_session_device on service_session (device_id, created_at_ms)`,
    sql`create index service_session_due on service_session (next_at_ms) where next_at_ms is not null`,
    sql`create index service_charge_account on service_charge (account_id, charged_at_ms, ref_num)`,
  ]
  for (const statement of create) await statement.execute(db)
  const unique = [
    { name: 'service_account_name', table: 'service_account', columns: ['name'] },
    { name: 'service_key_hash', table: 'service_key', columns: ['hash'] },
    {
      name: 'service_device_account_serial',
      table: 'service_device',
      columns: ['account_id', 'serial'],
      where: sql`deleted_at_ms is null`,
    },
    { name: 'service_session_external', table: 'service_session', columns: ['account_id', 'external_id'] },
    {
      name: 'service_session_live',
      table: 'service_session',
      columns: ['device_id'],
      where: sql`status in ('INITIATING', 'IN_PROGRESS')`,
    },
    { name: 'service_charge_session', table: 'service_charge', columns: ['session_id'] },
  ]
  for (const index of unique) await dialect.uniqueIndex(db, index)
}

async function addKeyScopes(db: Kysely<unknown>, { text, integer }: SchemaDialect): Promise<void> {
  const change = [
    sql`alter table service_key add column name ${text}`,
    sql`alter table service_key add column scopes ${text} not null default 'terminal'`,
    sql`alter table service_key add column expires_at_ms ${integer}`,
    sql`alter table service_key add column used_at_ms ${integer}`,
    sql`update service_key set scopes = 'terminal board' where board = 1`,
    sql`alter table service_key drop column board`,
  ]
  for (const statement of change) await statement.execute(db)
}

const CREDIT_MIGRATION: IndexMigration = {
  name: 'credits',
  columns: [
    { table: 'service_session', name: 'credit_of', type: 'text' },
    { table: 'service_session', name: 'credit_last_four', type: 'text' },
    { table: 'service_charge', name: 'credit_of', type: 'text' },
  ],
  index: ['service_session', 'service_charge'].map((table) => ({
    name: `${table}_credit`,
    table,
    columns: ['account_id', 'credit_of'],
    where: sql`credit_of is not null`,
  })),
}

const STEPS_MIGRATION: IndexMigration = {
  name: 'session-steps',
  columns: [{ table: 'service_session', name: 'steps', type: 'text', default: '[]' }],
  index: {
    name: 'service_session_account',
    table: 'service_session',
    columns: ['account_id', 'created_at_ms', 'id'],
  },
}

const addAsks = async (db: Kysely<unknown>, { integer }: SchemaDialect): Promise<void> => {
  await sql`alter table service_session add column asks ${integer} not null default 0`.execute(db)
}

const addReversals = async (db: Kysely<unknown>, { text, integer }: SchemaDialect): Promise<void> => {
  await sql`alter table service_session add column answer_by_ms ${integer}`.execute(db)
  await sql`alter table service_session add column reversal ${text}`.execute(db)
}

const addKeyPersons = async (db: Kysely<unknown>, { text }: SchemaDialect): Promise<void> => {
  await sql`alter table service_key add column created_by ${text}`.execute(db)
  await sql`alter table service_key add column revoked_by ${text}`.execute(db)
}

export const SCHEMA: MigrationSet = {
  name: 'service',
  migrations: [
    { name: 'accounts-devices-sessions-charges', up: first },
    BOARDING_MIGRATION,
    BOARDING_OUTBOX_MIGRATION,
    { name: 'key-scopes', up: addKeyScopes },
    DASHBOARD_MIGRATION,
    CREDIT_MIGRATION,
    STEPS_MIGRATION,
    PARTNER_MIGRATION,
    SANDBOX_TOKEN_MIGRATION,
    { name: 'authorization-asks', up: addAsks },
    PASSKEY_MIGRATION,
    { name: 'reversals', up: addReversals },
    { name: 'key-persons', up: addKeyPersons },
    WEBHOOK_RING_MIGRATION,
  ],
}
