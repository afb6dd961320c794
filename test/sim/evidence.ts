// The sessions that processes learn from the answers to their sends. Nothing else may ever name such a session, so a process that
// lives on must bring it into the ledger, also if another process has taken the sale over meanwhile (INV-6).
import { isSettled } from '@tapboard/contract'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import type { Exchange, SendReport } from '../../packages/bff/src/upstream/transport/outbound-port.ts'
import type { SimProcess } from './process.ts'

/** The session in an acceptance of a send; `null` in any other answer. */
function acceptedIn(exchange: Exchange): string | null {
  if (exchange.kind !== 'answer') return null
  const { status, complete, body, headers } = exchange.answer
  if (status !== 200 || !complete || headers.contentType !== 'application/json') return null
  const { sessionId } = JSON.parse(new TextDecoder().decode(body)) as { readonly sessionId?: string }
  return sessionId ?? null
}

/** What living processes know about the sends of a story. */
export class Evidence {
  readonly #known: { readonly process: SimProcess; readonly externalId: string }[] = []

  /** The answer to a send has reached its process. */
  reported(process: SimProcess, externalId: string, { exchange, late }: SendReport): void {
    const note = (seen: Exchange | null): void => {
      if (seen !== null && acceptedIn(seen) !== null) this.#known.push({ process, externalId })
    }
    note(exchange)
    void late?.then(note)
  }

  /** A living process knows the session of this sale, and the ledger does not. */
  isMissing({ externalId, sessionId, state }: SaleRow): boolean {
    if (sessionId !== null || isSettled(state) || state === 'review') return false
    return this.#known.some((one) => one.process.alive && one.externalId === externalId)
  }
}
