// The rules of a safe configuration: each refuses its samples at the start, in `--check` and in `doctor`, with one sentence.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli } from '../cli.ts'
import { isConfigError, readConfig } from './config.ts'
import { examine } from './doctor/examine.ts'
import type { BffOptions, Merchant } from './options.ts'
import { secretsIn } from '@tapboard/server'
import { SAFETY_RULES } from './safety-rules.ts'

const SECRET = 'Zb4kWqzX1v9sTgN7yEo3RuLhJm6Pd0aC'
const TAPBOARD_HOST = 'v8Rj2mXcQ5tK0wYbGz7HnLsD'
const WEBHOOK = 'pT6yF1uEo9Wk3VxAqZr5MdBi'
const LIVE = `tb_live_${'q7'.repeat(13)}`
const TEST = `tb_test_${'q7'.repeat(13)}`

const SHOP: Merchant = {
  id: 'shop',
  name: 'Shop',
  hostSecret: TAPBOARD_HOST,
  apiKey: LIVE,
  origins: ['https://shop.example', 'http://localhost:5173'],
  webhook: { url: 'https://shop.example/hook', secret: WEBHOOK },
}

/** A configuration that keeps every rule. */
const SAFE: BffOptions = {
  secret: SECRET,
  store: 'postgres://app:pw@db.example/shop?sslmode=verify-full',
  publicUrl: 'https://pay.example',
  upstream: { terminalUrl: 'https://terminal.example', environment: 'production' },
  merchants: [SHOP],
}

const shop = (members: Partial<Merchant>): Partial<BffOptions> => ({ merchants: [{ ...SHOP, ...members }] })
const upstream = (members: Partial<BffOptions['upstream']>): Partial<BffOptions> => ({
  upstream: { ...SAFE.upstream, ...members },
})
const two = (members: Partial<Merchant>): Partial<BffOptions> => ({
  merchants: [SHOP, { ...SHOP, id: 'two', hostSecret: 'nC4gUe8WzO1qJ6xLyB3kRt7P', ...members }],
})

type Sample = readonly [option: string, members: Partial<BffOptions>]

/** Configurations that break one rule each. */
const SAMPLES: Readonly<Record<keyof typeof SAFETY_RULES, readonly Sample[]>> = {
  'own-identity': [
    ['merchants.1.id', two({ id: 'shop' })],
    ['merchants.1.hostSecret', two({ hostSecret: TAPBOARD_HOST })],
    ['merchants.1.hostSecret', two({ hostSecret: ['nC4gUe8WzO1qJ6xLyB3kRt7P', TAPBOARD_HOST] })],
  ],
  'keys-of-environment': [
    ['merchants.0.apiKey', shop({ apiKey: TEST })],
    ['merchants.0.apiKey', upstream({ environment: 'sandbox' })],
    [
      'merchants.0.boarding.apiKey',
      { ...upstream({ boardingUrl: 'https://b.example' }), ...shop({ boarding: { apiKey: TEST } }) },
    ],
  ],
  'encrypted-addresses': [
    ['publicUrl', { publicUrl: 'http://pay.example' }],
    ['upstream.terminalUrl', upstream({ terminalUrl: 'http://terminal.example' })],
    ['upstream.reportingUrl', upstream({ reportingUrl: 'http://10.0.0.7/reports' })],
    ['upstream.boardingUrl', upstream({ boardingUrl: 'http://boarding.example' })],
    ['merchants.0.origins.1', shop({ origins: ['https://shop.example', 'http://shop.example'] })],
  ],
  'encrypted-store': [
    ['store', { store: 'postgres://app:pw@db.example/shop' }],
    ['store', { store: 'postgresql://app:pw@10.0.0.7:5432/shop?sslmode=allow' }],
  ],
  'bound-tokens': [['dpop', { dpop: false }]],
  'strong-secrets': [
    ['secret', { secret: 'a'.repeat(32) }],
    ['secret', { secret: [SECRET, 'a'.repeat(32)] }],
    ['merchants.0.hostSecret', shop({ hostSecret: 'h'.repeat(24) })],
    ['merchants.0.hostSecret', shop({ hostSecret: 'change-me-change-me-change-me' })],
    [
      'merchants.0.webhook.secret',
      shop({ webhook: { url: 'https://shop.example', secret: 'w'.repeat(24) } }),
    ],
  ],
  'separate-secrets': [
    ['merchants.0.hostSecret', shop({ hostSecret: SECRET })],
    ['merchants.0.webhook.secret', shop({ webhook: { url: 'https://shop.example', secret: TAPBOARD_HOST } })],
    [
      'merchants.1.hostSecret',
      two({
        hostSecret: WEBHOOK,
        webhook: { url: 'https://two.example', secret: 'kD2fYx7Wc9Tn4QhUz6Vb1GsR' },
      }),
    ],
  ],
}

const problemsOf = (
  options: BffOptions,
): readonly { readonly option: string; readonly message: string }[] => {
  try {
    readConfig(options)
    return []
  } catch (error) {
    assert.ok(isConfigError(error))
    return error.problems
  }
}

/** The options as variables: merchants as JSON, the rest one by one. */
const variablesOf = ({ secret, store, publicUrl, merchants, dpop, upstream: to }: BffOptions) => ({
  TAPBOARD_SECRET: secretsIn(secret).join(),
  TAPBOARD_STORE_URL: typeof store === 'string' ? store : '',
  TAPBOARD_PUBLIC_URL: publicUrl,
  TAPBOARD_TERMINAL_URL: to.terminalUrl,
  TAPBOARD_UPSTREAM_ENVIRONMENT: to.environment,
  TAPBOARD_MERCHANTS: JSON.stringify(merchants),
  ...(to.reportingUrl === undefined ? {} : { TAPBOARD_REPORTING_URL: to.reportingUrl }),
  ...(to.boardingUrl === undefined ? {} : { TAPBOARD_BOARDING_URL: to.boardingUrl }),
  ...(dpop === undefined ? {} : { TAPBOARD_DPOP: String(dpop) }),
})

async function checked(options: BffOptions): Promise<readonly string[]> {
  const errors: string[] = []
  // The last line leads to the catalogue of errors.
  const printError = (line: string): void => void (line.startsWith('More: ') || errors.push(line))
  const stopped = new Promise<void>(() => {})
  const code = await runCli({
    args: ['--check'],
    environment: variablesOf(options),
    fetch: () => assert.fail('no request'),
    print() {},
    printError,
    stopped,
  })
  assert.equal(code, 1)
  return errors
}

const portsOf = (options: BffOptions) => ({
  environment: variablesOf(options),
  nodeVersion: process.versions.node,
  fetch: () => Promise.reject(new Error('nothing is asked')),
  openTransport: () => assert.fail('nothing is asked'),
  openStore: () => Promise.reject(new Error('there is no database')),
  look: () => Promise.resolve('nothing' as const),
  now: () => 0,
})

async function diagnosed(options: BffOptions): Promise<readonly string[]> {
  const failures: string[] = []
  for await (const { what, state, message } of examine(portsOf(options)))
    if (state === 'fail' && what === 'configuration') failures.push(message)
  return failures
}

/** The findings about the safety rules: name → state. The upstream is not asked. */
async function ruleFindings(options: BffOptions): Promise<Readonly<Record<string, string>>> {
  const states: Record<string, string> = {}
  for await (const { what, state } of examine(portsOf(options))) {
    const [, name] = /^safety \(([\w-]+)\)$/.exec(what) ?? []
    if (name !== undefined) states[name] = state
    else if (Object.keys(states).length > 0) break
  }
  return states
}

void test('D-138 a configuration that keeps every rule is valid', () => {
  assert.deepEqual(problemsOf(SAFE), [])
  for (const members of [
    { store: 'postgres://app:pw@db.example/shop?sslmode=disable' },
    { store: 'postgres://app@localhost/shop' },
    { store: 'file:ledger.db' },
    { publicUrl: 'http://127.0.0.1:4300' },
    two({}),
  ])
    assert.deepEqual(problemsOf({ ...SAFE, ...members }), [])
})

/** The configuration in the sandbox, with test keys. */
const inSandbox = (options: BffOptions): BffOptions => ({
  ...options,
  upstream: { ...options.upstream, environment: 'sandbox' },
  merchants: options.merchants.map((merchant) => ({ ...merchant, apiKey: TEST })),
})

const KEPT = Object.fromEntries(Object.keys(SAFETY_RULES).map((name) => [name, 'ok']))

void test('D-138 doctor has a line for each rule, in production and in the sandbox', async () => {
  const safe = { ...SAFE, store: 'file:ledger.db' }
  assert.deepEqual(await ruleFindings(safe), KEPT)
  assert.deepEqual(await ruleFindings(inSandbox(safe)), KEPT)
})

for (const [name, rule] of Object.entries(SAFETY_RULES))
  for (const [index, [option, members]] of SAMPLES[name as keyof typeof SAMPLES].entries())
    void test(`D-138 ${name}: sample ${index + 1} is refused at the start, by --check and by doctor (${option})`, async () => {
      const options = { ...SAFE, ...members }
      const problems = problemsOf(options)
      assert.deepEqual(
        problems.map((problem) => problem.option),
        [option],
      )
      assert.match(problems[0]?.message ?? '', /^(must|is) .*\.$/)
      const check = await checked(options)
      assert.equal(check.length, 1)
      assert.ok(check[0]?.endsWith(problems[0]?.message ?? '-'))
      assert.deepEqual(await diagnosed(options), check)
      for (const secret of [SECRET, TAPBOARD_HOST, WEBHOOK, 'pw@'])
        assert.equal(check[0]?.includes(secret), false)
      if (rule.where === 'everywhere') return
      const sandbox = inSandbox(options)
      assert.deepEqual(problemsOf(sandbox), [], 'the sandbox allows it')
      assert.deepEqual(await ruleFindings(sandbox), { ...KEPT, [name]: 'warn' }, 'and doctor notes it')
    })
