// The answers of the BFF and of the floors' API.
import { DESK_PAGE, type Desk } from '@tapboard/contract'
import { deskRow, ScriptedDesk } from '../../../packages/elements/src/testing/scripted-desk.ts'
import { APPLY_PAGE } from '../../../packages/elements/src/testing/scripted-boarding.ts'

const NAMES = ['Front counter', 'Back office', 'Workshop']

/** The answer of the floor's API. */
const FLOOR_DEVICES = NAMES.map((name, index) => ({ id: `d${index}`, name }))

/** The answer of the BFF: an order and three terminals. */
const CHECKOUT = {
  merchant: { id: 'bench', name: 'Bench Repairs' },
  environment: 'sandbox',
  order: 'R-1042',
  amountMinor: 4200,
  currency: 'USD',
  devices: NAMES.map((name, index) => ({
    id: `dev_0123456789abcdefghijklmno${index}`,
    name,
    make: 'A920',
    serialEnding: `${4240 + index}`,
    status: 'CONNECTED',
    ageMs: 300,
  })),
  sale: null,
  nextAttempt: 1,
  features: { cancel: true, details: true },
  nowMs: 1_800_000_000_000,
}

const DAY_ROWS = Array.from({ length: DESK_PAGE }, (_, number) => deskRow(number))

/** The answer of the BFF for a manager: a day of one page of sales. */
const DESK: Desk = {
  ...new ScriptedDesk(DAY_ROWS).frame(),
  merchant: { id: 'bench', name: 'Bench Repairs' },
  environment: 'sandbox',
  currency: 'USD',
  person: 'mia',
  rights: ['view', 'resolve', 'refund'],
  timeZone: 'America/New_York',
}

/** The answer of the floor's API for the same day, ready to show. */
const FLOOR_ROWS = DAY_ROWS.map(({ id, order, amountMinor, state, card }) => ({
  id,
  time: '12:42',
  order,
  amount: `$${(amountMinor / 100).toFixed(2)}`,
  state: state === 'approved' ? 'Approved' : 'Declined',
  card: card?.slice(-4) ?? '',
}))

/** The answer of every path that our elements and the floors ask. */
export const API: Readonly<Record<string, unknown>> = {
  '/bff/v1/checkout': CHECKOUT,
  '/bff/v1/application': APPLY_PAGE,
  '/bff/v1/desk': DESK,
  '/floor/devices': FLOOR_DEVICES,
  '/floor/rows': FLOOR_ROWS,
}
