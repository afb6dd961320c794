// The command `tapboard migrate`: brings the tables of the store up to date, for a BFF whose user may not change tables. Exit
// codes: 0 done or nothing to do, 1 `--check` found missing migrations, 2 wrong call or no store.
import { isStoreError, runMigrate, type Store, type StoreOptions } from '@tapboard/store'
import type { CommandPorts } from './command-ports.ts'
import { EXPLAIN } from './explain.ts'
import { BFF_MIGRATIONS } from './migrations.ts'

export const MIGRATE_HELP = [
  '  tapboard migrate         bring the tables of the store up to date; the BFF then needs no right to change tables',
  '  tapboard migrate --check list what would be applied; exit code 1 if there is something',
] as const

/** Access of the command to the process. */
interface MigrateCliPorts extends CommandPorts {
  readonly openStore: (url: string, options: StoreOptions) => Promise<Store<unknown>>
}

/** Runs `migrate …`; `args` begin after the word `migrate`. */
export async function runMigrateCommand(
  args: readonly string[],
  { environment, openStore, print, printError }: MigrateCliPorts,
): Promise<number> {
  const check = args[0] === '--check'
  if (args.length > (check ? 1 : 0)) {
    EXPLAIN.report(printError, 'command-invalid', ['Call it as one of:', ...MIGRATE_HELP].join('\n'))
    return 2
  }
  const url = environment['TAPBOARD_STORE_URL'] ?? ''
  if (url === '') {
    const sentence = 'TAPBOARD_STORE_URL must name the store whose tables are to be brought up to date.'
    EXPLAIN.report(printError, 'config-invalid', sentence)
    return 2
  }
  let store: Store<unknown> | null = null
  try {
    store = await openStore(url, { mustExist: check, isCommand: true })
    const code = await runMigrate(store, BFF_MIGRATIONS, { check, print })
    if (code !== 0) printError(EXPLAIN.more('migration-needed'))
    return code
  } catch (error) {
    if (!isStoreError(error)) throw error
    printError(`TAPBOARD_STORE_URL: ${error.message}`)
    printError(EXPLAIN.moreAbout(error, 'store-unavailable'))
    return 2
  } finally {
    await store?.close()
  }
}
