// D-147: the audit log records rare actions in their transactions and names every manual edit, on both engines.
import assert from 'node:assert/strict'
import { sql } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import {
  appendAudit,
  auditLog,
  AUDIT_MIGRATIONS,
  auditRecords,
  lostLogHeads,
  type AuditAction,
  type AuditTables,
} from './audit-log.ts'

const withdrawn = (order: string): AuditAction => ({
  action: 'grants-withdrawn',
  merchant: 'shop',
  order,
  by: 'process',
})

/** The edits of three records that a person with database access could make, each with its expected finding. */
const EDITS: readonly [string, string, string][] = [
  ['a changed record', `update audit_record set entry = '{}' where number = 2`, '2: was changed'],
  ['a deleted record', `delete from audit_record where number = 2`, '2: is missing: it was deleted'],
  ['a deleted last record', `delete from audit_record where number = 3`, '3: is missing: it was deleted'],
  [
    'a deleted head',
    `delete from audit_chain`,
    'null: the head of the log was deleted, its records are left',
  ],
  [
    'a record put in after the last',
    `insert into audit_record select subject, 4, at_ms, entry, prev_hash, hash from audit_record where number = 3`,
    '4: was inserted after the last record',
  ],
  [
    'a shorter chain',
    `update audit_chain set length = 2, head = (select hash from audit_record where number = 1)`,
    '3: was inserted after the last record',
  ],
]

for (const [name, statement, finding] of EDITS)
  eachEngine<AuditTables>(`D-147 the audit names ${name} of the audit log`, async ({ store }) => {
    await store.migrate(AUDIT_MIGRATIONS)
    for (const order of ['a', 'b', 'c'])
      await store.transaction((trx) => appendAudit(trx, withdrawn(order), 1_000))
    const judge = async (): Promise<string[]> => {
      const found: string[] = []
      for await (const { broken } of auditLog(store))
        if (broken !== null) found.push(`${broken.event}: ${broken.what}`)
      return found
    }
    assert.deepEqual(await judge(), [])
    await sql.raw(statement).execute(store.db)
    assert.deepEqual(await judge(), [finding])
  })

eachEngine<AuditTables>(
  'D-147 concurrent actions of two instances form one chain',
  async ({ store, open }) => {
    await store.migrate(AUDIT_MIGRATIONS)
    const stores = [store, await open()]
    const append = async (at: number): Promise<void> =>
      stores[at % 2]?.transaction((trx) => appendAudit(trx, withdrawn(`o${at}`), at))
    await Promise.all(Array.from({ length: 20 }, (_, at) => append(at)))
    const orders = new Set<unknown>()
    for await (const { entry } of auditRecords(store))
      orders.add((JSON.parse(entry) as { readonly order: string }).order)
    assert.equal(orders.size, 20)
    const audited = await Array.fromAsync(auditLog(store))
    assert.deepEqual(
      audited.map(({ id, events, broken }) => [id, events, broken]),
      [['audit:merchant:shop', 20, null]],
    )
  },
)

eachEngine<AuditTables>('D-147 an action that rolls back leaves no record', async ({ store }) => {
  await store.migrate(AUDIT_MIGRATIONS)
  const action = store.transaction(async (trx) => {
    await appendAudit(trx, withdrawn('a'), 1_000)
    throw new Error('the action failed')
  })
  await assert.rejects(action, /the action failed/)
  assert.deepEqual(await Array.fromAsync(auditLog(store)), [])
})

eachEngine<AuditTables>(
  'D-147 stored heads detect that the newest records were removed',
  async ({ store }) => {
    await store.migrate(AUDIT_MIGRATIONS)
    for (const order of ['a', 'b'])
      await store.transaction((trx) => appendAudit(trx, withdrawn(order), 1_000))
    const [audited] = await Array.fromAsync(auditLog(store))
    assert.ok(audited !== undefined)
    const head = { id: audited.id, number: audited.events, hash: audited.head }
    assert.deepEqual(await lostLogHeads(store, [head]), [])
    await sql.raw(`delete from audit_record where number = 2`).execute(store.db)
    await sql
      .raw(`update audit_chain set length = 1, head = (select hash from audit_record)`)
      .execute(store.db)
    assert.deepEqual(
      (await Array.fromAsync(auditLog(store))).map(({ broken }) => broken),
      [null],
    )
    assert.equal((await lostLogHeads(store, [head])).length, 1)
  },
)
