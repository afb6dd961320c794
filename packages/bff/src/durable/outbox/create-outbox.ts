// Assembles the outbox: the targets of the configuration, the port of the ledger, and the deliverer.
import { sqlOutbox, type Store, type DeliveryHandler } from '@tapboard/store'
import { findById, perObject } from '../../derived.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import type { Announcing } from './announcing.ts'
import { createHostDeliverer } from './deliverer.ts'
import { OUTBOX, type OutboxRow, type OutboxTables, type Target } from './outbox-row.ts'
import type { DeliveryObserver } from './delivery-report.ts'
import { hookHandler, type OnSettled, type WebhookTarget, type WebhookSender } from './delivery-handlers.ts'

/** A merchant whose host may get notifications. */
interface OutboxMerchant {
  readonly id: string
  readonly webhook?: WebhookTarget
}

interface OutboxConfig {
  readonly store: Store<OutboxTables>
  /** Returns the merchants of this process; asked at each event and attempt. */
  readonly merchants: () => readonly OutboxMerchant[]
  readonly onSettled: OnSettled | null
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly observer: DeliveryObserver
  readonly webhooks: WebhookSender
  /** Names this process in leases, the same after a restart: its next run delivers at once what a killed run had begun. */
  readonly instance: string
}

/** The outbox of a process. */
export interface Outbox {
  /** The port of the ledger. */
  readonly announcing: Announcing
  begin(): void
  /** Stops delivery; the next process delivers the rest. */
  drain(): Promise<void>
}

/** Creates the outbox; it delivers nothing before `begin`. */
export function createOutbox(config: OutboxConfig): Outbox {
  const { merchants, onSettled, clock, webhooks } = config
  const find = findById(merchants)
  const sendTo = perObject((webhook: WebhookTarget): DeliveryHandler<OutboxRow> => webhooks.to(webhook))
  const hook = onSettled === null ? null : hookHandler(onSettled, clock)
  const targets: Target[] = hook === null ? [] : ['hook']
  // Rows of a merchant whose webhook was removed from the configuration are given up after 24 hours, too.
  const deliverer = createHostDeliverer({
    ...config,
    outbox: sqlOutbox(config.store, {
      table: 'sale_outbox',
      mapper: OUTBOX,
      states: { column: 'target', values: ['webhook', ...targets] },
    }),
    handlerFor(id, target) {
      const merchant = find(id)
      if (target === 'hook') return merchant === null ? null : hook
      return merchant?.webhook === undefined ? null : sendTo(merchant.webhook)
    },
  })
  return {
    announcing: {
      targets: (merchant) => (find(merchant)?.webhook === undefined ? targets : ['webhook', ...targets]),
      written: () => deliverer.wake(),
    },
    begin: () => deliverer.begin(),
    async drain() {
      await deliverer.drain()
      await webhooks.close()
    },
  }
}
