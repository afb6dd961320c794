// Runs the commands about the store as a whole.
import { openStore, runMigrate, StoreError } from '@tapboard/store'
import { backupStore, restoreStore } from '@tapboard/store/backup'
import { SCHEMA } from '../schema/schema.ts'
import { EXPLAIN } from './explain.ts'
import type { CommandOutput } from './output.ts'
import type { StoreCommand } from './store-commands.ts'

type Of<Name extends StoreCommand['name']> = Extract<StoreCommand, { readonly name: Name }>

async function migrate(
  { store: url, check }: Omit<Of<'migrate'>, 'name'>,
  { out, err }: CommandOutput,
): Promise<number> {
  const store = await openStore<unknown>(url, { mustExist: check, isCommand: true })
  try {
    const code = await runMigrate(store, [SCHEMA], { check, print: (line) => out(`${line}\n`) })
    if (code !== 0) err(`${EXPLAIN.more('migration-needed')}\n`)
    return code
  } finally {
    await store.close()
  }
}

/** Rejects a database without the tables of the service. */
async function checkTables(url: string): Promise<void> {
  const store = await openStore<unknown>(url, { mustExist: true, isCommand: true })
  try {
    const missing = await store.missing(SCHEMA)
    if (missing.length >= SCHEMA.migrations.length)
      throw new StoreError('backup-refused', 'The file has no tables of the service.')
  } finally {
    await store.close()
  }
}

async function backup({ store: url, target, keep }: Of<'backup'>, { out }: CommandOutput): Promise<number> {
  const kept = keep === undefined ? {} : { keep }
  const made = await backupStore({ url, target, nowMs: Date.now(), verify: checkTables, ...kept })
  out(`copied to ${made.path}\n`)
  for (const path of made.removed) out(`removed ${path}\n`)
  return 0
}

async function restore({ store: url, file }: Of<'restore'>, { out }: CommandOutput): Promise<number> {
  await restoreStore({ url, file, prepare: checkTables })
  out(`restored from ${file}\n`)
  out(
    'Sessions and charges since the copy are missing here; the ledger of the BFF and the processor have them.\n',
  )
  return 0
}

/** Runs a command about the store; returns the exit code. */
export async function performStore(command: StoreCommand, output: CommandOutput): Promise<number> {
  switch (command.name) {
    case 'migrate':
      return migrate(command, output)
    case 'backup':
      return backup(command, output)
    case 'restore':
      return restore(command, output)
  }
}
