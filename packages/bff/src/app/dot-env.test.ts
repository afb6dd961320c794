import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
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
