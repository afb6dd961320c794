/** The program `tapboard-service`: arguments, errors, and a run as a process. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { carryOut } from '../testing/command.ts'
import { readCommand } from './read-command.ts'
import { USAGE } from './usage.ts'
import { SERVICE_VARIABLES } from './variables.ts'
import { createService } from '../app/service.ts'
import { initiateBody, TestTerminal } from '../testing.ts'

const SECRET = 'Zb4kWqzX1v9sTgN7yEo3RuLhJm6Pd0aC'

const read = (line: string, environment: Record<string, string> = {}) =>
  readCommand(line.split(' ').filter(Boolean), environment)

void test('arguments override the environment, the environment overrides defaults', () => {
  const defaults = { name: 'serve', store: 'file:.tapboard/service.db', host: '127.0.0.1', port: 4010 }
  const off = {
    strict: false,
    repeat: 'refuse',
    scripted: false,
    fast: false,
    privateWebhooks: false,
    logLevel: 'info',
    logFormat: null,
    proxies: 0,
  }
  assert.deepEqual(read('serve'), { ok: true, command: { ...defaults, ...off } })
  const environment = {
    TAPBOARD_SERVICE_PORT: '0',
    TAPBOARD_SERVICE_HOST: '::1',
    TAPBOARD_SERVICE_STORE_URL: 'file:x.db',
    TAPBOARD_SERVICE_STRICT: 'true',
    TAPBOARD_SERVICE_REPEAT: 'replay',
    TAPBOARD_SERVICE_SCRIPTED: '1',
    TAPBOARD_SERVICE_FAST: 'TRUE',
    TAPBOARD_SERVICE_PRIVATE_WEBHOOKS: '1',
    TAPBOARD_SERVICE_PROXIES: '2',
    TAPBOARD_SERVICE_STORE_CONNECTIONS: '40',
    TAPBOARD_SERVICE_LOG_LEVEL: 'warn',
    TAPBOARD_SERVICE_LOG_FORMAT: 'pretty',
    TAPBOARD_SERVICE_METRICS_PORT: '9102',
    TAPBOARD_SERVICE_PROCESSOR_URL: 'https://processor.example/applications/',
    TAPBOARD_SERVICE_PROCESSOR_SECRET: 'secret-of-the-processor-1',
    TAPBOARD_SERVICE_AUTHORIZER_URL: 'https://cards.example/authorizations',
    TAPBOARD_SERVICE_AUTHORIZER_SECRET: 'secret-of-the-authorizer-1',
  }
  const said = {
    store: 'file:x.db',
    host: '::1',
    port: 0,
    strict: true,
    repeat: 'replay',
    scripted: true,
    fast: true,
    privateWebhooks: true,
    logLevel: 'warn',
    logFormat: 'pretty',
    proxies: 2,
    storeConnections: 40,
    metrics: { host: '127.0.0.1', port: 9102 },
    processor: { url: 'https://processor.example/applications', secret: 'secret-of-the-processor-1' },
    authorizer: { url: 'https://cards.example/authorizations', secret: 'secret-of-the-authorizer-1' },
  }
  assert.deepEqual(read('serve', environment), { ok: true, command: { name: 'serve', ...said } })
  assert.deepEqual(read('serve --port 80 --store file:y.db', environment), {
    ok: true,
    command: { name: 'serve', ...said, port: 80, store: 'file:y.db' },
  })
  const authorizer = { ...said.authorizer, url: 'https://other.example' }
  assert.deepEqual(read('serve --proxies 0 --authorizer-url https://other.example/', environment), {
    ok: true,
    command: { name: 'serve', ...said, proxies: 0, authorizer },
  })
})

void test('refuses a level of the log that does not exist; an empty one is info', () => {
  const code = 'config-invalid'
  const message = 'TAPBOARD_SERVICE_LOG_LEVEL must be info, warn, error or silent.'
  assert.deepEqual(read('serve', { TAPBOARD_SERVICE_LOG_LEVEL: 'loud' }), { ok: false, code, message })
  assert.deepEqual(read('serve', { TAPBOARD_SERVICE_LOG_LEVEL: '' }), read('serve'))
  assert.deepEqual(read('serve', { TAPBOARD_SERVICE_LOG_FORMAT: 'xml' }), {
    ok: false,
    code,
    message: 'TAPBOARD_SERVICE_LOG_FORMAT must be json or pretty.',
  })
})

for (const line of [
  'sell',
  'serve --port x',
  'serve --port 70000',
  'serve --port -1',
  'serve --repeat sometimes',
  'serve --host a/b',
  'serve now',
  'serve --account x',
  'serve --metrics-port x',
  'serve --proxies 11',
  'serve --store-connections 0',
  'serve --store-connections 201',
  'serve --store-connections many',
  'serve --terminals-waiting many',
  'serve --proxies -1',
  'serve --proxies 1.5',
  'serve --proxies 10.0.0.1',
  'serve --bogus',
  'keys',
  'accounts',
  'accounts add',
  'accounts add Shop two',
  'accounts add Shop --currency XYZ',
  'accounts list --sandbox',
  'users add',
  'users add Ada --role admin',
  'users add Ada --public-url ftp://pay.example',
  'users add Ada --public-url https://pay.example/path',
  'users link',
  'users remove',
  'users role Ada',
  'users role Ada admin',
  'users role Ada viewer now',
  'users list Ada',
  'serve --public-url pay.example',
  'keys create',
  'keys create --account  ',
  'keys create --account Shop --scope admin',
  'keys create --account Shop --days 0',
  'keys create --account Shop --days 4000',
  'keys revoke',
  'keys revoke a b',
  'keys list --sandbox',
  'devices add',
  'devices add --account Shop',
  'devices add --account   --serial SN-1',
  'devices add --serial SN-1',
  'devices add SN-1 --account Shop --serial SN-1',
  'devices add --account Shop --serial a/b',
  'devices add --account Shop --serial SN-1 --make Fax',
  'devices add --account Shop --serial SN-1 --currency USD',
  'devices pair',
  'devices pair dev_1 --serial SN-1',
  'tiers',
  'tiers add --account A',
  'tiers add --tier T',
  'tiers add --account A --tier T --fee free',
  'tiers add --account A --tier T --sandbox --cobrand C',
  'tiers add --account A --tier T --agent X',
  'tiers remove',
  'boarding set --account A',
  'boarding set --account A --sandbox --production',
  'boarding show',
  'applications show',
  'applications show --reveal app_1',
  'applications list now',
  'applications move app_1',
  'applications forget',
  'applications forget --days 0',
  'applications move app_1 lost',
  'applications move app_1 approved now',
  'boarding set --account A --webhook-url ftp://partner.example/',
  'boarding set --account A --webhook-url https://partner.example/ --no-webhook',
  'serve --processor-url https://processor.example/',
  'serve --processor-url http://processor.example/',
  'serve --authorizer-url https://cards.example/',
  'processor',
  'processor --store file:x.db --strict',
  'processor now',
  'migrate now',
  'migrate --port 1',
  'serve --check',
  'backup',
  'backup copies --keep 0',
  'restore',
  'restore copy.db --keep 1',
])
  void test(`rejects "${line}" with a sentence that says what to do`, () => {
    const result = read(line)
    assert.ok(!result.ok)
    assert.match(result.message, /\.$/)
  })

void test('D-138 refuses an unknown variable SERVICE_… and names the one that is meant', () => {
  const failing = (environment: Record<string, string>): string => {
    const result = read('serve', environment)
    return result.ok ? '' : result.message
  }
  const is = 'is not a variable of tapboard-service. See --help.'
  assert.equal(
    failing({ SERVICE_PROCESOR_URL: 'x' }),
    `SERVICE_PROCESOR_URL ${is} Did you mean TAPBOARD_SERVICE_PROCESSOR_URL?`,
  )
  assert.equal(
    failing({ TAPBOARD_SERVICE_PROT: 'x' }),
    `TAPBOARD_SERVICE_PROT ${is} Did you mean TAPBOARD_SERVICE_PORT?`,
  )
  assert.equal(failing({ TAPBOARD_STORE_URL: 'file:bff.db' }), '')
  assert.equal(failing({ SERVICE_COLOUR: 'x' }), `SERVICE_COLOUR ${is}`)
  assert.equal(failing({ service_port: '1' }), `service_port ${is} Did you mean TAPBOARD_SERVICE_PORT?`)
  assert.equal(failing({ SERVICE_SERVICE_HOST: '10.0.0.7', PORT: '1' }), '')
  for (const name of SERVICE_VARIABLES)
    assert.ok(name === 'TAPBOARD_SERVICE_FAST' || USAGE.includes(`\n  ${name} `), name)
  for (const line of USAGE.split('\n')) assert.ok(line.length <= 120, line)
})

void test('D-138 refuses an unencrypted database and weak or equal secrets of its receivers', () => {
  const failing = (environment: Record<string, string>): string => {
    const result = read('serve', environment)
    return result.ok ? '' : result.message
  }
  assert.match(
    failing({ TAPBOARD_SERVICE_STORE_URL: 'postgres://app:pw@db.example/s' }),
    /^TAPBOARD_SERVICE_STORE_URL must encrypt/,
  )
  for (const end of ['?sslmode=disable', '?sslmode=verify-full'])
    assert.equal(failing({ TAPBOARD_SERVICE_STORE_URL: `postgres://app:pw@db.example/s${end}` }), '')
  const processor = {
    TAPBOARD_SERVICE_PROCESSOR_URL: 'https://p.example',
    TAPBOARD_SERVICE_PROCESSOR_SECRET: SECRET,
  }
  assert.equal(failing(processor), '')
  const weak = failing({ ...processor, TAPBOARD_SERVICE_PROCESSOR_SECRET: 'a'.repeat(32) })
  assert.match(weak, /^TAPBOARD_SERVICE_PROCESSOR_SECRET must be random/)
  const authorizer = {
    TAPBOARD_SERVICE_AUTHORIZER_URL: 'https://c.example',
    TAPBOARD_SERVICE_AUTHORIZER_SECRET: SECRET,
  }
  assert.match(failing({ ...processor, ...authorizer }), /must not be the same\.$/)
})

void test('creates, lists and revokes keys; shows the key itself once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-service-'))
  const at = `--store file:${join(folder, 'service.db')}`
  try {
    assert.equal((await carryOut(`accounts add Shop ${at}`)).code, 0)
    const made = await carryOut(`keys create --account Shop --board --sandbox ${at}`)
    assert.match(made.out, /^tb_test_[a-z2-7]{26}\n$/)
    const id = /Key (key_\w+) of "Shop"/.exec(made.err)?.[1] ?? ''
    assert.match((await carryOut(`keys create --account Shop ${at}`)).out, /^tb_live_/)
    const refused = await carryOut(`keys create --account Shop --sandbox ${at}`)
    assert.deepEqual([refused.code, refused.out], [1, ''])
    assert.match(refused.err, /Test terminals belong to a test account/)
    assert.equal((await carryOut(`keys create --account Shop --scope report --days 30 ${at}`)).code, 0)
    const listed = (await carryOut(`keys list ${at}`)).out
    assert.match(listed, /Shop \(live, may report, .*, expires \d{4}-/)
    assert.match(listed, /Shop \(test, may board, created by command line, never used\)\n/)
    assert.equal(listed.includes(made.out.trim()), false)
    assert.equal((await carryOut(`keys revoke ${id} ${at}`)).code, 0)
    assert.equal((await carryOut(`keys revoke ${id} ${at}`)).code, 1)
    assert.match((await carryOut(`keys list ${at}`)).out, /revoked [\d-]+ by command line\)/)
    assert.equal((await carryOut(`devices pair dev_none ${at}`)).code, 1)
    assert.equal((await carryOut('--help')).out, USAGE)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

void test('D-148 "serve" opens metrics on a port of their own, only if it is named', async () => {
  const line = 'serve --port 0 --store file::memory:'
  const asked: [number, string][] = []
  const metered = await carryOut(`${line} --metrics-port 0`, async (out) => {
    const [metrics = '', service = ''] = out.match(/http:\/\/[^\s,]+/g) ?? []
    await fetch(`${service}/v1/Device`)
    const text = await fetch(metrics)
    asked.push([text.status, await text.text()], [(await fetch(`${service}/metrics`)).status, ''])
  })
  assert.equal(metered.code, 0)
  assert.match(
    asked[0]?.[1] ?? '',
    /^tapboard_http_refusals_total\{code="UNAUTHORIZED",reason="key-missing"\} 1$/m,
  )
  assert.deepEqual(
    asked.map(([status]) => status),
    [200, 404],
  )
  assert.doesNotMatch((await carryOut(line)).out, /Metrics/)
})

void test('D-110 an account is created by "accounts add" only; a missing one is named with this command', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-service-'))
  const at = `--store file:${join(folder, 'service.db')}`
  try {
    const early = await carryOut(`keys create --account Shop ${at}`)
    assert.deepEqual([early.code, early.out], [1, ''])
    assert.match(early.err, /tapboard-service accounts add "Shop"/)
    const made = await carryOut(`accounts add Shop --sandbox --currency EUR ${at}`)
    assert.match(made.out, /^acc_[a-z2-7]{26}\n$/)
    assert.equal((await carryOut(`accounts add Shop ${at}`)).code, 1, 'the name is used')
    assert.equal((await carryOut(`accounts add ${made.out.trim()} ${at}`)).code, 1, 'an ID is no name')
    assert.match((await carryOut(`keys create --account ${made.out.trim()} ${at}`)).out, /^tb_test_/)
    const listed = (await carryOut(`accounts list ${at}`)).out
    assert.match(listed, /^acc_[a-z2-7]{26}  \d{4}-\d\d-\d\d  Shop \(test, EUR\)\n$/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

void test('D-128 prints a one-time link for a new user, lists, changes and removes users, but not the last owner', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-service-'))
  const at = `--store file:${join(folder, 'service.db')}`
  try {
    assert.match((await carryOut(`users add Ada ${at}`)).err, /accounts add/)
    await carryOut(`accounts add Shop ${at}`)
    const made = await carryOut(`users add Ada ${at}`)
    assert.match(made.out, /^http:\/\/127\.0\.0\.1:4010\/dashboard\/link#[a-z2-7]{52}\n$/)
    assert.equal((await carryOut(`users add ada ${at}`)).code, 1, 'one name in any case')
    await carryOut(`accounts add Other ${at}`)
    assert.match((await carryOut(`users add Grace ${at}`)).err, /several accounts/)
    const url = '--public-url https://pay.example'
    const viewer = await carryOut(`users add Grace --role viewer --account Other ${url} ${at}`)
    assert.match(viewer.out, /^https:\/\/pay\.example\/dashboard\/link#/)
    const listed = (await carryOut(`users list ${at}`)).out
    assert.match(listed, /^Ada {2}[\d-]+ {2}owner of Shop, not signed in yet\nGrace .* viewer of Other, /)
    assert.match((await carryOut(`users link ADA ${url} ${at}`)).out, /^https:\/\/pay\.example\//)
    assert.equal((await carryOut(`users link Eve ${at}`)).code, 1)
    const lastOwner = /^The account has no other owner who can sign in\./
    assert.match((await carryOut(`users remove Ada ${at}`)).err, lastOwner)
    assert.match((await carryOut(`users role Ada viewer ${at}`)).err, lastOwner)
    await carryOut(`users add Bob --role viewer --account Shop ${at}`)
    assert.equal((await carryOut(`users role bob owner ${at}`)).out, 'Bob is now owner.\n')
    assert.equal((await carryOut(`users remove Ada ${at}`)).code, 0)
    assert.equal((await carryOut(`users remove Ada ${at}`)).code, 1)
    assert.equal((await carryOut(`users role Ada viewer ${at}`)).code, 1)
    assert.match((await carryOut(`users list ${at}`)).out, /^Bob .* owner of Shop, .*\nGrace /)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

void test('reports a store that cannot be opened in one sentence, without a stack trace', async () => {
  const { code, err } = await carryOut('keys list --store nonsense')
  assert.equal(code, 1)
  assert.match(err, /^The store URL has an unknown scheme\./)
})

void test('health takes the address of serve', () => {
  const command = { name: 'health', host: '127.0.0.1', port: 4010, kind: 'ready' }
  assert.deepEqual(read('health'), { ok: true, command })
  assert.deepEqual(read('health --live', { TAPBOARD_SERVICE_HOST: '0.0.0.0', TAPBOARD_SERVICE_PORT: '80' }), {
    ok: true,
    command: { name: 'health', host: '0.0.0.0', port: 80, kind: 'live' },
  })
  for (const line of ['health now', 'health --port x', 'health --strict', 'serve --live'])
    assert.equal(read(line).ok, false, line)
})

void test('health exits 1 without an answer', async () => {
  const { code, err } = await carryOut('health --port 9')
  assert.deepEqual(
    [code, err],
    [
      1,
      'not ready: no answer at http://127.0.0.1:9/health/ready\nMore: npx tapboard-service explain not-healthy\n',
    ],
  )
})

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const begin = (port: string, store: string) =>
  spawn(process.execPath, ['--conditions=tapboard-source', main, 'serve', '--port', port], {
    env: { ...process.env, TAPBOARD_SERVICE_STORE_URL: store },
  })
const portOf = async (child: ReturnType<typeof begin>): Promise<string> => {
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return /http:\/\/127\.0\.0\.1:(\d+) \(terminals: ws:/.exec(line.toString())?.[1] ?? ''
}

void test('serves until it is stopped, and reports a port in use with the remedy', async () => {
  const first = begin('0', 'file::memory:')
  try {
    const port = await portOf(first)
    const live = await fetch(`http://127.0.0.1:${port}/health/live`)
    assert.deepEqual(await live.json(), { status: 'live' })
    assert.equal((await carryOut(`health --port ${port}`)).out, 'ready\n')
    const second = begin(port, 'file::memory:')
    const [fault] = (await once(second.stderr, 'data')) as [Buffer]
    assert.match(fault.toString(), new RegExp(`^Port ${port} of 127.0.0.1 is in use\\. Stop`))
    const [code] = (await once(second, 'exit')) as [number]
    assert.equal(code, 1)
  } finally {
    first.kill('SIGTERM')
    const [code] = (await once(first, 'exit')) as [number]
    assert.equal(code, 0)
  }
})

void test('D-168 reads the secrets of a process from files, also by an old name, and refuses a path that cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-service-'))
  const file = join(folder, 'store-url')
  const list = (path: string, name = 'TAPBOARD_SERVICE_STORE_URL_FILE') =>
    promisify(execFile)(process.execPath, ['--conditions=tapboard-source', main, 'accounts', 'list'], {
      env: { ...process.env, [name]: path },
    })
  try {
    await writeFile(file, `file:${join(folder, 'service.db')}\n`)
    await list(file)
    assert.deepEqual((await readdir(folder)).includes('service.db'), true)
    assert.equal((await list(file)).stderr, '')
    assert.equal(
      (await list(file, 'STORE_URL_FILE')).stderr,
      'Rename these variables; their old names still work: STORE_URL_FILE → TAPBOARD_SERVICE_STORE_URL_FILE.\n',
    )
    await assert.rejects(list(folder), {
      stderr:
        'TAPBOARD_SERVICE_STORE_URL_FILE must be the path of a file that can be read.\nMore: npx tapboard-service explain config-invalid\n',
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

void test('a restart after a kill during a sale finishes the sale and charges it once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-service-'))
  const store = `file:${join(folder, 'service.db')}`
  const operator = await createService({ store })
  const account = await operator.accounts.createAccount('Shop')
  const made = await operator.accounts.createKey(account?.id ?? '')
  const headers = { Authorization: made?.key ?? '' }
  let child = begin('0', store)
  const call = async (port: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...sent })
    return (await answer.json()) as Record<string, unknown>
  }
  try {
    const port = await portOf(child)
    const device = { deviceSerialNumber: 'SN-1', deviceMake: 'A35', deviceFriendlyName: 'Front' }
    const { deviceId, xPairingCode } = await call(port, '/v1/Device', device)
    const terminal = await new TestTerminal(`http://127.0.0.1:${port}`).opened()
    terminal.send({ type: 'hello', serial: 'SN-1', pairingCode: xPairingCode })
    const { terminalKey } = await terminal.receive('welcome')
    await call(port, '/v1/Session/initiate', initiateBody(String(deviceId), 'order-1'))
    const { sessionId } = await terminal.receive('prompt')
    terminal.send({ type: 'prompt_shown', sessionId })
    terminal.present(sessionId)
    await terminal.receive('authorizing')
    child.kill('SIGKILL')
    await once(child, 'exit')
    child = begin('0', store)
    const next = await portOf(child)
    const back = await new TestTerminal(`http://127.0.0.1:${next}`).opened()
    back.send({ type: 'hello', serial: 'SN-1', terminalKey })
    await back.receive('welcome')
    await back.receive('authorization')
    back.send({ type: 'result_shown', sessionId })
    await back.receive('end')
    assert.equal((await call(next, `/v1/Session/${sessionId}`))['xGatewayStatus'], 'Approved')
    const charged: string[] = []
    for await (const charge of operator.charges()) charged.push(charge.sessionId)
    assert.deepEqual(charged, [sessionId])
  } finally {
    child.kill('SIGKILL')
    await operator.close()
    await rm(folder, { recursive: true, force: true })
  }
})
