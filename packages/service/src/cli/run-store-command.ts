// Runs the commands about the store as a whole.
import { openStore, runMigrate } from '@tapboard/store'
import { SCHEMA } from '../schema/schema.ts'
import type { CommandOutput } from './output.ts'
import type { StoreCommand } from './store-commands.ts'

/** Runs a command about the store; returns the exit code. */
export async function performStore(
  { store: url, check }: StoreCommand,
  { out }: CommandOutput,
): Promise<number> {
  const store = await openStore<unknown>(url, { mustExist: check })
  try {
    return await runMigrate(store, [SCHEMA], { check, print: (line) => out(`${line}\n`) })
  } finally {
    await store.close()
  }
}
