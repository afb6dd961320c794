// The checkout page: shows the order, provides tokens to `<terminal-pay>`, and forwards its events to diagram
// and log.
import '../shared/display.ts'
import '@tapboard/elements/terminal-pay/define'
import type { TerminalPayEvent } from '@tapboard/elements'
import type { Sale } from '@tapboard/contract'
import '../terminal/virtual-terminal.define.ts'
import '../shared/event-log.define.ts'
import './sale-diagram.define.ts'
import { decimal, nextScenario, SCENARIOS, totalMinor, type Scenario } from '../host/orders.ts'
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

/** The order at the till. */
let order = subject()
const pay = document.querySelector('terminal-pay')
const terminal = document.querySelector('virtual-terminal')
const log = document.querySelector('event-log')
const diagram = document.querySelector('sale-diagram')
const desk = pay === null ? null : new ManagerDesk(pay)
const refunds = pay === null || desk === null ? null : new RefundForm(order, pay, desk, received)
/** Ends the scene of the page. */
let leaveScene = (): void => {}

/** Total of the order that is shown. */
let shownTotal = ''

function showOrder(read: OrderView): void {
  const { id, customer, bicycle, total, lines, paid, refunded } = read
  shownTotal = total
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

/** Shows another order at the till: its token and its amount come from the shop's server. */
function showOther(id: string): void {
  order = id
  lastHeard = 0
  leaveScene()
  desk?.begin()
  refunds?.begin(id)
  if (diagram !== null) diagram.sale = null
  by('next-order').hidden = true
  void readOrder()
  if (pay === null) return
  void pay.refresh()
  if (isOneColumn() || pay.getBoundingClientRect().top < 0) showPayment(pay)
}

/** Makes an order and takes it at this page, so that the terminal beside it stays connected. */
const beginOrder = (name: Scenario): Promise<void> =>
  addOrder(name).then(
    ({ id, total }) => {
      history.pushState(null, '', placeOf(`/orders/${id}`))
      log?.add({ name: 'new order', text: `${id}, ${dollars(total)}`, from: 'page' })
      showOther(id)
    },
    (error: Error) => {
      log?.add({ name: 'new order', text: error.message, from: 'page' })
      by('next-order').hidden = false
    },
  )

/** Begins an order by a button that is outside of the payment and may disappear, so the focus moves to the payment. */
function pressNew(name: Scenario): void {
  by('payment').focus({ preventScroll: true })
  void beginOrder(name)
}

function offerOrders(): void {
  for (const [name, { label, lines }] of Object.entries(SCENARIOS))
    offer(by('next'), [text('b', dollars(decimal(totalMinor(lines)))), ` ${label}`], () =>
      pressNew(name as Scenario),
    )
  by('next-order').addEventListener('click', () => pressNew(nextScenario(shownTotal)))
  addEventListener('popstate', () => showOther(subject()))
}

/** Asks the shop's server whether the order is paid; the page never decides. */
async function readOrder(): Promise<void> {
  const asked = order
  try {
    const read = await getOrder(asked)
    if (asked === order) showOrder(read)
  } catch (error) {
    if (asked === order) by('order-about').textContent = error instanceof Error ? error.message : ''
  }
}

let lastHeard = 0
/** The shop's server closes the order after the BFF's webhook; the page only triggers a check. */
async function askServer(): Promise<void> {
  const asked = order
  try {
    for (const { number, event } of await getHeard(asked, lastHeard)) {
      if (number <= lastHeard || asked !== order) continue
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
  // "New sale" of a paid order takes the next one at once. An unpaid order can also be charged again.
  if (event.type === 'terminal-pay-done') void beginOrder(nextScenario(shownTotal))
  by('next-order').hidden = event.type !== 'terminal-pay-close'
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
  leaveScene = openSceneBar(pay, terminal, (message) =>
    log?.add({ name: 'scene', text: message, from: 'page' }),
  )
hideEmptyLinks()
by('order').toggleAttribute('open', matchMedia('(min-width: 1160px)').matches)
by('next').prepend(text('span', 'New order, which you charge:'))
offerOrders()
void readOrder()
