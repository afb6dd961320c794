import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnpaid, type Checkout, type Sale, type StartSale } from '@tapboard/contract'
import { BASE, CHECKOUT, NOW_MS } from '../testing/pay-views.ts'
import { DEVICES, SALE } from '../testing/sample-sale.ts'
import { QUEUE_MS } from './queue.ts'
import { actionsOf, situationOf } from './situation.ts'
import {
  EMPTY,
  nextStart,
  reduce,
  type Effect,
  type MachineEvent,
  type View,
} from './terminal-pay.machine.ts'

const [FRONT, OTHER] = DEVICES as [(typeof DEVICES)[0], (typeof DEVICES)[0]]
const BUSY = { ...FRONT, hold: { freeInMs: null } }

const read = (change: Partial<Checkout> = {}): MachineEvent => ({
  type: 'read',
  checkout: { ...CHECKOUT, devices: [FRONT, OTHER], ...change },
  remembered: null,
})
const waiting = (): View => {
  const view = { ...BASE, checkout: { ...CHECKOUT, devices: [BUSY, OTHER] } }
  return reduce(view, { type: 'queued', request: nextStart(view, NOW_MS)! }, NOW_MS).view
}
const starts = (effects: readonly Effect[]): number => effects.filter(({ type }) => type === 'start').length

test('D-184 a charge is offered for a busy terminal, waits, and starts with the read that shows it free', () => {
  const held = { ...BASE, checkout: { ...CHECKOUT, devices: [BUSY, OTHER] } }
  assert.deepEqual(actionsOf(held, NOW_MS), ['charge-when-free'])
  const view = waiting()
  assert.equal(situationOf(view, NOW_MS), 'queued')
  assert.deepEqual(actionsOf(view, NOW_MS), ['unqueue'])
  const still = reduce(view, read({ devices: [BUSY, OTHER] }), NOW_MS + 5_000)
  assert.equal(starts(still.effects), 0)
  assert.equal(situationOf(still.view, NOW_MS + 5_000), 'queued')
  const away = reduce(view, read({ devices: [{ ...FRONT, status: 'DISCONNECTED' }, OTHER] }), NOW_MS + 5_000)
  assert.equal(starts(away.effects), 0)
  assert.equal(starts(reduce(view, read(), NOW_MS + 5_000).effects), 1)
})

test('D-184 a terminal whose sale has an unknown result offers no waiting charge: it can be held longer', () => {
  const held = { ...BASE, checkout: { ...CHECKOUT, devices: [{ ...FRONT, hold: { freeInMs: 200_000 } }] } }
  assert.deepEqual(actionsOf(held, NOW_MS), [])
})

const ENDS: readonly (readonly [string, (view: View) => View, string | undefined])[] = [
  ['taken back', (view) => reduce(view, { type: 'unqueued' }, NOW_MS).view, undefined],
  ['another terminal', (view) => reduce(view, { type: 'chosen', id: OTHER.id }, NOW_MS).view, undefined],
  ['another amount', (view) => reduce(view, read({ amountMinor: 4300 }), NOW_MS).view, 'grant-superseded'],
  ['another order', (view) => reduce(view, read({ order: 'R-2000' }), NOW_MS).view, undefined],
  [
    'a sale of another tab',
    (view) => reduce(view, read({ sale: { ...SALE, state: 'started' }, nextAttempt: 1 }), NOW_MS).view,
    undefined,
  ],
  [
    'an attempt of another tab that was declined',
    (view) => reduce(view, read({ sale: { ...SALE, state: 'declined' }, nextAttempt: 2 }), NOW_MS).view,
    undefined,
  ],
  [
    'the end of the token',
    (view) =>
      reduce(view, { type: 'failed', code: 'token-unauthorized', asked: false, running: null }, NOW_MS).view,
    'token-unauthorized',
  ],
  ['5 minutes', (view) => aliveUntil(view, NOW_MS + QUEUE_MS), 'queue-over'],
  ['a page hidden for 61 s', (view) => reduce(view, { type: 'waited' }, NOW_MS + 61_000).view, 'queue-left'],
  ['a read after 61 hidden seconds', (view) => reduce(view, read(), NOW_MS + 61_000).view, 'queue-left'],
  ['a clock that was set back', (view) => reduce(view, read(), NOW_MS - 1).view, 'queue-over'],
  [
    'a refusal other than a busy terminal',
    (view) =>
      reduce(
        reduce(view, { type: 'pressed', request: nextStart(view, NOW_MS)!, queued: true }, NOW_MS).view,
        { type: 'refused', action: 'start', code: 'device-not-connected', sale: null },
        NOW_MS,
      ).view,
    'device-not-connected',
  ],
]

/** The page stays visible until then. */
function aliveUntil(from: View, untilMs: number): View {
  let view = from
  for (let nowMs = NOW_MS; nowMs <= untilMs; nowMs += 1_000)
    view = reduce(view, { type: 'waited' }, nowMs).view
  return view
}

for (const [name, end, code] of ENDS)
  test(`D-184 a waiting charge ends with ${name}, and a free terminal then starts nothing`, () => {
    const view = end(waiting())
    assert.equal(view.queue, null)
    assert.equal(view.fault?.code, code)
    assert.equal(starts(reduce(view, read(), NOW_MS + QUEUE_MS).effects), 0)
  })

test('D-184 a waiting charge survives a lost connection and another till that was faster', () => {
  const view = waiting()
  const lost = reduce(view, { type: 'failed', code: 'network', asked: false, running: null }, NOW_MS).view
  assert.ok(lost.queue)
  const request = nextStart(view, NOW_MS)!
  const pressed = reduce(view, { type: 'pressed', request, queued: true }, NOW_MS).view
  const meanwhile = reduce(pressed, read(), NOW_MS)
  assert.deepEqual([meanwhile.view.queue, meanwhile.view.fault], [view.queue, null])
  assert.equal(starts(meanwhile.effects), 0)
  const busy: MachineEvent = { type: 'refused', action: 'start', code: 'device-busy', sale: null }
  const again = reduce(pressed, busy, NOW_MS + 1_000).view
  assert.equal(situationOf(again, NOW_MS + 1_000), 'queued')
  assert.equal(again.fault, null)
  // A press by the person is no waiting charge.
  const own = reduce(reduce(view, { type: 'pressed', request }, NOW_MS).view, busy, NOW_MS).view
  assert.equal(own.queue, null)
})

/** One order and one terminal of a BFF: INV-2, INV-3 and INV-11 as it holds them, without I/O. */
class Shop {
  readonly sales: Sale[] = []
  isBusy = false

  get newest(): Sale | null {
    return this.sales.at(-1) ?? null
  }

  checkout(nowMs: number): Checkout {
    const sale = this.newest
    const isHeld = this.isBusy || (sale !== null && !isUnpaid(sale.state) && sale.state !== 'approved')
    const hold = isHeld ? { freeInMs: null } : null
    const nextAttempt = sale ? sale.attempt + (isUnpaid(sale.state) ? 1 : 0) : 1
    return { ...CHECKOUT, devices: [{ ...FRONT, hold }], sale, nextAttempt, nowMs }
  }

  start({ attempt }: StartSale): MachineEvent {
    const known = this.sales.find((sale) => sale.attempt === attempt)
    if (known) return { type: 'seen', sale: known }
    const refused = { type: 'refused', action: 'start' } as const
    const { newest } = this
    if (newest && !isUnpaid(newest.state)) return { ...refused, code: 'sale-open', sale: newest }
    if (this.isBusy) return { ...refused, code: 'device-busy', sale: null }
    const sale: Sale = { ...SALE, id: `sale_${attempt}`, attempt, version: 1 }
    this.sales.push(sale)
    return { type: 'seen', sale }
  }

  move(state: Sale['state']): void {
    const sale = this.sales.pop()
    if (!sale) return
    const isOpen = !isUnpaid(sale.state) && sale.state !== 'approved'
    this.sales.push(isOpen ? { ...sale, state, version: sale.version + 1 } : sale)
  }
}

/** A tab of the page: the machine, and a start request that can be on its way. */
class Tab {
  view: View = EMPTY
  readonly #shop: Shop
  #sent: StartSale | null = null
  /** Presses of the person that may still charge, or have charged. */
  presses = 0

  constructor(shop: Shop) {
    this.#shop = shop
  }

  step(event: MachineEvent, nowMs: number): void {
    const before = this.view
    const { view, effects } = reduce(before, event, nowMs)
    this.view = view
    // A waiting charge that has ended may not start later.
    if (before.queue && !before.press && !view.queue && !view.press) this.presses -= 1
    if (starts(effects)) this.press(nowMs, true)
  }

  press(nowMs: number, queued: boolean): void {
    const request = nextStart(this.view, nowMs)
    if (!request) return
    this.presses += queued ? 0 : 1
    this.step({ type: 'pressed', request, queued }, nowMs)
    this.step({ type: 'posted' }, nowMs)
    this.#sent = request
  }

  queue(nowMs: number): void {
    const request = nextStart(this.view, nowMs)
    if (!request || !actionsOf(this.view, nowMs).includes('charge-when-free')) return
    this.presses += 1
    this.step({ type: 'queued', request }, nowMs)
  }

  takeBack(nowMs: number): void {
    if (actionsOf(this.view, nowMs).includes('unqueue')) this.step({ type: 'unqueued' }, nowMs)
  }

  /** The request arrives, and its answer. A repeat of an unanswered request is the same request. */
  arrive(nowMs: number, isLost: boolean): void {
    if (!this.#sent) return
    const answer = this.#shop.start(this.#sent)
    if (isLost) return this.step({ type: 'unanswered' }, nowMs)
    this.#sent = null
    this.step(answer, nowMs)
  }

  reload(): void {
    if (this.view.queue && !this.view.press) this.presses -= 1
    this.view = EMPTY
    this.#sent = null
  }
}

test('D-184 no sequence of two tabs with a busy terminal charges more often than a person asked', () => {
  let seed = 1
  const pick = (count: number): number => (seed = (seed * 48_271) % 2_147_483_647) % count
  let [queued, charged] = [0, 0]
  for (let story = 0; story < 2_000; story += 1) {
    const shop = new Shop()
    const tabs = [new Tab(shop), new Tab(shop)]
    let nowMs = NOW_MS
    for (let turn = 0; turn < 40; turn += 1) {
      nowMs += [0, 300, 1_000, 5_000, 70_000][pick(5)]!
      const tab = tabs[pick(2)]!
      const acts: readonly (() => void)[] = [
        () => (shop.isBusy = !shop.isBusy),
        () => tab.step({ type: 'read', checkout: shop.checkout(nowMs), remembered: null }, nowMs),
        () => tab.step({ type: 'read', checkout: shop.checkout(nowMs), remembered: null }, nowMs),
        () => tab.step({ type: 'waited' }, nowMs),
        () => tab.queue(nowMs),
        () => tab.queue(nowMs),
        () => tab.takeBack(nowMs),
        () => actionsOf(tab.view, nowMs).includes('charge') && tab.press(nowMs, false),
        () => tab.arrive(nowMs, pick(4) === 0),
        () => tab.arrive(nowMs, false),
        () => tab.reload(),
        () => shop.move(pick(3) ? 'started' : 'declined'),
        () => shop.newest && tab.view.checkout && tab.step({ type: 'seen', sale: shop.newest }, nowMs),
      ]
      acts[pick(acts.length)]!()
      queued += Number(tab.view.queue !== null)
      const asked = tabs.reduce((sum, { presses }) => sum + presses, 0)
      assert.ok(shop.sales.length <= asked, `story ${story}: ${shop.sales.length} sales for ${asked} presses`)
      const attempts = shop.sales.map(({ attempt }) => attempt)
      assert.equal(new Set(attempts).size, attempts.length)
    }
    charged += shop.sales.length
  }
  assert.ok(queued > 3_000 && charged > 300, `${queued} queued, ${charged} charged`)
})
