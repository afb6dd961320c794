// The tables of what must be told of applications: one row for each that goes to a processor, one for each event a partner
// hears of, both written in the transaction of what they tell of; and where each partner's webhooks go.
import { sql, type Migration, type OutboxRow } from '@tapboard/store'

/** An application on its way to its processor; `id` is the AppId. No value of the application stands here. */
export interface ForwardTable extends OutboxRow {
  /** Whose part it is to decide. */
  readonly processor: 'sandbox' | 'production'
  /** `send`: not known to be taken. `ask`: taken, asked what became of it. */
  readonly step: 'send' | 'ask'
  readonly processor_reference: string | null
  readonly taken_at_ms: number | null
}

/** An event that a partner is to hear of; `id` is the event ID: AppId and version of the status. */
export interface WebhookTable extends OutboxRow {
  readonly account_id: string
  readonly app_id: string
  /** The event as JSON, exactly as it is signed. */
  readonly body: string
}

/** Where a partner's webhooks go. */
export interface WebhookTargetTable {
  readonly account_id: string
  readonly url: string
  /** Sealed: what signs is no hash. */
  readonly secret: string
  readonly updated_at_ms: number
}

/** The tables of what must be told. */
export interface BoardingOutboxTables {
  service_forward: ForwardTable
  service_webhook: WebhookTable
  service_webhook_target: WebhookTargetTable
}

/** Makes the tables of what must be told. */
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
