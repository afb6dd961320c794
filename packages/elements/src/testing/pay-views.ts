// Views of <terminal-pay> in every combination of the data that selects the screen, for tests of the truth table.
import { SALE_REASONS, SALE_STATES, type Checkout, type Sale } from '@tapboard/contract'
import { pressOf, type Press } from '../terminal-pay/press.ts'
import { queueOf } from '../terminal-pay/queue.ts'
import { situationOf, type Who } from '../terminal-pay/situation.ts'
import { EMPTY, type Link, type View } from '../terminal-pay/terminal-pay.machine.ts'
import type { Situation } from '../terminal-pay/truth-table.ts'
import { DEVICES, REFUND, SALE } from './sample-sale.ts'

/** Time of the views, on the BFF's clock. */
export const NOW_MS = SALE.nowMs + 1_000
export const CHECKOUT: Checkout = {
  kind: 'sale',
  refund: null,
  merchant: { id: 'm1', name: 'Corner Repair' },
  environment: 'sandbox',
  order: 'R-1042',
  amountMinor: 4200,
  currency: 'USD',
  devices: [...DEVICES],
  sale: null,
  nextAttempt: 1,
  features: { cancel: true, details: true },
  nowMs: SALE.nowMs,
}
const [FRONT, WORK] = DEVICES as [(typeof DEVICES)[0], (typeof DEVICES)[0]]
const HELD = { ...FRONT, id: 'dev_held', hold: { freeInMs: 60_000 } }
const BUSY = { ...FRONT, id: 'dev_busy', hold: { freeInMs: null } }
/** After the first read, without a sale or a press. */
export const BASE: View = { ...EMPTY, checkout: CHECKOUT, heardAtMs: NOW_MS, deviceId: 'dev_front' }

const PRESS: Press = pressOf({
  order: 'R-1042',
  attempt: 1,
  amountMinor: 4200,
  currency: 'USD',
  deviceId: 'dev_front',
  deadlineAtMs: NOW_MS + 10_000,
})

const COURSES: readonly View['course'][] = [
  null,
  { at: 'doubt', sinceMs: 0, before: 'contacting', checkable: true, nextAskAtMs: NOW_MS + 12_000 },
  { at: 'doubt', sinceMs: NOW_MS, before: 'contacting', checkable: false, nextAskAtMs: null },
  { at: 'follow', sinceMs: NOW_MS, before: 'doubt', checkable: false, nextAskAtMs: null },
]

/** Every combination of the members named. */
function* all<Members extends object>(choices: {
  [Name in keyof Members]: readonly Members[Name][]
}): Generator<Members> {
  const names = Object.keys(choices) as (keyof Members)[]
  const made = {} as Members
  function* from(at: number): Generator<Members> {
    const name = names[at]
    if (name === undefined) return yield { ...made }
    for (const value of choices[name]) {
      made[name] = value
      yield* from(at + 1)
    }
  }
  yield* from(0)
}

/** Views of every kind that the machine can reach, and more. */
export function* views(): Generator<View> {
  yield EMPTY
  for (const code of ['network', 'get-token-missing', 'token-expired'] as const)
    for (const running of [null, { order: 'R-1042', terminal: 'Front counter', atMs: 0 }])
      yield { ...EMPTY, fault: { action: 'load', code, atMs: 0 }, running }
  for (const devices of [[], [FRONT, WORK, HELD, BUSY]])
    for (const deviceId of [null, 'dev_front', 'dev_work', 'dev_held', 'dev_busy'])
      yield { ...BASE, checkout: { ...CHECKOUT, devices }, deviceId }
  for (const sale of [null, { ...SALE, state: 'declined' as const }])
    yield { ...BASE, sale, queue: queueOf(PRESS.request, NOW_MS) }
  for (const press of all<Omit<Press, 'request'>>({
    posted: [false, true],
    unanswered: [false, true],
    blocked: [false, true],
    abandoned: [false, true],
    never: [false, true],
  }))
    for (const deadlineAtMs of [NOW_MS - 1, NOW_MS + 10_000])
      yield { ...BASE, press: { ...press, request: { ...PRESS.request, deadlineAtMs } } }
  const sales = all<
    Pick<Sale, 'state' | 'reason' | 'phase' | 'by' | 'staleSinceMs' | 'deviceFreeAtMs' | 'conflictWith'>
  >({
    state: SALE_STATES,
    reason: [null, ...SALE_REASONS],
    phase: ['contacting', 'present_card', 'authorizing'],
    by: [null, 'upstream', 'person'],
    staleSinceMs: [null, NOW_MS - 9_000],
    deviceFreeAtMs: [null, NOW_MS + 60_000],
    conflictWith: [null, 'sale_0'],
  })
  const marks = Array.from(
    all<Pick<View, 'link' | 'watching' | 'done' | 'terminalLost' | 'course' | 'asking'>>({
      link: ['alive', 'offline', 'refused'] as Link[],
      watching: [true, false],
      done: [false, true],
      terminalLost: [false, true],
      course: COURSES,
      asking: [null, 'cancel'],
    }),
  )
  // Each sale with some of the flags, chosen by a generator with a fixed seed.
  let at = 1
  for (const change of sales)
    for (let turn = 0; turn < 5; turn += 1) {
      const mark = marks[(at = (at * 48_271) % 2_147_483_647) % marks.length]!
      const flags = {
        stillWaiting: at % 7 === 0,
        cancelRequested: at % 11 === 0,
        reference: at % 13 > 6 ? 'R-1' : null,
      }
      const sale: Sale = {
        ...SALE,
        ...change,
        ...flags,
        createdAtMs: at % 5 ? SALE.createdAtMs : NOW_MS - 60_000,
      }
      yield { ...BASE, ...mark, sale }
    }
}

/** The same view of a refund of a larger sale. */
export const refunding = (view: View): View => ({
  ...view,
  checkout: view.checkout && { ...view.checkout, ...REFUND },
  sale: view.sale && { ...view.sale, kind: 'refund', refundOf: REFUND.refund!.of, refund: 'first' },
})

/** Every role of the user. */
export const WHO: readonly Who[] = ['clerk', 'manager']

/** One view of each situation, with the role of its user. The view keeps its situation for some seconds. */
export function samples(): ReadonlyMap<Situation, { readonly view: View; readonly who: Who }> {
  const found = new Map<Situation, { view: View; who: Who }>()
  for (const view of views())
    for (const who of WHO) {
      const situation = situationOf(view, NOW_MS, who)
      if (!found.has(situation) && situationOf(view, NOW_MS + 5_000, who) === situation)
        found.set(situation, { view, who })
    }
  return found
}
