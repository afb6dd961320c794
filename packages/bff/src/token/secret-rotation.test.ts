// Rotation of the secret and of the host secret: two instances, one of which does not know the new secret yet, refuse nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BffOptions } from '../app/options.ts'
import { benchOptions, createBench, SECRETS } from '../testing/bench.ts'
import { expectProblem } from '../testing/expect.ts'
import { mintRequest, openPage, saleGrant, type Page } from '../testing/page.ts'
import { createNonces } from './nonce.ts'
import { openSealed, seal, unseal } from './seal.ts'
import { deriveKeys } from './secret.ts'

const OLD = SECRETS.secret
const NEW = 'another-secret-of-all-instances-0123456789'
const NEW_HOST = 'another-host-secret-of-the-shop-01'

const hostSecret = (ring: readonly string[]): Partial<BffOptions> => ({
  merchants: benchOptions().merchants.map((merchant) =>
    merchant.id === 'shop' ? { ...merchant, hostSecret: ring } : merchant,
  ),
})

void test('D-139 a rotation of the secret on two instances refuses no request', async () => {
  const old = await createBench({ secret: OLD })
  const both = await old.again({ secret: [NEW, OLD] })
  const pages: Page[] = []
  const instances = [old, both]
  const load = async (round: number): Promise<void> => {
    pages.push(await openPage(instances[round % 2] ?? both))
    for (const page of pages)
      for (const bench of instances) {
        const response = await bench.core.fetch(await page.request('GET', '/v1/checkout'))
        assert.equal(response.status, 200, `round ${round}`)
        // The nonce of either instance is used at the other one.
        page.nonce = response.headers.get('dpop-nonce') ?? page.nonce
      }
    await old.clock.advance(20_000)
  }
  for (let round = 0; round < 8; round += 1) {
    if (round % 3 === 2) {
      await (instances[round % 2] ?? both).keys.rotate()
      for (const bench of instances) await bench.keys.refresh()
    }
    await load(round)
  }
  // Every instance knows the new secret now, and the first one forgets the old secret.
  instances[0] = await old.again({ secret: [NEW, OLD] })
  await load(8)
  instances[0] = await old.again({ secret: NEW })
  for (let round = 9; round < 13; round += 1) await load(round)
  await old.close()
})

void test('D-139 an instance without any secret of the stored keys does not start', async () => {
  const bench = await createBench({ secret: OLD })
  await assert.rejects(bench.again({ secret: NEW }), /alone or after a new one \(NEW,OLD\)/)
  await bench.again({ secret: [NEW, OLD] })
  await bench.again({ secret: NEW })
  await assert.rejects(bench.again({ secret: OLD }), /another secret/, 'the copy for the old secret is gone')
  await bench.close()
})

void test('D-139 the old and the new host secret get tokens during a rotation, and no other one', async () => {
  const bench = await createBench()
  const both = await bench.again(hostSecret([NEW_HOST, SECRETS.hostSecret]))
  const { key } = await openPage(bench)
  const mint = (secret: string) => both.core.fetch(mintRequest(saleGrant(key.jkt), secret))
  assert.equal((await mint(NEW_HOST)).status, 201)
  assert.equal((await mint(SECRETS.hostSecret)).status, 201)
  await expectProblem(await mint('no-host-secret-of-the-shop-0001'), 'host-unauthorized')
  const after = await bench.again(hostSecret([NEW_HOST]))
  const refused = await after.core.fetch(mintRequest(saleGrant(key.jkt), SECRETS.hostSecret))
  await expectProblem(refused, 'host-unauthorized')
  await bench.close()
})

const random = (length: number): Uint8Array => new Uint8Array(length).fill(5)

void test('D-139 a sealed value opens with each secret of its ring, and says whether it fits the ring', async () => {
  const [one, other] = [deriveKeys(OLD).draftRing, deriveKeys(NEW).draftRing]
  const both = deriveKeys([NEW, OLD]).draftRing
  const sealed = await seal('text', both, 'row 1', random)
  for (const ring of [one, other, both]) assert.equal(await unseal(sealed, ring, 'row 1'), 'text')
  assert.equal(await unseal(sealed, both, 'row 2'), null)
  assert.equal(await unseal(sealed, deriveKeys('x'.repeat(32)).draftRing, 'row 1'), null)
  assert.equal((await openSealed(sealed, both, 'row 1'))?.current, true)
  assert.equal((await openSealed(sealed, other, 'row 1'))?.current, false)
  assert.equal((await openSealed(await seal('text', one, 'row 1', random), both, 'row 1'))?.current, false)
  assert.equal(await unseal(new Uint8Array(3), both, 'row 1'), null)
})

void test('D-139 a nonce made during a rotation is accepted under each secret, a forged one under none', () => {
  const nonces = (ring: string | readonly string[]) => createNonces(deriveKeys(ring).nonceRing)
  const nowMs = 1_700_000_000_000
  const issued = nonces([NEW, OLD]).issue(nowMs)
  for (const ring of [OLD, NEW, [NEW, OLD]]) assert.equal(nonces(ring).accepts(issued, nowMs), true)
  assert.equal(nonces([NEW, OLD]).accepts(nonces(OLD).issue(nowMs), nowMs), true)
  assert.equal(nonces('x'.repeat(32)).accepts(issued, nowMs), false)
  assert.equal(nonces(OLD).accepts(`${issued.slice(0, -1)}`, nowMs), false)
  assert.equal(nonces(OLD).accepts(`${issued}${'A'.repeat(22 * 3)}`, nowMs), false, 'five codes')
})
