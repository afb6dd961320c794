// The values of "serve" and "processor", from arguments and from variables.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCommand } from './read-command.ts'

const read = (line: string, environment: Record<string, string> = {}) =>
  readCommand(line.split(' ').filter(Boolean), environment)

void test('names the argument or the variable from which a wrong value came', () => {
  for (const [option, value] of [
    ['port', 'x'],
    ['host', 'a/b'],
    ['terminals-waiting', '0'],
    ['terminals-waiting', '10001'],
    ['repeat', 'sometimes'],
    ['proxies', '11'],
    ['store-connections', '0'],
    ['metrics-port', 'x'],
    ['public-url', 'pay.example'],
  ] as const) {
    const variable = `TAPBOARD_SERVICE_${option.toUpperCase().replaceAll('-', '_')}`
    const given = read(`serve --${option} ${value}`, { [variable]: '1' })
    assert.ok(!given.ok && given.code === 'command-invalid' && given.message.startsWith(`--${option} must`))
    const set = read('serve', { [variable]: value })
    assert.ok(
      !set.ok && set.code === 'config-invalid' && set.message.startsWith(`${variable} must`),
      variable,
    )
  }
})

void test('names the variable of the metrics host, of a receiver and of a store', () => {
  const failing = (line: string, environment: Record<string, string>): readonly [string, string] => {
    const result = read(line, environment)
    return result.ok ? ['', ''] : [result.code, result.message]
  }
  const metrics = { TAPBOARD_SERVICE_METRICS_PORT: '9102', TAPBOARD_SERVICE_METRICS_HOST: 'a/b' }
  assert.deepEqual(failing('serve', metrics), [
    'config-invalid',
    'TAPBOARD_SERVICE_METRICS_HOST must be a host name or an address.',
  ])
  const url = 'http://cards.example'
  const [place, message] = failing('serve', { TAPBOARD_SERVICE_AUTHORIZER_URL: url })
  assert.deepEqual([place, message.startsWith('The authorizer URL must be https')], ['config-invalid', true])
  assert.equal(failing(`serve --authorizer-url ${url}`, {})[0], 'command-invalid')
  assert.equal(failing('serve --authorizer-url https://cards.example', {})[0], 'config-invalid')
  const store = 'postgres://app@db.example/s'
  const [code, words] = failing(`serve --store ${store}`, {})
  assert.deepEqual([code, words.startsWith('--store must encrypt')], ['command-invalid', true])
  assert.equal(failing('serve', { TAPBOARD_SERVICE_STORE_URL: store })[0], 'config-invalid')
})

void test('D-208 reads how many terminals of one address may be without a hello', () => {
  const waiting = (line: string, environment: Record<string, string> = {}): unknown => {
    const result = read(line, environment)
    return result.ok && result.command.name === 'serve' ? result.command.terminalsWaitingPerAddress : null
  }
  const environment = { TAPBOARD_SERVICE_TERMINALS_WAITING: '5000' }
  assert.equal(waiting('serve'), undefined)
  assert.equal(waiting('serve', environment), 5_000)
  assert.equal(waiting('serve --terminals-waiting 10000', environment), 10_000)
})

void test('the example processor takes a port, a file and the secret of the service', () => {
  const environment = { TAPBOARD_SERVICE_PROCESSOR_SECRET: 'secret-of-the-processor-1' }
  const command = { name: 'processor', host: '127.0.0.1', secret: 'secret-of-the-processor-1' }
  assert.deepEqual(read('processor', environment), {
    ok: true,
    command: { ...command, port: 4020, file: '.tapboard/processor.jsonl' },
  })
  const ring = { TAPBOARD_SERVICE_PROCESSOR_SECRET: 'secret-of-the-processor-2,secret-of-the-processor-1' }
  assert.deepEqual(read('processor', ring), {
    ok: true,
    command: {
      ...command,
      secret: ['secret-of-the-processor-2', 'secret-of-the-processor-1'],
      port: 4020,
      file: '.tapboard/processor.jsonl',
    },
  })
  assert.deepEqual(read('processor --port 0 --file p.jsonl', environment), {
    ok: true,
    command: { ...command, port: 0, file: 'p.jsonl' },
  })
  const authorizerSecret = 'secret-of-the-authorizer-1'
  assert.deepEqual(
    read('processor --port 0 --file p.jsonl', {
      ...environment,
      TAPBOARD_SERVICE_AUTHORIZER_SECRET: authorizerSecret,
    }),
    { ok: true, command: { ...command, port: 0, file: 'p.jsonl', authorizerSecret } },
  )
})
