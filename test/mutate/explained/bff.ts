/** Mutants of the BFF that no test needs to kill. */
import { inStatement, type Explained } from './entry.ts'

const LISTENER =
  'The listener runs once at most, so a listener that is left does nothing; it is collected with its signal.'

export const BFF: readonly Explained[] = [
  {
    file: 'packages/bff/src/token/key-set.ts',
    statement: 'const same = key !== undefined && key.role === row.role && key.retireAtMs === row.retireAtMs',
    operator: 'negated',
    occurrence: 2,
    why: 'A cache: a key that did not change is opened once more, and one that retires changes its role, too.',
  },
  {
    file: 'packages/bff/src/token/proof-keys.ts',
    statement: 'keys.set(id, known)',
    operator: 'statement removed',
    why: 'A cache: the key is imported again at the next request.',
  },
  {
    file: 'packages/bff/src/token/proof-keys.ts',
    statement: 'if (key instanceof Uint8Array) return null',
    operator: 'condition false',
    why: 'Only kty oct becomes bytes, and the schema of a proof allows EC and OKP.',
  },
  {
    file: 'packages/bff/src/token/dpop.ts',
    statement: 'const Coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,88}$/))',
    operator: 'anchor',
    why: 'Such a coordinate is no key, or has another thumbprint than the token names: dpop-invalid either way.',
  },
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
    file: 'packages/bff/src/sale/runner/runner.ts',
    statement: 'this.#open.set(upstream, (this.#open.get(upstream) ?? 1) - 1)',
    operator: 'number',
    why: 'The count was raised before the work began, so the other value is never used.',
  },
  {
    file: 'packages/bff/src/sale/runner/runner.ts',
    statement: 'if (ids.length === 0) return',
    operator: 'condition false',
    why: 'Saves a statement only: renewing no sale changes no row on either engine.',
  },
  {
    file: 'packages/bff/src/sale/runner/runner.ts',
    statement: 'this.wake()',
    operator: 'statement removed',
    why: 'Saves up to a second after a restart: the loop claims at its next tick anyway.',
  },
  ...inStatement(
    'packages/bff/src/sale/runner/deliver.ts',
    'return { atMs: earliest, isAsked: false }',
    ['boolean 0', 'boolean 1'],
    'The timer is set again to the moment that it has already.',
  ),
  {
    file: 'packages/bff/src/sale/runner/runner.ts',
    statement: "return { type: 'wait', delayMs: applied?.kind === 'moved' ? 0 : REFUSED_MS }",
    operator: 'number',
    why: 'The next step begins a millisecond later.',
  },
  {
    file: 'packages/bff/src/sale/watch/watch.ts',
    statement:
      "const cancel = events.slice(0, number).findLast(({ type: one }) => one.startsWith('cancel_'))",
    operator: 'number',
    why: 'The first event of a sale is its creation, which is no cancellation.',
  },
  {
    file: 'packages/bff/src/application/submission/schema.ts',
    statement:
      'await sql`create index application_open on application (state) where state in (${open})`.execute(db)',
    operator: 'statement removed',
    why: 'An index that only makes a query faster.',
  },
  {
    file: 'packages/bff/src/application/submission/audit.ts',
    statement:
      "db .selectFrom('application_event') .selectAll() .where('application_id', '=', id) .where('number', '>', number) .orderBy('number') .limit(AUDIT_BATCH) .execute",
    operator: 'link removed',
    occurrence: 3,
    why: 'The limit bounds memory only: without it all events are read at once.',
  },
  {
    file: 'packages/bff/src/application/submission/audit.ts',
    statement:
      "await store.db .selectFrom('application_watch') .selectAll() .where('application_id', '>', from) .orderBy('application_id') .limit(AUDIT_BATCH) .execute()",
    operator: 'link removed',
    occurrence: 2,
    why: 'The limit bounds memory only: without it all applications are read at once.',
  },
  {
    file: 'packages/bff/src/application/submission/audit.ts',
    statement: 'if (rows.length < AUDIT_BATCH || last === undefined) return',
    operator: 'logical',
    why: 'Saves a statement only: the next batch is empty.',
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
  {
    file: 'packages/bff/src/token/dpop.ts',
    statement: 'const { payload } = await compactVerify(proof, key, { algorithms: [alg] })',
    operator: 'argument removed',
    why: 'The algorithm is that of the header of the same proof, which is the default.',
  },
  {
    file: 'packages/bff/src/token/dpop.ts',
    statement: 'try {…} catch {…}',
    operator: 'catch emptied',
    occurrence: 1,
    why: 'The schema of the claims refuses undefined like null.',
  },
  {
    file: 'packages/bff/src/token/dpop.ts',
    statement: 'const Coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,88}$/))',
    operator: 'link removed',
    why: 'Such a coordinate is no key, or has another thumbprint than the token names: dpop-invalid either way.',
  },
  {
    file: 'packages/bff/src/token/dpop.ts',
    statement: 'const Coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,88}$/))',
    operator: 'anchor',
    occurrence: 1,
    why: 'Such a coordinate is no key, or has another thumbprint than the token names: dpop-invalid either way.',
  },
  ...inStatement(
    'packages/bff/src/token/nonce.ts',
    'if (known.size > WINDOWS_ACCEPTED + 1) known.clear()',
    ['condition true', 'condition false', 'boundary', 'negated', 'arithmetic', 'number'],
    'A cache: the code of a window is computed once more, or a few more are kept.',
  ),
  {
    file: 'packages/bff/src/token/nonce.ts',
    statement: 'known.set(window, macs)',
    operator: 'statement removed',
    why: 'A cache: the code of the window is computed again.',
  },
  ...inStatement(
    'packages/bff/src/token/verify.ts',
    'function validityOf({ exp = 0, iat = 0, nbf = 0 }: JWTPayload, lifeSeconds: number): Validity {…}',
    ['number 0', 'number 1', 'number 2'],
    'The claim is required before this is called.',
  ),
  {
    file: 'packages/bff/src/token/key-table.ts',
    statement: 'await sql`create index used_proof_until on used_proof (until_ms)`.execute(db)',
    operator: 'statement removed',
    why: 'An index that only makes a query faster.',
  },
  {
    file: 'packages/bff/src/token/key-set.ts',
    statement: 'const since = this.current().signingSinceMs ?? 0',
    operator: 'number',
    why: 'The current key always has the time since which it signs.',
  },
  ...inStatement(
    'packages/bff/src/token/seal.ts',
    'if (copy.length < NONCE_LENGTH + TAG_LENGTH) return null',
    ['condition false', 'arithmetic'],
    'A shorter copy has no complete tag, so it is not decrypted anyway.',
  ),
  {
    file: 'packages/bff/src/token/seal.ts',
    statement: 'if (!Number.isInteger(length)) continue',
    operator: 'condition false',
    why: 'A copy of another length has another tag, so it is not decrypted anyway.',
  },
  {
    file: 'packages/bff/src/token/seal.ts',
    statement: 'for (let at = 0; at < count; at += 1) for (const [index, key] of ring.entries()) {…}',
    operator: 'boundary',
    why: 'The copy behind the last one is empty.',
  },
  {
    file: 'packages/bff/src/token/signing-key.ts',
    statement: 'const key = await importJWK(jwk, alg, { extractable: false })',
    operator: 'argument removed',
    why: 'A private key is not extractable by default; only the public half changes.',
  },
  {
    file: 'packages/bff/src/token/used-proofs.ts',
    statement: 'const nowMs = batch.at(-1)?.nowMs ?? 0',
    operator: 'number',
    occurrence: 1,
    why: 'A batch is never empty.',
  },
  {
    file: 'packages/bff/src/token/shares.ts',
    statement: 'if (count === 0) held.delete(name) else held.set(name, count)',
    operator: 'condition false',
    why: 'Saves memory only: no count is the same as zero.',
  },
  {
    file: 'packages/bff/src/token/used-proofs.ts',
    statement: 'let batch = waiting.splice(0, BATCH)',
    operator: 'argument removed',
    why: 'The first batch is the one proof that begins it.',
  },
  {
    file: 'packages/bff/src/token/verify.ts',
    statement: 'if (!/^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$/.test(token)) return null',
    operator: 'anchor',
    why: 'A sign before the header is a part of the text that is signed.',
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
  {
    file: 'packages/bff/src/sale/ledger/archive.ts',
    statement:
      "trx .selectFrom('sale') .select(['id', 'created_at_ms', 'settled_at_ms', 'state', 'event_hash']) .where('merchant', '=', merchant) .where(sql<boolean>`(created_at_ms, id) > (${createdAtMs}, ${saleId})`) .where('created_at_ms', '<', beforeMs) .orderBy('created_at_ms') .orderBy('id')",
    operator: 'link removed',
    why: 'The index of the sales of a merchant ends with the ID, so rows of one time are read in this order.',
  },
  {
    file: 'packages/bff/src/sale/ledger/archive.ts',
    statement:
      "trx .insertInto('archive_cursor') .values({ merchant, created_at_ms: 0, sale_id: '' }) .onConflict((conflict) => conflict.column('merchant').doNothing())",
    operator: 'number',
    why: 'No sale was created in the first millisecond of 1970.',
  },
  {
    file: 'packages/bff/src/sale/ledger/archive.ts',
    statement:
      "const rows = await db .selectFrom('sale_event') .selectAll() .where('sale_id', 'in', saleIds) .orderBy('sale_id') .orderBy('number') .execute()",
    operator: 'link removed',
    occurrence: 1,
    why: 'The rows become a map by sale, so the order of the sales has no effect.',
  },
  {
    file: 'packages/bff/src/sale/ledger/archive.ts',
    statement: 'return 0',
    operator: 'number',
    why: 'The caller compares the number with the size of a batch only.',
  },
  {
    file: 'packages/bff/src/sale/ledger/archive.ts',
    statement:
      "const follows = await trx .selectFrom('sale_follow_up') .select('sale_id') .where('sale_id', 'in', ids) .execute()",
    operator: 'link removed',
    why: 'Reads more rows only: the set is asked for the IDs of the batch.',
  },
  {
    file: 'packages/bff/src/sale/ledger/doubt-intents.ts',
    statement:
      "store.db .selectFrom('sale') .select(['id', 'created_at_ms', 'first_sent_at_ms']) .where(sql<boolean>`state = 'intent' and settled_at_ms is null`) .execute()",
    operator: 'link removed',
    why: 'Saves reads only: every other sale refuses the claim.',
  },
  {
    file: 'packages/bff/src/sale/ledger/doubt-intents.ts',
    statement: 'const ledger = new Ledger(storeAt(ledgerStore, Math.max(createdAtMs, firstSentAtMs ?? 0)))',
    operator: 'number',
    why: 'Every sale was created after the first millisecond of 1970.',
  },
  {
    file: 'packages/bff/src/sale/ledger/lost-charge.ts',
    statement:
      "db .selectFrom('order_grant') .select('order_ref') .where('merchant', '=', merchant) .where('order_ref', '>', after) .orderBy('order_ref') .limit(1_000)",
    operator: 'link removed',
    occurrence: 2,
    why: 'The primary key of the grants has this order, and both engines read it.',
  },
  {
    file: 'packages/bff/src/sale/ledger/lost-charge.ts',
    statement:
      "db .selectFrom('order_grant') .select('order_ref') .where('merchant', '=', merchant) .where('order_ref', '>', after) .orderBy('order_ref') .limit(1_000)",
    operator: 'link removed',
    occurrence: 3,
    why: 'The limit bounds memory only: without it all orders are read at once.',
  },
  {
    file: 'packages/bff/src/sale/ledger/lost-charge.ts',
    statement:
      "db .selectFrom('order_grant') .select('order_ref') .where('merchant', '=', merchant) .where('order_ref', '>', after) .orderBy('order_ref') .limit(1_000)",
    operator: 'number',
    why: 'The limit bounds memory only: without it all orders are read at once.',
  },
  {
    file: 'packages/bff/src/sale/ledger/sql-grants.ts',
    statement: 'return written?.generation ?? (await newest(merchant, order))?.generation ?? 1',
    operator: 'number',
    why: 'A grant is never deleted, so its generation is known.',
  },
  {
    file: 'packages/bff/src/sale/ledger/take-back.ts',
    statement:
      'const hasten = embedded ? sql`, next_at_ms = case when next_at_ms > ${nowMs} then ${nowMs} else next_at_ms end` : sql``',
    operator: 'query',
    occurrence: 1,
    why: 'A look that is due now stays due now.',
  },
  {
    file: 'packages/bff/src/sale/runner/follow.ts',
    statement: "const askedLaterMs = reading.kind === 'missing' ? 0 : advisedMs(reading.retryAfterMs)",
    operator: 'number',
    why: 'Less than the shortest interval of polls, so it has no effect.',
  },
  {
    file: 'packages/bff/src/sale/runner/follow.ts',
    statement: 'return Math.max(polled(), hold ? 0 : askedLaterMs)',
    operator: 'number',
    why: 'Less than the shortest interval of polls, so it has no effect.',
  },
  {
    file: 'packages/bff/src/sale/runner/follow.ts',
    statement: 'const firstMs = (held.row.nextAtMs ?? 0) - storeNow(held, ports.clock)',
    operator: 'number',
    why: 'Without a plan, the look was due long ago.',
  },
  {
    file: 'packages/bff/src/sale/runner/follow.ts',
    statement:
      "features.repeat !== 'unknown' && row.sendCount < SENDS_MAX && row.deviceHold && nowMs - (row.firstSentAtMs ?? 0) < RESEND_AGE_MS",
    operator: 'number',
    why: 'A sale that was sent has the time of its first send.',
  },
  {
    file: 'packages/bff/src/sale/runner/follow.ts',
    statement: 'const delayMs = await readOnce(ports, held, { etag: null, faults: 0 }, 0)',
    operator: 'number',
    occurrence: 1,
    why: 'Without a known version no read is held, and the caller does not use the delay.',
  },
  {
    file: 'packages/bff/src/sale/runner/follow.ts',
    statement:
      'const freeMs = held.row.deviceHold && freeAtMs !== null ? Math.max(0, freeAtMs - nowMs) : Infinity',
    operator: 'number',
    why: 'The next look begins a millisecond later.',
  },
]
