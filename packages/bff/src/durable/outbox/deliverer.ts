// Delivers the outbox to the host: the store's deliverer over the table of events, with the log and the metrics of the
// BFF. `delivery-handlers.ts` makes one attempt.
import { createOutageLog } from '@tapboard/server'
import { createDeliverer, type Deliverer, type Outbox, type DeliveryHandler } from '@tapboard/store'
import type { Clock, Log, Random } from '../../ports.ts'
import type { OutboxRow, Target } from './outbox-row.ts'
import type { DeliveryObserver } from './delivery-report.ts'

/** A notification is retried for this time; then a person must act. */
const RETRY_FOR_MS = 24 * 3_600_000

interface HostDelivererConfig {
  readonly outbox: Outbox<OutboxRow>
  /** Returns the target of a merchant; `null` if it is not configured here. */
  readonly handlerFor: (merchant: string, target: Target) => DeliveryHandler<OutboxRow> | null
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly observer: DeliveryObserver
  /** Names this process run in leases. */
  readonly instance: string
}

/** Creates the deliverer of the hosts' events; it does nothing before `begin`. */
export function createHostDeliverer(config: HostDelivererConfig): Deliverer {
  const { clock, instance, log, observer, outbox } = config
  const outage = createOutageLog({
    name: 'outbox',
    failed: 'the outbox could not be read; retrying',
    works: 'the outbox is read again',
    log,
    clock,
  })
  return createDeliverer({
    outbox,
    receiverOf: ({ merchant, target }) => `${target} ${merchant}`,
    handlerFor: ({ merchant, target }) => config.handlerFor(merchant, target),
    retryForMs: RETRY_FOR_MS,
    unknownCode: 'webhook-not-configured',
    clock,
    random: config.random,
    instance,
    log: {
      attempted(row, { outcome, code, attempts, ageMs }) {
        const { merchant, saleId, target, type } = row
        const fields = { merchant, saleId, attempts, ...(code === undefined ? {} : { code }) }
        if (outcome === 'failed') log.warn(fields, 'a notification of the host failed; retrying')
        if (outcome === 'dead') log.error(fields, 'a notification of the host failed for 24 hours; abandoned')
        if (outcome !== 'again') observer.attempted({ merchant, target, type, outcome, ageMs })
      },
      fault(code, row) {
        if (row === null) return outage.failed(code)
        const { merchant, saleId } = row
        log.warn({ merchant, saleId, code }, 'the result of a notification could not be stored')
      },
      works: () => outage.works(),
      abandoned: (attempts) =>
        log.error(
          { code: 'hook-not-configured', attempts },
          'events without a configured receiver were given up',
        ),
    },
  })
}
