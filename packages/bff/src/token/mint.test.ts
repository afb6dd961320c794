// Minting alone: the claims and the header of each token, the refusals in their order, the audit line, and a slow store (P24, D-87).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TokenGrant } from '@tapboard/contract'
import { StoreError } from '@tapboard/store'
import { ManualClock, turn } from '@tapboard/store/testing'
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import type { LogFields } from '../ports.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { openTestKeys } from './key-set.testing.ts'
import type { TokenMerchant } from './merchant.ts'
import { mint, type MintDeps } from './signed-token.ts'
import type { RefundRequest } from './refund-grant.ts'

const ORIGIN = 'https://shop.example'
const PUBLIC_URL = 'https://pay.shop.example/tapboard'
const JKT = 'A'.repeat(43)

const clock = new ManualClock(Date.UTC(2026, 10, 26, 12, 0, 0, 999))
const { store, keys, nonces, random } = await openTestKeys(clock)
const silent = { info() {}, warn() {}, error() {} }
after(() => store.close())

const merchant: TokenMerchant = { id: 'shop', hostSecret: '', origins: [ORIGIN] }

interface Asked {
  readonly recorded: unknown[]
  readonly judged: RefundRequest[]
  readonly lines: { fields: LogFields; message: string }[]
}

/** Dependencies that keep what they are asked; `members` replace some of them. */
function depsOf(members: Partial<MintDeps> = {}): MintDeps & Asked {
  const asked: Asked = { recorded: [], judged: [], lines: [] }
  const info = (fields: LogFields, message: string): void => void asked.lines.push({ fields, message })
  return {
    keys,
    nonces,
    clock,
    random,
    log: { ...silent, info },
    publicUrl: PUBLIC_URL,
    dpop: true,
    grants: { record: async (...given) => asked.recorded.push(given) + 6 },
    refunds: {
      judgeRefund: async (refund) => {
        asked.judged.push(refund)
        return null
      },
    },
    ...members,
    ...asked,
  }
}

const bound = { origin: ORIGIN, jkt: JKT }
const terms = { order: 'A-1', amount: '42.00', currency: 'USD' } as const
const sale = { kind: 'sale', ...bound, ...terms, devices: 'any' } as const
const refund = { kind: 'refund', ...bound, ...terms, sale: 'sale_1', person: 'clerk-7' } as const
const GRANTS: readonly TokenGrant[] = [
  sale,
  refund,
  { kind: 'setup', ...bound },
  { kind: 'resolve', ...bound, sale: 'sale_1', person: 'clerk-7' },
  { kind: 'apply', ...bound, applicant: 'applicant-1' },
  { kind: 'desk', ...bound, person: 'clerk-7', rights: ['view'] },
]
const LIVES = { sale: 900, setup: 900, resolve: 120, apply: 3600, desk: 900, refund: 300 }

async function minted(grant: TokenGrant, deps = depsOf()) {
  const result = await mint(deps, merchant, grant, { by: 'host', requestId: 'request-1' })
  assert.ok(result.ok, JSON.stringify(result))
  return result.minted
}

async function refused(grant: unknown, deps = depsOf(), of = merchant): Promise<Refusal> {
  const result = await mint(deps, of, grant as TokenGrant, { by: 'process' })
  assert.ok(!result.ok)
  assert.deepEqual(deps.lines, [])
  return result
}

for (const grant of GRANTS)
  void test(`P24 a token of kind ${grant.kind} has the issuer, subject, times and type of its kind`, async () => {
    const { token, expiresInSeconds, nonce } = await minted(grant)
    const nowSeconds = Date.UTC(2026, 10, 26, 12) / 1000
    const { kid, publicKey } = keys.current()
    assert.deepEqual(decodeProtectedHeader(token), { alg: 'ES256', typ: `tapboard-${grant.kind}+jwt`, kid })
    await jwtVerify(token, publicKey, { currentDate: new Date(clock.now()) })
    const { iss, aud, sub, iat, nbf, exp, jti, cnf, origin } = decodeJwt(token)
    assert.deepEqual(
      { iss, aud, sub, iat, nbf, exp, cnf, origin },
      {
        iss: PUBLIC_URL,
        aud: PUBLIC_URL,
        sub: 'shop',
        iat: nowSeconds,
        nbf: nowSeconds,
        exp: nowSeconds + LIVES[grant.kind],
        cnf: { jkt: JKT },
        origin: ORIGIN,
      },
    )
    assert.equal(jti?.length, 22, '16 random bytes')
    assert.equal(expiresInSeconds, LIVES[grant.kind])
    assert.ok(nonces.accepts(nonce, clock.now()))
  })

void test('D-87 a sale grant is recorded with its terms, and its token has the generation', async () => {
  const deps = depsOf()
  const { token } = await minted(sale, deps)
  assert.deepEqual(deps.recorded, [['shop', 'A-1', { amountMinor: 4200, currency: 'USD' }]])
  const { generation, order, amount_minor: amount } = decodeJwt(token)
  assert.deepEqual([generation, order, amount], [7, 'A-1', 4200])
  for (const grant of GRANTS.slice(1)) await minted(grant, deps)
  assert.equal(deps.recorded.length, 1, 'no other kind records terms')
})

void test('INV-22 a refund grant is judged with its sale, reference and terms, and no other kind is', async () => {
  const deps = depsOf()
  for (const grant of GRANTS) await minted(grant, deps)
  await minted({ ...refund, refund: 'second' }, deps)
  const judged = { merchant: 'shop', order: 'A-1', amountMinor: 4200, currency: 'USD' }
  assert.deepEqual(deps.judged, [
    { ...judged, refund: { of: 'sale_1', reference: 'first' } },
    { ...judged, refund: { of: 'sale_1', reference: 'second' } },
  ])
  const refusal = refuse('refund-exceeds-sale', 'Too much.')
  assert.equal(
    (await refused(refund, depsOf({ refunds: { judgeRefund: async () => refusal } }))).code,
    refusal.code,
  )
})

void test('D-147 each token writes a line of the audit with the IDs of its grant', async () => {
  const deps = depsOf()
  for (const grant of GRANTS) await minted(grant, deps)
  const common = {
    action: 'token-minted',
    merchant: 'shop',
    keyId: keys.current().kid,
    by: 'host',
    requestId: 'request-1',
  }
  const members = [
    { kind: 'sale', ...terms },
    { kind: 'refund', ...terms, saleId: 'sale_1', person: 'clerk-7' },
    { kind: 'setup' },
    { kind: 'resolve', saleId: 'sale_1', person: 'clerk-7' },
    { kind: 'apply' },
    { kind: 'desk', person: 'clerk-7' },
  ]
  assert.deepEqual(
    deps.lines,
    members.map((each) => ({ fields: { ...common, ...each }, message: 'audit' })),
  )
})

void test('refuses a page of another origin, and one without a key unless dpop is off', async () => {
  const message = "must be one of the merchant's configured origins, exactly"
  const elsewhere = await refused({ ...sale, origin: `${ORIGIN}.evil.example` })
  assert.equal(elsewhere.code, 'origin-not-allowed')
  assert.equal(elsewhere.detail, `The member origin ${message}.`)
  assert.deepEqual(elsewhere.issues, [{ path: 'origin', code: 'origin-not-allowed', message }])
  const keyless = await refused({ ...sale, jkt: undefined })
  assert.equal(keyless.code, 'invalid-request')
  assert.match(keyless.detail, /^Pass jkt/)
  assert.deepEqual(keyless.issues, [{ path: 'jkt', code: 'missing', message: 'is missing' }])
  const { token } = await minted({ ...sale, jkt: undefined } as never, depsOf({ dpop: false }))
  assert.equal(decodeJwt(token)['cnf'], undefined)
})

void test('refuses another currency than that of the merchant, for a sale and for a refund', async () => {
  for (const grant of [sale, refund]) {
    const message = "must be USD, the currency of the merchant's account"
    const other = await refused({ ...grant, currency: 'EUR' })
    assert.equal(other.code, 'invalid-amount')
    assert.equal(other.detail, `The member currency ${message}.`)
    assert.deepEqual(other.issues, [{ path: 'currency', code: 'invalid-amount', message }])
    const inEuro = { ...merchant, currency: 'EUR' } as const
    assert.equal((await refused(grant, depsOf(), inEuro)).code, 'invalid-amount')
    assert.ok((await mint(depsOf(), inEuro, { ...grant, currency: 'EUR' }, { by: 'host' })).ok)
  }
})

void test('refuses an invalid amount before the terms are recorded', async () => {
  const deps = depsOf()
  const { code, detail, issues } = await refused({ ...sale, amount: '0.00' }, deps)
  const message = 'must be greater than 0'
  assert.deepEqual([code, detail], ['invalid-amount', `The member amount ${message}.`])
  assert.deepEqual(issues, [{ path: 'amount', code: 'invalid-amount', message }])
  assert.deepEqual(deps.recorded, [])
})

void test('refuses a grant whose token would not fit in a header, and names the long list', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(100, 'x'))
  for (const [path, grant] of [
    ['devices', { ...sale, devices: names }],
    ['tiers', { kind: 'apply', ...bound, applicant: 'a', tiers: names }],
  ] as const) {
    const { code, detail, issues } = await refused(grant)
    const message = 'must be shorter: the token would not fit in a header'
    assert.deepEqual([code, detail], ['invalid-request', `The member ${path} ${message}.`])
    assert.deepEqual(issues, [{ path, code: 'too-big', message }])
  }
})

void test('D-87 waits 1.8 s for the store, then refuses with store-unavailable, and leaves no timer', async () => {
  for (const [grant, members] of [
    [sale, { grants: { record: () => new Promise<number>(() => {}) } }],
    [refund, { refunds: { judgeRefund: () => new Promise<null>(() => {}) } }],
  ] as const) {
    const deps = depsOf(members)
    const codes: string[] = []
    const waiting = refused(grant, deps).then(({ code }) => codes.push(code))
    await clock.advance(1_799)
    assert.deepEqual(codes, [])
    await clock.advance(1)
    assert.deepEqual(codes, ['store-unavailable'])
    await waiting
  }
  await minted(sale)
  await minted(refund)
  await turn()
  assert.equal(clock.pending, 0, 'an answer in time cancels the timer')
})

void test('D-87 an unavailable store is a refusal, and another fault is thrown', async () => {
  const failing = (fault: Error): Partial<MintDeps> => ({ grants: { record: () => Promise.reject(fault) } })
  const away = new StoreError('store-unavailable', 'no')
  assert.equal((await refused(sale, depsOf(failing(away)))).code, 'store-unavailable')
  await assert.rejects(refused(sale, depsOf(failing(new Error('a bug')))), /a bug/)
  assert.equal(clock.pending, 0)
})

void test('a token may have 11,264 characters, and no more', async () => {
  const lengths: number[] = []
  const grantOf = (length: number) => ({
    ...sale,
    devices: Array.from({ length: 80 }, (_, index) => `${index}`.padStart(index === 0 ? length : 95, 'x')),
  })
  for (let length = 1; length < 800; length += 1) {
    const result = await mint(depsOf(), merchant, grantOf(length), { by: 'host' })
    if (!result.ok) break
    lengths.push(result.minted.token.length)
  }
  // The length of base64url is never 1 more than a multiple of 4, so one of the last four lengths is missing.
  assert.ok(lengths.length > 0 && lengths.length < 799)
  assert.equal(lengths.at(-1), 11_264)
})
