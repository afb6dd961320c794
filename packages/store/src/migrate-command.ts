/** The command `migrate` of both servers: applies the missing migrations of all sets, or lists them. */
import type { MigrationSet } from './migrate.ts'
import type { Store } from './store.ts'

/** What the command prints and does. */
export interface MigrateCommand {
  /** Lists what is missing and applies nothing. */
  readonly check: boolean
  /** Writes a line for people. */
  readonly print: (line: string) => void
}

/**
 * Applies the missing migrations of the sets, in order, and prints each. Returns the exit code: 0, or 1 if `check`
 * found some.
 */
export async function runMigrate(
  store: Store<unknown>,
  sets: readonly MigrationSet[],
  { check, print }: MigrateCommand,
): Promise<number> {
  let count = 0
  for (const set of sets) {
    const names = await store.missing(set)
    if (!check) await store.migrate(set)
    count += names.length
    for (const name of names) print(`${check ? 'missing' : 'applied'}: ${set.name} ${name}`)
  }
  if (count === 0) print('The tables are up to date.')
  return check && count > 0 ? 1 : 0
}
