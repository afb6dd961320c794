// Computes the state of <terminal-pay> and its effects from literal events: no clock, network or DOM. It shows the server's
// state and never guesses an outcome. `situation.ts` selects the screen; the controller performs the effects. `nowMs` is the
// page's estimate of the BFF's clock.
import { isSettled, isUnpaid, type Checkout, type Sale, type StartSale } from '@tapboard/contract'
import type { Running } from '../shared/running.ts'
import {
  readChoice,
  reduceChoice,
  stepTo,
  type Effect,
  type MachineEvent,
  type Step,
} from './choice.machine.ts'
import { courseOf } from './course.ts'
import { endsQueue, isFree, isSame, overOf, queueOf } from './queue.ts'
import { isUnsent, neverStarts, PRESS_MS, pressOf } from './press.ts'
import type { Outcome } from './terminal-pay.events.ts'
import type { Fault, View } from './view.ts'

export type { Effect, MachineEvent } from './choice.machine.ts'
export { EMPTY, type Fault, type Link, type View } from './view.ts'

/**
 * ID of an earlier attempt of the order that turned out to be paid, or `null`. The conflict ends when the BFF, which knows all
 * attempts, names this unpaid attempt as the deciding one.
 */
export function conflictOf({ checkout, sale, press }: View): string | null {
  if (!sale || press) return null
  const known = checkout?.sale
  const decides = known?.id === sale.id && known.version === sale.version
  return decides && isUnpaid(sale.state) ? null : sale.conflictWith
}

/**
 * The order's sale that may be running, with the name of its terminal; `null` for none, `undefined` while it is unknown. A
 * press without a sent request does not count.
 */
export function runningOf({ checkout, press, sale }: View): Omit<Running, 'atMs'> | null | undefined {
  if (press?.posted && !press.never) {
    const { order, deviceId } = press.request
    return { order, terminal: checkout?.devices.find(({ id }) => id === deviceId)?.name ?? '' }
  }
  if (!checkout) return undefined
  return sale && !isSettled(sale.state) ? { order: checkout.order, terminal: sale.device.name } : null
}

/** The request that a press would send now, or `null` if a press is impossible. */
export function nextStart(view: View, nowMs: number): StartSale | null {
  const { checkout, sale, deviceId, press } = view
  if (!checkout || (press && !isUnsent(press, nowMs)) || !deviceId) return null
  if ((sale && !isUnpaid(sale.state)) || conflictOf({ ...view, press: null })) return null
  const { order, amountMinor, currency, nextAttempt } = checkout
  const attempt = Math.max(nextAttempt, (sale?.attempt ?? 0) + 1)
  return {
    order,
    attempt,
    amountMinor,
    currency,
    deviceId,
    deadlineAtMs: Math.max(0, Math.round(nowMs + PRESS_MS)),
  }
}

/**
 * Checks whether this is news of the shown sale, or of an attempt that replaces it. `decides`: the BFF names it as the order's
 * deciding attempt.
 */
function isNews(view: View, sale: Sale, decides: boolean): boolean {
  const old = view.sale
  const { checkout } = view
  // A sale is no news of its refund.
  if (checkout && (sale.order !== checkout.order || sale.kind !== checkout.kind)) return false
  if (!old) return true
  // The same version can contain other news: `staleSinceMs`, or a requested cancel.
  if (old.id === sale.id) return sale.version >= old.version
  if (sale.attempt > old.attempt || sale.id === old.conflictWith) return true
  return decides && !isUnpaid(sale.state) && sale.version >= (view.versions[sale.id] ?? 0)
}

function seeSale(view: View, sale: Sale, nowMs: number, decides = false): Step {
  const alive: View = { ...view, link: 'alive', heardAtMs: nowMs }
  if (!isNews(view, sale, decides)) return { view: alive, effects: [] }
  const old = view.sale
  const same = old?.id === sale.id
  if (same && sale.version === old.version) return { view: { ...alive, sale }, effects: [] }
  const settled = isSettled(sale.state)
  const moved = !same || sale.state !== old.state
  const effects: Effect[] = []
  if (
    moved ||
    sale.phase !== old.phase ||
    sale.stillWaiting !== old.stillWaiting ||
    sale.conflictWith !== old.conflictWith
  ) {
    effects.push({ type: 'dispatch', name: 'terminal-pay-progress', detail: { sale } })
  }
  if (settled && view.settledId !== sale.id) {
    const detail = { outcome: sale.state as Outcome, by: sale.by, sale }
    effects.push({ type: 'dispatch', name: 'terminal-pay-settled', detail })
  }
  // Last, because an open stream reports its news at once.
  if (!same && !settled) effects.push({ type: 'follow', sale })
  return {
    view: {
      ...alive,
      sale,
      course: courseOf(view, sale, nowMs),
      press: view.press && sale.attempt < view.press.request.attempt ? view.press : null,
      queue: null,
      terminalLost: false,
      aside: false,
      // News of a result that the person has left is shown in full: a late payment must be seen.
      done: same && !moved && view.done,
      settledId: settled ? sale.id : view.settledId,
      versions: { ...view.versions, [sale.id]: sale.version },
      deviceId: sale.device.id,
      watching: same ? view.watching : true,
    },
    effects,
  }
}

/** Refusals that the list of terminals explains after it was read again. */
const OF_A_TERMINAL = /^device-/
/** A refusal remains at least this long: the first list after it may not show the reason yet. */
const REFUSAL_MS = 5_000

/** Checks whether the list of terminals shows that the reason of the last refusal has ended. */
function isOver(fault: Fault | null, checkout: Checkout, deviceId: string | null, nowMs: number): boolean {
  if (fault?.action !== 'start' || !OF_A_TERMINAL.test(fault.code) || nowMs - fault.atMs < REFUSAL_MS)
    return false
  const device = checkout.devices.find(({ id }) => id === deviceId)
  return device?.status === 'CONNECTED' && !device.hold
}

/** Ends a queued charge for this reason. */
const unqueue = (view: View, code: Fault['code'], nowMs: number): View => ({
  ...view,
  queue: null,
  fault: { action: 'start', code, atMs: nowMs },
})

/** Looks at a queued charge after a read of the order: it starts, waits, or ends. */
function lookAtQueue(step: Step, nowMs: number): Step {
  const { view, effects } = step
  const { checkout, press, queue } = view
  if (!queue || press || !checkout) return step
  const over = overOf(queue, nowMs)
  if (over) return { view: unqueue(view, over, nowMs), effects }
  if (!isSame(queue, nextStart(view, nowMs), view))
    return { view: unqueue(view, 'grant-superseded', nowMs), effects }
  return isFree(queue, checkout) ? { view, effects: [...effects, { type: 'start' }] } : step
}

/** A charge that waits for its terminal. */
function reduceQueue(
  view: View,
  event: MachineEvent & { type: 'queued' | 'unqueued' | 'waited' },
  nowMs: number,
): Step {
  const { queue } = view
  if (event.type === 'queued')
    return stepTo(view, { queue: queueOf(event.request, nowMs), fault: null, done: false }, { type: 'load' })
  if (event.type === 'unqueued' || !queue) return stepTo(view, { queue: null })
  const over = overOf(queue, nowMs)
  return over
    ? { view: unqueue(view, over, nowMs), effects: [] }
    : stepTo(view, { queue: { ...queue, seenAtMs: nowMs } })
}

function readCheckout(view: View, event: MachineEvent & { type: 'read' }, nowMs: number): Step {
  const { checkout: old, press } = view
  const { checkout } = event
  const choice = readChoice(view, checkout, event.remembered, nowMs)
  const first = old?.order !== checkout.order
  const { fault, deviceId } = choice.view
  const never = !first && press?.unanswered && neverStarts(press, checkout.sale?.attempt ?? 0, nowMs)
  const base: View = {
    ...choice.view,
    ...(never && { press: { ...press, never: true } }),
    fault: isOver(fault, checkout, deviceId, nowMs) ? null : fault,
  }
  const seen = checkout.sale ? seeSale(base, checkout.sale, nowMs, true) : { view: base, effects: [] }
  return {
    view: seen.view,
    effects: [
      // Stop following the sale of the previous order.
      ...(first && old ? [{ type: 'unfollow' } as const] : []),
      ...choice.effects,
      ...seen.effects,
    ],
  }
}

function refuse(view: View, event: MachineEvent & { type: 'refused' }, nowMs: number): Step {
  const { action, code, sale, value } = event
  const fault: Fault = { action, code, atMs: nowMs, ...(value && { value }) }
  const alive: View = { ...view, asking: null, link: 'alive', heardAtMs: nowMs }
  if (action !== 'start') {
    const seen = sale ? seeSale(alive, sale, nowMs, true) : { view: alive, effects: [] }
    return { ...seen, view: { ...seen.view, fault } }
  }
  const free = { ...alive, press: null }
  // Another till was faster: the charge goes on waiting.
  if (view.queue && code === 'device-busy') return { view: free, effects: [] }
  if (sale) {
    const { view: shown, effects } = seeSale(free, sale, nowMs, true)
    return { view: code === 'earlier-attempt-unclear' ? { ...shown, fault } : shown, effects }
  }
  // The known terminals and the known order may be out of date.
  return { view: { ...free, queue: null, fault, aside: true }, effects: [{ type: 'load' }] }
}

/** A sale is in progress, or the page shows an end that may change: only then a lost connection matters. */
const isFollowed = ({ press, sale, watching }: View): boolean => Boolean(press ?? (watching && sale))

type PressEvent = 'pressed' | 'probed' | 'posted' | 'unanswered' | 'gave-up'

/** A press and what became of its request. */
function reducePress(view: View, event: MachineEvent & { type: PressEvent }): Step {
  const { press } = view
  switch (event.type) {
    case 'pressed':
      return stepTo(view, {
        press: pressOf(event.request),
        queue: event.queued ? view.queue : null,
        aside: false,
        done: false,
        watching: true,
        link: 'alive',
        amountChanged: false,
      })
    case 'probed':
      return stepTo(
        view,
        press ? { press: { ...press, blocked: !event.reached, posted: press.unanswered } } : {},
      )
    case 'posted':
      return stepTo(view, press ? { press: { ...press, blocked: false, posted: true } } : {})
    case 'unanswered':
      return stepTo(view, press ? { press: { ...press, posted: true, unanswered: true } } : {})
    case 'gave-up':
      return stepTo(view, press && !press.posted ? { press: { ...press, abandoned: true }, queue: null } : {})
  }
}

function transition(view: View, event: MachineEvent, nowMs: number): Step {
  const next = (change: Partial<View>, ...effects: readonly Effect[]): Step =>
    stepTo(view, change, ...effects)
  const leave = (name: 'terminal-pay-done' | 'terminal-pay-close'): Step =>
    next(
      { done: true },
      ...(view.sale ? [{ type: 'dispatch', name, detail: { sale: view.sale } } as const] : []),
    )
  switch (event.type) {
    case 'pressed':
    case 'probed':
    case 'posted':
    case 'unanswered':
    case 'gave-up':
      return reducePress(view, event)
    case 'read':
      return lookAtQueue(readCheckout(view, event, nowMs), nowMs)
    case 'queued':
    case 'unqueued':
    case 'waited':
      return reduceQueue(view, event, nowMs)
    case 'refused':
      return refuse(view, event, nowMs)
    case 'seen':
      return seeSale(view, event.sale, nowMs)
    case 'ordered': {
      const alive: View = { ...view, link: 'alive', heardAtMs: nowMs }
      const seen = event.sale ? seeSale(alive, event.sale, nowMs, true) : { view: alive, effects: [] }
      return event.superseded ? { ...seen, effects: [...seen.effects, { type: 'renew' }] } : seen
    }
    case 'stale':
      return next({
        sale: view.sale && { ...view.sale, staleSinceMs: event.sinceMs, nextAskAtMs: event.nextAskAtMs },
        course: view.course && { ...view.course, nextAskAtMs: event.nextAskAtMs },
        link: 'alive',
        heardAtMs: nowMs,
      })
    case 'linked': {
      if (event.link === 'alive') return next({ link: 'alive', heardAtMs: nowMs })
      if (view.link !== 'alive') return next({ link: event.link })
      return next(isFollowed(view) ? { link: event.link, lostAtMs: nowMs } : {})
    }
    case 'device-seen': {
      const { device } = event
      const { checkout, sale } = view
      const devices = checkout?.devices.map((one) => (one.id === device.id ? device : one)) ?? []
      return next({
        checkout: checkout && { ...checkout, devices },
        terminalLost: sale?.device.id === device.id && device.status === 'DISCONNECTED',
      })
    }
    case 'watched':
      return next(
        { watching: event.watching, link: 'alive' },
        event.watching && view.sale ? { type: 'follow', sale: view.sale } : { type: 'unfollow' },
      )
    case 'asked':
      return next({ asking: event.asking })
    case 'answered':
      return next({ asking: null })
    case 'shelved':
      return next({ aside: true, press: null }, { type: 'load' })
    case 'dismissed':
      return leave('terminal-pay-done')
    case 'closed':
      return leave('terminal-pay-close')
    case 'reopened':
      return next({ done: false })
    case 'failed':
      if (view.queue && !view.press && endsQueue(event.code))
        return { view: unqueue(view, event.code, nowMs), effects: [] }
      return reduceChoice(view, event, nowMs)
    case 'chosen':
      return reduceChoice({ ...view, queue: null }, event, nowMs)
  }
}

const ACTIONS: readonly MachineEvent['type'][] = [
  'pressed',
  'queued',
  'unqueued',
  'asked',
  'watched',
  'shelved',
  'dismissed',
  'closed',
  'reopened',
  'gave-up',
]

/** Checks whether the page has moved on since a fault: another phase, another sale, or another version of it. */
const isElsewhere = (from: View, to: View): boolean =>
  from.sale?.id !== to.sale?.id ||
  from.sale?.version !== to.sale?.version ||
  Boolean(from.press) !== Boolean(to.press) ||
  from.aside !== to.aside ||
  from.done !== to.done ||
  from.watching !== to.watching

/** One step. The next action, move or phase clears the fault of an earlier action. */
export function reduce(view: View, event: MachineEvent, nowMs: number): Step {
  const step = transition(view, event, nowMs)
  const kept = step.view.fault !== null && step.view.fault === view.fault
  if (!kept || !view.checkout || !(ACTIONS.includes(event.type) || isElsewhere(view, step.view))) return step
  return { ...step, view: { ...step.view, fault: null } }
}
