// The check of a BFF's configuration against a real service and a real BFF. It confirms each correct setting, names each fault
// with its repair, and prints no secret.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { openStore } from '@tapboard/store'
import { runTapboard } from '../../packages/bff/src/app/doctor/cli.ts'
import type { Environment } from '../../packages/bff/src/app/environment.ts'
import { createTransport } from '../../packages/bff/src/upstream/transport/transport.ts'
import { HOST_SECRET, listening, openFaultShop, ORIGIN, type FaultShop } from './support/shop.ts'

const folder = await mkdtemp(join(tmpdir(), 'tapboard-doctor-'))
after(() => rm(folder, { recursive: true }))

const SECRET = 'faults-only-secret-of-the-bff-0123456789'

const settings = (shop: FaultShop): Environment => ({
  TAPBOARD_SECRET: SECRET,
  TAPBOARD_STORE_URL: `file:${join(folder, 'ledger.db')}`,
  TAPBOARD_PUBLIC_URL: shop.street.url,
  TAPBOARD_TERMINAL_URL: shop.line.url,
  TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
  TAPBOARD_MERCHANT_ID: 'shop',
  TAPBOARD_MERCHANT_HOST_SECRET: HOST_SECRET,
  TAPBOARD_MERCHANT_API_KEY: shop.apiKey,
  TAPBOARD_MERCHANT_ORIGINS: ORIGIN,
})

async function examined(environment: Environment, args: readonly string[] = ['doctor']) {
  const lines: string[] = []
  const code = await runTapboard({
    user: 'operator',
    args,
    environment,
    readText: (path) => readFileSync(path, 'utf8'),
    nodeVersion: process.versions.node,
    print: (line) => void lines.push(line),
    printError: (line) => void lines.push(line),
    randomText: (length) => 'x'.repeat(length),
    now: Date.now,
    fetch,
    openStore,
    openTransport: createTransport,
    look: async (path) => {
      const found = await stat(path).catch(() => null)
      return found === null ? 'nothing' : found.isDirectory() ? 'writable' : 'file'
    },
  })
  const text = lines.join('\n')
  for (const secret of [SECRET, HOST_SECRET, environment['TAPBOARD_MERCHANT_API_KEY'] ?? ''])
    assert.ok(secret === '' || !text.includes(secret), 'a secret is printed')
  return { code, text, lines }
}

test('reports a correct setup and creates no ledger', async (context) => {
  const shop = await openFaultShop(context)
  await shop.terminal('OK')
  const { code, text } = await examined(settings(shop))
  assert.match(text, /ok {4}keys \(shop\): The key is accepted; terminals: 1, connected: 1\./)
  assert.match(text, /ok {4}store: The file does not exist yet; the first start creates it\./)
  assert.match(text, /ok {4}running: The BFF is ready at .* and accepts: https:\/\/shop\.example\./)
  assert.match(text, /note {2}origins \(shop\): .* not on the same machine/)
  assert.match(text, /No fault prevents a sale; notes: 1\.\nMore: npx tapboard explain config-invalid$/)
  assert.equal(code, 0)
  await assert.rejects(stat(join(folder, 'ledger.db')))
  const { lines } = await examined(settings(shop), ['doctor', '--json'])
  assert.deepEqual(JSON.parse(lines[0] ?? ''), {
    what: 'node',
    state: 'ok',
    message: `Node ${process.versions.node}.`,
    code: null,
  })
})

test('examines a reporting API of another address', async (context) => {
  const shop = await openFaultShop(context)
  const { text } = await examined({ ...settings(shop), TAPBOARD_REPORTING_URL: shop.serviceUrl })
  assert.match(text, /ok {4}reporting \(shop\): The reporting API accepts the key\./)
  const off = await examined({
    ...settings(shop),
    TAPBOARD_REPORTING_URL: shop.serviceUrl,
    TAPBOARD_UPSTREAM_DETAILS: 'false',
  })
  assert.doesNotMatch(off.text, /reporting/)
})

/** A server that is not the BFF. */
async function stranger(context: TestContext): Promise<string> {
  return listening(
    context,
    createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
    ),
  )
}

const FAULTS: readonly (readonly [
  title: string,
  bend: (shop: FaultShop, context: TestContext) => Environment | Promise<Environment>,
  message: RegExp,
])[] = [
  [
    'a live key in the sandbox',
    () => ({ TAPBOARD_MERCHANT_API_KEY: `tb_live_${'q7'.repeat(13)}` }),
    /FAIL {2}configuration: TAPBOARD_MERCHANT_API_KEY must be a test key, tb_test_…, because the environment is sandbox\./,
  ],
  [
    'a test key in production',
    () => ({
      TAPBOARD_MERCHANT_API_KEY: `tb_test_${'q7'.repeat(13)}`,
      TAPBOARD_UPSTREAM_ENVIRONMENT: 'production',
    }),
    /FAIL {2}configuration: TAPBOARD_MERCHANT_API_KEY must be a live key, tb_live_…, because the environment is production\./,
  ],
  [
    'a port that is no number, and malformed JSON, each reported once',
    () => ({ TAPBOARD_PORT: 'abc', TAPBOARD_LIMITS: '{mint:1}' }),
    /^(?:(?!LIMITS)[^])*TAPBOARD_LIMITS must be JSON(?:(?!LIMITS)[^])*TAPBOARD_PORT must be a number(?:(?!LIMITS)[^])*$/,
  ],
  [
    'a wrong API key',
    () => ({ TAPBOARD_MERCHANT_API_KEY: 'not-a-key-of-anybody' }),
    /FAIL {2}keys \(shop\): The key is not accepted: set apiKey \(TAPBOARD_MERCHANT_API_KEY\) to the key/,
  ],
  [
    'an unreachable upstream',
    () => ({ TAPBOARD_TERMINAL_URL: 'http://127.0.0.1:9' }),
    /FAIL {2}keys \(shop\): Nothing answers at TAPBOARD_TERMINAL_URL: check the address/,
  ],
  [
    'an unreachable reporting API',
    () => ({ TAPBOARD_REPORTING_URL: 'http://127.0.0.1:9' }),
    /FAIL {2}reporting \(shop\): Nothing answers at TAPBOARD_REPORTING_URL: check the address/,
  ],
  [
    'a reporting URL of another site',
    async (_shop, context) => ({ TAPBOARD_REPORTING_URL: await stranger(context) }),
    /FAIL {2}reporting \(shop\): The server at TAPBOARD_REPORTING_URL is not this API/,
  ],
  [
    'a terminal URL of another site',
    async (_shop, context) => ({ TAPBOARD_TERMINAL_URL: await stranger(context) }),
    /FAIL {2}keys \(shop\): The server at TAPBOARD_TERMINAL_URL is not this API/,
  ],
  [
    'a public URL of another site',
    async (_shop, context) => ({ TAPBOARD_PUBLIC_URL: await stranger(context) }),
    /FAIL {2}running: The server at .* is not the BFF/,
  ],
  [
    'a page that the running BFF does not know',
    () => ({ TAPBOARD_MERCHANT_ORIGINS: 'https://new.example' }),
    /FAIL {2}running: The running BFF does not accept https:\/\/new\.example: restart it/,
  ],
  [
    'a page without a secure context',
    () => ({ TAPBOARD_MERCHANT_ORIGINS: 'http://shop.example' }),
    /FAIL {2}origins \(shop\): http:\/\/shop\.example is not a secure context/,
  ],
  [
    'a missing folder',
    () => ({ TAPBOARD_STORE_URL: `file:${join(folder, 'missing/ledger.db')}` }),
    /FAIL {2}store: The folder .*missing\/ does not exist or is not writable: create it, or change TAPBOARD_STORE_URL/,
  ],
  [
    'an unreachable database',
    () => ({ TAPBOARD_STORE_URL: 'postgres://clerk:secret@127.0.0.1:9/ledger' }),
    /FAIL {2}store: .* Check TAPBOARD_STORE_URL/,
  ],
  [
    'a missing setting',
    () => ({ TAPBOARD_MERCHANT_ID: '' }),
    /FAIL {2}configuration: TAPBOARD_MERCHANT_ID is not set: it must be 1 to 64 letters/,
  ],
  [
    'an unreachable webhook server',
    () => ({
      TAPBOARD_MERCHANT_WEBHOOK_URL: 'http://127.0.0.1:9/hook',
      TAPBOARD_MERCHANT_WEBHOOK_SECRET: 'x'.repeat(24),
    }),
    /note {2}webhook \(shop\): Nothing answers at http:\/\/127\.0\.0\.1:9/,
  ],
]

for (const [title, bend, message] of FAULTS)
  test(`reports ${title} with the remedy`, async (context) => {
    const shop = await openFaultShop(context)
    const { text, code } = await examined({ ...settings(shop), ...(await bend(shop, context)) })
    assert.match(text, message)
    assert.equal(code, message.source.startsWith('note') ? 0 : 1)
    assert.doesNotMatch(text, /clerk:secret/)
  })

test('opens an existing ledger, and rejects an unknown command', async (context) => {
  const shop = await openFaultShop(context)
  const url = `file:${join(folder, 'kept.db')}`
  await (await openStore(url)).close()
  assert.match(
    (await examined({ ...settings(shop), TAPBOARD_STORE_URL: url })).text,
    /ok {4}store: The file opens\./,
  )
  assert.equal((await examined({}, ['cure'])).code, 2)
  for (const args of [
    ['--help'],
    ['doctor', '--help'],
    ['migrate', '--help'],
    ['restore', '--mark', '--help'],
  ]) {
    const { text, code } = await examined({}, args)
    assert.match(
      text,
      /^tapboard – sets up, examines and maintains a BFF\n[^]*tapboard doctor/,
      args.join(' '),
    )
    assert.equal(code, 0, args.join(' '))
  }
})
