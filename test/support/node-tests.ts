/** Runs test files under node:test with PostgreSQL beside them; what is started is always stopped. */
import { glob } from 'node:fs/promises'
import pg from 'pg'
import { startPostgres, type Postgres } from './postgres.ts'
import { ROOT, runNode } from './spawned.ts'

/** Which files run, and how. */
export interface NodeTests {
  /** Where tests are found. */
  readonly patterns: readonly string[]
  /** Tests of these patterns that run elsewhere. */
  readonly except: RegExp
  /** Options of `node --test`. */
  readonly options: readonly string[]
}

/** A run that was killed leaves its databases behind; this server is ours alone, so nobody uses them. */
export async function dropLeftovers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const left = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'tapboard\\_test\\_%'`,
  )
  for (const { datname } of left.rows) await client.query(`drop database "${datname}" with (force)`)
  await client.end()
}

async function allFiles({ patterns, except }: NodeTests): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob([...patterns], { cwd: ROOT })) if (!except.test(file)) files.push(file)
  return files.toSorted()
}

/** Runs the files that `given` names, or all of them; resolves to the exit code. DATABASE_URL names another server. */
export async function runNodeTests(tests: NodeTests, given: readonly string[]): Promise<number> {
  const files = given.some((argument) => !argument.startsWith('-')) ? [] : await allFiles(tests)
  const existing = process.env['DATABASE_URL'] ?? ''
  let postgres: Postgres | undefined
  try {
    if (existing === '') {
      postgres = await startPostgres()
      await dropLeftovers(postgres.url)
    }
    const env = { DATABASE_URL: postgres?.url ?? existing }
    return await runNode(['--test', ...tests.options, ...given, ...files], { env })
  } finally {
    await postgres?.stop()
  }
}
