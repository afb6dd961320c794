/**
 * `npm run test:node [-- file… --test-name-pattern=…]`: the tests that need no browser.
 * Starts PostgreSQL unless DATABASE_URL names one, and always stops what it started.
 */
import { spawn } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres, type Postgres } from './support/postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const PATTERNS = ['packages/*/src/**/*.test.ts', 'demo/**/*.test.ts', 'test/**/*.test.ts']
/** A test that hangs fails, and a file whose tests are done ends, instead of holding the run for ever. */
const LIMITS = ['--test-timeout=180000', '--test-force-exit']
const NOT_HERE = /^test\/journeys\/|\.browser\.ts$/

async function allTests(): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob(PATTERNS, { cwd: root })) if (!NOT_HERE.test(file)) files.push(file)
  return files.toSorted()
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

function runTests(args: readonly string[], databaseUrl: string): Promise<number> {
  const child = spawn(process.execPath, ['--conditions=tapboard-source', '--test', ...LIMITS, ...args], {
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

const given = process.argv.slice(2)
const files = given.some((argument) => !argument.startsWith('-')) ? [] : await allTests()
const existing = process.env['DATABASE_URL']
let postgres: Postgres | undefined
try {
  if (existing === undefined || existing === '') {
    postgres = await startPostgres()
    await dropLeftovers(postgres.url)
  }
  process.exitCode = await runTests([...given, ...files], postgres?.url ?? existing ?? '')
} finally {
  await postgres?.stop()
}
