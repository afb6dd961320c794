// Maps events of an application to webhook events. Pure. The outbox rows are written in the transaction of the event and
// delivered like those of sales.
import type { ApplicationEvent } from '@tapboard/contract'
import { outboxRowOf, type OutboxRow, type Target } from '../../durable/outbox/outbox-row.ts'
import type { ApplicationRow } from '../row.ts'
import type { ApplicationEventType } from './machine.ts'

const TYPES: Readonly<Partial<Record<ApplicationEventType, ApplicationEvent['type']>>> = {
  submitted: 'application.submitted',
  found: 'application.submitted',
  attested_submitted: 'application.submitted',
  refused: 'application.refused',
  not_received: 'application.refused',
  attested_not_submitted: 'application.refused',
  doubted: 'application.in_doubt',
  status: 'application.status',
}

/**
 * The outbox rows of an event; `row` is the application after it. The ID is deterministic, so a second insert is a
 * no-op.
 */
export function announceApplication(
  event: { readonly type: ApplicationEventType; readonly number: number; readonly atMs: number },
  row: ApplicationRow,
  targets: readonly Target[],
): OutboxRow[] {
  const type = TYPES[event.type]
  if (type === undefined || !targets.includes('webhook')) return []
  const body: ApplicationEvent = {
    id: `${row.id}.${event.number}`,
    type,
    atMs: event.atMs,
    merchant: row.merchant,
    applicant: row.applicant,
    application: {
      id: row.id,
      state: row.state,
      version: row.version,
      appId: row.appId,
      reference: row.reference,
      tierName: row.tierName,
    },
  }
  return [outboxRowOf(body, row.id, 'webhook')]
}
