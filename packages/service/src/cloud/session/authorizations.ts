// Asks the payment processor behind the terminals and records its answers. The row of the session records each request
// before the request is sent, so that after a crash the session does not end as unpaid. The store decides the time of the
// next request; the session ID keeps a repeat from charging twice. A charge without an answer in time is reversed.
import type { Log } from '../../ports.ts'
import { newReference } from '../../account/secret.ts'
import type { Kernel } from '../../kernel.ts'
import type { AuthorizationAnswer, AuthorizationRequest, Authorizer, ReversalAnswer } from './authorizer.ts'
import type { SessionEvent } from './machine.ts'
import type { SessionRow } from '../../schema/schema.ts'
import { isAsking, isReversing } from './row.ts'
import type { Applied, SessionRepository } from './session-repository.ts'

/** Follows sessions and asks the payment processor about the presented cards. */
export class Authorizations {
  readonly #kernel: Kernel
  readonly #sessions: SessionRepository
  readonly #authorizer: Authorizer
  readonly #stopping = new AbortController()
  readonly #asking = new Set<Promise<void>>()

  constructor(kernel: Kernel, sessions: SessionRepository, authorizer: Authorizer) {
    this.#kernel = kernel
    this.#sessions = sessions
    this.#authorizer = authorizer
  }

  claimDue(): Promise<readonly string[]> {
    return this.#sessions.claimDue()
  }

  /** Runs the due work of a session. A request to the processor continues in the background. */
  async follow(sessionId: string): Promise<Applied | null> {
    if (this.#stopping.signal.aborted) return null
    const applied = await this.#sessions.follow(sessionId, 'ask')
    if (applied?.moved !== true) return applied
    if (isAsking(applied.row)) this.#continue(applied.row, this.#ask(applied.row))
    else if (isReversing(applied.row)) this.#continue(applied.row, this.#reverse(applied.row))
    return applied
  }

  /** Aborts running requests; the next process asks again. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#asking)
  }

  /** Waits for a request in the background. */
  #continue(row: SessionRow, work: Promise<void>): void {
    const asking = work.catch((error: unknown) =>
      this.#log('error', row, error instanceof Error ? error.name : 'unknown'),
    )
    this.#asking.add(asking)
    void asking.finally(() => this.#asking.delete(asking))
  }

  #log(level: keyof Log, row: SessionRow, code: string): void {
    this.#kernel.log[level](
      { sessionId: row.id, deviceId: row.deviceId, attempts: row.asks, code },
      row.reversal === null
        ? 'the payment processor gave no result; it is asked again until the charge is reversed'
        : 'the payment processor has not confirmed the reversal; it is asked again',
    )
  }

  async #ask(row: SessionRow): Promise<void> {
    const request = requestOf(row)
    if (request === null) return
    const answer = await this.#settled<AuthorizationAnswer>(
      this.#authorizer.authorize(request, this.#stopping.signal),
    )
    // A refusal after an earlier request does not say what became of that one.
    if (answer.type === 'unknown' || (answer.type === 'refused' && row.asks > 1))
      this.#log(answer.type === 'refused' ? 'error' : 'warn', row, answer.code)
    await this.#sessions.apply(row.id, await this.#eventOf(answer, request.card))
  }

  async #reverse(row: SessionRow): Promise<void> {
    const request = requestOf(row)
    if (request === null) return
    const answer = await this.#settled<ReversalAnswer>(
      this.#authorizer.reverse(request, this.#stopping.signal),
    )
    if (answer.type === 'unknown') this.#log('error', row, answer.code)
    const type = answer.type === 'reversed' ? 'reversal_confirmed' : 'reversal_unconfirmed'
    await this.#sessions.apply(row.id, { type })
  }

  /** A custom processor may throw after it charged, or ignore the signal. */
  async #settled<Answer>(
    asking: Promise<Answer>,
  ): Promise<Answer | Extract<AuthorizationAnswer, { readonly type: 'unknown' }>> {
    const { signal } = this.#stopping
    let stop = (): void => {}
    const stopped = new Promise<{ readonly type: 'unknown'; readonly code: string }>((resolve) => {
      stop = () => resolve({ type: 'unknown', code: 'authorizer-stopped' })
      signal.addEventListener('abort', stop, { once: true })
    })
    try {
      return await Promise.race([asking, stopped])
    } catch {
      return { type: 'unknown', code: 'authorizer-fault' }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  async #eventOf(
    answer: AuthorizationAnswer,
    card: NonNullable<Extract<SessionEvent, { type: 'card_presented' }>['card']>,
  ): Promise<SessionEvent> {
    switch (answer.type) {
      case 'decided': {
        const { status, responseCode, approvalCode, message } = answer
        const { store, random } = this.#kernel
        const [xRefNum, completedAtMs] = [newReference(random), await store.now()]
        const result = { status, xRefNum, responseCode, approvalCode, message, completedAtMs, card }
        return { type: 'authorized', result }
      }
      case 'refused':
        return { type: 'authorization_refused' }
      case 'unsent':
        return { type: 'authorization_unsent' }
      case 'unknown':
        return { type: 'authorization_unknown' }
    }
  }
}

/** The charge of a session; `null` before a card. */
function requestOf(row: SessionRow): AuthorizationRequest | null {
  const { cardBrand: brand, cardLastFour: lastFour, cardEntry: entry } = row
  if (brand === null || lastFour === null || entry === null) return null
  return {
    sessionId: row.id,
    accountId: row.accountId,
    deviceId: row.deviceId,
    externalId: row.externalId,
    command: row.command,
    amountMinor: row.amountMinor,
    currency: row.currency,
    card: { brand, lastFour, entry },
  }
}
