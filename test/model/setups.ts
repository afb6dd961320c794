// The rules as they are shipped, and the setups of the upstream from which the tests make theirs.
import { mayInsertRefund } from '../../packages/bff/src/sale/machine/check-refund.ts'
import { reduce } from '../../packages/bff/src/sale/machine/machine.ts'
import { base } from '../../packages/bff/src/sale/machine/machine.testing.ts'
import { ON_THE_WAY_MS } from '../../packages/bff/src/sale/machine/states.ts'
import type { SaleAccess } from '../../packages/bff/src/token/access.ts'
import { grantRefusal } from '../../packages/bff/src/token/order-grant.ts'
import type { Rules, Setup, Wish } from './world.ts'

const TERMS = { amountMinor: base.amountMinor, currency: base.currency }

const ACCESS: SaleAccess = {
  ...TERMS,
  merchant: base.merchant,
  order: base.orderRef,
  devices: null,
  origin: 'https://shop.test',
}

/** The rules as they are shipped. */
export const SHIPPED: Rules = {
  judge: reduce,
  externalId: (row) => row.externalId,
  commitsFirst: true,
  orderLock: true,
  covers: mayInsertRefund,
  checksInsert: true,
  isGranted: (generation, newest) =>
    grantRefusal({ ...ACCESS, generation }, { ...TERMS, ...newest }) === null,
  flags: true,
  deadlineFrom: 'press',
}

/** The order on the only terminal. */
const ORDER: Wish = { reference: null, amountMinor: base.amountMinor, deviceId: base.deviceId }

/** The default of the BFF. The upstream promises nothing: a repeat starts another session and there is no look-up. */
export const PLAIN: Setup = {
  repeat: 'unknown',
  lookup: 'none',
  deviceSession: false,
  onRepeat: 'starts another session',
  refunded: null,
  wishes: [ORDER],
  attempts: 3,
  slackMs: ON_THE_WAY_MS - 1,
  isOdd: false,
  hasDeadlines: false,
  peopleErr: false,
  grantChanges: 0,
  rules: SHIPPED,
}
export const REFUSES: Setup = { ...PLAIN, repeat: 'refuses', onRepeat: 'refuses' }
export const REPLAYS: Setup = { ...PLAIN, repeat: 'replays', onRepeat: 'replays' }

/** A start may be delayed for minutes. The other setups use rows of earlier versions, which have no deadline. */
export const dated = (setup: Setup): Setup => ({ ...setup, attempts: 2, hasDeadlines: true })
export const askDevice = (setup: Setup): Setup => ({ ...setup, deviceSession: true })
export const lookUp = (setup: Setup): Setup => ({ ...setup, lookup: 'authoritative' })

/** The host withdraws the order's tokens and grants it again. */
export const granted = (setup: Setup): Setup => ({ ...setup, attempts: 2, grantChanges: 3 })

/** Each send has its own ID, so the upstream cannot recognize a repeat. */
export const NEW_ID_PER_SEND: Rules = {
  ...SHIPPED,
  externalId: (row, send) => `${row.externalId}.${send}`,
}
