/**
 * Mutants that no test needs to kill, with the reason. They are excluded from the count. An entry without an existing
 * mutant fails the run. Entries contain no line numbers, so code may move.
 */
import type { Mutant } from './mutants.ts'

/** One mutant and why it may survive. */
export interface Explained extends Pick<Mutant, 'file' | 'statement' | 'operator'> {
  /** Which of the mutants with the same statement and operator; default the first, 0. */
  readonly occurrence?: number
  /** Why no test can notice it, in one line. */
  readonly why: string
}

/** Entries of one statement with the same reason; an operator may name its occurrence: `number 1`. */
const inStatement = (
  file: string,
  statement: string,
  operators: readonly string[],
  why: string,
): readonly Explained[] =>
  operators.map((text) => {
    const [, operator = text, occurrence = '0'] = /^(.*) (\d)$/.exec(text) ?? []
    return { file, statement, operator, occurrence: Number(occurrence), why }
  })

const CACHE = 'A cache: a name is converted once more.'
const PAUSE = 'The length of a pause before a retry, which decides nothing else.'

export const EXPLAINED: readonly Explained[] = [
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
    file: 'packages/server/src/node-listener.ts',
    statement: "outgoing.off('close', cancel)",
    operator: 'string',
    why: 'The reader is at its end by then, and cancelling it changes nothing.',
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
    file: 'packages/server/src/node-listener.ts',
    statement: "outgoing.once('close', done)",
    operator: 'string',
    why: 'The reader is cancelled by another listener; only a promise that nothing refers to stays pending.',
  },
  {
    file: 'packages/store/src/context/web.ts',
    statement: 'port1.close()',
    operator: 'statement removed',
    why: 'Releases the channel at once instead of at the garbage collection.',
  },
  {
    file: 'packages/store/src/outbox/receivers.ts',
    statement: 'const known = this.#known.get(name) ?? { name, active: 0, slow: 0, failures: 0, untilMs: 0 }',
    operator: 'number',
    occurrence: 3,
    why: 'The end of a pause in 1970, a millisecond later.',
  },
  {
    file: 'packages/store/src/sqlite/sqlite-probe.ts',
    statement: 'await sql`delete from tapboard_probe where slot < ${rows[0]?.slot ?? 0}`.execute(trx)',
    operator: 'fallback',
    why: 'The insert before it always returns its row.',
  },
  ...inStatement(
    'packages/store/src/column-mapper.ts',
    'if (known !== undefined) return known',
    ['condition false 0', 'condition false 1'],
    CACHE,
  ),
  ...inStatement(
    'packages/store/src/column-mapper.ts',
    'memberNames.set(column, member)',
    ['statement removed'],
    CACHE,
  ),
  ...inStatement(
    'packages/store/src/column-mapper.ts',
    'columnNames.set(member, column)',
    ['statement removed'],
    CACHE,
  ),
  ...inStatement(
    'packages/store/src/postgres/postgres-retry.ts',
    'await pause(waitMs / 2 + randomInt(waitMs + 1))',
    ['statement removed', 'arithmetic 0', 'arithmetic 1', 'arithmetic 2', 'number 0', 'number 1'],
    PAUSE,
  ),
  ...inStatement(
    'packages/store/src/outbox/receivers.ts',
    'if (receiver.active === 0) this.#known.delete(receiver.name)',
    ['condition false'],
    'Saves memory only: the kept entry has the counts of a new one.',
  ),
  ...inStatement(
    'packages/store/src/outbox/receivers.ts',
    'this.#known.delete(receiver.name)',
    ['statement removed'],
    'Saves memory only: the kept entry has the counts of a new one.',
  ),
  ...inStatement(
    'packages/store/src/sqlite/sqlite-store.ts',
    'removals.delete(remove)',
    ['statement removed'],
    'The listener is removed again when the store closes, which changes nothing.',
  ),
  {
    file: 'packages/contract/src/application/judge-tax.ts',
    statement:
      "return collector.result( collector.isValid('taxIdType') ? collector.clean(clean, '', { taxId: RULES.taxId }) : clean, )",
    operator: 'string',
    why: 'At this point the collector has no issue but that of the type.',
  },
  {
    file: 'packages/contract/src/money.ts',
    statement:
      "if (minor > MAX_MINOR || minor / 10 ** exponent > MAX_MAJOR) return refuse('must be at most 999999.99')",
    operator: 'number',
    why: 'Only a currency without decimals has major units above the limit at so few minor units; its exponent is 0.',
  },
  {
    file: 'packages/contract/src/money.ts',
    statement: "if (value <= 0) return refuse('must be greater than 0')",
    operator: 'boundary',
    why: 'Zero is refused with the same sentence when its text is parsed.',
  },
  {
    file: 'packages/contract/src/application/judge-bank.ts',
    statement:
      "if (collector.isValid('banking.') && banking.accountNumber === banking.routingNumber) collector.addIssue('banking.accountNumber', 'account-is-routing')",
    operator: 'string',
    why: 'The collector of this step has issues of the bank account only.',
  },
  {
    file: 'packages/contract/src/application/bank.ts',
    statement:
      'Array.from(digits).reduce((sum, digit, index) => sum + Number(digit) * (WEIGHTS[index % 3] ?? 0), 0) % 10 === 0',
    operator: 'arithmetic',
    why: 'The negative sum is divisible by ten exactly when the sum is; -0 === 0.',
  },
  {
    file: 'packages/contract/src/application/bank.ts',
    statement:
      'Array.from(digits).reduce((sum, digit, index) => sum + Number(digit) * (WEIGHTS[index % 3] ?? 0), 0) % 10 === 0',
    operator: 'number',
    occurrence: 1,
    why: 'The index modulo three always has a weight.',
  },
  {
    file: 'packages/contract/src/application/bank.ts',
    statement: 'return total + (twice > 9 ? twice - 9 : twice)',
    operator: 'arithmetic',
    why: 'The negative sum is divisible by ten exactly when the sum is; -0 === 0.',
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
  {
    file: 'packages/contract/src/application/boarding-errors.ts',
    statement:
      "const [, wire = '', words = ''] = /^\\s*([A-Za-z][\\w.[\\]]{0,120})\\s*:\\s*(.*)$/s.exec(message) ?? []",
    operator: 'anchor',
    occurrence: 1,
    why: 'With the flag s, the last group takes the rest of the text anyway.',
  },
  {
    file: 'packages/contract/src/application/date.ts',
    statement:
      "/^\\d{0,4}-\\d{0,2}-\\d{0,2}$/.test(value) && !/^\\d{4}-\\d\\d-\\d\\d$/.test(value) ? 'date-incomplete' : isRealDate(value) ? '' : 'date-not-real'",
    operator: 'anchor',
    occurrence: 2,
    why: 'The pattern before it allows no more digits at this end.',
  },
  {
    file: 'packages/contract/src/application/date.ts',
    statement:
      "/^\\d{0,4}-\\d{0,2}-\\d{0,2}$/.test(value) && !/^\\d{4}-\\d\\d-\\d\\d$/.test(value) ? 'date-incomplete' : isRealDate(value) ? '' : 'date-not-real'",
    operator: 'anchor',
    occurrence: 3,
    why: 'The pattern before it allows no more digits at this end.',
  },
  {
    file: 'packages/contract/src/application/identity.ts',
    statement: 'const NEVER = /^(078051120|219099999|123456789)$/',
    operator: 'anchor',
    why: 'Only nine digits are compared with it.',
  },
  {
    file: 'packages/contract/src/application/identity.ts',
    statement: 'const NEVER = /^(078051120|219099999|123456789)$/',
    operator: 'anchor',
    occurrence: 1,
    why: 'Only nine digits are compared with it.',
  },
  {
    file: 'packages/contract/src/application/judge-signers.ts',
    statement:
      'signers.reduce( (sum, { ownershipPercentage: typed }) => sum + (/^\\s*\\d{1,3}\\s*%?\\s*$/.test(typed) ? Number.parseInt(typed, 10) : 0), 0, )',
    operator: 'argument removed',
    why: 'A text of decimal digits has the radix ten without it.',
  },
  {
    file: 'packages/contract/src/application/place.ts',
    statement: 'const ISLANDS = /^(GU|PW|FM|MH|MP)$/',
    operator: 'anchor',
    why: 'Only a listed state, of two letters, is compared with it.',
  },
  {
    file: 'packages/contract/src/application/place.ts',
    statement: 'const ISLANDS = /^(GU|PW|FM|MH|MP)$/',
    operator: 'anchor',
    occurrence: 1,
    why: 'Only a listed state, of two letters, is compared with it.',
  },
  {
    file: 'packages/contract/src/application/place.ts',
    statement:
      "/^[ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z] \\d[ABCEGHJ-NPRSTV-Z]\\d$/.test(zip) ? '' : 'postal-format'",
    operator: 'anchor',
    why: 'A cleaned code has a space only if the whole text has this form.',
  },
  {
    file: 'packages/contract/src/application/place.ts',
    statement:
      "/^[ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z] \\d[ABCEGHJ-NPRSTV-Z]\\d$/.test(zip) ? '' : 'postal-format'",
    operator: 'anchor',
    occurrence: 1,
    why: 'A cleaned code has a space only if the whole text has this form.',
  },
  {
    file: 'packages/contract/src/outcome.ts',
    statement:
      "distinct( values.map((value) => value === undefined || value === null || typeof value === 'string' ? value : JSON.stringify(value), ), )",
    operator: 'logical',
    why: 'The members were read by readMembers, which leaves out null.',
  },
  {
    file: 'packages/contract/src/token.ts',
    statement: 'if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return false',
    operator: 'anchor',
    why: 'Intl refuses such a text, too: only an offset has no name, and its end has no letter.',
  },
  {
    file: 'packages/contract/src/token.ts',
    statement: 'if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return false',
    operator: 'anchor',
    occurrence: 1,
    why: 'Intl refuses such a text, too.',
  },
  {
    file: 'packages/contract/src/session.ts',
    statement:
      "const writeDate = (atMs: number): string => new Date(atMs).toISOString().replace(/\\.\\d{3}Z$/, 'Z')",
    operator: 'anchor',
    why: 'The text of toISOString has one fraction, at its end.',
  },
  {
    file: 'packages/contract/src/json.ts',
    statement: 'for (let at = 0; at < text.length;) {…}',
    operator: 'boundary',
    why: 'Behind its end a text has no mark.',
  },
  {
    file: 'packages/contract/src/json.ts',
    statement: 'for (let at = 0; at < text.length; at++) {…}',
    operator: 'boundary',
    why: 'Behind its end a text has no mark.',
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
]

/** Whether the entry means this mutant. */
export function means(entry: Explained, mutant: Mutant): boolean {
  return (
    entry.file === mutant.file &&
    entry.operator === mutant.operator &&
    entry.statement === mutant.statement &&
    (entry.occurrence ?? 0) === mutant.occurrence
  )
}

/** Entries that match no mutant of their file: their code was changed or removed. */
export function outdated(entries: readonly Explained[], mutants: readonly Mutant[]): readonly Explained[] {
  return entries.filter((entry) => !mutants.some((mutant) => means(entry, mutant)))
}

/** An entry for this mutant, to be completed and put into the list. */
export function entryFor({ file, statement, operator, occurrence }: Mutant): string {
  const quoted = [file, statement, operator].map((text) => JSON.stringify(text))
  return `{ file: ${quoted[0]}, statement: ${quoted[1]}, operator: ${quoted[2]}, occurrence: ${occurrence}, why: '' },`
}
