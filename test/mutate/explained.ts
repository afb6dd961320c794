/**
 * Mutants that no test can or need notice, with the reason. They are excluded from the count. An entry without an existing mutant
 * fails the run. Entries contain no line numbers, so code may move.
 */
import type { Mutant } from './mutants.ts'

/** One mutant and why it may survive. */
export interface Explained extends Pick<Mutant, 'file' | 'statement' | 'operator'> {
  /** Which of the mutants with the same statement and operator; default the first, 0. */
  readonly occurrence?: number
  /** Why no test can notice it, in one line. */
  readonly why: string
}

/** The entries, by file. */
export const EXPLAINED: readonly Explained[] = [
  {
    file: 'packages/bff/src/token/key-set.ts',
    statement:
      'const same = key !== undefined && key.role === row.role && key.retireAtMs === row.retire_at_ms',
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
    file: 'packages/bff/src/sale/watch/watch.ts',
    statement: 'const expected = noticed || seen.events.length === 0',
    operator: 'number',
    why: 'Saves a statement only: without it the row is read first and then the same events.',
  },
  {
    file: 'packages/bff/src/sale/runner/runner.ts',
    statement: 'open.set(upstream, (open.get(upstream) ?? 1) - 1)',
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
    statement: 'tick.wake()',
    operator: 'statement removed',
    why: 'Saves up to a second after a restart: the loop claims at its next tick anyway.',
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
    file: 'packages/server/src/node-listener.ts',
    statement: "outgoing.once('close', done)",
    operator: 'string',
    why: 'The reader is cancelled by another listener; only a promise that nothing refers to stays pending.',
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
