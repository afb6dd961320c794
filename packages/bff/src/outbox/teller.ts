// Tells one event: to a webhook over HTTP (how, the runtime decides), or to the host's own function. One try each; what a failure leads to,
// `deliverer.ts` decides. A receiver is never followed elsewhere and its answer is never read into anything.
import { HostEvent } from '@tapboard/contract'
import type { Teller, Told } from '@tapboard/store'
import type { Clock } from '../ports.ts'
import type { OutboxRow } from './outbox-row.ts'

/** Where a merchant's webhooks go. */
export interface WebhookTarget {
  /** https, or http on this machine; without user and fragment. */
  readonly url: string
  /** Keys the signature; at least 24 characters, known to the receiver alone. */
  readonly secret: string
}

/** Longest wait for one receiver, from connect to the end of its answer (D-26). */
export const TELL_TIMEOUT_MS = 10_000

/** Why an HTTP try came to no answer, for the log. */
export const codeOfTelling = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name.includes('Timeout')) return 'webhook-timeout'
  return name === 'AbortError' ? 'webhook-stopped' : 'webhook-unreachable'
}

/** Tells webhooks; `close` lets go of its connections. */
export interface WebhookTeller {
  to(target: WebhookTarget): Teller<OutboxRow>
  close(): Promise<void>
}

/** What a host passes as `onSettled`. */
export type OnSettled = (event: HostEvent) => void | Promise<void>

/** Tells the host's own function; one that throws, rejects or takes longer than 10 s is told again. */
export const hookTeller =
  (onSettled: OnSettled, clock: Clock): Teller<OutboxRow> =>
  async (row) => {
    let cancel = (): void => {}
    const late = new Promise<Told>((resolve) => {
      cancel = clock.after(TELL_TIMEOUT_MS, () => resolve({ ok: false, code: 'hook-timeout' }))
    })
    const telling = async (): Promise<Told> => {
      try {
        await onSettled(HostEvent.parse(JSON.parse(row.body)))
        return { ok: true }
      } catch {
        return { ok: false, code: 'hook-failed' }
      }
    }
    try {
      return await Promise.race([telling(), late])
    } finally {
      cancel()
    }
  }
