/** PostgreSQL for a test run: the server of DATABASE_URL, or a new one, which is always stopped. */
import pg from 'pg'
import { startPostgres } from './postgres.ts'

/** A run that was killed leaves its databases behind; the server belongs to this repository alone, so they are unused. */
export async function dropLeftovers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const left = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'tapboard\\_test\\_%'`,
  )
  for (const { datname } of left.rows) await client.query(`drop database "${datname}" with (force)`)
  await client.end()
}

/** Runs `work` with the URL of a PostgreSQL server. */
export async function withPostgres<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const existing = process.env['DATABASE_URL'] ?? ''
  if (existing !== '') return work(existing)
  const postgres = await startPostgres()
  try {
    await dropLeftovers(postgres.url)
    return await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}
