/**
 * P40: regulated values never appear unencrypted: not in the database, its write-ahead log, the log, or an
 * answer.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { eachEngine } from '@tapboard/store/testing'
import { openStore, sql } from '@tapboard/store'
import type { Log } from '../ports.ts'
import type { Tables } from '../schema/schema.ts'
import { createService } from '../app/service.ts'
import { llcValues, Partner, soleValues, TEST_DATA_KEY } from '../testing.ts'

/** Unique test values, in the forms in which code might write them. */
const CANARIES = {
  taxId: '581407263',
  routing: '121000248',
  account: '90417263548',
  ssns: ['536408127', '900764318'],
  births: ['1961-07-23', '1958-11-17'],
}

const values = llcValues({
  taxId: CANARIES.taxId,
  banking: { bankName: 'Casco Savings', routingNumber: CANARIES.routing, accountNumber: CANARIES.account },
  signers: llcValues().signers.map((signer, index) => ({
    ...signer,
    ssn: CANARIES.ssns[index] ?? '',
    dateOfBirth: CANARIES.births[index] ?? '',
  })),
})

const sole = soleValues({
  signers: soleValues().signers.map((signer) => ({ ...signer, ssn: '219407735', dateOfBirth: '1949-10-19' })),
})

const forms = [CANARIES.taxId, CANARIES.routing, CANARIES.account, ...CANARIES.ssns, '219407735'].flatMap(
  (digits) => [
    digits,
    `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`,
    `${digits.slice(0, 2)}-${digits.slice(2)}`,
    Buffer.from(digits).toString('hex'),
    Buffer.from(digits).toString('base64').replace(/=+$/, ''),
  ],
)
const SECRETS = [...forms, ...CANARIES.births, '1949-10-19']

function listening(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = []
  const keep = (fields: unknown, message: string): void => void lines.push(JSON.stringify([fields, message]))
  return { log: { info: keep, warn: keep, error: keep }, lines }
}

/** Submits valid, invalid and repeated applications and reads them: every answer that could leak a value. */
async function exercise(partner: Partner): Promise<readonly string[]> {
  const { liveKey, testKey } = partner
  const invalid = { ...partner.submission(values, 'x'), TaxId: Number(CANARIES.taxId), DBAName: 5 }
  const answers = [
    await partner.submit(values),
    await partner.submit(values),
    await partner.submit(sole),
    await partner.submit(values, { key: testKey }),
    await partner.submit(llcValues({ ...values, corporateName: 'Harbor (refused)' }), { key: testKey }),
    await partner.submit({ ...values, corporateName: '' }),
    await partner.post('SubmitGoApp', invalid),
    await partner.post('SubmitGoApp', partner.submission(values, CANARIES.taxId)),
    await partner.post('SubmitGoApp', `{"TaxId":"${CANARIES.taxId}","TaxId":"${CANARIES.taxId}"}`),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 409, 200, 200, 400, 400, 400, 400, 400],
  )
  const AppId = String(answers[0]?.body['AppId'])
  answers.push(await partner.post('GetApplication', { ApiKey: liveKey, AppId }))
  const views = await partner.service.boarding.applications.list()
  return [...answers.map(({ body }) => JSON.stringify(body)), JSON.stringify(views)]
}

function assertClean(what: string, text: string): void {
  for (const secret of SECRETS) assert.equal(text.includes(secret), false, `${what} holds ${secret}`)
}

void test("P40 no regulated value appears in a database file, its write-ahead log, the service's log or an answer", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-canary-'))
  const { log, lines } = listening()
  const service = await createService({ store: `file:${join(folder, 'service.db')}`, log })
  try {
    const answers = await exercise(await Partner.join(service))
    for (const answer of answers) assertClean('an answer', answer)
    assert.ok(lines.some((line) => line.includes('application received')))
    assert.ok(lines.some((line) => line.includes('"code":"DuplicateApplication"')))
    assertClean('the log', lines.join('\n'))
    assert.equal(lines.join('\n').includes('tb_'), false, 'nor does it hold a key')
    const names = await readdir(folder)
    assert.ok(names.includes('service.db-wal'), 'the log of writes is looked into while it is there')
    for (const name of names) assertClean(name, await readFile(join(folder, name), 'latin1'))
    const found = (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('')
    assert.ok(found.includes('Harbor Cycle Repair LLC'), 'the search would have found them')
  } finally {
    await service.close()
    for (const name of await readdir(folder)) assertClean(name, await readFile(join(folder, name), 'latin1'))
    await rm(folder, { recursive: true, force: true })
  }
})

void test('a store without its key file gets no new key, which would make its encrypted values unreadable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-canary-'))
  const store = `file:${join(folder, 'service.db')}`
  const { log, lines } = listening()
  try {
    const first = await createService({ store })
    const partner = await Partner.join(first)
    assert.equal((await partner.submit(values)).status, 200)
    await first.close()
    await rename(join(folder, 'service.db.key'), join(folder, 'elsewhere'))
    const second = await createService({ store, log })
    const again = Partner.known(second, partner)
    assert.equal((await again.submit(sole)).status, 500)
    assert.ok(lines.some((line) => line.includes('DataKeyError')))
    assert.equal((await readdir(folder)).includes('service.db.key'), false)
    await assert.rejects(second.boarding.reseal(), /service\.db\.key is missing.*Put it back/)
    await rename(join(folder, 'elsewhere'), join(folder, 'service.db.key'))
    assert.equal((await again.submit(sole)).status, 200, 'the key file is back, and nothing was lost')
    await second.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

eachEngine<Tables>('P40 no regulated value appears in any column of any table', async ({ store, engine }) => {
  const service = await createService({ store, dataKey: TEST_DATA_KEY })
  await exercise(await Partner.join(service))
  const { rows: tables } = await (
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{
          name: string
        }>`select table_name as name from information_schema.tables where table_schema = 'public'`
  ).execute(store.db)
  assert.ok(tables.length >= 10)
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.db)
    assertClean(name, JSON.stringify(rows))
  }
})

void test('P42 an internal error during a submission leaks no value into answer or log', async () => {
  const { log, lines } = listening()
  const store = await openStore<Tables>('file::memory:')
  const service = await createService({ store, log, dataKey: TEST_DATA_KEY })
  const partner = await Partner.join(service)
  await sql`drop table service_forward`.execute(store.db)
  for (const key of [partner.testKey, partner.liveKey]) {
    const { status, body } = await partner.submit(values, { key })
    assert.equal(status, 500)
    assert.deepEqual(body['Error'], {
      ErrorCode: 'InternalError',
      ErrorMessages: ['Something went wrong on our side. Read the application before submitting it again.'],
    })
  }
  assert.ok(lines.some((line) => line.includes('"code":"InternalError"')))
  assert.equal(lines.join('').includes('service_forward'), false)
  assertClean('the log', lines.join('\n'))
  assert.deepEqual(await service.boarding.applications.list(), [])
  const tokens = await store.db.selectFrom('service_terms_token').selectAll().execute()
  assert.deepEqual(
    tokens.map(({ used_by: usedBy }) => usedBy),
    [null],
    'the token is still valid',
  )
  await service.close()
  await store.close()
})

void test('a shared store requires a data key: without one every submission fails and the log tells why', async () => {
  const { log, lines } = listening()
  const store = await openStore<Tables>('file::memory:')
  const service = await createService({ store, log })
  const partner = await Partner.join(service)
  const { status, body } = await partner.submit(values)
  assert.deepEqual([status, (body['Error'] as Record<string, unknown>)['ErrorCode']], [500, 'InternalError'])
  assert.ok(lines.some((line) => line.includes('DataKeyError')))
  assert.deepEqual(await service.boarding.applications.list(), [])
  assertClean('the log', lines.join('\n'))
  await service.close()
  await store.close()
})
