// The codes of log lines that are about the process or its work, not about one answer: an answer's code is in the catalogue of errors. The
// documentation shows this list; a test compares it with the calls of the log.

/** The level of the lines with a code; a code with several has the most urgent one. */
type LogLevelName = 'info' | 'warn' | 'error'

/** A code of the log. */
export interface LogCode {
  /** As in the field `code`; `*` is the name that the line has as `reason`, or a kind of fault. */
  readonly code: string
  readonly level: LogLevelName
  readonly means: string
  /** What an operator does about it. */
  readonly advice: string
}

const NOTHING = 'Nothing.'

/** Rows of the table: code, level, meaning, advice. */
const ROWS: readonly (readonly [code: string, level: LogLevelName, means: string, advice: string])[] = [
  [
    'store-down',
    'error',
    'The store commits nothing; `reason` is the code of the cause. The process is not ready.',
    'See [The store is down](/docs/runbooks/#the-store-is-down).',
  ],
  ['store-works', 'info', 'The store commits again.', NOTHING],
  [
    '*-failing',
    'error',
    'A loop failed three times in a row, or for five seconds: `claim` and `renew` of sales, `claim` of sessions in the service. The process is not ready.',
    'See [A loop fails](/docs/runbooks/#a-loop-fails).',
  ],
  [
    '*-works',
    'info',
    'A loop that failed works again; `durationMs` is the length of the outage. The lines before it have the name of the loop as `reason` and the code of the cause as `code`.',
    NOTHING,
  ],
  [
    'store',
    'warn',
    'A connection to PostgreSQL or to the broker of notices was lost, or its server has a setting that can lose commits; the message says which.',
    'If it comes again and again, see [Notices are lost](/docs/runbooks/#notices-are-lost) and [Settings](/docs/postgres/#settings).',
  ],
  [
    'store-loses-commits',
    'warn',
    'A crash or a fail-over of PostgreSQL can lose a sale that was charged; `reason` says why.',
    'Change [the settings of the server](/docs/postgres/#settings).',
  ],
  [
    'store-restored',
    'warn',
    'The ledger was restored: sales, or applications, are refused until an operator releases them.',
    'See [After a fail-over or a restore](/docs/recovery/#after-a-fail-over-or-a-restore).',
  ],
  [
    'store-unavailable',
    'warn',
    'The result of a submitted application waits for the store.',
    'See [The store is down](/docs/runbooks/#the-store-is-down).',
  ],
  [
    'start-failed',
    'warn',
    'A start did not complete; the process stops what it has begun and ends.',
    'Correct what the lines before it name.',
  ],
  [
    'merchants-refused',
    'error',
    'A changed list of merchants has a fault, and the old one stays in use.',
    'See [New merchants are refused](/docs/runbooks/#new-merchants-are-refused).',
  ],
  ['merchants-unchanged', 'info', 'The list of merchants was read again and is the same.', NOTHING],
  ['merchant-added', 'info', 'A merchant is new in the list.', NOTHING],
  ['merchant-changed', 'info', 'A merchant has other settings; new requests use them.', NOTHING],
  [
    'merchant-removed',
    'warn',
    'A merchant left the list; its open sales are followed to their end with its last key.',
    'Do not restart the process while `tapboard_merchants_removed` is above 0: [Change merchants](/docs/running/#change-merchants-without-a-restart).',
  ],
  ['merchant-forgotten', 'info', 'Nothing of a removed merchant is open; its keys were dropped.', NOTHING],
  [
    'merchant-missing',
    'error',
    'A merchant with open sales is not configured: they stay locked and are not followed.',
    'See [A merchant is missing](/docs/runbooks/#a-merchant-is-missing).',
  ],
  [
    'merchants',
    'warn',
    'The open work of removed or unknown merchants could not be read.',
    'Nothing, unless `store-down` is near it.',
  ],
  [
    'upstream-*',
    'warn',
    'A session of an open sale could not be read, `upstream-unreachable` or `upstream-busy` for example; it is read again.',
    'If it goes on, see [The upstream fails](/docs/runbooks/#the-upstream-fails).',
  ],
  [
    'late-session',
    'error',
    'An answer that came after its time names a session that belongs to another sale.',
    'Look the `saleId` up at the payment provider, and see [A sale needs review](/docs/runbooks/#a-sale-needs-review).',
  ],
  [
    'late-answer-lost',
    'error',
    'An answer that came after its time could not be recorded. The sale stays in doubt.',
    'See [A sale is in doubt](/docs/runbooks/#a-sale-is-in-doubt).',
  ],
  [
    'late-answer-broken',
    'warn',
    'An answer that came after its time was cut off.',
    'Nothing: the sale is read until its result is known.',
  ],
  ['reread', 'info', 'The read of an earlier attempt before a new start changed its result.', NOTHING],
  [
    'after-the-end',
    'info',
    'An ended sale got other evidence from the upstream.',
    'Nothing: if it contradicts the end, the sale moves to `review` and an alert names it.',
  ],
  ['attested_paid', 'info', 'A person settled a sale as paid.', NOTHING],
  ['attested_unpaid', 'info', 'A person settled a sale as not paid.', NOTHING],
  [
    'hook-not-configured',
    'error',
    'Events were given up, because their receiver is no longer configured.',
    'Configure it again, and ask for each open order: [Webhooks are late](/docs/runbooks/#webhooks-are-late).',
  ],
  [
    'heads-unwritten',
    'error',
    'The file of heads cannot be written; the heads wait in memory.',
    'Give the file room and rights: [Audit](/docs/audit/).',
  ],
  [
    'heads-unsent',
    'error',
    'The receiver of heads accepts none; `reason` is the code of the cause. They wait.',
    'Repair the receiver: [Audit](/docs/audit/).',
  ],
  [
    'heads-dropped',
    'error',
    'Too many heads wait for their receiver; the next ones are not kept.',
    'Repair the receiver. `tapboard-bff audit heads` prints all heads.',
  ],
  [
    'heads-lost',
    'error',
    'The process stopped with so many undelivered `heads`.',
    'Repair the receiver. `tapboard-bff audit heads` prints all heads.',
  ],
  [
    'archive',
    'warn',
    'Events of finished sales could not be archived; tried again later.',
    'Nothing, unless it comes for days: the store grows.',
  ],
  [
    'draft-sweep',
    'warn',
    'Old drafts could not be deleted; tried again later.',
    'Nothing, unless it comes for days: drafts are personal data.',
  ],
  ['proof-sweep', 'warn', 'Used proofs could not be deleted; tried again later.', NOTHING],
  [
    'no-plans',
    'warn',
    'The boarding service offers none of the plans of a token, so the applicant sees none.',
    'Compare `boarding.tiers` and the plans that your server names with those of the partner.',
  ],
  ['webhook', 'info', 'A webhook of the boarding service changed the state of an application.', NOTHING],
  [
    'fault',
    'warn',
    'A submission of an application failed inside the process; it is taken up again.',
    'If it comes again, keep the line and report it.',
  ],
  [
    'processor-not-configured',
    'warn',
    'Service: a production application waits, because no processor is configured.',
    'Start the service with `--processor-url`.',
  ],
  [
    'move-refused',
    'warn',
    'Service: a processor reported a status that cannot follow the present one; it was left aside.',
    'Ask the processor about the application `appId`.',
  ],
  [
    'wrong-credentials',
    'warn',
    'Service: a person gave a wrong name or password at the dashboard.',
    'Many of them are a person who guesses: see who may reach the dashboard.',
  ],
  [
    'UNAVAILABLE',
    'info',
    'Service: a connection of a terminal was closed, because its network has too many connections without a hello.',
    'If real terminals are affected, raise `terminalsWaitingPerAddress`.',
  ],
]

/** All codes, the most urgent subjects first. */
export const LOG_CODES: readonly LogCode[] = ROWS.map(([code, level, means, advice]) => ({
  code,
  level,
  means,
  advice,
}))
