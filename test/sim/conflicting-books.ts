// The ledger of a simulation on PostgreSQL, which gives up each statement once. The clock of the simulation waits for the server.
import { setTimeout as pause } from 'node:timers/promises'
import { failEachStatementOnce, turn } from '@tapboard/store/testing'
import { failedStatements } from '../../packages/store/src/postgres/statement-conflicts.ts'
import { createDatabase } from '../kit/postgres.ts'
import type { Books } from './books.ts'
import { openSqlBooks } from './sql-books.ts'
import type { World } from './world.ts'

/** Longer than the wait before the first repeat of a statement, which no call to the server shows; each further wait doubles. */
const REPEATED_MS = 16
const LONGEST_MS = 320

/** Waits for the server until nothing happens without a timer of the simulation. */
async function settled(): Promise<void> {
  let failed = failedStatements()
  await turn()
  for (let waitMs = REPEATED_MS; failed !== failedStatements(); waitMs = Math.min(2 * waitMs, LONGEST_MS)) {
    failed = failedStatements()
    await pause(waitMs)
    await turn()
  }
}

/** Opens an empty ledger in a database of its own on this server. */
export async function openConflictingBooks(
  world: World,
  serverUrl: string,
): Promise<Books & { close(): Promise<void> }> {
  const database = await createDatabase(serverUrl)
  const books = await openSqlBooks(world, database.url)
  const endFaults = failEachStatementOnce()
  world.settle = async (callback) => {
    await settled()
    callback()
  }
  const { close } = books
  // The same object: the simulation sets its listener of commits.
  return Object.assign(books, {
    async close() {
      await settled()
      endFaults()
      await close()
      await database.drop()
    },
  })
}
