// Sealed secrets decrypt only for their application, with a live key, in the one accepted form.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { openStore } from '@tapboard/store'
import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { silentLog, systemRandom } from '@tapboard/server'
import { ManualClock } from '@tapboard/store/testing'
import { openKeySet } from '../../token/key-set.ts'
import { AUDIT_MIGRATIONS } from '../../durable/audit-log.ts'
import { KEY_MIGRATIONS, type KeyTables } from '../../token/key-table.ts'
import { SEALING } from '../../token/signing-key.ts'
import { openSecrets } from './open-secrets.ts'
import { sealKeyOf } from './seal-key.ts'

const SECRETS = { taxId: '12-3456789', accountNumber: '000123456789', ssns: ['987-65-4320', '987-65-4321'] }
const APPLICATION = { id: 'app_one', persons: 2 }
const without = (head: Record<string, unknown>, name: string): unknown =>
  Object.fromEntries(Object.entries(head).filter(([each]) => each !== name))
const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const textOf = (part: string | undefined): string => Buffer.from(part ?? '', 'base64url').toString('utf8')

async function fixture(context: TestContext) {
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 12))
  const store = await openStore<KeyTables>('file::memory:', { clock: () => clock.now() })
  context.after(() => store.close())
  await store.migrate(AUDIT_MIGRATIONS)
  await store.migrate(KEY_MIGRATIONS)
  const open = () =>
    openKeySet({
      store,
      purpose: SEALING,
      sealRing: [createHash('sha256').update('at rest').digest()],
      clock,
      random: systemRandom,
      log: silentLog,
      rotateEveryDays: 30,
    })
  const keys = await open()
  /** Seals as a page does, with these overrides. */
  const seal = async (
    overrides: {
      readonly secrets?: unknown
      readonly id?: string
      readonly head?: Record<string, unknown>
      readonly enc?: string
      readonly key?: JWK
    } = {},
  ): Promise<string> => {
    const { kid, ...jwk } = sealKeyOf(keys)
    const key = await importJWK(overrides.key ?? jwk, 'ECDH-ES')
    const plain = new TextEncoder().encode(JSON.stringify(overrides.secrets ?? SECRETS))
    return new CompactEncrypt(plain)
      .setKeyManagementParameters({ apv: Buffer.from(overrides.id ?? APPLICATION.id) })
      .setProtectedHeader({ alg: 'ECDH-ES', enc: overrides.enc ?? 'A256GCM', kid, ...overrides.head })
      .encrypt(key)
  }
  const rehead = async (change: (head: Record<string, unknown>) => unknown): Promise<string> => {
    const [head, ...rest] = (await seal()).split('.')
    return [text(change(JSON.parse(textOf(head)) as Record<string, unknown>)), ...rest].join('.')
  }
  return { clock, keys, open, seal, rehead }
}

type Fixture = Awaited<ReturnType<typeof fixture>>
const part = (jwe: string, index: number, change: (part: string) => string): string =>
  jwe
    .split('.')
    .map((each, at) => (at === index ? change(each) : each))
    .join('.')
const flip = (index: number) => (each: string) => {
  const bytes = Buffer.from(each, 'base64url')
  bytes[index] = (bytes[index] ?? 0) ^ 1
  return bytes.toString('base64url')
}

void test('decrypts sealed secrets of the application; each encryption has its own hash', async (context) => {
  const { keys, seal } = await fixture(context)
  const [first, second] = [await seal(), await seal()]
  const [one, again, other] = [
    await openSecrets(keys, first, APPLICATION),
    await openSecrets(keys, first, APPLICATION),
    await openSecrets(keys, second, APPLICATION),
  ]
  assert.deepEqual(one?.secrets, SECRETS)
  assert.equal(one?.hash, again?.hash)
  assert.notEqual(one?.hash, other?.hash)
})

const refused: Readonly<Record<string, (fixture: Fixture) => Promise<string> | string>> = {
  'sealed for another application': ({ seal }) => seal({ id: 'app_two' }),
  'relabelled for this application': async ({ seal }) => {
    const jwe = await seal({ id: 'app_two' })
    return part(jwe, 0, (head) => text({ ...JSON.parse(textOf(head)), apv: text('app_one') }))
  },
  'with the application taken out of the head': ({ rehead }) => rehead((head) => without(head, 'apv')),
  'with an application that is no base64url': ({ rehead }) => rehead((head) => ({ ...head, apv: 'app one' })),
  'with a changed first byte': async ({ seal }) => part(await seal(), 3, flip(0)),
  'with a changed tag': async ({ seal }) => part(await seal(), 4, flip(15)),
  'with a changed nonce': async ({ seal }) => part(await seal(), 2, flip(3)),
  'with a tag that is cut to 12 bytes': async ({ seal }) => part(await seal(), 4, (tag) => tag.slice(0, 16)),
  'with no tag': async ({ seal }) => part(await seal(), 4, () => ''),
  'with a nonce of 16 bytes': async ({ seal }) => part(await seal(), 2, (iv) => iv + 'AAAAAA'.slice(0, 5)),
  'with a wrapped key beside the agreement': async ({ seal }) => part(await seal(), 1, () => 'AAAA'),
  'with padding': async ({ seal }) => part(await seal(), 4, (tag) => `${tag}==`),
  'spelled another way': async ({ seal }) =>
    part(
      await seal(),
      4,
      (tag) =>
        tag.slice(0, -1) +
        (tag.endsWith('A') ? 'B' : tag.endsWith('Q') ? 'R' : tag.endsWith('g') ? 'h' : 'x'),
    ),
  'in four parts': async ({ seal }) => (await seal()).split('.').slice(0, 4).join('.'),
  'in six parts': async ({ seal }) => `${await seal()}.AAAA`,
  'that is empty': () => '',
  'that is no JWE': () => 'not.a.sealed.text.atall',
  'as JSON': async ({ seal }) => {
    const [head, , iv, ciphertext, tag] = (await seal()).split('.')
    return JSON.stringify({ protected: head, iv, ciphertext, tag })
  },
  'under an unknown key': ({ rehead }) => rehead((head) => ({ ...head, kid: 'AAAAAAAAAAAAAAAA' })),
  'with a kid that is a path': ({ rehead }) => rehead((head) => ({ ...head, kid: '../../etc/passwd' })),
  'without a kid': ({ rehead }) => rehead((head) => without(head, 'kid')),
  compressed: ({ rehead }) => rehead((head) => ({ ...head, zip: 'DEF' })),
  'with something critical': ({ rehead }) => rehead((head) => ({ ...head, crit: ['exp'], exp: 1 })),
  'with a key of its own in the head': async ({ rehead, keys }) =>
    rehead((head) => ({ ...head, jwk: keys.current().publicJwk })),
  'with an address of keys': ({ rehead }) => rehead((head) => ({ ...head, jku: 'https://evil.example' })),
  'for alg dir': ({ rehead }) => rehead((head) => ({ ...head, alg: 'dir' })),
  'for alg none': ({ rehead }) => rehead((head) => ({ ...head, alg: 'none' })),
  'for alg ECDH-ES+A256KW': ({ seal }) => seal({ head: { alg: 'ECDH-ES+A256KW' } }),
  'for alg RSA1_5': ({ rehead }) => rehead((head) => ({ ...head, alg: 'RSA1_5' })),
  'for alg PBES2-HS256+A128KW': ({ rehead }) =>
    rehead((head) => ({ ...head, alg: 'PBES2-HS256+A128KW', p2c: 2_000_000_000, p2s: 'AAAA' })),
  'with A128GCM': ({ seal }) => seal({ enc: 'A128GCM' }),
  'with A256CBC-HS512': ({ seal }) => seal({ enc: 'A256CBC-HS512' }),
  'with a point that is not on the curve': ({ rehead }) =>
    rehead((head) => ({ ...head, epk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } })),
  'with a point of another curve': async ({ rehead }) => {
    const pair = await generateKeyPair('ECDH-ES', { crv: 'P-384', extractable: true })
    const epk = await exportJWK(pair.publicKey)
    return rehead((head) => ({ ...head, epk }))
  },
  'with a private half in the head': ({ rehead }) =>
    rehead(({ epk, ...head }) => ({ ...head, epk: { ...(epk as object), d: 'A'.repeat(43) } })),
  'sealed to a stranger under our kid': async ({ seal }) => {
    const pair = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
    return seal({ key: await exportJWK(pair.publicKey) })
  },
  'with a head that names alg twice': async ({ seal }) =>
    part(await seal(), 0, (head) =>
      Buffer.from(textOf(head).replace('{', '{"alg":"none",')).toString('base64url'),
    ),
  'with a head of 20 KiB': ({ rehead }) => rehead((head) => ({ ...head, x: 'x'.repeat(20_480) })),
  'with a member too few': ({ seal }) => seal({ secrets: { taxId: '', ssns: ['', ''] } }),
  'with a member too many': ({ seal }) => seal({ secrets: { ...SECRETS, pin: '1234' } }),
  'for one person less': ({ seal }) => seal({ secrets: { ...SECRETS, ssns: ['987-65-4320'] } }),
  'with a number for a text': ({ seal }) => seal({ secrets: { ...SECRETS, taxId: 123456789 } }),
  'with a text of 65 characters': ({ seal }) => seal({ secrets: { ...SECRETS, taxId: '1'.repeat(65) } }),
  'with a list': ({ seal }) => seal({ secrets: [] }),
  'with 1 MB of text': ({ seal }) => seal({ secrets: 'x'.repeat(1_048_576) }),
}

void test('P40 sealed values are refused', async (context) => {
  for (const [what, make] of Object.entries(refused))
    await context.test(what, async (inner) => {
      const place = await fixture(inner)
      assert.equal(await openSecrets(place.keys, await make(place), APPLICATION), null)
    })
  assert.ok(Object.keys(refused).length >= 25)
})

void test('P40 rejects secrets that are not UTF-8', async (context) => {
  const { keys } = await fixture(context)
  const { kid, ...jwk } = sealKeyOf(keys)
  const jwe = await new CompactEncrypt(new Uint8Array([0xff, 0xfe, 0x7b]))
    .setKeyManagementParameters({ apv: Buffer.from(APPLICATION.id) })
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
    .encrypt(await importJWK(jwk, 'ECDH-ES'))
  assert.equal(await openSecrets(keys, jwe, APPLICATION), null)
})

void test('a page with the previous key can submit for a day, on every instance', async (context) => {
  const { clock, keys, open, seal } = await fixture(context)
  const jwe = await seal()
  const before = sealKeyOf(keys)
  await keys.rotate()
  const after = sealKeyOf(keys)
  assert.notEqual(before.kid, after.kid)
  const other = await open()
  for (const set of [keys, other]) assert.ok(await openSecrets(set, jwe, APPLICATION))
  await clock.advance(86_400_000)
  assert.ok(await openSecrets(keys, jwe, APPLICATION))
  await clock.advance(120_000)
  assert.equal(await openSecrets(keys, jwe, APPLICATION), null)
  assert.ok(await openSecrets(keys, await seal(), APPLICATION))
})

void test('P40 publishes only the public key', async (context) => {
  const { keys } = await fixture(context)
  assert.deepEqual(Object.keys(sealKeyOf(keys)).toSorted(), ['crv', 'kid', 'kty', 'x', 'y'])
})

void test('D-142 decrypts the secrets of isolated fields, each for its own field and this application', async (context) => {
  const { keys, seal } = await fixture(context)
  const field = (name: string, value: string, id = APPLICATION.id) =>
    seal({ secrets: { field: name, text: value }, id })
  const [ssn, other] = [await field('ssn', SECRETS.ssns[0]!), await field('ssn', SECRETS.ssns[1]!)]
  const sealed = {
    taxId: await field('taxId', SECRETS.taxId),
    accountNumber: await field('accountNumber', SECRETS.accountNumber),
    ssns: [ssn, other],
  }
  const open = async (changes: object) =>
    openSecrets(keys, await seal({ secrets: { ...sealed, ...changes } }), APPLICATION)
  assert.deepEqual((await open({}))?.secrets, SECRETS)
  assert.deepEqual(
    (await open({ ssns: [SECRETS.ssns[0], other] }))?.secrets,
    SECRETS,
    'one of them typed in the page',
  )
  assert.deepEqual((await open({ ssns: [other, ssn] }))?.secrets.ssns, SECRETS.ssns.toReversed())
  const wrong = {
    'of another field': { taxId: ssn },
    'of another application': { taxId: await field('taxId', SECRETS.taxId, 'app_two') },
    'with a changed byte': { taxId: part(sealed.taxId, 3, flip(0)) },
    'with a text of 65 characters': { taxId: await field('taxId', '1'.repeat(65)) },
    'with a further member': { taxId: await seal({ secrets: { field: 'taxId', text: '1', more: 1 } }) },
    'sealed twice': { taxId: await field('taxId', sealed.taxId) },
    'with a list': { taxId: await seal({ secrets: ['taxId', '1'] }) },
    'of 1,025 characters': { taxId: `${sealed.taxId}${'A'.repeat(1_025 - sealed.taxId.length)}` },
  }
  for (const [what, changes] of Object.entries(wrong)) assert.equal(await open(changes), null, what)
})

void test('D-142 ten persons with isolated fields and a bank account fit into one submission', async (context) => {
  const { keys, seal } = await fixture(context)
  const id = `app_${'x'.repeat(40)}`
  const field = (name: string, value: string) => seal({ secrets: { field: name, text: value }, id })
  const ssns = Array.from({ length: 10 }, (_, index) => `98765432${index}`)
  const jwe = await seal({
    secrets: {
      taxId: await field('taxId', '12-3456789'),
      accountNumber: await field('accountNumber', '1'.repeat(17)),
      ssns: await Promise.all(ssns.map((ssn) => field('ssn', ssn))),
    },
    id,
  })
  assert.ok(jwe.length < 16_384, String(jwe.length))
  assert.deepEqual((await openSecrets(keys, jwe, { id, persons: 10 }))?.secrets.ssns, ssns)
})
