// The two measured stores: embedded files, and a separate PostgreSQL with durable writes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../support/postgres.ts'

/** Runs `work` with a PostgreSQL server that is durable and ends with it. */
export async function withPostgres<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-load-'))
  const server = await startPostgres({ folder: join(folder, 'data'), durable: true })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
