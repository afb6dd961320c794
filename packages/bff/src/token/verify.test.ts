// Verification of a token alone: its form before any key is used, and the times for which a verified token is remembered (P24, RFC 8725).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openStore } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { SignJWT } from 'jose'
import { AUDIT_MIGRATIONS } from '../durable/audit-log.ts'
import { openKeySet } from './key-set.ts'
import { KEY_MIGRATIONS, type KeyTables } from './key-table.ts'
import { VerifiedTokens, type Validity } from './verified-tokens.ts'
import { verifyToken } from './signed-token.ts'

const PUBLIC_URL = 'https://pay.shop.example/tapboard'
const clock = new ManualClock(Date.UTC(2026, 10, 26, 12))
const store = await openStore<KeyTables>('file::memory:', { testClock: () => clock.now() })
await store.migrate(AUDIT_MIGRATIONS)
await store.migrate(KEY_MIGRATIONS)
after(() => store.close())
const log = { info() {}, warn() {}, error() {} }
const ring = [new Uint8Array(32).fill(1)]
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
const keys = await openKeySet({ store, sealRing: ring, clock, random, log, rotateEveryDays: 30 })

/** Keeps the validity of each token that is remembered. */
class KeptTokens extends VerifiedTokens {
  readonly added: Validity[] = []
  override add(...given: Parameters<VerifiedTokens['add']>): void {
    this.added.push(given[2])
    super.add(...given)
  }
}

const nowSeconds = clock.now() / 1000
const good = {
  iss: PUBLIC_URL,
  aud: PUBLIC_URL,
  sub: 'shop',
  jti: 'token-1',
  iat: nowSeconds,
  nbf: nowSeconds,
  exp: nowSeconds + 900,
  origin: 'https://shop.example',
}
const sign = (claims: object = {}, header: object = {}): Promise<string> => {
  const { kid, privateKey } = keys.current()
  return new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'tapboard-setup+jwt', kid, ...header })
    .sign(privateKey)
}
async function verify(token: string, verified = new KeptTokens()) {
  const result = await verifyToken({ keys, clock, publicUrl: PUBLIC_URL, verified }, token)
  return result.ok ? 'verified' : result.code
}

void test('P24 a token is remembered from five seconds before its begin up to five seconds after its end', async () => {
  const validityOf = async (claims: object): Promise<readonly [number, number]> => {
    const verified = new KeptTokens()
    assert.equal(await verify(await sign(claims), verified), 'verified')
    const [{ fromMs, untilMs } = { fromMs: 0, untilMs: 0 }] = verified.added
    return [fromMs / 1000 - nowSeconds, untilMs / 1000 - nowSeconds]
  }
  assert.deepEqual(await validityOf({}), [-5, 905])
  assert.deepEqual(await validityOf({ nbf: nowSeconds + 4 }), [-1, 905])
  assert.deepEqual(await validityOf({ nbf: nowSeconds - 60 }), [-5, 905])
  assert.deepEqual(await validityOf({ exp: nowSeconds + 100 }), [-5, 105])
  assert.deepEqual(await validityOf({ iat: nowSeconds - 60, exp: nowSeconds + 900 }), [-5, 845])
})

void test('a remembered token is not verified again', async () => {
  const verified = new KeptTokens()
  const token = await sign()
  for (let times = 0; times < 3; times += 1) assert.equal(await verify(token, verified), 'verified')
  assert.equal(verified.added.length, 1)
})

void test('P24 a token has three parts of base64url and nothing around or in them', async () => {
  const token = await sign()
  assert.equal(await verify(token), 'verified')
  for (const invalid of [
    `${token}=`,
    `${token}\n`,
    ` ${token}`,
    `${token} `,
    token.replace('.', '. '),
    `${token}.`,
  ])
    assert.equal(await verify(invalid), 'token-invalid', JSON.stringify(invalid.slice(-5)))
})

void test('P24 an encoded header has at most 512 characters, a token at most 11,264', async () => {
  // A key ID of another form is refused anyway, so the length is visible in the number of looked up keys only.
  let found = 0
  const find = async (): Promise<null> => ((found += 1), null)
  const counting = { find } as unknown as typeof keys
  const asked = async (token: string): Promise<boolean> => {
    found = 0
    await verifyToken({ keys: counting, clock, publicUrl: PUBLIC_URL, verified: new KeptTokens() }, token)
    return found === 1
  }
  const headerOf = (length: number): string => {
    const bare = JSON.stringify({ alg: 'ES256', typ: 'tapboard-setup+jwt', kid: 'x'.repeat(32) })
    return Buffer.from(bare.padEnd((length * 3) / 4, ' ')).toString('base64url')
  }
  assert.equal(headerOf(512).length, 512)
  assert.equal(await asked(`${headerOf(512)}.a.b`), true)
  assert.equal(await asked(`${headerOf(516)}.a.b`), false)
  const head = headerOf(200)
  assert.equal(await asked(`${head}.${'a'.repeat(11_264 - head.length - 3)}.b`), true)
  assert.equal(await asked(`${head}.${'a'.repeat(11_264 - head.length - 2)}.b`), false)
})

void test('a token with another member in its header is refused', async () => {
  assert.equal(await verify(await sign({}, { cty: 'JWT' })), 'token-invalid')
})
