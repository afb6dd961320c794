// The phases of `<terminal-pay>`, from its own machine: beginning with no data, every event is applied to
// every resulting state, and the phases before and after are the chart. Sales move as the chart of a sale says.
import type { Checkout, Sale, SaleState } from '@tapboard/contract'
import { phaseOf as phaseAt } from '../../../packages/elements/src/terminal-pay/situation.ts'
import {
  EMPTY,
  nextStart,
  reduce as reduceAt,
  type MachineEvent,
  type View,
} from '../../../packages/elements/src/terminal-pay/terminal-pay.machine.ts'
import type { Phase } from '../../../packages/elements/src/terminal-pay/truth-row.ts'
import { CHECKOUT, SALE } from '../browser/sample-sale.ts'
import type { Chart, ChartState, ChartWay } from './draw.ts'
import { saleChart } from './sale.ts'

const STATES: Readonly<Record<Phase, Omit<ChartState, 'id'>>> = {
  loading: { tone: 'way', meaning: 'The shape of what is coming, at its size.' },
  fault: { tone: 'doubt', meaning: 'Set up wrongly or out of reach; a calm sentence and “Try again”.' },
  choosing: { tone: 'way', meaning: 'Terminals to choose from, and the button that charges.' },
  queued: { tone: 'way', meaning: 'The charge waits until its terminal is free, and can be taken back.' },
  contacting: { tone: 'way', meaning: 'The press or the sale is on its way to the terminal.' },
  waiting: { tone: 'way', meaning: 'The terminal asks for the card, or authorizes it.' },
  unwatched: { tone: 'way', meaning: 'The person hid the sale. It may still be open on the terminal.' },
  doubt: { tone: 'doubt', meaning: 'Result unknown. Nothing is offered that could charge again.' },
  review: { tone: 'doubt', meaning: 'The answers contradict each other; a manager must check.' },
  approved: {
    tone: 'good',
    meaning: 'Paid, or marked as paid: amount, reference, approval code, copy and print.',
  },
  unpaid: { tone: 'bad', meaning: 'Not paid, or not sent, and why; the same again, or another terminal.' },
  done: { tone: 'good', meaning: 'The person pressed “New sale”.' },
  closed: { tone: 'bad', meaning: 'The person pressed “Close”: the customer has left.' },
}

/** The chart has events, not time: the clock is fixed, and a sale in doubt is so for a while. */
const NOW_MS = CHECKOUT.nowMs
const phaseOf = (view: View): Phase =>
  phaseAt({ ...view, course: view.course && { ...view.course, sinceMs: 0 } }, NOW_MS)
const reduce = (view: View, event: MachineEvent) => reduceAt(view, event, NOW_MS)

/** States of a sale in the order in which a page may see them: the ledger's machine has their order. */
const next = new Map<SaleState, ReadonlySet<SaleState>>()
for (const { from, to } of saleChart().ways)
  next.set(from as SaleState, new Set([...(next.get(from as SaleState) ?? []), to as SaleState]))

const saleIn = (state: SaleState, version: number, attempt: number): Sale => ({
  ...SALE,
  id: `sale_${attempt}`,
  attempt,
  state,
  version,
  reason: state === 'in_doubt' ? 'overdue' : state === 'review' ? 'contradiction' : null,
})

const read = (sale: Sale | null): MachineEvent => ({
  type: 'read',
  checkout: { ...CHECKOUT, sale } as Checkout,
  remembered: null,
})

const RELOADED = 'the BFF answered with a sale of this order: reload, second tab'

const FOLLOWED: readonly Phase[] = ['contacting', 'waiting', 'doubt', 'review']

/** Possible events, with the words of the table. */
function possible(view: View): readonly (readonly [MachineEvent, string])[] {
  const { sale, press, checkout } = view
  const found: (readonly [MachineEvent, string])[] = []
  if (checkout === null) {
    found.push(
      [read(null), 'the BFF answered'],
      [{ type: 'failed', code: 'network', asked: false, running: null }, 'the BFF cannot be used'],
    )
    for (const state of next.keys()) found.push([read(saleIn(state, 1, 1)), RELOADED])
    return found
  }
  const request = nextStart(view, NOW_MS)
  if (view.queue && !press)
    return [
      ...(request ? [[{ type: 'pressed', request, queued: true }, 'the terminal is free'] as const] : []),
      [{ type: 'unqueued' }, '“Do not wait”, another order, 5 minutes, or a hidden page'],
    ]
  if (request !== null && phaseOf(view) === 'choosing')
    found.push([{ type: 'queued', request }, '“Charge when free” for a busy terminal'])
  if (request !== null) found.push([{ type: 'pressed', request }, 'a start: the button, or `start()`'])
  if (press !== null) {
    if (press.abandoned) return [...found, [{ type: 'shelved' }, '“Choose another terminal”']]
    found.push([{ type: 'gave-up' }, '“Give up” before a request left the page'])
    found.push([
      { type: 'seen', sale: saleIn('sending', 1, press.request.attempt) },
      'the BFF wrote the sale down',
    ])
    found.push([
      { type: 'refused', action: 'start', code: 'device-busy', sale: null },
      'the BFF refused the start',
    ])
    return found
  }
  if (sale === null) return found
  const phase = phaseOf(view)
  // The element follows a sale until its end, while the page is visible.
  if (FOLLOWED.includes(phase))
    for (const state of next.get(sale.state) ?? [])
      if (state !== sale.state)
        found.push([
          { type: 'seen', sale: saleIn(state, sale.version + 1, sale.attempt) },
          `the sale became \`${state}\``,
        ])
  if (phase === 'waiting' || phase === 'contacting')
    found.push([{ type: 'watched', watching: false }, '“Hide this sale”'])
  if (phase === 'unwatched') found.push([{ type: 'watched', watching: true }, '“Show the sale”'])
  if (phase === 'unpaid')
    found.push([{ type: 'shelved' }, '“Choose another terminal”'], [{ type: 'closed' }, '“Close”'])
  if (phase === 'closed') found.push([{ type: 'reopened' }, '“Show the sale”'])
  if (phase === 'approved') found.push([{ type: 'dismissed' }, '“New sale”'])
  return found
}

const signature = (view: View): string =>
  [phaseOf(view), view.sale?.state, view.press?.abandoned, view.fault?.code, view.checkout !== null].join('|')

/** Makes the chart of `<terminal-pay>` from its machine. */
export function payChart(): Chart {
  const ways = new Map<string, ChartWay>()
  const known = new Set([signature(EMPTY)])
  const open: View[] = [EMPTY]
  for (let view = open.pop(); view !== undefined; view = open.pop()) {
    for (const [event, what] of possible(view)) {
      const made = reduce(view, event).view
      const [from, to] = [phaseOf(view), phaseOf(made)]
      if (from !== to)
        ways.set(`${from}|${what}|${to}`, { from, to, what, aside: what === RELOADED || from === 'fault' })
      if (known.has(signature(made))) continue
      known.add(signature(made))
      open.push(made)
    }
  }
  return {
    id: 'pay-chart',
    title: 'Phases of the payment element',
    states: Object.entries(STATES).map(([id, state]) => ({ id, ...state })),
    ways: [...ways.values()],
  }
}
