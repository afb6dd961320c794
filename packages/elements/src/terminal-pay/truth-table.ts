// The truth table of <terminal-pay>: one row per situation, with all its texts and actions (D-101). The element renders it, the
// manual for clerks is printed from it, and the simulation compares `claims` with the charges. `situation.ts` selects the
// situation.
import { CHOICE_ROWS, row } from './choice.rows.ts'
import type { Notice, Row } from './truth-row.ts'

const unpaid = (title: string, reason = 'why'): Row =>
  row(
    'unpaid',
    'not-charged',
    title,
    [reason, 'amountNow'],
    ['charge-again', 'other-terminal', 'close'],
    [title, reason],
  )

/** Makes a row with a notice. */
const noticed = (notice: Notice, ...members: Parameters<typeof row>): Row => ({
  ...row(...members),
  notice,
})

const WAITING = ['cancel', 'hide'] as const
const TWICE = ['paidTwice', 'paidTwiceNote'] as const
const KEPT = ['copy', 'print', 'share', 'details'] as const

/** Every situation with its row. */
export const TRUTH_TABLE = {
  ...CHOICE_ROWS,

  // A charge that waits for its terminal.
  queued: row('queued', 'none', 'queued', ['queuedNote'], ['unqueue']),

  // An unanswered press.
  pressed: row('contacting', 'none', 'contacting'),
  'not-sent-yet': row('contacting', 'not-charged', 'unsentYet', ['unsentYetNote'], ['give-up']),
  'not-sent': row('unpaid', 'not-charged', 'unsent', ['amountNow'], ['charge-again', 'other-terminal']),
  'never-started': row(
    'unpaid',
    'not-charged',
    'ended.abandoned',
    ['amountNow'],
    ['charge-again', 'other-terminal'],
  ),
  posted: row('contacting', 'none', 'contacting'),
  'no-answer': row(
    'contacting',
    'unknown',
    'unanswered',
    ['unansweredNote', 'waitHere'],
    [],
    ['unanswered', 'unansweredNote'],
  ),

  // The sale is being sent to the terminal.
  contacting: row('contacting', 'none', 'contacting'),
  'contacting-long': row('contacting', 'unknown', 'stillWaiting', ['contactingNote', 'waitHere']),
  'contacting-stale': row('contacting', 'unknown', 'noNews', ['staleNote'], [], ['noNews', 'staleNote']),
  'contacting-offline': row(
    'contacting',
    'unknown',
    'noNews',
    ['offlineNote'],
    [],
    ['noNews', 'offlineNote'],
  ),
  'contacting-refused': row(
    'contacting',
    'unknown',
    'noNews',
    ['refusedNote'],
    [],
    ['noNews', 'refusedNote'],
  ),
  'contacting-stop': row('contacting', 'none', 'paidStop', ['waitHere']),

  // The terminal has the sale.
  follow: row('waiting', 'none', 'follow', ['stopNote', 'cancelInstead'], WAITING),
  'present-card': row('waiting', 'none', 'present', ['stopNote', 'cancelInstead'], WAITING),
  // The card was read: Cancel is off.
  authorizing: row('waiting', 'none', 'authorizing', ['stopNote', 'cancelLate'], ['hide']),
  'still-waiting': row('waiting', 'none', 'stillWaiting', ['waitHere', 'stopNote', 'cancelInstead'], WAITING),
  canceling: row('waiting', 'none', 'canceling', ['cancelingNote']),
  'terminal-lost': row(
    'waiting',
    'none',
    'terminalLost',
    ['terminalLostNote', 'stopNote', 'cancelInstead'],
    WAITING,
    ['terminalLost', 'terminalLostNote'],
  ),
  'waiting-stale': row('waiting', 'unknown', 'noNews', ['staleNote'], ['hide'], ['noNews', 'staleNote']),
  'waiting-offline': row(
    'waiting',
    'unknown',
    'noNews',
    ['offlineNote'],
    ['hide'],
    ['noNews', 'offlineNote'],
  ),
  'waiting-refused': row(
    'waiting',
    'unknown',
    'noNews',
    ['refusedNote'],
    ['hide'],
    ['noNews', 'refusedNote'],
  ),
  stop: row('waiting', 'none', 'paidStop', ['noNewsIf', 'waitHere', 'stopNote', 'cancelInstead'], WAITING),
  'stop-canceling': row('waiting', 'none', 'paidStop', ['noNewsIf', 'canceling', 'waitHere']),
  hidden: row('unwatched', 'unknown', 'unwatched', ['unwatchedNote'], ['show']),
  'hidden-stop': row('unwatched', 'none', 'paidStop', ['unwatchedNote'], ['show']),

  // The result is unknown. `-wait`: the terminal may still ask for the card, so a manager may not settle it yet.
  // While the same request is repeated nothing but the button changes, which is off.
  'doubt-resending': noticed(
    'warn',
    'doubt',
    'unknown',
    'doubt',
    ['problems.no_session', 'noNewsIf', 'askAgain', 'settleAt', 'sayReference'],
    ['resolve', 'check', 'copy'],
    ['doubt', 'settleAt'],
  ),
  'doubt-wait': noticed(
    'warn',
    'doubt',
    'unknown',
    'doubt',
    ['why', 'noNewsIf', 'askAgain', 'settleAt', 'sayReference'],
    ['check', 'copy'],
    ['doubt', 'settleAt'],
  ),
  doubt: noticed(
    'warn',
    'doubt',
    'unknown',
    'doubt',
    ['why', 'noNewsIf', 'askAgain', 'settleNow', 'sayReference'],
    ['check', 'copy'],
    ['doubt', 'settleNow'],
  ),
  'doubt-manager': noticed(
    'warn',
    'doubt',
    'unknown',
    'doubt',
    ['why', 'noNewsIf', 'askAgain', 'sayReference'],
    ['resolve', 'check', 'copy'],
  ),
  'doubt-paid-before': noticed(
    'warn',
    'doubt',
    'unknown',
    'paidBefore',
    ['doubt', 'why', 'noNewsIf', 'askAgain', 'reviewNote', 'sayReference'],
    ['resolve', 'check', 'copy'],
  ),

  // The evidence contradicts itself.
  'review-wait': noticed(
    'warn',
    'review',
    'unknown',
    'review',
    ['why', 'noNewsIf', 'reviewNote', 'settleAt', 'sayReference'],
    ['copy'],
    ['review', 'why', 'settleAt'],
  ),
  review: noticed(
    'warn',
    'review',
    'unknown',
    'review',
    ['why', 'noNewsIf', 'reviewNote', 'settleNow', 'sayReference'],
    ['copy'],
    ['review', 'why', 'settleNow'],
  ),
  'review-manager': noticed(
    'warn',
    'review',
    'unknown',
    'review',
    ['why', 'noNewsIf', 'reviewNote', 'sayReference'],
    ['resolve', 'copy'],
    ['review', 'why'],
  ),
  'charged-after-all': noticed(
    'warn',
    'review',
    'paid',
    'chargedAfterAll',
    ['chargedAfterAllNote', 'noNewsIf', 'reviewNote', 'sayReference'],
    ['resolve', 'copy'],
    ['chargedAfterAll', 'reviewNote'],
  ),
  disputed: noticed(
    'warn',
    'review',
    'unknown',
    'review',
    ['disputedNote', 'noNewsIf', 'reviewNote', 'sayReference'],
    ['resolve', 'copy'],
    ['review', 'disputedNote'],
  ),
  'review-paid-before': noticed(
    'warn',
    'review',
    'unknown',
    'paidBefore',
    ['why', 'noNewsIf', 'reviewNote', 'sayReference'],
    ['resolve', 'copy'],
  ),

  // Paid.
  approved: row('approved', 'paid', 'approved', [], ['done', 'copy', 'print', 'share', 'details']),
  'marked-paid': noticed(
    'good',
    'approved',
    'none',
    'markedPaid',
    ['markedPaidNote'],
    ['done', 'copy', 'print', 'share', 'details'],
  ),
  'paid-twice': noticed(
    'warn',
    'approved',
    'unknown',
    'paidTwice',
    ['paidTwiceNote'],
    ['copy', 'done', 'print'],
    TWICE,
  ),
  done: row('done', 'paid', 'paid', [], KEPT),
  'done-marked': row('done', 'none', 'markedPaid', [], KEPT),
  'done-twice': noticed('warn', 'done', 'unknown', 'paidTwice', ['paidTwiceNote'], ['copy', 'print'], TWICE),

  // Ended without a payment.
  declined: unpaid('ended.declined'),
  'timed-out': unpaid('ended.timed_out'),
  'processor-timed-out': unpaid('ended.no_answer', 'noAnswerNote'),
  failed: unpaid('ended.failed'),
  canceled: unpaid('ended.cancelled'),
  'canceled-here': unpaid('ended.cancelled_here'),
  'not-started': unpaid('ended.not_started'),
  abandoned: unpaid('ended.abandoned'),
  expired: row('unpaid', 'not-charged', 'unsent', ['amountNow'], ['charge-again', 'other-terminal', 'close']),
  'closed-unpaid': row(
    'unpaid',
    'none',
    'ended.closed_unpaid',
    ['saidUnpaid', 'amountNow'],
    ['charge-again', 'other-terminal', 'close'],
    ['ended.closed_unpaid', 'saidUnpaid'],
  ),
  // The end of the attempt is known, but another till may have charged the order since.
  'unpaid-no-news': row(
    'unpaid',
    'none',
    'unpaidTitle',
    ['noNews', 'elsewhere'],
    ['reload'],
    ['noNews', 'elsewhere'],
  ),
  // A closed sale claims nothing: its page may have no news.
  closed: row('closed', 'none', 'closed', [], ['reopen'], ['closed', 'amountSpoken']),
  'unpaid-paid-before': row('unpaid', 'none', 'paidBefore', ['unpaidTitle'], ['check', 'copy']),
} as const satisfies Readonly<Record<string, Row>>

export type Situation = keyof typeof TRUTH_TABLE

/** The row of a situation. */
export const rowOf = (situation: Situation): Row => TRUTH_TABLE[situation]
