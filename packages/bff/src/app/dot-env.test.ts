import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { isConfigError, readConfig } from './config.ts'
import { firstDotEnv, withDotEnv } from './dot-env.ts'
import { optionsFrom, VARIABLES } from './environment.ts'

const random = (length: number): string => 'r'.repeat(length)

test('.env adds variables missing from the environment', () => {
  const read = (): string => 'TAPBOARD_PORT=1\nTAPBOARD_MERCHANT_NAME="My shop"\n'
  assert.deepEqual(withDotEnv({ TAPBOARD_PORT: '2' }, read), {
    TAPBOARD_PORT: '2',
    TAPBOARD_MERCHANT_NAME: 'My shop',
  })
  const none = (): string => {
    throw new Error('there is no such file')
  }
  assert.deepEqual(withDotEnv({ TAPBOARD_PORT: '2' }, none), { TAPBOARD_PORT: '2' })
})

test('a variable of the environment replaces one of .env under either of its names', () => {
  const file = (): string => 'STORE_URL=file:a.db\nTAPBOARD_PROXIES=1\n'
  const environment = { TAPBOARD_STORE_URL: 'file:b.db', PROXIES: '2' }
  assert.deepEqual(withDotEnv(environment, file), environment)
})

test('the generated .env needs only an API key', () => {
  const text = firstDotEnv(random)
  assert.throws(
    () => readConfig(optionsFrom(parseEnv(text))),
    (error) =>
      isConfigError(error) && error.problems.map(({ option }) => option).join() === 'merchants.0.apiKey',
  )
  const config = readConfig(optionsFrom({ ...parseEnv(text), TAPBOARD_MERCHANT_API_KEY: 'key' }))
  assert.equal(config.merchants[0]?.name, 'My shop')
  for (const [name] of VARIABLES) assert.match(text, new RegExp(`^(# )?${name}=`, 'm'))
})

test('.env.example equals the output of "tapboard env" without secrets and does not start', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  assert.equal(example, `${firstDotEnv(() => '')}\n`)
  assert.throws(() => readConfig(optionsFrom(parseEnv(example))), isConfigError)
})

test('"tapboard env > .env" makes a file that only its owner can read', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-env-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, '.env')
  // As a shell opens it for the redirection.
  const file = openSync(path, 'w', 0o644)
  chmodSync(path, 0o644)
  const script = fileURLToPath(new URL('../tapboard.ts', import.meta.url))
  const { status } = spawnSync(process.execPath, ['--conditions=tapboard-source', script, 'env'], {
    cwd: folder,
    stdio: ['ignore', file, 'inherit'],
  })
  closeSync(file)
  assert.equal(status, 0)
  assert.match(readFileSync(path, 'utf8'), /^TAPBOARD_SECRET=\S{43}$/m)
  assert.equal(statSync(path).mode & 0o777, 0o600)
})
