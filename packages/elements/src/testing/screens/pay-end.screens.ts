// The screens of <terminal-pay> with the result of a sale: unknown, decided by hand, approved, unpaid, paid before.
import type { Sale } from '@tapboard/contract'
import type { Phase } from '../../terminal-pay/truth-row.ts'
import { mount, type Setting, type Stage } from '../mount.ts'
import { APPROVED, SALE } from '../scripted-bff.ts'
import { withoutLater, type Table } from './screen.ts'

const DOUBT: Partial<Sale> = {
  state: 'in_doubt',
  reason: 'overdue',
  sessionId: 'ses_9',
  cancelable: false,
  checkable: true,
}
const REVIEW: Partial<Sale> = { state: 'review', reason: 'amount_mismatch', sessionId: 'ses_9' }
const OVER: Partial<Sale> = { settledAtMs: SALE.nowMs + 21_000, cancelable: false, by: 'upstream' }
const NEWER: Partial<Sale> = {
  id: 'sale_2',
  attempt: 2,
  version: 3,
  phase: 'present_card',
  conflictWith: 'sale_1',
}

async function at(phase: Phase, sale: Partial<Sale>, setting: Setting = {}): Promise<Stage> {
  const stage = mount({ ...setting, sale })
  await stage.pay.phase(phase)
  return stage
}

/** Sets the BFF's answer to a check. */
async function checked(status: 200 | 202 | 429): Promise<Stage> {
  const stage = await at('doubt', DOUBT)
  const { bff, pay } = stage
  await pay.until(() => pay.buttons.includes('Ask for the result now'))
  bff.handler = ({ path }) => {
    if (!path.endsWith('/check')) return null
    return status === 429 ? bff.problem('rate-limited') : bff.json(bff.sale, status)
  }
  pay.press('Ask for the result now')
  await pay.until(() => pay.root.querySelector('.notice.bad, .row + .quiet') !== null)
  return stage
}

/** The page permits its clerk to decide. */
async function deciding(sale: Partial<Sale> = DOUBT): Promise<Stage> {
  const stage = mount({ sale, attributes: { resolve: '' } })
  await stage.pay.until(() => stage.pay.text.includes('Settle this sale'))
  return stage
}

async function marking(button: 'Mark as paid' | 'Mark as not paid', press = false): Promise<Stage> {
  const stage = await deciding()
  const { pay } = stage
  pay.press(button)
  await pay.until(() => pay.buttons.includes('Back'))
  if (!press) return stage
  pay.press(button)
  await pay.until(() => pay.root.querySelector('[aria-invalid=true]') !== null)
  return stage
}

const unpaid =
  (state: Sale['state'], more: Partial<Sale> = {}) =>
  () =>
    at('unpaid', { ...OVER, state, ...more })

/** Approved while the page was open; then the person continues. */
async function after(
  button: 'New sale' | 'Details' | 'Copy',
  sale: Partial<Sale> = APPROVED,
): Promise<Stage> {
  const stage = await at('approved', sale)
  const { pay, element } = stage
  await pay.until(() => pay.buttons.includes(button))
  const { clipboard } = navigator
  const value = { writeText: () => Promise.resolve() }
  Object.defineProperty(navigator, 'clipboard', { value, configurable: true })
  pay.press(button)
  await pay.until(
    () => element.phase === 'done' || pay.text.includes('Batch') || pay.buttons.includes('Copied'),
  )
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  return stage
}

/** Name → setup of the screen. */
export const PAY_END_SCREENS: Table = {
  'doubt, overdue': () => at('doubt', { ...DOUBT, nextAskAtMs: SALE.nowMs + 12_000 }),
  'doubt, the terminal shows approved': async () => {
    const stage = await at('doubt', DOUBT)
    const { pay } = stage
    await pay.until(() => pay.root.querySelector('.guide') !== null)
    pay.root.querySelector<HTMLInputElement>('.guide input')!.click()
    await pay.until(() => pay.text.includes('Keep the receipt.'))
    return stage
  },
  'doubt, answer lost': () => at('doubt', { ...DOUBT, reason: 'no_session', sessionId: null }),
  'doubt, sale forgotten': () => at('doubt', { ...DOUBT, reason: 'session_lost' }),
  'doubt, asked again': () => checked(202),
  'doubt, nobody to ask': () => checked(200),
  'doubt, asked too often': () => checked(429),
  'deciding, too early': () => deciding({ ...DOUBT, deviceFreeAtMs: SALE.nowMs + 250_000 }),
  deciding: () => deciding(),
  'deciding, paid': () => marking('Mark as paid'),
  'deciding, paid, without evidence': () => marking('Mark as paid', true),
  'deciding, not paid': () => marking('Mark as not paid'),
  'deciding, not paid, without looking': () => marking('Mark as not paid', true),
  'deciding, refused': async () => {
    const stage = await marking('Mark as paid')
    const { bff, pay } = stage
    bff.handler = ({ path }) => (path.endsWith('/resolve') ? bff.problem('device-not-free') : null)
    pay.type('Approval code', '712304')
    pay.press('Mark as paid')
    await pay.until(() => pay.text.includes('may still be asking'))
    return stage
  },
  'deciding, could not be loaded': () =>
    withoutLater(1, async () => {
      const stage = await at('doubt', DOUBT, { attributes: { resolve: '' } })
      await stage.pay.until(() => stage.pay.text.includes('could not be loaded'))
      return stage
    }),
  'review, another amount': () => at('review', REVIEW),
  'review, another sale': () => at('review', { ...REVIEW, reason: 'identity_mismatch' }),
  'review, later contradicted': () => at('review', { ...REVIEW, reason: 'late_conflict', reference: 'R-1' }),
  'review, deciding': () => deciding(REVIEW),
  'a result that does not come': () =>
    withoutLater(0, async () => {
      const stage = await at('fault', APPROVED)
      await stage.pay.until(() => stage.pay.buttons.includes('Try again'))
      return stage
    }),
  approved: () => at('approved', APPROVED),
  'approved, details': () => after('Details'),
  'approved, copied': () => after('Copy'),
  'approved by a person': () => at('approved', { ...APPROVED, by: 'person', card: null }),
  done: () => after('New sale'),
  'unpaid, declined': unpaid('declined', { message: 'Insufficient funds.' }),
  'unpaid, out of time': unpaid('timed_out', { phase: 'present_card' }),
  'unpaid, out of time with a card': unpaid('timed_out', { phase: 'authorizing', reference: 'R-1' }),
  'unpaid, failed': unpaid('failed', { reason: 'error' }),
  'unpaid, canceled on the terminal': unpaid('failed', { reason: 'cancelled' }),
  'unpaid, canceled at the till': unpaid('failed', { reason: 'cancelled_here' }),
  closed: async () => {
    const stage = await at('unpaid', { ...OVER, state: 'declined' })
    stage.pay.press('Close')
    await stage.pay.phase('closed')
    return stage
  },
  'unpaid, another amount now': () =>
    at('unpaid', { ...OVER, state: 'declined' }, { checkout: { amountMinor: 6000 } }),
  'review, charged after all': () =>
    at('review', { ...REVIEW, reason: 'late_conflict', reference: 'R-1', by: 'upstream' }),
  'doubt, a manager can settle it later': () =>
    at('doubt', { ...DOUBT, deviceFreeAtMs: SALE.nowMs + 250_000, checkable: false }),
  'unpaid, terminal not reached': unpaid('not_started', { reason: 'upstream-unreachable' }),
  'unpaid, not started': unpaid('abandoned'),
  'unpaid, marked by a person': unpaid('closed_unpaid', { by: 'person' }),
  'paid before, at the terminal': () => at('waiting', { ...NEWER, state: 'started' }),
  'paid before, unknown': () => at('doubt', { ...DOUBT, ...NEWER }),
  'paid before, contradicted': () => at('review', { ...REVIEW, ...NEWER }),
  'paid before, paid twice': () => at('approved', { ...APPROVED, ...NEWER }),
  'paid before, done': () => after('New sale', { ...APPROVED, ...NEWER }),
  'paid before, not again': async () => {
    const stage = await at('waiting', { ...NEWER, state: 'started' })
    const { bff, pay } = stage
    while (bff.streams === 0) await new Promise(requestAnimationFrame)
    bff.move({ ...OVER, state: 'declined', message: 'Insufficient funds.' }, 'declined')
    await pay.until(() => pay.text.includes('Do not charge again.'))
    return stage
  },
}
