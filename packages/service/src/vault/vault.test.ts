/** Encryption of values: decryption only with their key and in their place. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemRandom } from '@tapboard/server'
import { keyOfFile } from './key-file.ts'
import { openVault } from './open-vault.ts'
import { isDataKeyError, readDataKeys } from './key-ring.ts'
import { lastDigits } from '../boarding/regulated.ts'
import { SealError, Vault } from './vault.ts'

const key = (fill: string): Uint8Array => new Uint8Array(Buffer.alloc(32, fill))
const place = { record: 'app_1', field: 'taxId' }

void test('P40 decrypts a value only with its key and in its place', async () => {
  const vault = new Vault([key('a')], systemRandom)
  const sealed = await vault.seal('581234509', place)
  assert.match(sealed, /^s1\.[0-9a-f]{8}\.[\w-]+$/)
  assert.equal(await vault.open(sealed, place), '581234509')
  assert.notEqual(await vault.seal('581234509', place), sealed, 'sealed twice, it looks different')
  const bytes = Buffer.from(sealed.slice(12), 'base64url')
  const changed = Array.from({ length: bytes.length }, (_, at) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 1
    return sealed.slice(0, 12) + copy.toString('base64url')
  })
  for (const wrong of [
    ...changed,
    sealed.slice(0, 30),
    '',
    's1.',
    'plain',
    `${sealed.slice(0, 3)}00000000.${'A'.repeat(40)}`,
  ])
    await assert.rejects(vault.open(wrong, place), SealError, wrong)
  await assert.rejects(vault.open(sealed, { ...place, field: 'signers[0].ssn' }), SealError)
  await assert.rejects(vault.open(sealed, { ...place, record: 'app_2' }), SealError)
  await assert.rejects(new Vault([key('b')], systemRandom).open(sealed, place), SealError)
})

void test('P40 a new first key encrypts, and old values still decrypt', async () => {
  const old = new Vault([key('a')], systemRandom)
  const both = new Vault([key('b'), key('a')], systemRandom)
  assert.equal(await both.open(await old.seal('x', place), place), 'x')
  await assert.rejects(old.open(await both.seal('x', place), place), /data key [0-9a-f]{8} is not configured/)
  assert.equal(both.marks('x')[1], old.marks('x')[0])
  assert.notEqual(both.marks('x')[0], old.marks('x')[0])
})

void test('accepts a data key of 32 bytes in base64 or base64url; rejects others with the remedy and without repeating them', () => {
  const bytes = Buffer.alloc(32, 0xfb)
  for (const text of [
    bytes.toString('base64'),
    bytes.toString('base64url'),
    ` ${bytes.toString('base64')}\n`,
  ])
    assert.deepEqual(readDataKeys(text), [new Uint8Array(bytes)])
  assert.equal(readDataKeys(`${bytes.toString('base64')},${bytes.toString('base64url')}`).length, 2)
  for (const wrong of [
    'x',
    bytes.toString('hex'),
    bytes.subarray(1).toString('base64'),
    `${bytes.toString('base64')},`,
  ])
    assert.throws(
      () => readDataKeys(wrong),
      (error) =>
        isDataKeyError(error) &&
        /TAPBOARD_SERVICE_DATA_KEY/.test(error.message) &&
        !(wrong.length > 1 && error.message.includes(wrong)),
    )
})

void test('an embedded store creates an owner-only key file on first use; ten concurrent uses create one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-vault-'))
  const url = `file:${join(folder, 'service.db')}`
  try {
    const openers = Array.from({ length: 10 }, () => openVault(undefined, url, systemRandom, keyOfFile))
    assert.deepEqual(await readdir(folder), [], 'nothing before it is needed')
    const ids = await Promise.all(openers.map(async (open) => (await open()).keyId))
    assert.equal(new Set(ids).size, 1)
    assert.deepEqual(await readdir(folder), ['service.db.key'])
    assert.equal((await stat(join(folder, 'service.db.key'))).mode & 0o777, 0o600)
    assert.equal((await openVault(undefined, url, systemRandom, keyOfFile)()).keyId, ids[0])
    const text = await readFile(join(folder, 'service.db.key'), 'utf8')
    assert.equal((await openVault(text, null, systemRandom, keyOfFile)()).keyId, ids[0])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

void test('a shared database has no own key: boarding reports the missing setting', async () => {
  for (const url of ['postgres://a@b/c', null])
    await assert.rejects(
      openVault(' ', url, systemRandom, keyOfFile)(),
      (error) => isDataKeyError(error) && /openssl rand/.test(error.message),
    )
  const memory = openVault(undefined, 'file::memory:', systemRandom, keyOfFile)
  assert.equal((await memory()).keyId, (await memory()).keyId)
})

void test('shows at most four digits of a number, and never more than half', () => {
  assert.deepEqual(['581234509', '1234', '12345678', '123', ''].map(lastDigits), [
    '4509',
    '34',
    '5678',
    '3',
    '',
  ])
})
