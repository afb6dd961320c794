// The checkout page: shows the order, provides tokens to `<terminal-pay>`, and forwards its events to diagram
// and log.
import '../shared/display.ts'
import '@tapboard/elements/terminal-pay/define'
import type { TerminalPayEvent } from '@tapboard/elements'
import type { Sale } from '@tapboard/contract'
import '../terminal/virtual-terminal.define.ts'
import '../shared/event-log.define.ts'
import './sale-diagram.define.ts'
import { decimal, SCENARIOS, totalMinor } from '../host/orders.ts'
import {
  addOrder,
  dollars,
  getHeard,
  getOrder,
  getPairingCode,
  getToken,
  type OrderView,
} from '../shared/host-api.ts'
import { by, hideEmptyLinks, offer, text } from '../shared/dom.ts'
import { placeOf, subject } from '../shared/page-urls.ts'
import { counterTerminalReady, preferCounterTerminal } from './counter-terminal.ts'
import { describeEvent, describeSale } from './event-text.ts'
import { ManagerDesk } from './manager.ts'
import { RefundForm } from './refund.ts'
import { isOneColumn, showPayment } from './in-view.ts'
import { openSceneBar } from './scene-bar.ts'

const order = subject()
const pay = document.querySelector('terminal-pay')
const terminal = document.querySelector('virtual-terminal')
const log = document.querySelector('event-log')
const diagram = document.querySelector('sale-diagram')
const desk = pay === null ? null : new ManagerDesk(pay)
const refunds = pay === null || desk === null ? null : new RefundForm(order, pay, desk, received)

function showOrder(read: OrderView): void {
  const { id, customer, bicycle, total, lines, paid, refunded } = read
  by('order-refunded').hidden = !refunded
  by('order-refunded').textContent = refunded ? `Refunded ${dollars(refunded)}` : ''
  refunds?.show(read)
  const badge = by('order-paid')
  badge.hidden = !paid
  badge.textContent = paid ? `Paid · ${paid.reference ?? paid.approvalCode ?? ''}` : ''
  by('order-about').textContent = `Order ${id} · ${customer} · ${bicycle}`
  for (const id of ['order-total', 'order-brief']) by(id).textContent = dollars(total)
  by('order-lines').replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement('li')
      item.append(text('span', line.text), text('span', dollars(line.price)), text('small', line.note))
      return item
    }),
  )
}

/** Maximum number of remembered states per attempt; a sale may alternate between known and in doubt. */
const KEPT_STATES = 24

function showSale(sale: Sale | null): void {
  if (sale !== null) desk?.hear(sale)
  if (diagram === null || sale === null) return
  const same = diagram.sale?.attempt === sale.attempt
  const before = same ? diagram.visited : []
  diagram.visited = before.at(-1) === sale.state ? before : [...before, sale.state].slice(-KEPT_STATES)
  diagram.sale = { state: sale.state, reason: sale.reason, phase: sale.phase, attempt: sale.attempt }
}

/** Opens the checkout of a new order. */
const beginOrder = (name: string): Promise<void> =>
  addOrder(name).then(
    (made) => location.assign(placeOf(`/orders/${made.id}`)),
    (error: Error) => log?.add({ name: 'new order', text: error.message, from: 'page' }),
  )

function offerOrders(): void {
  for (const [name, { label, lines }] of Object.entries(SCENARIOS))
    offer(
      by('next'),
      [text('b', dollars(decimal(totalMinor(lines)))), ` ${label}`],
      () => void beginOrder(name),
    )
  by('next-order').addEventListener('click', () => void beginOrder('approved'))
}

/** Asks the shop's server whether the order is paid; the page never decides. */
const readOrder = (): Promise<void> =>
  getOrder(order).then(showOrder, (error: Error) => void (by('order-about').textContent = error.message))

let lastHeard = 0
/** The shop's server closes the order after the BFF's webhook; the page only triggers a check. */
async function askServer(): Promise<void> {
  try {
    for (const { number, event } of await getHeard(order, lastHeard)) {
      if (number <= lastHeard) continue
      lastHeard = number
      log?.add({ name: event.type, text: describeSale(event.sale), from: 'server' })
    }
  } catch (error) {
    log?.add({ name: 'server', text: error instanceof Error ? error.message : '', from: 'server' })
  }
  await readOrder()
}

function received(event: TerminalPayEvent): void {
  const doubtful = 'sale' in event.detail && ['in_doubt', 'review'].includes(event.detail.sale?.state ?? '')
  if (doubtful || event.type === 'terminal-pay-settled') void askServer()
  log?.add({ name: event.type, text: describeEvent(event), from: 'page' })
  if ('sale' in event.detail) showSale(event.detail.sale)
  // The till is done with this order; a sale that is shown again takes the button away.
  by('next-order').hidden = !/-(done|close)$/.test(event.type)
  // On a narrow page the terminal is below, and the person has just used it.
  if (event.type === 'terminal-pay-settled' && pay !== null && isOneColumn()) showPayment(pay)
}

if (pay !== null) {
  for (const name of [
    'ready',
    'device-change',
    'start',
    'progress',
    'settled',
    'done',
    'close',
    'error',
  ] as const)
    pay.addEventListener(`terminal-pay-${name}`, received)
  const prepared = Promise.all([preferCounterTerminal(), counterTerminalReady(terminal)])
  pay.getToken = async (wish) => {
    try {
      await prepared
      return await getToken({ ...wish, order })
    } catch (error) {
      // The session expired: the desk asks to sign in again.
      if (wish.kind === 'resolve') void desk?.look()
      throw error
    }
  }
}
if (terminal !== null) {
  terminal.getPairingCode = getPairingCode
  terminal.addEventListener('virtual-terminal-change', ({ detail: { now, before } }) => {
    if (now.link !== before.link) {
      log?.add({ name: 'terminal', text: `connection: ${now.link}`, from: 'terminal' })
      if (now.link === 'online' && pay?.phase === 'choosing') void pay.refresh()
    }
    by('to-terminal').hidden = now.screen.kind !== 'prompt'
    if (now.screen.kind !== before.screen.kind)
      log?.add({ name: 'terminal', text: `screen: ${now.screen.kind}`, from: 'terminal' })
  })
  if (terminal.serviceUrl === '') for (const id of ['counter', 'terminals']) by(id).hidden = true
}
if (pay !== null && terminal !== null)
  openSceneBar(pay, terminal, (message) => log?.add({ name: 'scene', text: message, from: 'page' }))
hideEmptyLinks()
by('order').toggleAttribute('open', matchMedia('(min-width: 1160px)').matches)
by('next').prepend(text('span', 'New order, which you charge:'))
offerOrders()
void readOrder()
