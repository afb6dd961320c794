// The configuration: one sentence per problem, the option named, no value repeated, nothing secret defaulted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isConfigError, readConfig } from './config.ts'
import { optionsFrom, problemInEnvironment, type Environment } from './environment.ts'
import type { BffOptions } from './options.ts'
import { benchOptions, SECRETS } from '../testing/bench.ts'

/** The problems of the bench's configuration with some other members. */
function problemsOf(members: Record<string, unknown>): { option: string; message: string }[] {
  try {
    readConfig({ ...benchOptions(), ...members } as unknown as BffOptions)
  } catch (error) {
    assert.ok(isConfigError(error))
    for (const secret of Object.values(SECRETS)) assert.ok(!error.message.includes(secret))
    return [...error.problems]
  }
  return []
}

const [shop] = benchOptions().merchants
const upstream = benchOptions().upstream
const TIER = { name: 'Retail', label: 'Retail' }
const boarded = (boarding: object, members: object = {}) => ({
  merchants: [{ ...shop, boarding: { apiKey: 'tb_board_key', ...boarding } }],
  upstream: { ...upstream, boardingUrl: 'https://boarding.example', ...members },
})
const WRONG: readonly [string, string, Record<string, unknown>][] = [
  ['a missing secret', 'secret', { secret: undefined }],
  ['a short secret', 'secret', { secret: 'x'.repeat(31) }],
  ['a ring with a short secret', 'secret', { secret: ['x'.repeat(32), 'short'] }],
  ['a ring with one secret twice', 'secret', { secret: ['x'.repeat(32), 'x'.repeat(32)] }],
  ['an empty ring', 'merchants.0.hostSecret', { merchants: [{ ...shop, hostSecret: [] }] }],
  ['a missing store', 'store', { store: undefined }],
  ['an empty store', 'store', { store: '' }],
  ['a missing address', 'publicUrl', { publicUrl: undefined }],
  ['an invalid address', 'publicUrl', { publicUrl: 'shop.example' }],
  ['an address of another scheme', 'publicUrl', { publicUrl: 'ftp://shop.example' }],
  ['an address with a query', 'publicUrl', { publicUrl: 'https://shop.example/?a=1' }],
  ['no merchants', 'merchants', { merchants: [] }],
  ['merchants that are no list', 'merchants', { merchants: 'shop' }],
  ['a merchant without an ID', 'merchants.0.id', { merchants: [{ ...shop, id: undefined }] }],
  ['a merchant with an odd ID', 'merchants.0.id', { merchants: [{ ...shop, id: 'a b' }] }],
  ['a short host secret', 'merchants.0.hostSecret', { merchants: [{ ...shop, hostSecret: 'short' }] }],
  ['an empty API key', 'merchants.0.apiKey', { merchants: [{ ...shop, apiKey: '' }] }],
  ['an API key with a line break', 'merchants.0.apiKey', { merchants: [{ ...shop, apiKey: 'a\nb' }] }],
  ['no origins', 'merchants.0.origins', { merchants: [{ ...shop, origins: [] }] }],
  [
    'an origin with a path',
    'merchants.0.origins.0',
    { merchants: [{ ...shop, origins: ['https://shop.example/'] }] },
  ],
  ['a wildcard origin', 'merchants.0.origins.0', { merchants: [{ ...shop, origins: ['*'] }] }],
  ['a null origin', 'merchants.0.origins.0', { merchants: [{ ...shop, origins: ['null'] }] }],
  [
    'two merchants of one ID',
    'merchants.1.id',
    { merchants: [shop, { ...shop, hostSecret: 'x'.repeat(24) }] },
  ],
  ['two merchants of one secret', 'merchants.1.hostSecret', { merchants: [shop, { ...shop, id: 'two' }] }],
  [
    'a webhook in the clear',
    'merchants.0.webhook.url',
    { merchants: [{ ...shop, webhook: { url: 'http://shop.example/hook', secret: 'x'.repeat(24) } }] },
  ],
  [
    'a webhook that carries a user',
    'merchants.0.webhook.url',
    { merchants: [{ ...shop, webhook: { url: 'https://a:b@shop.example/hook', secret: 'x'.repeat(24) } }] },
  ],
  [
    'a webhook that is a file',
    'merchants.0.webhook.url',
    { merchants: [{ ...shop, webhook: { url: 'file:///etc/hosts', secret: 'x'.repeat(24) } }] },
  ],
  [
    'D-179 a webhook with a secret of Standard Webhooks that is too short',
    'merchants.0.webhook.secret',
    {
      merchants: [
        { ...shop, webhook: { url: 'https://shop.example/hook', secret: `whsec_${'ab12'.repeat(7)}` } },
      ],
    },
  ],
  [
    'a webhook with a short secret',
    'merchants.0.webhook.secret',
    { merchants: [{ ...shop, webhook: { url: 'https://shop.example/hook', secret: 'short' } }] },
  ],
  ['a hook that is not a function', 'onSettled', { onSettled: 'https://shop.example' }],
  ['no upstream', 'upstream', { upstream: undefined }],
  ['no upstream address', 'upstream.terminalUrl', { upstream: { ...upstream, terminalUrl: undefined } }],
  ['no environment', 'upstream.environment', { upstream: { ...upstream, environment: undefined } }],
  ['an unknown dialect', 'upstream.dialect', { upstream: { ...upstream, dialect: 'y' } }],
  ['an unknown start', 'upstream.start', { upstream: { ...upstream, start: 'sale' } }],
  ['an invalid reporting address', 'upstream.reportingUrl', { upstream: { ...upstream, reportingUrl: 'r' } }],
  ['an unknown repeat', 'upstream.repeat', { upstream: { ...upstream, repeat: 'maybe' } }],
  ['no reads at all', 'upstream.readsPerSecond', { upstream: { ...upstream, readsPerSecond: 0 } }],
  ['too many reads', 'upstream.readsPerSecond', { upstream: { ...upstream, readsPerSecond: 1_001 } }],
  ['an unknown member', 'upstream.retries', { upstream: { ...upstream, retries: 3 } }],
  ['an invalid boarding address', 'upstream.boardingUrl', boarded({}, { boardingUrl: 'boarding.example' })],
  ['sign-up without a boarding address', 'upstream.boardingUrl', boarded({}, { boardingUrl: undefined })],
  ['an unknown spelling', 'upstream.boardingCase', boarded({}, { boardingCase: 'snake' })],
  ['an unknown place of the token', 'upstream.tokenPlace', boarded({}, { tokenPlace: 'header' })],
  ['an unknown form of phone numbers', 'upstream.boardingPhone', boarded({}, { boardingPhone: 'e.164' })],
  ['a look-up that is a word', 'upstream.boardingLookup', boarded({}, { boardingLookup: 'yes' })],
  ['sign-up without a key', 'merchants.0.boarding.apiKey', boarded({ apiKey: '' })],
  ['sign-up that is a word', 'merchants.0.boarding', { merchants: [{ ...shop, boarding: true }] }],
  ['sign-up with an unknown member', 'merchants.0.boarding.plans', boarded({ plans: [] })],
  ['a misspelled option', 'storeConection', { storeConection: 5 }],
  ['a misspelled limit', 'limits.stream', { limits: { stream: 5 } }],
  ['a misspelled member of a merchant', 'merchants.0.orgins', { merchants: [{ ...shop, orgins: [] }] }],
  [
    'a wildcard in an origin',
    'merchants.0.origins.0',
    { merchants: [{ ...shop, origins: ['https://*.shop.example'] }] },
  ],
  ['a plan without a label', 'merchants.0.boarding.tiers.0.label', boarded({ tiers: [{ name: 'A' }] })],
  [
    'a plan with two lines',
    'merchants.0.boarding.tiers.0.name',
    boarded({ tiers: [{ name: 'A\nB', label: 'A' }] }),
  ],
  ['a plan listed twice', 'merchants.0.boarding.tiers', boarded({ tiers: [TIER, TIER] })],
  [
    '51 plans',
    'merchants.0.boarding.tiers',
    boarded({ tiers: Array.from({ length: 51 }, (_, at) => ({ ...TIER, name: `${at}` })) }),
  ],
  [
    'a fee that is a text',
    'merchants.0.boarding.tiers.0.fees.0',
    boarded({ tiers: [{ ...TIER, fees: ['2 %'] }] }),
  ],
  [
    'a feature that is a text',
    'merchants.0.boarding.tiers.0.features.0',
    boarded({ tiers: [{ ...TIER, features: ['One terminal'] }] }),
  ],
  ['terms of an unknown mode', 'merchants.0.boarding.terms.mode', boarded({ terms: { mode: 'mail' } })],
  ['a frame without an address', 'merchants.0.boarding.terms.url', boarded({ terms: { mode: 'frame' } })],
  [
    'a frame without encryption',
    'merchants.0.boarding.terms.url',
    boarded({ terms: { mode: 'frame', url: 'http://terms.example' } }),
  ],
  [
    'a frame that is a script',
    'merchants.0.boarding.terms.url',
    boarded({ terms: { mode: 'frame', url: 'javascript:alert(1)' } }),
  ],
  [
    'an address where the service shows the terms',
    'merchants.0.boarding.terms.url',
    boarded({ terms: { mode: 'service', url: 'https://a.example' } }),
  ],
  ['an empty contact', 'merchants.0.boarding.contact', boarded({ contact: {} })],
  [
    'a contact with two e-mail addresses',
    'merchants.0.boarding.contact.email',
    boarded({ contact: { email: 'a@partner.example,b@partner.example?cc=c' } }),
  ],
  [
    'a contact with a word for a phone number',
    'merchants.0.boarding.contact.phone',
    boarded({ contact: { phone: 'call us' } }),
  ],
  [
    'a contact whose page is a script',
    'merchants.0.boarding.contact.url',
    boarded({ contact: { url: 'javascript:alert(1)' } }),
  ],
  [
    'a short secret of the boarding webhook',
    'merchants.0.boarding.webhookSecret',
    boarded({ webhookSecret: 'short' }),
  ],
  ['a proxy too many', 'proxies', { proxies: 11 }],
  ['proxies that are a word', 'proxies', { proxies: true }],
  ['a flag that is a word', 'dpop', { dpop: 'yes' }],
  ['a limit of zero', 'limits.streams', { limits: { streams: 0 } }],
  ['a limit of half a token', 'limits.mint.count', { limits: { mint: { count: 0.5, windowSeconds: 1 } } }],
]
for (const [what, option, members] of WRONG) {
  void test(`${what} stops the start with one sentence that names ${option}`, () => {
    const problems = problemsOf(members)
    assert.deepEqual(
      problems.map((problem) => problem.option),
      [option],
    )
    assert.match(problems[0]?.message ?? '', /^(must|is) .*[.?]$/)
  })
}

void test('reports all problems at once', () => {
  const options = problemsOf({ secret: 'x', publicUrl: 'x', dpop: 1 }).map(({ option }) => option)
  assert.deepEqual(options, ['secret', 'publicUrl', 'dpop'])
})

void test('a minimal configuration assumes no upstream features and requires proofs', () => {
  const config = readConfig(
    benchOptions({ upstream: { terminalUrl: 'https://t.example/api/', environment: 'sandbox' } }),
  )
  assert.deepEqual(config.features, {
    cancel: false,
    longPoll: false,
    details: true,
    repeat: 'unknown',
    lookup: 'none',
    deviceSession: false,
  })
  assert.deepEqual([config.dpop, config.dialect, config.terminalUrl], [true, 'spec', 'https://t.example/api'])
  assert.deepEqual([config.prefix, config.publicOrigin], ['/tapboard', 'https://pay.shop.example'])
})

void test('sign-up uses the specification dialect unless configured otherwise', () => {
  assert.equal(readConfig(benchOptions()).boarding, null)
  const plain = readConfig({ ...benchOptions(), ...boarded({}) } as BffOptions)
  assert.deepEqual(plain.boarding, {
    url: 'https://boarding.example',
    nameCase: 'pascal',
    tokenPlace: 'top',
    phone: 'national',
    lookup: false,
  })
  assert.equal(plain.proxies, 0)
  const field = { boardingUrl: 'https://b.example/v1/', boardingCase: 'camel', tokenPlace: 'signature' }
  const other = readConfig({ ...benchOptions(), ...boarded({}, field), proxies: 2 } as BffOptions)
  assert.deepEqual(
    [other.boarding?.url, other.boarding?.nameCase, other.boarding?.tokenPlace, other.proxies],
    ['https://b.example/v1', 'camel', 'signature', 2],
  )
})

void test('reports go to the terminal API, or to an address of their own (D-18); a sale starts as configured (D-17)', () => {
  const { upstream: plain } = benchOptions()
  const read = (more: Partial<BffOptions['upstream']>) => {
    const { reportingUrl, start } = readConfig({ ...benchOptions(), upstream: { ...plain, ...more } })
    return [reportingUrl, start]
  }
  const terminalUrl = 'https://terminal.example/base/'
  assert.deepEqual(read({ terminalUrl }), ['https://terminal.example/base', 'session'])
  assert.deepEqual(read({ terminalUrl, reportingUrl: 'https://r.example/', start: 'payments' }), [
    'https://r.example',
    'payments',
  ])
})

const ENVIRONMENT: Environment = {
  TAPBOARD_SECRET: SECRETS.secret,
  TAPBOARD_STORE_URL: 'file::memory:',
  TAPBOARD_PUBLIC_URL: 'https://pay.shop.example',
  TAPBOARD_TERMINAL_URL: 'https://terminal.example',
  TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
  TAPBOARD_UPSTREAM_CANCEL: 'true',
  TAPBOARD_MERCHANT_ID: 'shop',
  TAPBOARD_MERCHANT_HOST_SECRET: SECRETS.hostSecret,
  TAPBOARD_MERCHANT_API_KEY: SECRETS.apiKey,
  TAPBOARD_MERCHANT_ORIGINS: 'https://shop.example, https://www.shop.example',
}

/** The sentences of an environment that lacks a variable or has another value. */
function sentencesOf(changes: Environment): string[] {
  const environment = { ...ENVIRONMENT, ...changes }
  try {
    readConfig(optionsFrom(environment))
  } catch (error) {
    assert.ok(isConfigError(error))
    return error.problems.map((problem) => problemInEnvironment(problem, environment))
  }
  return []
}

void test('reads one merchant or several from the environment', () => {
  const config = readConfig(optionsFrom(ENVIRONMENT))
  assert.deepEqual(config.merchants[0]?.origins, ['https://shop.example', 'https://www.shop.example'])
  assert.deepEqual([config.features.cancel, config.readsPerSecond], [true, 20])
  const paced = readConfig(optionsFrom({ ...ENVIRONMENT, TAPBOARD_UPSTREAM_READS_PER_SECOND: '50' }))
  assert.equal(paced.readsPerSecond, 50)
  assert.match(
    sentencesOf({ TAPBOARD_UPSTREAM_READS_PER_SECOND: 'many' })[0] ?? '',
    /^TAPBOARD_UPSTREAM_READS_PER_SECOND must be/,
  )
  assert.deepEqual(sentencesOf({ TAPBOARD_MERCHANTS: JSON.stringify(benchOptions().merchants) }), [])
})

void test('D-139 reads several secrets of a variable, separated by commas', () => {
  const [fresh, old] = ['n'.repeat(40), 'o'.repeat(40)]
  const config = readConfig(
    optionsFrom({
      ...ENVIRONMENT,
      TAPBOARD_SECRET: `${fresh},${old}`,
      TAPBOARD_MERCHANT_HOST_SECRET: `${fresh}, ${old}`,
      TAPBOARD_MERCHANT_WEBHOOK_URL: 'https://shop.example/hook',
      TAPBOARD_MERCHANT_WEBHOOK_SECRET: `${fresh},${old}`,
    }),
  )
  const [merchant] = config.merchants
  for (const read of [config.secret, merchant?.hostSecret, merchant?.webhook?.secret])
    assert.deepEqual(read, [fresh, old])
  assert.match(
    sentencesOf({ TAPBOARD_SECRET: `${fresh},short` })[0] ?? '',
    /^TAPBOARD_SECRET must .* During a rotation: NEW,OLD\./,
  )
})

void test('reads sign-up from the environment and names the variable of a problem', () => {
  const boarding = {
    TAPBOARD_BOARDING_URL: 'https://boarding.example',
    TAPBOARD_BOARDING_CASE: 'camel',
    TAPBOARD_BOARDING_TOKEN_PLACE: 'signature',
    TAPBOARD_BOARDING_PHONE: 'e164',
    TAPBOARD_BOARDING_LOOKUP: 'true',
    TAPBOARD_PROXIES: '1',
    TAPBOARD_MERCHANT_BOARDING: JSON.stringify({
      apiKey: 'tb_board_key',
      tiers: [TIER],
      terms: { mode: 'host' },
    }),
  }
  const config = readConfig(optionsFrom({ ...ENVIRONMENT, ...boarding }))
  const { nameCase, tokenPlace, phone, lookup } = config.boarding ?? {}
  assert.deepEqual([nameCase, tokenPlace, phone, lookup], ['camel', 'signature', 'e164', true])
  assert.deepEqual([config.proxies, config.merchants[0]?.boarding?.terms], [1, { mode: 'host' }])
  for (const [changes, sentence] of [
    [
      { TAPBOARD_BOARDING_URL: undefined },
      /^TAPBOARD_BOARDING_URL must be set, because a merchant has boarding\.$/,
    ],
    [{ TAPBOARD_BOARDING_CASE: 'snake' }, /^TAPBOARD_BOARDING_CASE must be/],
    [{ TAPBOARD_BOARDING_TOKEN_PLACE: 'x' }, /^TAPBOARD_BOARDING_TOKEN_PLACE must be/],
    [{ TAPBOARD_BOARDING_PHONE: 'x' }, /^TAPBOARD_BOARDING_PHONE must be/],
    [{ TAPBOARD_BOARDING_LOOKUP: 'x' }, /^TAPBOARD_BOARDING_LOOKUP must be true or false/],
    [{ TAPBOARD_PROXIES: 'many' }, /^TAPBOARD_PROXIES must be/],
    [{ TAPBOARD_MERCHANT_BOARDING: 'not json' }, /^TAPBOARD_MERCHANT_BOARDING must be an object/],
    [
      { TAPBOARD_MERCHANT_BOARDING: '{"apiKey":"k","tiers":[{}]}' },
      /^TAPBOARD_MERCHANT_BOARDING\.tiers\.0\.name must be/,
    ],
    [
      { TAPBOARD_MERCHANTS: JSON.stringify([{ ...shop, boarding: {} }]) },
      /^TAPBOARD_MERCHANTS\[0\]\.boarding\.apiKey must be/,
    ],
  ] as const)
    assert.match(sentencesOf({ ...boarding, ...changes })[0] ?? '', sentence)
})

void test('requires both URL and secret of the receiver of heads', () => {
  const [url, secret] = ['https://heads.example/', 'x'.repeat(24)]
  const both = { TAPBOARD_HEADS_WEBHOOK_URL: url, TAPBOARD_HEADS_WEBHOOK_SECRET: secret }
  assert.deepEqual(sentencesOf(both), [])
  assert.match(
    sentencesOf({ TAPBOARD_HEADS_WEBHOOK_URL: url })[0] ?? '',
    /^TAPBOARD_HEADS_WEBHOOK_SECRET is not set: it must be/,
  )
  assert.match(
    sentencesOf({ TAPBOARD_HEADS_WEBHOOK_SECRET: secret })[0] ?? '',
    /^TAPBOARD_HEADS_WEBHOOK_URL is not set: it must be/,
  )
  assert.match(
    sentencesOf({ ...both, TAPBOARD_HEADS_WEBHOOK_URL: 'http://heads.example/' })[0] ?? '',
    /^TAPBOARD_HEADS_WEBHOOK_URL must be/,
  )
})

void test('requires both URL and secret of a webhook', () => {
  const url = 'http://127.0.0.1:9/hook'
  assert.deepEqual(
    sentencesOf({ TAPBOARD_MERCHANT_WEBHOOK_URL: url, TAPBOARD_MERCHANT_WEBHOOK_SECRET: 'x'.repeat(24) }),
    [],
  )
  assert.match(
    sentencesOf({ TAPBOARD_MERCHANT_WEBHOOK_URL: url })[0] ?? '',
    /^TAPBOARD_MERCHANT_WEBHOOK_SECRET is not set: it must be/,
  )
  assert.match(
    sentencesOf({ TAPBOARD_MERCHANT_WEBHOOK_SECRET: 'x'.repeat(24) })[0] ?? '',
    /^TAPBOARD_MERCHANT_WEBHOOK_URL is not set: it must be/,
  )
})

void test('D-138 names the option that a misspelled one probably means', () => {
  for (const [members, sentence] of [
    [{ storeConection: 5 }, 'is not an option; see the table of options. Did you mean storeConnections?'],
    [{ limits: { stream: 5 } }, 'is not an option; see the table of options. Did you mean streams?'],
    [
      { upstream: { ...upstream, boardingURL: '' } },
      'is not an option; see the table of options. Did you mean boardingUrl?',
    ],
    [{ colour: 5 }, 'is not an option; see the table of options.'],
  ] as const)
    assert.deepEqual(
      problemsOf(members).map(({ message }) => message),
      [sentence],
    )
})

void test('names the variable that the operator set', () => {
  for (const name of Object.keys(ENVIRONMENT)) {
    if (name === 'TAPBOARD_UPSTREAM_CANCEL') continue
    const sentences = sentencesOf({ [name]: undefined })
    assert.ok(
      sentences.some((sentence) => sentence.startsWith(`${name} is not set: it must `)),
      `${name}: ${sentences.join(' | ')}`,
    )
  }
  assert.match(
    sentencesOf({ TAPBOARD_UPSTREAM_CANCEL: 'perhaps' })[0] ?? '',
    /^TAPBOARD_UPSTREAM_CANCEL must be true or false/,
  )
  assert.match(
    sentencesOf({ TAPBOARD_MERCHANTS: '[{"id":"a"}]' })[0] ?? '',
    /^TAPBOARD_MERCHANTS\[0\]\.name must/,
  )
  assert.match(sentencesOf({ TAPBOARD_MERCHANTS: 'not json' })[0] ?? '', /^TAPBOARD_MERCHANTS must list/)
})
