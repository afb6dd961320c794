/** Mutants of the store, the server and the service that no test needs to kill. */
import { inStatement, type Explained } from './entry.ts'

const CACHE = 'A cache: a name is converted once more.'
const PAUSE = 'The length of a pause before a retry, which decides nothing else.'

export const STORE: readonly Explained[] = [
  {
    file: 'packages/server/src/node-listener.ts',
    statement: "outgoing.off('close', cancel)",
    operator: 'string',
    why: 'The reader is at its end by then, and cancelling it changes nothing.',
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
]
