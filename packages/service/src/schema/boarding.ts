// Tables and migration of the boarding API. Unique indexes act as locks: one tier per account, kind and name;
// one application per token; one open production application per business (DuplicateApplication).
import { columnMapper, sql, type Columns, type Migration } from '@tapboard/store'
import type { boarding } from '@tapboard/contract'

/** A tier of a partner. */
export interface TierRow {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** 1: available to sandbox keys only. */
  readonly sandbox: boolean
  readonly label: string | null
  readonly summary: string | null
  /** Fees as a JSON list of `{Label, Value}`. */
  readonly fees: string
  /** Inclusions as a JSON list of texts. */
  readonly includes: string
  /** Co-brand of the equipment; always the test co-brand for a sandbox tier. */
  readonly cobrandId: string
  /** Encrypted secret of the co-brand; `null` if it needs none. */
  readonly cobrandSecret: string | null
  readonly createdAtMs: number
  readonly removedAtMs: number | null
}

/** Boarding settings of an account. */
interface BoardingSettingTable {
  account_id: string
  /** The setting "Account Boarding Agent Id". */
  agent_id: string | null
  /** The setting "Account Boarding Is Sandbox". */
  sandbox: number
  updated_at_ms: number
}

/** An acceptance with its signer and evidence; append-only. */
interface TermsAcceptanceTable {
  id: string
  account_id: string
  tier_id: string
  corporate_name: string
  signer_name: string
  /** Accepted documents as a JSON list of `{Id, Version, Sha256}`. */
  documents: string
  /** Accepted statements as a JSON list of IDs. */
  consents: string
  /** Evidence of the caller as a JSON object of texts. */
  evidence: string
  accepted_at_ms: number
}

/** A terms token: its hash and the values it is bound to. */
export interface TermsTokenRow {
  readonly hash: string
  readonly acceptanceId: string
  readonly accountId: string
  readonly tierId: string
  /** The legal name, normalized for comparisons. */
  readonly corporateName: string
  readonly expiresAtMs: number
  /** The application that consumed the token. */
  readonly usedBy: string | null
}

/** An application of a merchant. */
export interface ApplicationRow {
  /** The AppId of the boarding API. */
  readonly id: string
  readonly accountId: string
  readonly tierId: string
  readonly tierName: string
  readonly sandbox: boolean
  /** The Refnum of the answer to the submission. */
  readonly reference: string
  /** The agent ID at the submission. */
  readonly agentId: string | null
  readonly agentName: string | null
  readonly agentEmail: string | null
  readonly corporateName: string
  readonly dbaName: string
  readonly ownershipType: string
  /** The values as JSON, with empty regulated fields. */
  readonly details: string
  /** JSON object: path of a regulated field → encrypted value. */
  readonly sealed: string
  /** JSON object: path of a number → its last digits, for display. */
  readonly lastDigits: string
  /** HMAC of partner, tax ID and legal name: detects a second application of a business without decryption. */
  readonly fingerprint: string
  readonly tokenHash: string | null
  /** The equipment of a sandbox application as JSON; `null` for others. */
  readonly equipment: string | null
  readonly status: boarding.BoardingStatus
  /** 1 at first, one more with each change of the status; part of a webhook's event ID. */
  readonly statusVersion: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** The tables of the boarding API. */
export interface BoardingTables {
  service_tier: Columns<TierRow>
  service_boarding_setting: BoardingSettingTable
  service_terms_acceptance: TermsAcceptanceTable
  service_terms_token: Columns<TermsTokenRow>
  service_application: Columns<ApplicationRow>
}

export const TIER = columnMapper<TierRow>({ sandbox: true })

export const APPLICATION = columnMapper<ApplicationRow>({ sandbox: true })

export const TERMS_TOKEN = columnMapper<TermsTokenRow>({})

/** Creates the tables of the boarding API. */
export const BOARDING_MIGRATION: Migration = {
  name: 'tiers-terms-applications',
  async up(db, dialect) {
    const { text, integer } = dialect
    const account = sql`account_id ${text} not null references service_account (id)`
    const create = [
      sql`create table service_tier (id ${text} primary key, ${account}, name ${text} not null,
        sandbox ${integer} not null, label ${text}, summary ${text}, fees ${text} not null, includes ${text} not null,
        cobrand_id ${text} not null, cobrand_secret ${text}, created_at_ms ${integer} not null, removed_at_ms ${integer})`,
      sql`create table service_boarding_setting (account_id ${text} primary key references service_account (id),
        agent_id ${text}, sandbox ${integer} not null, updated_at_ms ${integer} not null)`,
      sql`create table service_terms_acceptance (id ${text} primary key, ${account},
        tier_id ${text} not null references service_tier (id), corporate_name ${text} not null,
        signer_name ${text} not null, documents ${text} not null, consents ${text} not null, evidence ${text} not null,
        accepted_at_ms ${integer} not null)`,
      sql`create table service_terms_token (hash ${text} primary key,
        acceptance_id ${text} not null references service_terms_acceptance (id), ${account},
        tier_id ${text} not null references service_tier (id), corporate_name ${text} not null,
        expires_at_ms ${integer} not null, used_by ${text})`,
      sql`create table service_application (id ${text} primary key, ${account},
        tier_id ${text} not null references service_tier (id), tier_name ${text} not null, sandbox ${integer} not null,
        reference ${text} not null, agent_id ${text}, agent_name ${text}, agent_email ${text},
        corporate_name ${text} not null, dba_name ${text} not null, ownership_type ${text} not null,
        details ${text} not null, sealed ${text} not null, last_digits ${text} not null, fingerprint ${text} not null,
        token_hash ${text}, equipment ${text}, status ${text} not null, status_version ${integer} not null,
        created_at_ms ${integer} not null, updated_at_ms ${integer} not null)`,
      sql`create index service_tier_account on service_tier (account_id, created_at_ms)`,
      sql`create index service_application_account on service_application (account_id, created_at_ms)`,
      sql`create index service_application_fingerprint on service_application (fingerprint)`,
    ]
    for (const statement of create) await statement.execute(db)
    await dialect.uniqueIndex(db, {
      name: 'service_tier_name',
      table: 'service_tier',
      columns: ['account_id', 'sandbox', 'name'],
      where: sql`removed_at_ms is null`,
    })
    await dialect.uniqueIndex(db, {
      name: 'service_application_token',
      table: 'service_application',
      columns: ['token_hash'],
      where: sql`token_hash is not null`,
    })
    await dialect.uniqueIndex(db, {
      name: 'service_application_open',
      table: 'service_application',
      columns: ['fingerprint'],
      where: sql`sandbox = 0 and status not in ('declined', 'withdrawn')`,
    })
  },
}

// D-25: the sandbox receives any text as a token, also repeatedly.
/** Permits repeated tokens in the sandbox. */
export const SANDBOX_TOKEN_MIGRATION: Migration = {
  name: 'sandbox-tokens',
  index: [
    {
      name: 'service_application_token',
      table: 'service_application',
      columns: ['token_hash'],
      unique: true,
      where: sql`token_hash is not null and sandbox = 0`,
      replaces: true,
    },
    {
      name: 'service_application_token_text',
      table: 'service_application',
      columns: ['token_hash', 'created_at_ms'],
      where: sql`token_hash is not null`,
    },
  ],
}
