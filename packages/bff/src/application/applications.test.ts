// The applications in SQL, on both engines: one for each applicant, changed one change at a time.
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import { systemRandom } from '@tapboard/server'
import { sqlApplications } from './sql-applications.ts'
import type { ApplicationTables } from './tables.ts'
import { snapshotOf } from './row.ts'

const START_MS = Date.UTC(2026, 10, 20, 12)

eachEngine<ApplicationTables>(
  'concurrent callers get the same application of an applicant',
  async ({ open }) => {
    const stores = [await open(), await open()]
    const sides = stores.map((store) => sqlApplications(store, systemRandom))
    await Promise.all(sides.map((side) => side.prepare()))
    const rows = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => sides[at % 2]?.open('shop', 'applicant-1')),
    )
    assert.equal(new Set(rows.map((row) => row?.id)).size, 1)
    assert.match(rows[0]?.id ?? '', /^apl_[a-z2-7]{26}$/)
    const [one] = sides
    assert.notEqual((await one?.open('shop', 'applicant-2'))?.id, rows[0]?.id)
    assert.notEqual((await one?.open('other', 'applicant-1'))?.id, rows[0]?.id)
  },
)

eachEngine<ApplicationTables>(
  'an applicant is found by the exact bytes of the reference',
  async ({ store }) => {
    const applications = sqlApplications(store, systemRandom)
    await applications.prepare()
    const names = ['A', 'a', '\u00e5', 'a\u030a', "a'; drop table application; --", ' a', '🙂']
    const ids = []
    for (const name of names) ids.push((await applications.open('shop', name)).id)
    assert.equal(new Set(ids).size, names.length)
    for (const [at, name] of names.entries())
      assert.equal((await applications.read('shop', name))?.id, ids[at])
    assert.equal(await applications.read('shop', 'B'), null)
    assert.equal(await applications.find('apl_none'), null)
  },
)

eachEngine<ApplicationTables>('serializes changes of two instances', async ({ open }) => {
  const stores = [await open(), await open()]
  const sides = stores.map((store) => sqlApplications(store, systemRandom))
  await Promise.all(sides.map((side) => side.prepare()))
  const [one] = sides
  const { id = '' } = (await one?.open('shop', 'applicant-1')) ?? {}
  await Promise.all(
    Array.from({ length: 20 }, async (_, at) =>
      sides[at % 2]?.change(id, (row) => ({
        set: { reference: String(Number(row.reference ?? 0) + 1) },
        result: null,
      })),
    ),
  )
  const row = await one?.find(id)
  assert.deepEqual([row?.reference, row?.version], ['20', 21])
})

eachEngine<ApplicationTables>(
  'a change that throws or returns no columns writes nothing',
  async ({ store }) => {
    const applications = sqlApplications(store, systemRandom)
    await applications.prepare()
    const before = await applications.open('shop', 'applicant-1')
    const broken = applications.change(before.id, async (_row, trx) => {
      await trx.updateTable('application').set({ app_id: 'x' }).execute()
      throw new Error('no')
    })
    await assert.rejects(broken, /no/)
    assert.deepEqual(
      (await applications.change(before.id, () => ({ set: null, result: 'same' })))?.row,
      before,
    )
    assert.deepEqual(await applications.find(before.id), before)
    assert.equal(await applications.change('apl_none', () => ({ set: null, result: null })), null)
  },
)

eachEngine<ApplicationTables>(
  'a draft does not increment the version, other changes do',
  async ({ store }) => {
    const applications = sqlApplications(store, systemRandom)
    await applications.prepare()
    const { id, version } = await applications.open('shop', 'applicant-1')
    const draft = { draft: new Uint8Array([1]), draftStep: 'tax', draftVersion: 1, draftSavedAtMs: 5 }
    const saved = await applications.change(id, () => ({ set: draft, result: null }))
    assert.equal(saved?.row.version, version)
    const issues = JSON.stringify([{ path: 'dbaName', code: 'required', message: 'Enter a value.' }])
    const refused = await applications.change(id, () => ({ set: { state: 'refused', issues }, result: null }))
    assert.ok(refused)
    const snapshot = snapshotOf(refused.row)
    assert.deepEqual([snapshot.version, snapshot.state], [version + 1, 'refused'])
    assert.equal(snapshot.issues[0]?.path, 'dbaName')
    assert.ok(!('draft' in snapshot))
  },
)

eachEngine<ApplicationTables>(
  'deletes old drafts in batches, the oldest first',
  async ({ store }) => {
    const applications = sqlApplications(store, systemRandom)
    await applications.prepare()
    const ids: string[] = []
    for (const at of [1, 2, 3, 4]) {
      const { id } = await applications.open('shop', `applicant-${at}`)
      ids.push(id)
      const draft = { draft: new Uint8Array([at]), draftStep: 'tax', draftVersion: 1 }
      await applications.change(id, () => ({ set: { ...draft, draftSavedAtMs: at * 1000 }, result: null }))
    }
    const left = async () => {
      const rows = await Promise.all(ids.map((id) => applications.find(id)))
      return rows.filter((row) => row?.draft !== null).map((row) => row?.applicant)
    }
    assert.equal(await applications.forgetDrafts(3000, 1), 1)
    assert.deepEqual(await left(), ['applicant-2', 'applicant-3', 'applicant-4'])
    assert.equal(await applications.forgetDrafts(3000, 10), 1)
    assert.deepEqual(await left(), ['applicant-3', 'applicant-4'])
    assert.equal(await applications.forgetDrafts(3000, 10), 0)
    const [first = ''] = ids
    assert.equal((await applications.find(first))?.draftVersion, 1)
  },
  { testClock: () => START_MS },
)
