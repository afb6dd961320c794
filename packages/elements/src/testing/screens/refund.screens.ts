// The screens of <terminal-pay> that refunds a sale.
import type { Sale } from '@tapboard/contract'
import type { Phase } from '../../terminal-pay/truth-row.ts'
import { mount, type Setting, type Stage } from '../mount.ts'
import { APPROVED, REFUND, SALE } from '../scripted-bff.ts'
import { withoutLater, type Table } from './screen.ts'

const OF: Partial<Sale> = { kind: 'refund', refundOf: 'sale_0', refund: 'first' }
const DOUBT: Partial<Sale> = {
  state: 'in_doubt',
  reason: 'overdue',
  sessionId: 'ses_9',
  cancelable: false,
  checkable: true,
}
const OVER: Partial<Sale> = { settledAtMs: SALE.nowMs + 21_000, cancelable: false, by: 'upstream' }
const STARTED: Partial<Sale> = { state: 'started' }

async function at(phase: Phase, sale: Partial<Sale> | null, setting: Setting = {}): Promise<Stage> {
  const stage = mount({
    checkout: REFUND,
    ...setting,
    attributes: { refund: 'sale_0', ...setting.attributes },
    ...(sale && { sale: { ...OF, ...sale } }),
  })
  await stage.pay.phase(phase)
  return stage
}

async function chosen(checkout = REFUND): Promise<Stage> {
  const stage = await at('choosing', null, { checkout })
  await stage.pay.until(() => stage.pay.terminals.length > 0)
  await stage.pay.choose('Front counter')
  await stage.pay.until(() => stage.pay.buttons.some((label) => label.startsWith('Refund $')))
  return stage
}

async function deciding(button?: 'Was refunded' | 'Was not refunded'): Promise<Stage> {
  const stage = await at('doubt', DOUBT, { attributes: { resolve: '' } })
  const { pay } = stage
  await pay.until(() => pay.buttons.includes('Was refunded'))
  if (!button) return stage
  pay.press(button)
  await pay.until(() => pay.buttons.includes('Back'))
  return stage
}

/** Name → setup of the screen. */
export const REFUND_SCREENS: Table = {
  'refund, of a part': () => chosen(),
  'refund, of all': () => chosen({ ...REFUND, amountMinor: REFUND.refund!.paidAmountMinor }),
  'refund, card unknown': () => chosen({ ...REFUND, refund: { ...REFUND.refund!, card: null } }),
  'refund, more than is left': async () => {
    const stage = await chosen()
    const { bff, pay } = stage
    bff.handler = ({ method }) => (method === 'POST' ? bff.problem('refund-exceeds-sale') : null)
    bff.checkout = { ...REFUND, refund: { ...REFUND.refund!, refundedAmountMinor: 7_000 } }
    pay.press('Refund $')
    await pay.until(() => pay.text.includes('Only $30.00 is left'))
    return stage
  },
  'refund, words could not be loaded': () =>
    withoutLater(1, async () => {
      const stage = await at('fault', null)
      await stage.pay.until(() => stage.pay.buttons.includes('Try again'))
      return stage
    }),
  'refund, contacting': () => at('contacting', {}),
  'refund, card': () => at('waiting', { ...STARTED, phase: 'present_card' }),
  'refund, authorizing': () => at('waiting', { ...STARTED, phase: 'authorizing' }),
  'refund, hidden': async () => {
    const stage = await at('waiting', STARTED)
    stage.pay.press('Hide this refund')
    await stage.pay.phase('unwatched')
    return stage
  },
  'refund, doubt': () => at('doubt', DOUBT),
  'refund, deciding': () => deciding(),
  'refund, deciding, refunded': () => deciding('Was refunded'),
  'refund, deciding, not refunded': () => deciding('Was not refunded'),
  'refund, review': () => at('review', { state: 'review', reason: 'amount_mismatch', sessionId: 'ses_9' }),
  'refund, review, refunded after all': () =>
    at('review', { state: 'review', reason: 'late_conflict', reference: 'R-1', by: 'upstream' }),
  'refund, approved': () => at('approved', APPROVED),
  'refund, approved by a person': () => at('approved', { ...APPROVED, by: 'person', card: null }),
  'refund, perhaps too much': () =>
    at('approved', { ...APPROVED, id: 'sale_2', attempt: 2, conflictWith: 'sale_1' }),
  'refund, done': async () => {
    const stage = await at('approved', APPROVED)
    await stage.pay.until(() => stage.pay.buttons.includes('Done'))
    stage.pay.press('Done')
    await stage.pay.phase('done')
    return stage
  },
  'refund, declined': () => at('unpaid', { ...OVER, state: 'declined', message: 'Card not accepted.' }),
  'refund, not reached': () =>
    at('unpaid', { ...OVER, state: 'not_started', reason: 'upstream-unreachable' }),
}
