// Tables and migration of the dashboard: users, one-time links, sessions of browsers, counted attempts. Secrets are
// stored as hashes.
import { sql, type Migration } from '@tapboard/store'
import type { Role } from '@tapboard/contract/dashboard'

/** A person who may open the dashboard of one account. */
export interface UserTable {
  id: string
  account_id: string
  name: string
  /** The name in lower case: unique, so that no two names look alike. */
  name_key: string
  role: Role
  /** Salted hash of the password; `null` without one. */
  password_hash: string | null
  created_at_ms: number
  removed_at_ms: number | null
}

/** A one-time link; only its hash is stored. */
interface UserLinkTable {
  hash: string
  user_id: string
  purpose: 'set-up' | 'sign-in'
  expires_at_ms: number
  used_at_ms: number | null
}

/** A session of a browser; only the hash of its token is stored. */
interface UserSessionTable {
  hash: string
  user_id: string
  created_at_ms: number
  /** Time of the last request, to the minute. */
  seen_at_ms: number
  expires_at_ms: number
  ended_at_ms: number | null
}

/** Attempts to sign in by name or address since the start of a window. */
interface AttemptTable {
  subject: string
  attempts: number
  until_ms: number
}

/** The partner record of an account. */
interface PartnerTable {
  account_id: string
  /** The partner's ID, for the setting "Account Boarding Agent Id". */
  id: string
  name: string
  created_at_ms: number
}

/** A passkey of a person: its public key and its counter. */
interface PasskeyTable {
  /** ID of the credential, base64url. */
  id: string
  user_id: string
  name: string
  /** The public key as a COSE key in base64url. */
  public_key: string
  counter: number
  created_at_ms: number
  used_at_ms: number | null
}

/** A challenge that waits for the answer of an authenticator. */
interface ChallengeTable {
  hash: string
  /** The person who adds a passkey, or `sign-in`. */
  subject: string
  expires_at_ms: number
}

/** The tables of the dashboard. */
export interface DashboardTables {
  service_user: UserTable
  service_user_link: UserLinkTable
  service_user_session: UserSessionTable
  service_attempt: AttemptTable
  service_partner: PartnerTable
  service_passkey: PasskeyTable
  service_challenge: ChallengeTable
}

/** Creates the tables of the dashboard. */
export const DASHBOARD_MIGRATION: Migration = {
  name: 'users-sessions',
  async up(db, dialect) {
    const { text, integer } = dialect
    const user = sql`user_id ${text} not null references service_user (id)`
    const create = [
      sql`create table service_user (id ${text} primary key,
        account_id ${text} not null references service_account (id), name ${text} not null, name_key ${text} not null,
        role ${text} not null, password_hash ${text}, created_at_ms ${integer} not null, removed_at_ms ${integer})`,
      sql`create table service_user_link (hash ${text} primary key, ${user}, purpose ${text} not null,
        expires_at_ms ${integer} not null, used_at_ms ${integer})`,
      sql`create table service_user_session (hash ${text} primary key, ${user}, created_at_ms ${integer} not null,
        seen_at_ms ${integer} not null, expires_at_ms ${integer} not null, ended_at_ms ${integer})`,
      sql`create table service_attempt (subject ${text} primary key, attempts ${integer} not null,
        until_ms ${integer} not null)`,
      sql`create index service_user_link_user on service_user_link (user_id)`,
      sql`create index service_user_session_user on service_user_session (user_id)`,
      sql`create index service_attempt_until on service_attempt (until_ms)`,
    ]
    for (const statement of create) await statement.execute(db)
    await dialect.uniqueIndex(db, {
      name: 'service_user_name',
      table: 'service_user',
      columns: ['name_key'],
      where: sql`removed_at_ms is null`,
    })
  },
}

/** Creates the table of partner records. */
export const PARTNER_MIGRATION: Migration = {
  name: 'partners',
  async up(db, dialect) {
    const { text, integer } = dialect
    await sql`create table service_partner (account_id ${text} primary key references service_account (id),
      id ${text} not null, name ${text} not null, created_at_ms ${integer} not null)`.execute(db)
    await dialect.uniqueIndex(db, { name: 'service_partner_id', table: 'service_partner', columns: ['id'] })
  },
}

/** Creates the tables of passkeys. */
export const PASSKEY_MIGRATION: Migration = {
  name: 'passkeys',
  async up(db, { text, integer }) {
    const create = [
      sql`create table service_passkey (id ${text} primary key,
        user_id ${text} not null references service_user (id), name ${text} not null, public_key ${text} not null,
        counter ${integer} not null, created_at_ms ${integer} not null, used_at_ms ${integer})`,
      sql`create table service_challenge (hash ${text} primary key, subject ${text} not null,
        expires_at_ms ${integer} not null)`,
      sql`create index service_passkey_user on service_passkey (user_id)`,
      sql`create index service_challenge_expiry on service_challenge (expires_at_ms)`,
    ]
    for (const statement of create) await statement.execute(db)
  },
}
