// The log of a program that mounts the BFF: as the process `tapboard-bff` writes it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isConfigError } from './config.ts'
import { optionsFromEnvironment } from './options-from-environment.ts'

const ENVIRONMENT = {
  TAPBOARD_SECRET: 'a-secret-of-all-instances-0123456789',
  TAPBOARD_STORE_URL: 'file::memory:',
  TAPBOARD_PUBLIC_URL: 'http://127.0.0.1:4300',
  TAPBOARD_TERMINAL_URL: 'http://127.0.0.1:4010',
  TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
  TAPBOARD_MERCHANT_ID: 'shop',
  TAPBOARD_MERCHANT_API_KEY: 'tb_test_abcdefghijklmnopqrstuvwxyz',
  TAPBOARD_MERCHANT_HOST_SECRET: 'a-host-secret-of-the-shop-0123456789',
  TAPBOARD_MERCHANT_ORIGINS: 'http://127.0.0.1:8000',
}

const MODULE = new URL('options-from-environment.ts', import.meta.url).href

/** What a program prints that logs one request, on a terminal or not. */
const printed = (isTerminal: boolean, variables: Readonly<Record<string, string>> = {}): string =>
  execFileSync(
    process.execPath,
    [
      '--conditions=tapboard-source',
      '--input-type=module',
      '--eval',
      `import { optionsFromEnvironment } from '${MODULE}'
      Object.defineProperty(process.stdout, 'isTTY', { value: ${String(isTerminal)} })
      const [{ log }] = [1, 2].map(() => optionsFromEnvironment(${JSON.stringify({ ...ENVIRONMENT, ...variables })}))
      if (log === undefined) console.log('none')
      else for (const write of [log.info, log.warn]) write({ route: 'startSale', status: 201 }, 'request')`,
    ],
    { encoding: 'utf8', cwd: fileURLToPath(new URL('.', import.meta.url)), env: { NO_COLOR: '1' } },
  )

test('a program that mounts the BFF logs for a person on a terminal, and as createBff does elsewhere', () => {
  const time = String.raw`\d\d:\d\d:\d\d`
  assert.match(
    printed(true),
    new RegExp(`^${time} bff +request.*startSale 201.*\n${time} bff +.*startSale 201`),
  )
  assert.equal(printed(false), 'none\n')
  const [line = '', ...more] = printed(false, { TAPBOARD_LOG_LEVEL: 'warn' }).trim().split('\n')
  assert.deepEqual([(JSON.parse(line) as { level: number }).level, more], [40, []])
})

test('a wrong variable of the log is named', () => {
  for (const [variable, rule] of [
    ['TAPBOARD_LOG_FORMAT', /must be json or pretty/],
    ['TAPBOARD_LOG_LEVEL', /must be/],
  ] as const)
    assert.throws(
      () => optionsFromEnvironment({ ...ENVIRONMENT, [variable]: 'wrong' }),
      (error) =>
        isConfigError(error) &&
        error.problems.some(({ option, message }) => option === variable && rule.test(message)),
    )
})
