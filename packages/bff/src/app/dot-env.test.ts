import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { isConfigError, readConfig } from './config.ts'
import { firstDotEnv, withDotEnv } from './dot-env.ts'
import { optionsFrom, VARIABLES } from './environment.ts'

const random = (length: number): string => 'r'.repeat(length)

test('.env adds variables missing from the environment', () => {
  const read = (): string => 'PORT=1\nMERCHANT_NAME="My shop"\n'
  assert.deepEqual(withDotEnv({ PORT: '2' }, read), { PORT: '2', MERCHANT_NAME: 'My shop' })
  const none = (): string => {
    throw new Error('there is no such file')
  }
  assert.deepEqual(withDotEnv({ PORT: '2' }, none), { PORT: '2' })
})

test('the generated .env needs only an API key', () => {
  const text = firstDotEnv(random)
  assert.throws(
    () => readConfig(optionsFrom(parseEnv(text))),
    (error) =>
      isConfigError(error) && error.problems.map(({ option }) => option).join() === 'merchants.0.apiKey',
  )
  const config = readConfig(optionsFrom({ ...parseEnv(text), MERCHANT_API_KEY: 'key' }))
  assert.equal(config.merchants[0]?.name, 'My shop')
  for (const [name] of VARIABLES) assert.match(text, new RegExp(`^(# )?${name}=`, 'm'))
})

test('.env.example equals the output of "tapboard env" without secrets and does not start', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  assert.equal(example, `${firstDotEnv(() => '')}\n`)
  assert.throws(() => readConfig(optionsFrom(parseEnv(example))), isConfigError)
})
