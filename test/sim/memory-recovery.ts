// The ledger in memory after a restore: the hold on all starts, and the charges that the ledger lost.
import {
  externalIdsFrom,
  type LostAttempt,
  type LostCharge,
} from '../../packages/bff/src/sale/ledger/lost-charge.ts'

/** The key of the external IDs of a ledger in memory. */
export const EXTERNAL_ID_KEY = 'key-of-the-external-ids'

/** A lost charge as the upstream reports it. */
export type MemoryLostCharge = Pick<LostCharge, 'externalId' | 'command' | 'creditOf'>

/** The hold and the lost charges of a ledger. */
export class MemoryRecovery {
  /** A restore holds all starts. */
  isOnHold = false
  /** The charges that `reconcile` found without a row. */
  readonly lost: MemoryLostCharge[] = []

  /** Same rule as SQL: whether the hold or a lost charge refuses a new attempt. */
  holds(attempt: LostAttempt, ignored?: 'hold' | 'lost charges'): boolean {
    if (this.isOnHold && ignored !== 'hold') return true
    if (this.lost.length === 0 || ignored === 'lost charges') return false
    const ids = externalIdsFrom(EXTERNAL_ID_KEY, attempt)
    if (this.lost.some(({ externalId }) => ids.includes(externalId))) return true
    const { refundOf, creditReference = null } = attempt
    return (
      refundOf !== null &&
      this.lost.some(
        ({ command, creditOf }) =>
          command.toLowerCase() !== 'cc:sale' && (creditOf === null || creditOf === creditReference),
      )
    )
  }
}
