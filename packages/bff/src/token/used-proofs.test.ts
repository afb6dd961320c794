// A proof of a request that changes state is used once by all instances, also after a restart, and with its own body (D-134,
// P22).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { emptyValues, web, type Route } from '@tapboard/contract'
import type { Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { keptLog } from '../sale/testing.ts'
import { submitBody } from '../testing/apply.ts'
import { createBench } from '../testing/bench.ts'
import { expectProblem } from '../testing/expect.ts'
import {
  applyGrant,
  openPage,
  resolveGrant,
  saleGrant,
  setupGrant,
  START,
  type Page,
} from '../testing/page.ts'
import { someSale } from '../testing/script.ts'
import { KEY_MIGRATIONS, type KeyTables } from './key-table.ts'
import { createNonces, NONCE_LIFE_EVERYWHERE_MS } from './nonce.ts'
import { sqlUsedProofs } from './used-proofs.ts'

const START_MS = Date.UTC(2026, 10, 22, 12)
const MINUTE_MS = 60_000
const PROOF = { jkt: 'page', jti: 'proof-1' }

const bench = await createBench()
after(() => bench.close())
bench.sales.sale = (access) => someSale(access)

eachEngine<KeyTables>(
  'D-134 of concurrent uses of one proof at two instances one succeeds, and none after a restart',
  async ({ store, open }) => {
    await store.migrate(KEY_MIGRATIONS)
    const { log } = keptLog()
    const other = await open()
    const instances = [sqlUsedProofs(store, log), sqlUsedProofs(other, log)] as const
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (instances[index % 2] ?? instances[0]).record(PROOF, START_MS),
      ),
    )
    assert.equal(results.filter(Boolean).length, 1)
    assert.equal(await sqlUsedProofs(await open(), log).record(PROOF, START_MS), false)
    assert.equal(await instances[1].record({ ...PROOF, jkt: 'other page' }, START_MS), true)
    assert.equal(await instances[1].record({ ...PROOF, jti: 'proof-2' }, START_MS), true)
  },
)

eachEngine<KeyTables>(
  'D-134 a used proof is deleted only when no instance accepts its nonce any more',
  async ({ store }) => {
    await store.migrate(KEY_MIGRATIONS)
    const nonces = createNonces([new Uint8Array(32).fill(7)])
    const proofs = sqlUsedProofs(store, keptLog().log)
    const count = async (): Promise<number> =>
      (await store.db.selectFrom('used_proof').select('proof').execute()).length
    // The nonce is of an instance whose clock is a minute ahead: the earliest moment at which a proof can use it.
    const nonce = nonces.issue(START_MS + MINUTE_MS)
    assert.ok(nonces.accepts(nonce, START_MS))
    assert.equal(await proofs.record(PROOF, START_MS), true)
    let uses = 1
    for (let nowMs = START_MS; nowMs < START_MS + 10 * MINUTE_MS; nowMs += MINUTE_MS / 2) {
      await proofs.record({ jkt: 'other', jti: `proof-${nowMs}` }, nowMs)
      uses += 1
      // The slowest clock that shares nonces with this one is a minute behind.
      if (nonces.accepts(nonce, nowMs - MINUTE_MS)) assert.equal(await proofs.record(PROOF, nowMs), false)
    }
    assert.ok((await count()) < uses, 'old rows are deleted')
    const laterMs = START_MS + NONCE_LIFE_EVERYWHERE_MS + 11 * MINUTE_MS
    assert.equal(await proofs.record(PROOF, laterMs), true)
    // An insert waits for the deletion that the one before has begun.
    assert.equal(await proofs.record({ ...PROOF, jti: 'proof-2' }, laterMs), true)
    assert.equal(await count(), 2)
  },
)

eachEngine<KeyTables>('D-134 a burst of proofs needs two inserts', async ({ store }) => {
  await store.migrate(KEY_MIGRATIONS)
  let inserts = 0
  const counted = {
    insertInto: (table: 'used_proof') => {
      inserts += 1
      return store.db.insertInto(table)
    },
    deleteFrom: (table: 'used_proof') => store.db.deleteFrom(table),
  } as unknown as Store<KeyTables>['db']
  const proofs = sqlUsedProofs({ db: counted }, keptLog().log)
  const burst = Array.from({ length: 200 }, (_, index) => ({ jkt: 'page', jti: `proof-${index}` }))
  const twice = [...burst, ...burst].map((proof) => proofs.record(proof, START_MS))
  assert.equal((await Promise.all(twice)).filter(Boolean).length, 200)
  assert.equal(inserts, 2)
})

eachEngine<KeyTables>('D-134 a failed deletion of old proofs refuses no request', async ({ store }) => {
  await store.migrate(KEY_MIGRATIONS)
  const { log, lines } = keptLog()
  const broken = {
    insertInto: (table: 'used_proof') => store.db.insertInto(table),
    deleteFrom: () => {
      throw new Error('no')
    },
  } as unknown as Store<KeyTables>['db']
  const proofs = sqlUsedProofs({ db: broken }, log)
  assert.equal(await proofs.record(PROOF, START_MS), true)
  assert.equal(await proofs.record({ ...PROOF, jti: 'proof-2' }, START_MS), true)
  assert.deepEqual(
    lines.map(({ message }) => message),
    ['used proofs could not be deleted; retrying later'],
  )
})

/** A valid request of each route that changes state with a token of a page. */
const CHANGES: Readonly<Record<string, () => Promise<readonly [Page, path: string, body?: unknown]>>> = {
  startSale: async () => [await openPage(bench), '/v1/sales', START],
  cancelSale: async () => [await openPage(bench), '/v1/sales/sale_1/cancel'],
  checkSale: async () => [await openPage(bench), '/v1/sales/sale_1/check'],
  resolveSale: async () => [
    await openPage(bench, resolveGrant()),
    '/v1/sales/sale_1/resolve',
    { outcome: 'unpaid' },
  ],
  registerDevice: async () => [
    await openPage(bench, setupGrant),
    '/v1/devices',
    { serial: 'REPAIR-0001', make: 'A920', name: 'Counter' },
  ],
  saveDraft: async () => [
    await openPage(bench, applyGrant({ applicant: 'saves' })),
    '/v1/application/draft',
    { step: 'business', values: emptyValues(), follows: 0 },
  ],
  discardDraft: async () => [
    await openPage(bench, applyGrant({ applicant: 'discards' })),
    '/v1/application/draft',
  ],
  submitApplication: async () => {
    const page = await openPage(bench, applyGrant({ applicant: 'submits' }))
    return [page, '/v1/application/submit', await submitBody(page)]
  },
}

test('D-134 every route that changes state with a token of a page is in this table', () => {
  const names = Object.entries<Route>(web.WEB_ROUTES)
    .filter(([, { method, auth }]) => method !== 'GET' && auth !== 'none' && auth !== 'host')
    .map(([name]) => name)
  assert.deepEqual(Object.keys(CHANGES).toSorted(), names.toSorted())
})

for (const [name, prepare] of Object.entries(CHANGES)) {
  test(`P22 a recorded request of ${name} is refused at another instance and after a restart`, async () => {
    const [page, path, body] = await prepare()
    const { method } = (web.WEB_ROUTES as Readonly<Record<string, Route>>)[name]!
    const headers = { 'idempotency-key': `key-of-a-request-${name}` }
    const recorded = await page.request(method, path, { headers, ...(body === undefined ? {} : { body }) })
    const replay = async (): Promise<Response> => (await bench.again()).core.fetch(recorded.clone())
    const first = await bench.core.fetch(recorded.clone())
    assert.ok(first.ok || first.status === 409, `${first.status} ${await first.text()}`)
    await expectProblem(await replay(), 'dpop-invalid')
    await bench.clock.advance(MINUTE_MS)
    await expectProblem(await replay(), 'dpop-invalid')
  })

  test(`P22 ${name} refuses an unused proof with another body`, async () => {
    const [page, path, body] = await prepare()
    const { method } = (web.WEB_ROUTES as Readonly<Record<string, Route>>)[name]!
    if (body === undefined)
      return assert.equal((web.WEB_ROUTES as Record<string, Route>)[name]?.request, undefined)
    const headers = { 'idempotency-key': `key-of-another-${name}` }
    for (const overrides of [{ claims: { bh: undefined } }, { claims: { bh: 'A'.repeat(43) } }])
      await expectProblem(await page.send(method, path, { body, headers, overrides }), 'dpop-invalid')
    const dpop = await page.prove(method, path, {}, JSON.stringify(body))
    const other = { ...(body as object), attempt: 2 }
    await expectProblem(
      await page.send(method, path, { body: other, headers: { ...headers, dpop } }),
      'dpop-invalid',
    )
  })
}

test('P22 a recorded registration of a terminal registers no terminal of the attacker', async () => {
  const [page, path, body] = await CHANGES['registerDevice']!()
  const dpop = await page.prove('POST', path, {}, JSON.stringify(body))
  const theirs = { serial: 'EVIL-0001', make: 'A920', name: 'Front counter 2' }
  for (const { core, devices } of [bench, await bench.again()]) {
    const request = await page.request('POST', path, { body: theirs, headers: { dpop } })
    await expectProblem(await core.fetch(request), 'dpop-invalid')
    assert.ok(devices.devices.every(({ serial }) => serial !== 'EVIL-0001'))
  }
})

test('D-134 a read needs no row in the store, and is answered again at another instance', async () => {
  const page = await openPage(bench, saleGrant)
  const recorded = await page.request('GET', '/v1/checkout')
  assert.equal((await bench.core.fetch(recorded.clone())).status, 200)
  assert.equal((await (await bench.again()).core.fetch(recorded.clone())).status, 200)
})

test('INV-18 a request that changes state is refused while used proofs cannot be recorded', async () => {
  const alone = await createBench()
  const pages = [await openPage(alone, setupGrant), await openPage(alone)] as const
  await alone.close()
  const body = { serial: 'REPAIR-0002', make: 'A920', name: 'Counter' }
  await expectProblem(await pages[0].send('POST', '/v1/devices', { body }), 'store-unavailable')
  const headers = { 'idempotency-key': 'key-of-a-start-0001' }
  await expectProblem(await pages[1].send('POST', '/v1/sales', { body: START, headers }), 'store-unavailable')
  assert.ok(alone.devices.devices.every(({ serial }) => serial !== body.serial))
  assert.deepEqual(alone.sales.started, [])
})
