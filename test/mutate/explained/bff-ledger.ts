/** Mutants of the ledger and the runner of sales that no test needs to kill. */
import { inStatement, type Explained } from './entry.ts'

export const BFF_LEDGER: readonly Explained[] = [
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
  {
    file: 'packages/bff/src/sale/runner/follow-up.ts',
    statement: 'if (signal.aborted) return release(nowMs)',
    operator: 'condition false',
    why: 'A client sends nothing with an aborted signal, and the sale is released after it.',
  },
  {
    file: 'packages/bff/src/sale/runner/gate.ts',
    statement: 'const bucket = fullBucket(this.#clock.now(), upstream.readsPerSecond)',
    operator: 'argument removed',
    why: 'A take cuts the bucket to the burst of its key.',
  },
  {
    file: 'packages/bff/src/sale/runner/gate.ts',
    statement: 'const pace: Pace = { bucket, blockedUntilMs: 0 }',
    operator: 'number',
    why: 'The end of a block in 1970, a millisecond later.',
  },
  {
    file: 'packages/bff/src/sale/runner/reread.ts',
    statement: 'const REMEMBERED_MAX = 1_000',
    operator: 'number',
    why: 'The limit bounds memory only: a forgotten answer is read again.',
  },
  {
    file: 'packages/bff/src/sale/runner/reread.ts',
    statement: 'if (earlier.length === 0) return null',
    operator: 'condition false',
    why: 'Saves a timer only: without attempts there is no answer.',
  },
  {
    file: 'packages/bff/src/sale/runner/reread.ts',
    statement: 'const ageMs = clock.now() - (known?.atMs ?? 0)',
    operator: 'number',
    why: 'Without an earlier answer the age is not used.',
  },
  {
    file: 'packages/bff/src/sale/runner/reread.ts',
    statement: 'if (recent.size >= REMEMBERED_MAX) recent.clear()',
    operator: 'condition false',
    why: 'The limit bounds memory only: a forgotten answer is read again.',
  },
  {
    file: 'packages/bff/src/sale/runner/reread.ts',
    statement: 'if (recent.size >= REMEMBERED_MAX) recent.clear()',
    operator: 'boundary',
    why: 'The limit bounds memory only: a forgotten answer is read again.',
  },
  {
    file: 'packages/bff/src/sale/runner/reread.ts',
    statement: "return { row: applied.kind === 'stale' ? row : applied.row, retryAfterMs: 0 }",
    operator: 'number',
    why: 'Less than the shortest Retry-After of a refusal, so it has no effect.',
  },
  {
    file: 'packages/bff/src/sale/runner/reread.ts',
    statement: 'if (signal.aborted) return 0',
    operator: 'condition false',
    why: 'A client sends nothing with an aborted signal, and its fault has the same answer.',
  },
  {
    file: 'packages/bff/src/sale/runner/reread.ts',
    statement: 'return 0',
    operator: 'number',
    why: 'Less than the shortest Retry-After of a refusal, so it has no effect.',
  },
  {
    file: 'packages/bff/src/sale/runner/reread.ts',
    statement: 'return reading.retryAfterMs ?? 0',
    operator: 'number',
    why: 'Less than the shortest Retry-After of a refusal, so it has no effect.',
  },
  {
    file: 'packages/bff/src/sale/runner/reread.ts',
    statement: 'return 0',
    operator: 'number',
    occurrence: 1,
    why: 'Less than the shortest Retry-After of a refusal, so it has no effect.',
  },
  {
    file: 'packages/bff/src/sale/ledger/ledger.ts',
    statement: 'if (created.attempt > 1 && restMs > 0) await refuseInReview(trx, created)',
    operator: 'boundary',
    why: 'A first attempt has no earlier one that could be in review.',
  },
  {
    file: 'packages/bff/src/sale/ledger/ledger.ts',
    statement: 'const held = row.leaseOwner !== null && (row.leaseUntilMs ?? 0) > nowMs',
    operator: 'number',
    why: 'A lease without an end is over, a millisecond after 1970 as well.',
  },
  {
    file: 'packages/bff/src/sale/ledger/ledger.ts',
    statement: 'if (!held && (row.nextAtMs ?? 0) > nowMs) await trx.update(row, { nextAtMs: nowMs })',
    operator: 'number',
    why: 'A sale without a plan is not made due, a millisecond after 1970 as well.',
  },
  {
    file: 'packages/bff/src/sale/ledger/ledger.ts',
    statement: 'if (!held && (row.nextAtMs ?? 0) > nowMs) await trx.update(row, { nextAtMs: nowMs })',
    operator: 'boundary',
    why: 'A look that is due now stays due now.',
  },
  {
    file: 'packages/bff/src/sale/runner/deliver.ts',
    statement: 'const earliest = beforeMs + Math.max(0, (untilMs ?? 0) - (claimedAtMs ?? Infinity))',
    operator: 'number',
    why: 'The machine claims a sale with at least a millisecond left.',
  },
  {
    file: 'packages/bff/src/sale/runner/deliver.ts',
    statement: 'const earliest = beforeMs + Math.max(0, (untilMs ?? 0) - (claimedAtMs ?? Infinity))',
    operator: 'number',
    occurrence: 1,
    why: 'The claim has just set this time.',
  },
  {
    file: 'packages/bff/src/sale/runner/deliver.ts',
    statement: 'const leftMs = (held.row.sendDeadlineMs ?? 0) - (await ports.ledger.now())',
    operator: 'number',
    why: 'The claim has just set this time.',
  },
  {
    file: 'packages/bff/src/sale/runner/deliver.ts',
    statement: 'const end = clock.after(Math.max(0, ms), () => (over = true))',
    operator: 'number',
    why: 'The clock is compared, too, so a limit of a millisecond instead of none writes nothing.',
  },
  {
    file: 'packages/bff/src/sale/runner/deliver.ts',
    statement: 'if (deadline.isAsked) {…}',
    operator: 'condition true',
    why: 'The timer is set again to the moment that it has already.',
  },
  {
    file: 'packages/bff/src/sale/runner/runner.ts',
    statement: 'if (next.delayMs > 0) await held.alarm.pause(next.delayMs, held.signal)',
    operator: 'condition true',
    why: 'A pause of no time ends at once.',
  },
  {
    file: 'packages/bff/src/sale/runner/runner.ts',
    statement: 'if (next.delayMs > 0) await held.alarm.pause(next.delayMs, held.signal)',
    operator: 'boundary',
    why: 'A pause of no time ends at once.',
  },
  {
    file: 'packages/bff/src/sale/runner/runner.ts',
    statement: 'if (next.delayMs > 0) await held.alarm.pause(next.delayMs, held.signal)',
    operator: 'number',
    why: 'The next step begins a millisecond earlier.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement: "const found = await query.groupBy('sale_id').orderBy('sale_id').limit(AUDIT_BATCH).execute()",
    operator: 'link removed',
    why: 'Both engines sort these rows to group them, so they have the order already.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement: "const found = await query.groupBy('sale_id').orderBy('sale_id').limit(AUDIT_BATCH).execute()",
    operator: 'link removed',
    occurrence: 1,
    why: 'The limit bounds memory only: without it all events are read at once.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement: 'return { rows, eventsOf: (id) => [...(archived.get(id) ?? []), ...(hot.get(id) ?? [])] }',
    operator: 'spread removed',
    why: 'A sale that seems broken is read again by itself, with the same result.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement: 'return { rows, eventsOf: (id) => [...(archived.get(id) ?? []), ...(hot.get(id) ?? [])] }',
    operator: 'spread removed',
    occurrence: 1,
    why: 'A sale that seems broken is read again by itself, with the same result.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement:
      'const eventsOf: EventsOf = async (number) => events.filter((event) => event.number > number).slice(0, AUDIT_BATCH)',
    operator: 'link removed',
    why: 'A sale that seems broken is read again by itself, with the same result.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement:
      'const eventsOf: EventsOf = async (number) => events.filter((event) => event.number > number).slice(0, AUDIT_BATCH)',
    operator: 'link removed',
    occurrence: 1,
    why: 'A sale that seems broken is read again by itself, with the same result.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement:
      'const eventsOf: EventsOf = async (number) => events.filter((event) => event.number > number).slice(0, AUDIT_BATCH)',
    operator: 'boundary',
    why: 'A sale that seems broken is read again by itself, with the same result.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement:
      'const eventsOf: EventsOf = async (number) => events.filter((event) => event.number > number).slice(0, AUDIT_BATCH)',
    operator: 'negated',
    why: 'A sale that seems broken is read again by itself, with the same result.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement:
      'const eventsOf: EventsOf = async (number) => events.filter((event) => event.number > number).slice(0, AUDIT_BATCH)',
    operator: 'number',
    why: 'A sale that seems broken is read again by itself, with the same result.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement:
      'const eventsOf: EventsOf = async (number) => events.filter((event) => event.number > number).slice(0, AUDIT_BATCH)',
    operator: 'argument removed',
    why: 'A sale that seems broken is read again by itself, with the same result.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement: "return `sale_${ID_CHARACTERS[Math.floor(at / base)] ?? ''}${ID_CHARACTERS[at % base] ?? ''}`",
    operator: 'fallback',
    why: 'The index of a character is never beyond the alphabet.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement: "return `sale_${ID_CHARACTERS[Math.floor(at / base)] ?? ''}${ID_CHARACTERS[at % base] ?? ''}`",
    operator: 'fallback',
    occurrence: 1,
    why: 'The index of a character is never beyond the alphabet.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement: "const found = await query.orderBy('id').limit(AUDIT_BATCH).execute()",
    operator: 'link removed',
    why: 'The primary key has this order, and both engines read it.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement: "const found = await query.orderBy('id').limit(AUDIT_BATCH).execute()",
    operator: 'link removed',
    occurrence: 1,
    why: 'The limit bounds memory only: without it all sales are read at once.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement:
      "const found = await store.db .selectFrom('sale') .select('merchant') .where('merchant', '>', after) .orderBy('merchant') .limit(1) .executeTakeFirst()",
    operator: 'link removed',
    occurrence: 1,
    why: 'The index of the merchants has this order, and both engines read it.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement:
      "const found = await store.db .selectFrom('sale') .select('merchant') .where('merchant', '>', after) .orderBy('merchant') .limit(1) .executeTakeFirst()",
    operator: 'link removed',
    occurrence: 2,
    why: 'Only the first row is taken.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement:
      "const found = await store.db .selectFrom('sale') .select('merchant') .where('merchant', '>', after) .orderBy('merchant') .limit(1) .executeTakeFirst()",
    operator: 'number',
    why: 'Only the first row is taken.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement: 'const last = batch.rows.length < AUDIT_BATCH ? range.upTo : (batch.rows.at(-1)?.id ?? null)',
    operator: 'number',
    why: 'The next batch continues at this ID, so each event is read once.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement:
      "store.db .selectFrom('sale_event') .select(['sale_id as id', 'number', 'hash']) .where('sale_id', 'in', ids) .where",
    operator: 'link removed',
    why: 'Reads more rows only: the heads are compared with the ID, too.',
  },
  {
    file: 'packages/bff/src/sale/ledger/audit.ts',
    statement:
      "store.db .selectFrom('sale_event') .select(['sale_id as id', 'number', 'hash']) .where('sale_id', 'in', ids) .where('hash', 'in', [...new Set(heads.map(({ hash }) => hash))])",
    operator: 'link removed',
    why: 'Reads more rows only: the heads are compared with the hash, too.',
  },
  {
    file: 'packages/bff/src/sale/ledger/schema.ts',
    statement: "await unique(LEDGER_INDEXES.order, ['merchant', 'order_ref'], 'order_hold = 1')",
    operator: 'argument removed',
    why: 'The migration of refunds makes this index anew.',
  },
  {
    file: 'packages/bff/src/sale/ledger/sql-store.ts',
    statement:
      "await db .selectFrom('sale_event') .selectAll() .where('sale_id', '=', saleId) .where('number', '>', number) .orderBy('number') .limit(limit) .execute()",
    operator: 'link removed',
    occurrence: 2,
    why: 'The primary key of the events has this order, and both engines read it.',
  },
  {
    file: 'packages/bff/src/sale/ledger/sql-store.ts',
    statement: 'if (hot[0]?.number === number + 1) return hot',
    operator: 'condition false',
    why: 'Saves a statement only: without an archive the events are the same.',
  },
  {
    file: 'packages/bff/src/sale/ledger/sql-store.ts',
    statement: 'if (hot[0]?.number === number + 1) return hot',
    operator: 'number',
    why: 'Saves a statement only: without an archive the events are the same.',
  },
  {
    file: 'packages/bff/src/sale/ledger/sql-store.ts',
    statement: 'if (hot[0]?.number === number + 1) return hot',
    operator: 'arithmetic',
    why: 'Saves a statement only: without an archive the events are the same.',
  },
]
