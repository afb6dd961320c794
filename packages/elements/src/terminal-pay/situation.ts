// Selects the row of the truth table for a view: state of the sale × age of its news × role of the user. Pure; `nowMs` is the
// page's estimate of the BFF's clock, which never runs ahead of it.
import type { Sale, SaleState } from '@tapboard/contract'
import { choosing, fenceMs, heldMs, unread, type Who } from './choice.situation.ts'
import { hasLasted, shownStep } from './course.ts'
import { isUnsent, type Press } from './press.ts'
import { conflictOf, nextStart, type View } from './terminal-pay.machine.ts'
import type { Action, Phase } from './truth-row.ts'
import { rowOf, type Situation } from './truth-table.ts'

export { fenceMs, type Who } from './choice.situation.ts'

/** Age of the news: `stale` if the BFF has none from the payment service; otherwise as {@link View.link}. */
export type Knowledge = 'fresh' | 'stale' | 'offline' | 'refused'

/** A frozen page has no news, whatever its link was: more than two heartbeats of 15 s are missing. */
const SILENT_MS = 40_000
/** A sale that has not reached its terminal after this needs attention. */
const LONG_MS = 20_000

/** Age of the news about the shown sale. */
export function knowledgeOf({ link, lostAtMs, heardAtMs, sale }: View, nowMs: number): Knowledge {
  if (link !== 'alive' && hasLasted(lostAtMs, nowMs)) return link
  if (nowMs - heardAtMs > SILENT_MS) return 'offline'
  return sale?.staleSinceMs === null || !sale ? 'fresh' : 'stale'
}

/** Time of the last news, on the BFF's clock. */
export const noNewsSinceMs = (view: View, nowMs: number): number =>
  knowledgeOf(view, nowMs) === 'stale' ? view.sale!.staleSinceMs! : view.heardAtMs

function pressed(press: Press, nowMs: number): Situation {
  if (press.never) return 'never-started'
  if (isUnsent(press, nowMs)) return 'not-sent'
  if (press.unanswered) return 'no-answer'
  if (press.posted) return 'posted'
  return press.blocked ? 'not-sent-yet' : 'pressed'
}

type Of = (view: View, sale: Sale, nowMs: number, who: Who) => Situation

const contacting: Of = (view, sale, nowMs) => {
  const knowledge = knowledgeOf(view, nowMs)
  if (conflictOf(view)) return 'contacting-stop'
  if (shownStep(view, sale, nowMs) === 'doubt') return 'doubt-resending'
  if (knowledge !== 'fresh') return `contacting-${knowledge}`
  return nowMs - sale.createdAtMs > LONG_MS ? 'contacting-long' : 'contacting'
}

const waiting: Of = (view, sale, nowMs) => {
  const knowledge = knowledgeOf(view, nowMs)
  // A cancel that was refused or lost is no longer in progress.
  const isOff = view.fault?.action === 'cancel'
  const canceling = view.asking === 'cancel' || (sale.cancelRequested && !isOff)
  if (conflictOf(view)) return canceling ? 'stop-canceling' : 'stop'
  if (knowledge !== 'fresh') return `waiting-${knowledge}`
  if (canceling) return 'canceling'
  if (view.terminalLost) return 'terminal-lost'
  if (sale.stillWaiting) return 'still-waiting'
  const step = shownStep(view, sale, nowMs)
  return step === 'doubt' ? 'doubt-resending' : (step ?? 'follow')
}

const doubt: Of = (view, sale, nowMs, who) => {
  if (conflictOf(view)) return 'doubt-paid-before'
  // The BFF often finds a lost answer at once; until then the page shows the step before.
  const step = shownStep(view, sale, nowMs)
  if (step && step !== 'doubt') return step
  if (who === 'manager') return 'doubt-manager'
  return fenceMs(sale, nowMs) > 0 ? 'doubt-wait' : 'doubt'
}

const review: Of = (view, sale, nowMs, who) => {
  if (conflictOf(view)) return 'review-paid-before'
  // D-94: in a late conflict `by` is the source of the payment report; `null` if answers contradict each other.
  if (sale.reason === 'late_conflict' && sale.by)
    return sale.by === 'person' ? 'disputed' : 'charged-after-all'
  if (who === 'manager') return 'review-manager'
  return fenceMs(sale, nowMs) > 0 ? 'review-wait' : 'review'
}

const approved: Of = (view, { by }) => {
  if (conflictOf(view)) return view.done ? 'done-twice' : 'paid-twice'
  if (by === 'person') return view.done ? 'done-marked' : 'marked-paid'
  return view.done ? 'done' : 'approved'
}

const unpaid =
  (situation: (sale: Sale) => Situation): Of =>
  (view, sale, nowMs) => {
    if (conflictOf(view)) return 'unpaid-paid-before'
    if (view.done) return 'closed'
    return knowledgeOf(view, nowMs) === 'fresh' ? situation(sale) : 'unpaid-no-news'
  }

/**
 * Checks whether a card was read in a sale that timed out: the terminal reported the authorization, or the transaction has a
 * reference. Without either the customer presented no card in time.
 */
export const wasCardRead = ({ phase, reference }: Pick<Sale, 'phase' | 'reference'>): boolean =>
  phase === 'authorizing' || reference !== null

const CANCELED = { cancelled: 'canceled', cancelled_here: 'canceled-here' } as const

const SITUATIONS: Readonly<Record<SaleState, Of>> = {
  intent: contacting,
  sending: contacting,
  started: waiting,
  in_doubt: doubt,
  review,
  approved,
  declined: unpaid(() => 'declined'),
  timed_out: unpaid((sale) => (wasCardRead(sale) ? 'processor-timed-out' : 'timed-out')),
  failed: unpaid(({ reason }) => CANCELED[reason as keyof typeof CANCELED] ?? 'failed'),
  not_started: unpaid(() => 'not-started'),
  abandoned: unpaid(({ reason }) => (reason === 'expired' ? 'expired' : 'abandoned')),
  closed_unpaid: unpaid(() => 'closed-unpaid'),
}

/** Sales that can be hidden: those in progress and those without a result. */
const isHideable = ({ state }: Sale): boolean => /^(intent|sending|started|in_doubt|review)$/.test(state)

/** The situation of a view. */
export function situationOf(view: View, nowMs: number, who: Who = 'clerk'): Situation {
  const { checkout, press, sale } = view
  if (!checkout) return unread(view)
  if (press) return pressed(press, nowMs)
  if (view.queue) return 'queued'
  if (!sale || view.aside) return choosing(view, nowMs)
  if (!view.watching && isHideable(sale)) return conflictOf(view) ? 'hidden-stop' : 'hidden'
  return SITUATIONS[sale.state](view, sale, nowMs, who)
}

/** The phase of a view. */
export const phaseOf = (view: View, nowMs: number): Phase => rowOf(situationOf(view, nowMs)).phase

/** Checks whether the BFF can check the sale: an unknown one only if it can ask for it. */
const isCheckable = ({ course, sale }: View): boolean =>
  sale!.state === 'in_doubt' ? sale!.checkable : course?.at !== 'doubt' || course.checkable

type Offer = (view: View, nowMs: number, who: Who) => boolean

const reachable: Offer = ({ link }) => link === 'alive'

/** Amount that is left of the refunded sale; no limit in a sale. Open refunds of it refuse another one by themselves. */
export const leftMinor = ({ checkout }: View): number =>
  checkout?.refund ? checkout.refund.paidAmountMinor - checkout.refund.refundedAmountMinor : Infinity

const charging = (view: View, nowMs: number): boolean =>
  nextStart(view, nowMs) !== null && leftMinor(view) >= view.checkout!.amountMinor

/** Conditions of actions; an action without an entry is always available. */
const OFFERED: Readonly<Partial<Record<Action, Offer>>> = {
  charge: charging,
  'charge-again': charging,
  // The end of another payment frees the terminal; a hold with a known end may take longer than a charge waits.
  'charge-when-free': (view, nowMs) =>
    charging(view, nowMs) && heldMs(view, view.deviceId!, nowMs) === Infinity,
  check: (view, nowMs) => knowledgeOf(view, nowMs) === 'fresh' && isCheckable(view),
  // The answer to a cancel is newer than the sale: a sale that it calls not cancelable is not canceled until there is other news.
  cancel: (view, nowMs) =>
    knowledgeOf(view, nowMs) === 'fresh' && view.sale!.cancelable && view.fault?.code !== 'not-cancelable',
  resolve: (view, nowMs, who) => who === 'manager' && reachable(view, nowMs, who),
}

/** The actions that a view offers, in order. */
export const actionsOf = (view: View, nowMs: number, who: Who = 'clerk'): readonly Action[] =>
  rowOf(situationOf(view, nowMs, who)).actions.filter((action) => OFFERED[action]?.(view, nowMs, who) ?? true)
