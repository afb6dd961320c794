// The command tapboard-bff: help, check, reported faults, a run from start to stop.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCli } from './cli.ts'
import { VARIABLES, type Environment } from './app/environment.ts'
import { SECRETS } from './testing/bench.ts'

const ENVIRONMENT: Environment = {
  TAPBOARD_SECRET: SECRETS.secret,
  TAPBOARD_STORE_URL: 'file::memory:',
  TAPBOARD_PUBLIC_URL: 'http://localhost:4300',
  TAPBOARD_TERMINAL_URL: 'http://127.0.0.1:9',
  TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
  TAPBOARD_MERCHANT_ID: 'shop',
  TAPBOARD_MERCHANT_HOST_SECRET: SECRETS.hostSecret,
  TAPBOARD_MERCHANT_API_KEY: SECRETS.apiKey,
  TAPBOARD_MERCHANT_ORIGINS: 'http://localhost:5173',
  TAPBOARD_PORT: '0',
}

const FILE = JSON.stringify([
  {
    id: 'a',
    name: 'A',
    hostSecret: SECRETS.hostSecret,
    apiKey: SECRETS.apiKey,
    origins: ['http://localhost:5173'],
  },
])
const readText = (path: string): string => {
  if (path !== 'shops.json') throw new Error('no such file')
  return FILE
}

async function run(
  args: string[],
  changes: Environment = {},
  onPrint?: (line: string) => Promise<void>,
  readFile = readText,
) {
  const out: string[] = []
  const errors: string[] = []
  const stopped = Promise.withResolvers<void>()
  const print = (line: string): void => {
    out.push(line)
    if (onPrint !== undefined) void onPrint(line).then(stopped.resolve, stopped.reject)
  }
  const printError = (line: string): void => void errors.push(line)
  const environment = { ...ENVIRONMENT, ...changes }
  const ports = { readText: readFile, fetch, print, printError, stopped: stopped.promise }
  const code = await runCli({ args, environment, ...ports })
  const more = errors.filter((line) => line.startsWith('More: '))
  return { code, out, errors: errors.filter((line) => !more.includes(line)), more }
}

void test('--help explains every variable', async () => {
  const { code, out } = await run(['--help'])
  assert.equal(code, 0)
  for (const name of Object.keys(ENVIRONMENT)) assert.ok(out[0]?.includes(`  ${name} `), name)
  for (const line of (out[0] ?? '').split('\n')) assert.ok(line.length <= 120, line)
})

void test('--check validates the configuration without a start', async () => {
  const valid = { code: 0, out: ['The configuration is valid.'], errors: [], more: [] }
  assert.deepEqual(await run(['--check']), valid)
  const { code, errors, more } = await run(['--check'], { TAPBOARD_SECRET: undefined })
  assert.equal(code, 1)
  assert.deepEqual(errors, [
    'TAPBOARD_SECRET is not set: it must be at least 32 random characters, the same on every instance; make one with: openssl rand -base64 32. During a rotation: NEW,OLD.',
  ])
  assert.deepEqual(more, ['More: npx tapboard explain config-invalid'])
})

void test('a missing variable is named once as missing, a wrong one by its rule', async () => {
  const { errors } = await run(['--check'], {
    TAPBOARD_MERCHANT_ID: undefined,
    TAPBOARD_MERCHANT_ORIGINS: '',
    TAPBOARD_SECRET: 'short',
  })
  assert.deepEqual(
    errors.map((line) => /^\S+ (?:is not set: it )?must \w+/.exec(line)?.[0]),
    [
      'TAPBOARD_SECRET must be',
      'TAPBOARD_MERCHANT_ID is not set: it must be',
      'TAPBOARD_MERCHANT_ORIGINS is not set: it must list',
    ],
  )
})

void test('a start without any settings says where they belong and how to write them', async () => {
  const none = { TAPBOARD_SECRET: undefined, TAPBOARD_STORE_URL: undefined, TAPBOARD_PUBLIC_URL: undefined }
  const { code, errors } = await run(['--check'], none)
  assert.equal(code, 1)
  assert.match(
    errors.at(-1) ?? '',
    /^No settings were found\. .*folder of its \.env; "npx tapboard env > \.env"/,
  )
})

void test('does not start without a secret', async () => {
  const { code, out, errors } = await run([], { TAPBOARD_SECRET: '' })
  assert.deepEqual([code, out.length, errors.length], [1, 0, 1])
})

void test('reports an unknown option and an invalid port', async () => {
  assert.deepEqual((await run(['--verbose'])).errors, [
    'There is no option --verbose; see tapboard-bff --help.',
  ])
  assert.deepEqual((await run(['--chek'])).errors, [
    'There is no option --chek; see tapboard-bff --help. Did you mean --check?',
  ])
  assert.deepEqual((await run([], { TAPBOARD_PORT: '70000' })).errors, [
    'TAPBOARD_PORT must be a number from 0 to 65535.',
  ])
})

void test('D-138 refuses an unknown TAPBOARD_… variable and a misspelled one, and names the one that is meant', async () => {
  const errors = async (changes: Environment) => (await run(['--check'], changes)).errors
  const is = 'is not a variable of tapboard-bff; see tapboard-bff --help.'
  assert.deepEqual(await errors({ TAPBOARD_SECRETS: 'x', MERCHANT_ORIGIN: 'x', UPSTREAM_ENVIROMENT: 'x' }), [
    `TAPBOARD_SECRETS ${is} Did you mean TAPBOARD_SECRET?`,
    `MERCHANT_ORIGIN ${is} Did you mean TAPBOARD_MERCHANT_ORIGINS?`,
    `UPSTREAM_ENVIROMENT ${is} Did you mean TAPBOARD_UPSTREAM_ENVIRONMENT?`,
  ])
  assert.deepEqual(await errors({ TAPBOARD_COLOUR: 'x' }), [`TAPBOARD_COLOUR ${is}`])
  assert.equal((await run([], { tapboard_secret: 'x' })).code, 1)
  const others = {
    PATH: '/bin',
    POST: '1',
    DPPO: 'x',
    MERCHANT_REGISTER: 'x',
    BOARDING_KEY: 'k',
    PGHOST: 'db',
    TAPBOARD_SERVICE_HOST: '10.0.0.7',
  }
  assert.deepEqual(await errors(others), [])
})

void test('--check names an invalid port, level and form of the log, and malformed JSON without its text', async () => {
  const changes = {
    TAPBOARD_PORT: 'abc',
    TAPBOARD_METRICS_PORT: '70000',
    TAPBOARD_LOG_LEVEL: 'loud',
    TAPBOARD_LOG_FORMAT: 'xml',
    TAPBOARD_LIMITS: '{mint:1}',
    TAPBOARD_MERCHANTS: '[{"hostSecret":"a secret in malformed JSON"',
    TAPBORD_SECRET: 'x',
    TABPOARD_DPOP: 'false',
  }
  const json = 'must be JSON, with double quotes around names and texts, such as {"name":"text"}.'
  const is = 'is not a variable of tapboard-bff; see tapboard-bff --help.'
  assert.deepEqual((await run(['--check'], changes)).errors, [
    `TAPBORD_SECRET ${is} Did you mean TAPBOARD_SECRET?`,
    `TABPOARD_DPOP ${is} Did you mean TAPBOARD_DPOP?`,
    `TAPBOARD_MERCHANTS ${json}`,
    `TAPBOARD_LIMITS ${json}`,
    'TAPBOARD_PORT must be a number from 0 to 65535.',
    'TAPBOARD_METRICS_PORT must be a number from 0 to 65535.',
    'TAPBOARD_LOG_LEVEL must be info, warn, error or silent.',
    'TAPBOARD_LOG_FORMAT must be json or pretty.',
  ])
  const { code, errors, more } = await run(['--check'], { TAPBOARD_STORE_URL: 'mysql://db/ledger' })
  assert.equal(code, 1)
  assert.match(errors.join(), /^TAPBOARD_STORE_URL: The store URL has an unknown scheme/)
  const away = await run([], { TAPBOARD_STORE_URL: 'postgres://clerk:secret@127.0.0.1:9/ledger' })
  assert.deepEqual(away.errors, [
    "TAPBOARD_STORE_URL: The store's database server cannot be used now (ECONNREFUSED). Check whether it runs, and host, port and user in the URL.",
  ])
  assert.deepEqual(away.more, ['More: npx tapboard explain store-unavailable'])
  assert.deepEqual(more, ['More: npx tapboard explain store-url-invalid'])
  assert.equal((await run(['--check'], { TAPBOARD_METRICS_PORT: '' })).code, 0)
})

void test('reads merchants from a file and limits from a variable', async () => {
  const check = async (changes: Environment) => (await run(['--check'], changes)).errors
  assert.deepEqual(
    await check({ TAPBOARD_MERCHANTS_FILE: 'shops.json', TAPBOARD_MERCHANT_ID: undefined }),
    [],
  )
  assert.deepEqual(await check({ TAPBOARD_MERCHANTS_FILE: 'elsewhere.json' }), [
    'TAPBOARD_MERCHANTS_FILE must be the path of a file that can be read.',
  ])
  assert.deepEqual(await check({ TAPBOARD_MERCHANTS_FILE: 'shops.json', TAPBOARD_MERCHANTS: '[]' }), [
    'Set either TAPBOARD_MERCHANTS or TAPBOARD_MERCHANTS_FILE, not both.',
  ])
  assert.deepEqual(await check({ TAPBOARD_LIMITS: '{"sales":5000}', TAPBOARD_STORE_CONNECTIONS: '20' }), [])
  assert.match(
    (await check({ TAPBOARD_LIMITS: '{"sales":0}' })).join(),
    /^TAPBOARD_LIMITS\.sales must be a whole number/,
  )
  assert.match((await check({ TAPBOARD_LIMITS: 'null' })).join(), /^TAPBOARD_LIMITS must be JSON/)
  assert.match((await check({ TAPBOARD_LIMITS: '5' })).join(), /^TAPBOARD_LIMITS must be an object/)
  assert.match(
    (await check({ TAPBOARD_STORE_CONNECTIONS: '0' })).join(),
    /^TAPBOARD_STORE_CONNECTIONS must be a whole number/,
  )
})

void test('reads each secret from NAME_FILE, and refuses other variables of this form', async () => {
  const files: Readonly<Record<string, string>> = {
    TAPBOARD_SECRET: `${SECRETS.secret}\n`,
    TAPBOARD_STORE_URL: 'file::memory:\n',
    TAPBOARD_MERCHANT_HOST_SECRET: `${SECRETS.hostSecret}\n`,
    TAPBOARD_MERCHANT_API_KEY: `${SECRETS.apiKey}\n`,
  }
  const inFiles = Object.fromEntries(
    Object.keys(files).flatMap((name) => [
      [name, undefined],
      [`${name}_FILE`, `/run/secrets/${name}`],
    ]),
  )
  const read = (path: string): string => files[path.slice('/run/secrets/'.length)] ?? assert.fail(path)
  assert.deepEqual((await run(['--check'], inFiles, undefined, read)).out, ['The configuration is valid.'])
  assert.deepEqual((await run(['--check'], { TAPBOARD_SECRETS_FILE: '/x' })).errors, [
    'TAPBOARD_SECRETS_FILE is not a variable of tapboard-bff; see tapboard-bff --help. Did you mean TAPBOARD_SECRET_FILE?',
  ])
  const { code, errors } = await run(['audit', 'verify'], {
    TAPBOARD_STORE_URL: undefined,
    TAPBOARD_STORE_URL_FILE: '/nowhere',
  })
  assert.deepEqual(
    [code, errors],
    [2, ['TAPBOARD_STORE_URL_FILE must be the path of a file that can be read.']],
  )
})

const unprefixed = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name === 'TAPBOARD_SECRET' ? name : name.replace(/^TAPBOARD_/, ''),
      value,
    ]),
  )

void test('D-168 every variable begins with TAPBOARD_; old names work with one line that lists them', async () => {
  for (const [name] of VARIABLES) assert.match(name, /^TAPBOARD_/)
  const none = Object.fromEntries(Object.keys(ENVIRONMENT).map((name) => [name, undefined]))
  const { code, out, errors } = await run(['--check'], { ...none, ...unprefixed(ENVIRONMENT) })
  assert.deepEqual([code, out, errors.length], [0, ['The configuration is valid.'], 1])
  assert.match(errors[0] ?? '', /^Rename these variables; .*: STORE_URL → TAPBOARD_STORE_URL, /)
  assert.doesNotMatch(errors[0] ?? '', /\bPORT →/)
  const both = await run(['--check'], { STORE_URL: 'file:other.db' })
  assert.deepEqual(both.errors, [
    'STORE_URL is the old name of TAPBOARD_STORE_URL, and their values differ: remove STORE_URL.',
  ])
  assert.equal(both.code, 1)
})

void test('reads PORT of a hosting platform, and ignores the address of a service named tapboard', async () => {
  const health = async (changes: Environment) => (await run(['health'], changes)).errors.join()
  assert.match(await health({ TAPBOARD_PORT: undefined, PORT: '9' }), /at http:\/\/127\.0\.0\.1:9\//)
  assert.match(
    await health({ TAPBOARD_PORT: 'tcp://10.0.0.7:80', PORT: '9' }),
    /at http:\/\/127\.0\.0\.1:9\//,
  )
  assert.match(await health({ TAPBOARD_PORT: '7', PORT: '9' }), /at http:\/\/127\.0\.0\.1:7\//)
})

void test('health asks the process of TAPBOARD_HOST and TAPBOARD_PORT, and exits 1 if it is not ready', async () => {
  const wrong = await run(['health', '--lives'])
  assert.deepEqual([wrong.code, wrong.errors.length], [2, 1])
  assert.equal((await run(['health'], { TAPBOARD_PORT: 'x' })).code, 2)
  const silent = await run(['health'], { TAPBOARD_PORT: '9' })
  assert.deepEqual(
    [silent.code, silent.errors],
    [1, ['not ready: no answer at http://127.0.0.1:9/health/ready']],
  )
  const { code } = await run([], { TAPBOARD_HOST: '0.0.0.0' }, async (line) => {
    const port = /:(\d+) for /.exec(line)?.[1] ?? ''
    for (const TAPBOARD_HOST of ['0.0.0.0', '127.0.0.1']) {
      assert.deepEqual((await run(['health'], { TAPBOARD_HOST, TAPBOARD_PORT: port })).out, ['ready'])
      assert.deepEqual((await run(['health', '--live'], { TAPBOARD_HOST, TAPBOARD_PORT: port })).out, [
        'live',
      ])
    }
  })
  assert.equal(code, 0)
})

void test('serves metrics on a separate port, only if configured', async () => {
  let asked = ''
  const { code, out } = await run([], { TAPBOARD_METRICS_PORT: '0' }, async (line) => {
    const metricsUrl = /metrics at (\S+)/.exec(line)?.[1]
    if (metricsUrl !== undefined) {
      asked = metricsUrl
      return new Promise(() => {})
    }
    const text = await (await fetch(asked)).text()
    assert.match(text, /^tapboard_store_up 1$/m)
    assert.match(text, /^process_resident_memory_bytes \d+$/m)
    assert.equal((await fetch(new URL('/', asked))).status, 404)
    const page = /http:\S+/.exec(line)?.[0] ?? ''
    assert.equal((await fetch(`${page}/metrics`)).status, 404)
  })
  assert.deepEqual([code, out.length], [0, 2])
  assert.deepEqual((await run([], { LOG_LEVEL: 'loud' })).errors, [
    'TAPBOARD_LOG_LEVEL must be info, warn, error or silent.',
  ])
  for (const level of ['warn', 'debug']) {
    const unset = await run([], { TAPBOARD_METRICS_PORT: '', LOG_LEVEL: level }, () => Promise.resolve())
    assert.deepEqual([unset.code, unset.out.length], [0, 1])
  }
  assert.deepEqual((await run([], { TAPBOARD_METRICS_PORT: 'x' })).errors, [
    'TAPBOARD_METRICS_PORT must be a number from 0 to 65535.',
  ])
})

void test('D-207 imports the module of the operator for notices, and closes it after the store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-notices-'))
  const ended: string[] = []
  Object.assign(globalThis, { noticesEnded: (name: string) => ended.push(name) })
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  try {
    const TAPBOARD_NOTICES_MODULE = write(
      'notices.mjs',
      `export default { async publish() {}, async subscribe() {}, async close() { noticesEnded('closed') } }`,
    )
    assert.equal((await run(['--check'], { TAPBOARD_NOTICES_MODULE })).code, 0)
    assert.equal((await run([], { TAPBOARD_NOTICES_MODULE }, async () => {})).code, 0)
    assert.deepEqual(ended, ['closed', 'closed'])
    const unlike = write('unlike.mjs', 'export const publish = () => {}')
    const missing = join(folder, 'missing.mjs')
    for (const [path, sentence] of [
      [unlike, /^TAPBOARD_NOTICES_MODULE must be the path of a module whose default export is an object/],
      [missing, /^TAPBOARD_NOTICES_MODULE must be the path of a module that can be loaded: .*missing\.mjs/],
    ] as const)
      for (const args of [['--check'], []]) {
        const { code, errors, more } = await run(args, { TAPBOARD_NOTICES_MODULE: path })
        assert.equal(code, 1)
        assert.match(errors.join('\n'), sentence)
        assert.deepEqual(more, ['More: npx tapboard explain config-invalid'])
      }
  } finally {
    Reflect.deleteProperty(globalThis, 'noticesEnded')
    rmSync(folder, { recursive: true, force: true })
  }
})

void test('runs until it gets a signal', async () => {
  const { code, out } = await run([], {}, async (line) => {
    const url = /http:\S+/.exec(line)?.[0] ?? ''
    const response = await fetch(`${url}/health/ready`)
    assert.equal(response.status, 200)
  })
  assert.equal(code, 0)
  assert.match(
    out[0] ?? '',
    /^tapboard-bff listens on http:\/\/127\.0\.0\.1:\d+ for http:\/\/localhost:4300$/,
  )
})
