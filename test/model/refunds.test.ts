// P3 for refunds, the part that can be explored completely: one approved sale of 3 and two references on two terminals. Refunds of 2
// and 1 fit into the sale, 2 and 2 do not. The rules are those of a sale and the cover of the ledger (INV-22).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  isOpenRefund,
  mayInsertRefund,
  type RefundableSale,
} from '../../packages/bff/src/sale/machine/check-refund.ts'
import { rows } from '../../packages/bff/src/sale/machine/machine.testing.ts'
import { LONG } from '../kit/limits.ts'
import { explore } from './explore.ts'
import { askDevice, lookUp, NEW_ID_PER_SEND, PLAIN, REFUSES, REPLAYS, SHIPPED } from './setups.ts'
import type { Rules, Setup, Wish } from './world.ts'

const SALE: RefundableSale = { ...rows.approved, id: 'sale_0', reference: 'R', amountMinor: 3 }

const FIRST: Wish = { reference: 'first', amountMinor: 2, deviceId: 'd1' }
const SECOND: Wish = { reference: 'second', amountMinor: 2, deviceId: 'd2' }
/** Another token of the second reference (D-122). */
const PART: Wish = { ...SECOND, amountMinor: 1 }

const refunds = (setup: Setup, attempts = 2, wishes = [FIRST, SECOND]): Setup => ({
  ...setup,
  refunded: SALE,
  attempts,
  wishes,
})
const TWO = refunds(PLAIN)

/** A setup by its name, with the least number of worlds: a smaller exploration has lost something. */
type Held = readonly [string, Setup, number]

/** Setups in which the invariants hold. */
const HOLD: readonly Held[] = [
  ['promises nothing', refunds(PLAIN, 3), 40_000],
  ['promises nothing, and two fit into the sale', refunds(PLAIN, 2, [FIRST, SECOND, PART]), 60_000],
  ['can be asked by external ID', refunds(lookUp(PLAIN)), 40_000],
]

/** Setups that take up to half a minute each. */
const LONG_HOLD: readonly Held[] = [
  ['says which session a device has', refunds(askDevice(PLAIN)), 40_000],
  ['promises nothing and answers oddly', refunds({ ...PLAIN, isOdd: true }), 70_000],
  ['promises nothing, and people err', refunds({ ...PLAIN, peopleErr: true }), 500_000],
  ['refuses repeats', refunds(REFUSES), 150_000],
  ['replays repeats', refunds(REPLAYS), 150_000],
]

describe('P3 every run of the small model with refunds', () => {
  for (const [what, setup, least] of LONG ? [...HOLD, ...LONG_HOLD] : HOLD)
    test(`P3 INV-22 no credit twice, beyond the sale or stuck if the upstream ${what}`, (t) => {
      const { compared, states, stuck, transitions, violation } = explore({ setup })
      t.diagnostic(`${states} states, ${transitions} transitions, ${setup.attempts} attempts`)
      assert.equal(violation, null, JSON.stringify(violation, null, 1))
      assert.equal(stuck, null, JSON.stringify(stuck, null, 1))
      assert.ok(states >= least, `${states} states`)
      assert.ok(compared > 0, 'no two worlds were compared')
    })
})

// Sets in which one rule of refunds is missing. The exploration must find a fault in each.

/** The insert trusts the check of its request, although another refund was committed in between. */
const TRUSTS_CHECK: Rules = { ...SHIPPED, checksInsert: false }

/** A refund that is not known to be paid back is left out. */
const FORGETS_UNKNOWN: Rules = {
  ...SHIPPED,
  covers: (row, sale, others) =>
    mayInsertRefund(
      row,
      sale,
      others.filter((other) => !isOpenRefund(other)),
    ),
}

/** Each refund is compared with the sale alone. */
const IGNORES_AMOUNT: Rules = {
  ...SHIPPED,
  covers: (row, sale, others) => mayInsertRefund(row, { ...sale, amountMinor: Infinity }, others),
}

/** Attempts of one reference do not exclude each other. */
const NO_REFERENCE_LOCK: Rules = {
  ...SHIPPED,
  orderLock: false,
  covers: (row, sale, others) =>
    mayInsertRefund(
      row,
      sale,
      others.filter(({ refundRef }) => refundRef !== row.refundRef),
    ),
}

/** Rules with one of them missing: the first invariant that breaks, the credits that follow, and the number of steps to them. */
const WEAKENED: readonly [string, Setup, string, RegExp, number][] = [
  ['the insert trusts its check', { ...TWO, rules: TRUSTS_CHECK }, 'INV-22', /^credits of 4/, 12],
  ['an unknown result is left out', { ...TWO, rules: FORGETS_UNKNOWN }, 'INV-22', /^credits of 4/, 12],
  ['each refund is compared alone', { ...TWO, rules: IGNORES_AMOUNT }, 'INV-22', /^credits of 4/, 14],
  ['a reference has no lock', { ...TWO, rules: NO_REFERENCE_LOCK }, 'INV-2', /^2 credits for one/, 15],
  [
    'a repeat has a new external ID',
    refunds({ ...REPLAYS, rules: NEW_ID_PER_SEND }),
    'INV-5',
    /^2 credits for one/,
    11,
  ],
]

describe('P3 the checks detect broken rules of refunds', () => {
  for (const [what, setup, first, credited, most] of WEAKENED)
    test(`P3 INV-22 detects too much credit if ${what}`, (t) => {
      const fallen = explore({ setup }).violation
      assert.equal(fallen?.invariant, first, JSON.stringify(fallen))
      const paid = explore({ setup, invariants: ['INV-5', 'credits of the sale'] }).violation
      assert.match(paid?.what ?? '', credited)
      t.diagnostic(
        `${fallen.invariant} falls after ${fallen.trace.length} steps: ${fallen.trace.join(' · ')}`,
      )
      t.diagnostic(`${paid?.what} after ${paid?.trace.length} steps: ${paid?.trace.join(' · ')}`)
      assert.ok((paid?.trace.length ?? Infinity) <= most, paid?.trace.join('\n'))
    })

  test('P3 D-37 detects a refund that is sent after an earlier one went through', (t) => {
    const setup = { ...TWO, peopleErr: true, rules: { ...SHIPPED, flags: false } }
    const fallen = explore({ setup }).violation
    assert.equal(fallen?.invariant, 'D-37', JSON.stringify(fallen))
    t.diagnostic(`${fallen.what} after ${fallen.trace.length} steps: ${fallen.trace.join(' · ')}`)
  })
})
