// The English texts of a refund: its head, and a replacement for each text of a sale that is wrong for a refund. They load with
// their part; a host overrides them through the member `refund` of the property `strings`.
import type { ResolveStrings } from './resolve.strings.ts'
import type { ResultStrings } from './result.strings.ts'
import type { SaleStrings } from './sale.strings.ts'
import type { BaseStrings } from './terminal-pay.strings.ts'

/** The texts that a refund may replace. */
type Replaced = Partial<Omit<BaseStrings & SaleStrings & ResultStrings & ResolveStrings, 'undecided'>> & {
  readonly undecided: Readonly<Partial<Record<string, string>>>
}

/** Texts that a sale does not have. */
type Head = Readonly<Record<'tooMuch' | 'refundOf' | 'toCard' | 'toPayer' | 'partOf' | 'payment', unknown>>

/** Amounts, names and times arrive already formatted. */
export const REFUND_ENGLISH = {
  heldNote: (name: string, time: string) =>
    time
      ? `Something earlier on ${name} has no result yet. ${name} is free by ${time}, or sooner. Wait, or choose another terminal.`
      : `${name} is in use. Wait, or choose another terminal.`,
  charge: (amount: string, name: string) => `Refund ${amount}${name && ` on ${name}`}`,
  chargeAgain: (amount: string, name: string) => `Try again: refund ${amount}${name && ` on ${name}`}`,
  chargeWhenFree: (amount: string, name: string) => `Refund ${amount} when ${name} is free`,
  queued: (amount: string, name: string) => `Waiting for ${name} – ${amount} not refunded yet`,
  unsent: (amount: string) => `${amount} not sent – not refunded`,
  unansweredNote: 'The refund may have started. Do not refund again. We keep asking.',
  authorizing: 'Refunding to the card',
  steps: ['Contact', 'Card', 'Refund'] as readonly string[],
  stop: 'Hide this refund',
  stopNote: 'Hiding does not cancel the refund.',
  cancel: 'Cancel the refund',
  unwatched: 'This refund may still be open',
  watchAgain: 'Show the refund',
  doubt: (amount: string) => `We don’t know if ${amount} was refunded. Do not refund again.`,
  review: (amount: string) => `A manager must check this refund of ${amount}`,
  chargedAfterAll: (amount: string) => `${amount} was refunded after all`,
  /** The BFF flags a refund because of an earlier refund of the order, or because the payment itself is in doubt. */
  paidStop: 'Stop: refund in doubt. Cancel on the terminal.',
  paidTwice: 'Too much may have been refunded',
  paidTwiceNote:
    'An earlier refund went through, or the payment is in doubt. Give both references to your manager.',
  paidBefore: 'Refund in doubt. Do not refund again.',
  approved: (amount: string) => `${amount} refunded`,
  markedPaid: (amount: string) => `${amount} marked as refunded`,
  paid: (amount: string) => `Refunded ${amount}`,
  unpaid: {
    declined: 'Not refunded: declined',
    timed_out: 'Not refunded: no card was presented in time',
    no_answer: 'Not refunded: the card processor did not answer',
    failed: 'Not refunded',
    not_started: 'Not refunded: the terminal was not reached',
    abandoned: 'Not refunded: it was not started',
    closed_unpaid: 'Marked as not refunded',
  },
  ended: {
    declined: (amount: string) => `${amount} not refunded – declined`,
    timed_out: (amount: string) => `No card in time – ${amount} not refunded`,
    no_answer: (amount: string) => `No answer from the card processor – ${amount} not refunded`,
    failed: (amount: string) => `${amount} not refunded`,
    not_started: (amount: string) => `Terminal not reached – ${amount} not refunded`,
    abandoned: (amount: string) => `Refund not started – ${amount} not refunded`,
    cancelled: (amount: string) => `Canceled on the terminal – ${amount} not refunded`,
    cancelled_here: (amount: string) => `Canceled at the till – ${amount} not refunded`,
    closed_unpaid: (amount: string) => `${amount} marked as not refunded`,
  },
  canceledThere: 'Refund canceled on the terminal',
  canceledHere: 'Refund canceled at the till',
  done: 'Done',
  closed: 'Refund closed',
  refusedNote: 'This page may not read the refund now. Sign in again, or load the page again.',
  contactingNote: 'This takes longer than usual. Do not refund again.',
  cancelingNote: 'Wait for the result. The money may be back on the card already.',
  terminalLostNote: 'Plug it in. The refund stays open until there is a result.',
  uncheckable: 'The payment service cannot be asked about this refund.',
  reviewNote: 'Do not refund again. Give the reference to your manager.',
  chargedAfterAllNote:
    'We first heard that it was not refunded. The payment service now reports this refund.',
  disputedNote: 'One report says that this was refunded, another one that it was not.',
  earlier: 'Earlier reference',
  elsewhere: 'Another till may have refunded this since.',
  saidUnpaid: 'A manager saw that nothing was refunded.',
  decide: 'Settle this refund',
  markPaid: 'Was refunded',
  markPaidTitle: (amount: string) => `${amount} was refunded`,
  markUnpaid: 'Was not refunded',
  unpaidOnly: 'Only if you saw on the terminal or in the merchant portal that nothing was refunded.',
  unpaidThen:
    'It can then be refunded again. If the first refund went through after all, the customer gets the money twice.',
  unpaidSeen: 'I have looked: nothing was refunded',
  undecided: { 'not-resolvable': 'The refund has its result by now.' },
  problems: {
    'store-restored': 'Refunds are paused here. Nothing was refunded. Tell your manager.',
    'queue-over':
      'Nothing was refunded. The terminal was busy for 5 minutes. Try again, or choose another terminal.',
    'queue-left': 'Nothing was refunded. This page was hidden while it waited. Try again.',
    'device-busy': 'The terminal was in use. Wait, or choose another terminal.',
    'earlier-attempt-unclear': 'Nothing was sent. An earlier refund of this order is being checked first.',
    'not-cancelable': 'The refund can no longer be canceled.',
    session_lost: 'The payment service no longer knows the refund. We keep asking.',
    identity_mismatch: 'This is the answer to another transaction.',
    'sale-not-refundable':
      'Nothing was sent. This order cannot be refunded here. Refund it in the merchant portal.',
    'refund-open': 'Nothing was sent. Another refund of this order has no result yet. Wait for it.',
    'refund-exceeds-sale':
      'Nothing was sent. This is more than is left to refund. Start a new refund of less.',
  },
  /** Less is left than this refund wants: the amount that is left, or empty. The clerk began the refund in the host's page. */
  tooMuch: (left: string) =>
    left
      ? `Nothing was sent. Only ${left} is left to refund. Start a new refund of ${left} where you started this one.`
      : 'Nothing was sent. Nothing is left to refund.',
  /** The head: the amount, then the card by the last digits of its number, if they are known. */
  refundOf: (amount: string) => `Refund ${amount}`,
  toCard: (ending: string) => `to the card ending in ${ending}`,
  toPayer: 'to the card of the payment',
  /** A refund in part: the amount of the sale. */
  partOf: (paid: string) => `Part of ${paid}`,
  /** Name of the sale's reference. */
  payment: 'Reference of the payment',
} satisfies Replaced & Head

/** The texts that a dictionary must give for this part. */
export type RefundStrings = typeof REFUND_ENGLISH
