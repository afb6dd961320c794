// Outbox tables of boarding: one row per application to forward, one per webhook event, both written in the transaction
// of their cause; and the webhook targets of partners.
import { columnMapper, sql, type Columns, type Migration, type OutboxRow } from '@tapboard/store'

/** Forwarding of an application; `id` is the AppId. It contains no values of the application. */
export interface ForwardRow extends OutboxRow {
  readonly processor: 'sandbox' | 'production'
  /** `send`: not known to be accepted. `ask`: accepted, poll its status. */
  readonly step: 'send' | 'ask'
  readonly processorReference: string | null
  readonly takenAtMs: number | null
}

/** A webhook event; `id` is the event ID: AppId and status version. */
export interface WebhookRow extends OutboxRow {
  readonly accountId: string
  readonly appId: string
  /** The signed JSON text of the event. */
  readonly body: string
}

/** Webhook target of a partner. */
interface WebhookTargetTable {
  readonly account_id: string
  readonly url: string
  /** Encrypted, because signing needs the plain secret. */
  readonly secret: string
  /** The secret before it, encrypted; `null` without one. */
  readonly previous_secret: string | null
  /** Time until which events are signed with it, too. */
  readonly previous_until_ms: number | null
  readonly updated_at_ms: number
}

export interface BoardingOutboxTables {
  service_forward: Columns<ForwardRow>
  service_webhook: Columns<WebhookRow>
  service_webhook_target: WebhookTargetTable
}

export const FORWARD = columnMapper<ForwardRow>({})

export const WEBHOOK = columnMapper<WebhookRow>({})

/** Creates the outbox tables of boarding. */
export const BOARDING_OUTBOX_MIGRATION: Migration = {
  name: 'forwards-webhooks',
  async up(db, { text, integer }) {
    const outbox = sql`id ${text} primary key, attempts ${integer} not null, created_at_ms ${integer} not null,
      next_at_ms ${integer}, done_at_ms ${integer}, outcome ${text}, lease_owner ${text}, lease_until_ms ${integer},
      fence ${integer} not null`
    const create = [
      sql`create table service_forward (${outbox}, processor ${text} not null, step ${text} not null,
        processor_reference ${text}, taken_at_ms ${integer})`,
      sql`create table service_webhook (${outbox}, account_id ${text} not null references service_account (id),
        app_id ${text} not null references service_application (id), body ${text} not null)`,
      sql`create table service_webhook_target (account_id ${text} primary key references service_account (id),
        url ${text} not null, secret ${text} not null, updated_at_ms ${integer} not null)`,
      sql`create index service_forward_due on service_forward (next_at_ms) where next_at_ms is not null`,
      sql`create index service_forward_done on service_forward (done_at_ms) where done_at_ms is not null`,
      sql`create index service_webhook_due on service_webhook (next_at_ms) where next_at_ms is not null`,
      sql`create index service_webhook_done on service_webhook (done_at_ms) where done_at_ms is not null`,
    ]
    for (const statement of create) await statement.execute(db)
  },
}

/** Adds the secret before the present one to the webhook targets. */
export const WEBHOOK_RING_MIGRATION: Migration = {
  name: 'webhook-secret-ring',
  async up(db, { text, integer }) {
    await sql`alter table service_webhook_target add column previous_secret ${text}`.execute(db)
    await sql`alter table service_webhook_target add column previous_until_ms ${integer}`.execute(db)
  },
}
