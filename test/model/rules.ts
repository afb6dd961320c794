// The rules under exploration: the BFF's own `reduce` and its locks, and eight sets in which one rule is missing. The
// weakened sets are what the exploration must find fault with; a check that cannot fail is no check.
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { over } from '../../packages/bff/src/sale/machine/enter.ts'
import type { Facts, Happening, Reduction } from '../../packages/bff/src/sale/machine/happening.ts'
import { reduce } from '../../packages/bff/src/sale/machine/machine.ts'
import { ON_THE_WAY_MS } from '../../packages/bff/src/sale/machine/states.ts'

/** What the BFF goes by. */
export interface Rules {
  /** The state machine. */
  readonly judge: (row: SaleRow, happening: Happening, facts: Facts) => Reduction
  /** The external ID of one send. */
  readonly externalId: (row: SaleRow, send: number) => string
  /** INV-1: the claim is committed before a byte leaves. */
  readonly commitsFirst: boolean
  /** INV-2: one open attempt per order. */
  readonly orderLock: boolean
  /** D-83: what the deadline of a start is counted from. */
  readonly deadlineFrom: 'press' | 'arrival'
}

/** The rules as they are shipped. */
export const SHIPPED: Rules = {
  judge: reduce,
  externalId: (row) => row.external_id,
  commitsFirst: true,
  orderLock: true,
  deadlineFrom: 'press',
}

/** Each send has an ID of its own, so that the upstream cannot know the repeat for one. */
export const NEW_ID_PER_SEND: Rules = { ...SHIPPED, externalId: (row, send) => `${row.external_id}.${send}` }

/** The first look-up that finds nothing is believed, though the request may still be on its way (against rule 17). */
export const BELIEVES_NOT_FOUND: Rules = {
  ...SHIPPED,
  judge(row, happening, facts) {
    const doubtful = row.state === 'in_doubt' && row.session_id === null
    if (happening.type !== 'look_up_missed' || !doubtful) return reduce(row, happening, facts)
    const changes = over('not_started', 'upstream-unreachable', facts.nowMs)
    return { kind: 'moved', event: 'refused', changes, effects: [] }
  },
}

/** An idle device is believed whenever it was asked, though the request may still be on its way (against rule 19). */
export const BELIEVES_IDLE_DEVICE: Rules = {
  ...SHIPPED,
  judge: (row, happening, facts) =>
    reduce(
      row.device_hold === 1 && happening.type === 'device_idle'
        ? { ...row, send_deadline_ms: -ON_THE_WAY_MS }
        : row,
      happening,
      facts,
    ),
}

/** Bytes leave first, the row is written afterwards. */
export const SENDS_FIRST: Rules = { ...SHIPPED, commitsFirst: false }

/** An order with an open attempt may have another one beside it. */
export const NO_ORDER_LOCK: Rules = { ...SHIPPED, orderLock: false }

/** The deadline of a start is counted from its arrival, so that a request may be held for minutes and charge then. */
export const DEADLINE_FROM_ARRIVAL: Rules = { ...SHIPPED, deadlineFrom: 'arrival' }

/** The machine does not look at the deadline of a start. */
export const NO_DEADLINE: Rules = {
  ...SHIPPED,
  judge: (row, happening, facts) => reduce({ ...row, deadline_at_ms: null }, happening, facts),
}
