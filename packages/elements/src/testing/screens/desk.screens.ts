// The screens of <terminal-desk>.
import type { DeskRight } from '@tapboard/contract'
import { TerminalPayDriver } from '../../terminal-pay/terminal-pay.driver.ts'
import { mountDesk, readyDesk, type DeskStage } from '../mount-desk.ts'
import { APPROVED, REFUND } from '../scripted-bff.ts'
import { DESK_NOW_MS, deskRow, doubted, ScriptedDesk } from '../scripted-desk.ts'
import { never, untilStill, type Table } from './screen.ts'

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => deskRow(n))

/** Two unresolved sales, one of which may still be running on its terminal. */
const OPEN = [
  doubted(1, { createdAtMs: DESK_NOW_MS - 26 * 3_600_000 }),
  doubted(2, { reason: 'overdue', deviceFreeAtMs: DESK_NOW_MS + 90_000 }),
]

async function unresolved(rights: DeskRight[] = ['view', 'resolve', 'refund']): Promise<DeskStage> {
  const bff = new ScriptedDesk([...OPEN, ...rowsOf(3)], OPEN)
  bff.desk = { rights }
  return readyDesk({ bff })
}

/** The form to settle the first unresolved sale. */
async function settling(order = 'R-91'): Promise<DeskStage> {
  const stage = await unresolved()
  stage.desk.press(`Settle order ${order}`)
  await stage.desk.until(() => stage.desk.root.querySelector('.decide') !== null)
  return stage
}

async function searching(text: string): Promise<DeskStage> {
  const stage = await readyDesk()
  stage.desk.search(text)
  const requests = (): number => stage.bff.to('GET', '/v1/desk/sales').length
  await stage.desk.until(() => requests() > 0 && !stage.desk.root.querySelector('[aria-busy=true], .bones'))
  return stage
}

/** An approved sale with an earlier refund, opened. */
async function refundable(): Promise<DeskStage> {
  const refund = deskRow(1, {
    kind: 'refund',
    order: 'R-1042',
    refundOf: 'sale_0',
    refund: 'first',
    requestedBy: 'mia',
    amountMinor: 1_000,
  })
  const stage = await readyDesk({ bff: new ScriptedDesk([deskRow(0), refund, deskRow(2)]) })
  stage.desk.press('Details of order R-1042')
  await stage.desk.until(() => stage.desk.buttons.includes('Refund'))
  return stage
}

/** The form for the amount of a refund, after a wrong one. */
async function refunding(): Promise<DeskStage> {
  const stage = await refundable()
  const { desk } = stage
  desk.press('Refund')
  await desk.until(() => desk.root.querySelector('.refund form') !== null)
  desk.field('Amount to refund').value = '42.00'
  desk.press('Continue')
  await desk.until(() => desk.root.querySelector('.refund .bad') !== null)
  return stage
}

/** The refund itself, at its first step. */
async function repaying(): Promise<DeskStage & { readonly pay: TerminalPayDriver }> {
  const stage = await refunding()
  const { bff, desk } = stage
  desk.field('Amount to refund').value = '32.00'
  bff.checkout = { ...REFUND, amountMinor: 3_200, refund: { ...REFUND.refund!, paidAmountMinor: 4_200 } }
  desk.press('Continue')
  await desk.until(() => desk.refund !== null)
  const pay = new TerminalPayDriver(desk.refund!)
  await pay.phase('choosing')
  await untilStill(pay.element)
  return { ...stage, pay }
}

/** The refund at its end. */
async function refunded(): Promise<DeskStage> {
  const stage = await repaying()
  const { bff, pay } = stage
  await pay.choose('Front counter')
  await pay.until(() => pay.buttons.some((label) => label.startsWith('Refund $')))
  pay.press('Refund $')
  while (!bff.streams) await new Promise(requestAnimationFrame)
  bff.move({ ...APPROVED, amountMinor: 3_200 })
  await pay.phase('approved')
  await untilStill(pay.element)
  return stage
}

/** The form to settle a refund as not refunded. */
async function settlingRefund(): Promise<DeskStage> {
  const open = doubted(1, { kind: 'refund', order: 'R-1042', refundOf: 'sale_0', refund: 'refund-1' })
  const stage = await readyDesk({ bff: new ScriptedDesk([open, ...rowsOf(2)], [open]) })
  const { desk } = stage
  desk.press('Settle order R-1042')
  await desk.until(() => desk.root.querySelector('.decide') !== null)
  desk.press('Was not refunded')
  await desk.until(() => desk.root.querySelector('.decide form') !== null)
  return stage
}

/** Name → setup of the screen. */
export const DESK_SCREENS: Table = {
  loading: async () => {
    const stage = mountDesk({ properties: { fetcher: never } })
    await stage.desk.phase('loading')
    return stage
  },
  'out of reach': async () => {
    const bff = new ScriptedDesk()
    bff.offline = true
    const stage = mountDesk({ bff })
    await stage.desk.phase('fault')
    return stage
  },
  'not set up': async () => {
    const stage = mountDesk({ properties: { bffUrl: 'nowhere:' } })
    await stage.desk.phase('fault')
    return stage
  },
  'no sales yet': () => readyDesk({ bff: new ScriptedDesk([]) }),
  'a day': () => readyDesk(),
  'a long day': async () => {
    const stage = await readyDesk({ bff: new ScriptedDesk(rowsOf(10_000)) })
    stage.desk.press('Older')
    await stage.desk.until(() => stage.desk.text.includes('26–50'))
    return stage
  },
  'details of a row': async () => {
    const stage = await readyDesk()
    stage.desk.press('Details of order R-1047')
    await stage.desk.until(() => stage.desk.root.querySelector('.details dl') !== null)
    return stage
  },
  'refund offered': () => refundable(),
  'refunding, more than is left': () => refunding(),
  'refunding, terminal': () => repaying(),
  refunded: () => refunded(),
  unresolved: () => unresolved(),
  'unresolved, without the right to settle': () => unresolved(['view']),
  'settling, too early': () => settling('R-92'),
  settling: () => settling(),
  'settling, paid': async () => {
    const stage = await settling()
    stage.desk.press('Mark as paid')
    await stage.desk.until(() => stage.desk.root.querySelector('.decide form') !== null)
    return stage
  },
  'settling a refund': () => settlingRefund(),
  settled: async () => {
    const stage = await settling()
    stage.desk.press('Mark as not paid')
    await stage.desk.until(() => stage.desk.root.querySelector('.decide form') !== null)
    stage.desk.root.querySelector<HTMLInputElement>('[name=seen]')!.click()
    stage.desk.press('Mark as not paid')
    await stage.desk.until(() => stage.desk.root.querySelector('.notice.good') !== null)
    return stage
  },
  found: () => searching('workshop'),
  'not found': () => searching('zzz'),
  'not found on any day': async () => {
    const stage = await searching('zzz')
    stage.desk.press('Find exactly zzz')
    await stage.desk.until(() => stage.desk.text.includes('Exactly zzz'))
    return stage
  },
  'a page that is refused': async () => {
    const bff = new ScriptedDesk(rowsOf(30))
    const stage = await readyDesk({ bff })
    bff.handler = ({ path }) => (path === '/v1/desk/sales' ? bff.problem('store-unavailable') : null)
    stage.desk.press('Older')
    await stage.desk.until(() => stage.desk.root.querySelector('.notice.bad') !== null)
    return stage
  },
}
