// The rules under exploration: the BFF's own `reduce` and its locks, and eight sets in which one rule is missing. The exploration
// must find a fault in each weakened set; a check that cannot fail proves nothing.
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { over } from '../../packages/bff/src/sale/machine/enter.ts'
import type { Facts, Happening, Reduction } from '../../packages/bff/src/sale/machine/happening.ts'
import { reduce } from '../../packages/bff/src/sale/machine/machine.ts'
import { ON_THE_WAY_MS } from '../../packages/bff/src/sale/machine/states.ts'

/** One set of rules. */
export interface Rules {
  /** The state machine. */
  readonly judge: (row: SaleRow, happening: Happening, facts: Facts) => Reduction
  /** The external ID of one send. */
  readonly externalId: (row: SaleRow, send: number) => string
  /** INV-1: the claim is committed before a byte leaves. */
  readonly commitsFirst: boolean
  /** INV-2: one open attempt per order. */
  readonly orderLock: boolean
  /** D-83: the origin of a start's deadline. */
  readonly deadlineFrom: 'press' | 'arrival'
}

/** The rules as they are shipped. */
export const SHIPPED: Rules = {
  judge: reduce,
  externalId: (row) => row.externalId,
  commitsFirst: true,
  orderLock: true,
  deadlineFrom: 'press',
}

/** Each send has its own ID, so the upstream cannot recognize a repeat. */
export const NEW_ID_PER_SEND: Rules = { ...SHIPPED, externalId: (row, send) => `${row.externalId}.${send}` }

/** The first look-up that finds nothing is trusted, although the request may still be under way (against rule 17). */
export const BELIEVES_NOT_FOUND: Rules = {
  ...SHIPPED,
  judge(row, happening, facts) {
    const doubtful = row.state === 'in_doubt' && row.sessionId === null
    if (happening.type !== 'look_up_missed' || !doubtful) return reduce(row, happening, facts)
    const changes = over('not_started', 'upstream-unreachable', facts.nowMs)
    return { kind: 'moved', event: 'refused', changes, effects: [] }
  },
}

/** An idle device is trusted at any time, although the request may still be under way (against rule 19). */
export const BELIEVES_IDLE_DEVICE: Rules = {
  ...SHIPPED,
  judge: (row, happening, facts) =>
    reduce(
      row.deviceHold && happening.type === 'device_idle' ? { ...row, sendDeadlineMs: -ON_THE_WAY_MS } : row,
      happening,
      facts,
    ),
}

/** The bytes leave before the row is written. */
export const SENDS_FIRST: Rules = { ...SHIPPED, commitsFirst: false }

/** An order may have two open attempts. */
export const NO_ORDER_LOCK: Rules = { ...SHIPPED, orderLock: false }

/** The deadline of a start is counted from its arrival, so a request may be delayed for minutes and charge then. */
export const DEADLINE_FROM_ARRIVAL: Rules = { ...SHIPPED, deadlineFrom: 'arrival' }

/** The machine does not look at the deadline of a start. */
export const NO_DEADLINE: Rules = {
  ...SHIPPED,
  judge: (row, happening, facts) => reduce({ ...row, deadlineAtMs: null }, happening, facts),
}
