import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { isConfigError, readConfig } from './config.ts'
import { firstDotEnv, withDotEnv } from './dot-env.ts'
import { optionsFrom, VARIABLES } from './environment.ts'

const random = (length: number): string => 'r'.repeat(length)

test('the file .env adds what the environment does not say', () => {
  const read = (): string => 'PORT=1\nMERCHANT_NAME="My shop"\n'
  assert.deepEqual(withDotEnv({ PORT: '2' }, read), { PORT: '2', MERCHANT_NAME: 'My shop' })
  const none = (): string => {
    throw new Error('there is no such file')
  }
  assert.deepEqual(withDotEnv({ PORT: '2' }, none), { PORT: '2' })
})

test('the first .env needs an API key and nothing else', () => {
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

test('.env.example is what "tapboard env" prints, without secrets: as it stands it starts nothing', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  assert.equal(example, `${firstDotEnv(() => '')}\n`)
  assert.throws(() => readConfig(optionsFrom(parseEnv(example))), isConfigError)
})
