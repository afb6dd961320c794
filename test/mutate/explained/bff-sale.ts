/** Mutants of the machine, the watchers and the desk of sales that no test needs to kill. */
import { inStatement, type Explained } from './entry.ts'

const LISTENER =
  'The listener runs once at most, so a listener that is left does nothing; it is collected with its signal.'

export const BFF_SALE: readonly Explained[] = [
  {
    file: 'packages/bff/src/sale/machine/check-refund.ts',
    statement: 'return other.attempt > row.attempt',
    operator: 'boundary',
    why: 'Two attempts of one refund have different numbers, which an index of the ledger enforces.',
  },
  {
    file: 'packages/bff/src/sale/machine/pace.ts',
    statement: 'return Math.max(spread(base, 0.2, random), retryAfterMs ?? 0)',
    operator: 'number',
    occurrence: 1,
    why: 'The other value of the maximum is at least 800 ms.',
  },
  {
    file: 'packages/bff/src/sale/machine/enter.ts',
    statement: 'const FORGET: Changes = { seen: null, seenCount: 0, seenFirstMs: null }',
    operator: 'number',
    why: 'The count belongs to the evidence in `seen`; without evidence it is never read.',
  },
  {
    file: 'packages/bff/src/sale/watch/watch.ts',
    statement: 'const expected = noticed || seen.events.length === 0',
    operator: 'number',
    why: 'Saves a statement only: without it the row is read first and then the same events.',
  },
  {
    file: 'packages/bff/src/sale/watch/watch.ts',
    statement:
      "const cancel = events.slice(0, number).findLast(({ type: one }) => one.startsWith('cancel_'))",
    operator: 'number',
    why: 'The first event of a sale is its creation, which is no cancellation.',
  },
  {
    file: 'packages/bff/src/sale/desk/day.ts',
    statement: 'const WIDEST_MS = 15 * 3_600_000',
    operator: 'number',
    occurrence: 1,
    why: 'The search begins farther from midnight and halves more often, with the same result.',
  },
  {
    file: 'packages/bff/src/sale/desk/day.ts',
    statement: 'const WIDEST_MS = 15 * 3_600_000',
    operator: 'number',
    why: 'The search begins farther from midnight and halves more often, with the same result.',
  },
  {
    file: 'packages/bff/src/sale/desk/day.ts',
    statement: 'if (!/^20\\d\\d-\\d\\d-\\d\\d$/.test(text)) return false',
    operator: 'anchor',
    occurrence: 1,
    why: 'A longer text is no time that the parser of dates knows.',
  },
  {
    file: 'packages/bff/src/sale/desk/desk-store.ts',
    statement:
      "const read = await rows .orderBy('created_at_ms', 'desc') .orderBy('id', 'desc') .limit(limit + 1) .execute()",
    operator: 'number',
    why: 'One row more is read than the page needs to know whether there is another page.',
  },
  {
    file: 'packages/bff/src/sale/desk/desk-store.ts',
    statement:
      "const read = await rows .orderBy('created_at_ms', 'desc') .orderBy('id', 'desc') .limit(limit + 1) .execute()",
    operator: 'link removed',
    occurrence: 2,
    why: 'The limit bounds memory and time only: the page is cut after the read.',
  },
  {
    file: 'packages/bff/src/sale/desk/desk-store.ts',
    statement:
      'const newestFirst = (one: DeskRow, other: DeskRow): number => other.createdAtMs - one.createdAtMs || (one.id < other.id ? 1 : -1)',
    operator: 'boundary',
    why: 'Two rows have different IDs, because a map by ID removed the copies.',
  },
  {
    file: 'packages/bff/src/sale/desk/desk-store.ts',
    statement:
      'const newestFirst = (one: DeskRow, other: DeskRow): number => other.createdAtMs - one.createdAtMs || (one.id < other.id ? 1 : -1)',
    operator: 'number',
    occurrence: 1,
    why: 'The order depends on the sign of the number only.',
  },
  {
    file: 'packages/bff/src/sale/desk/desk-store.ts',
    statement:
      'const newestFirst = (one: DeskRow, other: DeskRow): number => other.createdAtMs - one.createdAtMs || (one.id < other.id ? 1 : -1)',
    operator: 'number',
    why: 'The order depends on the sign of the number only.',
  },
  ...inStatement(
    'packages/bff/src/sale/watch/channels.ts',
    "signal.removeEventListener('abort', leaveOnce)",
    ['statement removed', 'string'],
    LISTENER,
  ),
  ...inStatement(
    'packages/bff/src/sale/watch/channels.ts',
    "signal.addEventListener('abort', leaveOnce, { once: true })",
    ['argument removed', 'boolean'],
    LISTENER,
  ),
  ...inStatement(
    'packages/bff/src/sale/watch/channels.ts',
    "signal.removeEventListener('abort', done)",
    ['statement removed', 'string'],
    LISTENER,
  ),
  ...inStatement(
    'packages/bff/src/sale/watch/channels.ts',
    "signal.addEventListener('abort', done, { once: true })",
    ['argument removed', 'boolean'],
    LISTENER,
  ),
  {
    file: 'packages/bff/src/sale/watch/channels.ts',
    statement:
      'const channel: Channel<State> = { key, state: first(key), waiting: new Set(), watchers: 1, reading: null, again: false, cancelTimer: () => {…}, }',
    operator: 'boolean',
    why: 'Each read sets it again before it is compared.',
  },
  {
    file: 'packages/bff/src/sale/watch/watch.ts',
    statement:
      'first: () => ({ events: [], expectsNews: false, staleSinceMs: null, nextLookMs: null, shown: null })',
    operator: 'boolean',
    why: 'It is compared only after the first event, which sets it.',
  },
  {
    file: 'packages/bff/src/sale/desk/desk-store.ts',
    statement:
      "db .selectFrom('sale') .select('currency') .select(() => SUM_COLUMNS.flatMap(({ column, isCounted }) => [ sql`sum(case when ${isCounted} then 1 else 0 end)`.as(`${column}_count`), sql`sum(case when ${isCounted} then amount_minor else 0 end)`.as(`${column}_minor`), ]), ) .where('merchant', '=', merchant) .where('created_at_ms', '>=', fromMs) .where('created_at_ms', '<', untilMs) .groupBy('currency') .orderBy('currency')",
    operator: 'link removed',
    why: 'Both engines sort these rows to group them, so they have the order already.',
  },
  {
    file: 'packages/bff/src/sale/desk/desk-store.ts',
    statement:
      "const read = await rows .orderBy('created_at_ms', 'desc') .orderBy('id', 'desc') .limit(limit + 1) .execute()",
    operator: 'link removed',
    occurrence: 1,
    why: 'Every index of these rows ends with the ID, so rows of one time are read in this order.',
  },
  {
    file: 'packages/bff/src/sale/desk/desk-store.ts',
    statement:
      "open .selectAll() .orderBy(sql`case when ${inStates(UNRESOLVED_STATES)} then 0 else 1 end`) .orderBy('created_at_ms') .orderBy('id') .limit(limit) .execute()",
    operator: 'link removed',
    occurrence: 2,
    why: 'The index of open sales ends with the ID, so rows of one time are read in this order.',
  },
  {
    file: 'packages/bff/src/sale/desk/desk-store.ts',
    statement: 'if (rows.length < limit) return { rows: found, count: rows.length }',
    operator: 'condition false',
    why: 'Saves a statement only: the count of all open sales is the number of these rows.',
  },
  {
    file: 'packages/bff/src/sale/desk/watch-desk.ts',
    statement: 'const contentOf = (frame: DeskFrame): string => JSON.stringify({ ...frame, nowMs: 0 })',
    operator: 'number',
    why: 'Any constant time is the same in all frames.',
  },
  ...inStatement(
    'packages/bff/src/sale/desk/watch-desk.ts',
    "signal.addEventListener('abort', () => this.#count(merchant, key, -1), { once: true })",
    ['argument removed', 'boolean'],
    'A signal aborts once.',
  ),
  {
    file: 'packages/bff/src/sale/desk/watch-desk.ts',
    statement: 'return false',
    operator: 'boolean',
    why: 'The woken watchers have this frame already and wait again.',
  },
]
