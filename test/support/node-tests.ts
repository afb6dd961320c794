/** Runs test files under node:test with PostgreSQL beside them; what is started is always stopped. */
import { spawn } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres, type Postgres } from './postgres.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

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
async function dropLeftovers(url: string): Promise<void> {
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
  for await (const file of glob([...patterns], { cwd: root })) if (!except.test(file)) files.push(file)
  return files.toSorted()
}

function run(args: readonly string[], databaseUrl: string): Promise<number> {
  const child = spawn(process.execPath, ['--conditions=tapboard-source', '--test', ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: 'inherit',
  })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
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
    return await run([...tests.options, ...given, ...files], postgres?.url ?? existing)
  } finally {
    await postgres?.stop()
  }
}
