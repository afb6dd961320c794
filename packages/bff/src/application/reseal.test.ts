// A reseal beside running processes: what a person or the sweep deletes meanwhile stays deleted.
import assert from 'node:assert/strict'
import { eachEngine, type EngineContext } from '@tapboard/store/testing'
import { emptyValues } from '@tapboard/contract'
import { systemRandom, type SecretRing } from '@tapboard/server'
import type { Store } from '@tapboard/store'
import { deriveKeys } from '../token/secret.ts'
import { createDrafts, DRAFT_LIFE_MS } from './draft/drafts.ts'
import { resealApplications } from './reseal.ts'
import { sqlApplications } from './sql-applications.ts'
import { SUBMISSION_MIGRATIONS } from './submission/schema.ts'
import type { SubmissionTables } from './submission/tables.ts'

const [OLD, NEW] = ['the-secret-before-the-change-8Kd2', 'the-secret-after-the-change-5Xq9w']
const START_MS = Date.UTC(2026, 10, 20, 12)

/** The store, in which `meanwhile` happens once, between the first read of its user and the write that follows. */
function interrupted(
  store: Store<SubmissionTables>,
  meanwhile: () => Promise<unknown>,
): Store<SubmissionTables> {
  let isOver = false
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isOver) {
        isOver = true
        await meanwhile()
      }
      return result
    },
  })
  return Object.assign(Object.create(store) as Store<SubmissionTables>, { db })
}

for (const how of ['discarded', 'swept'] as const)
  eachEngine<SubmissionTables>(`a draft that is ${how} during a reseal stays deleted`, async ({ open }) => {
    const store = await open({ testClock: () => START_MS })
    const applications = sqlApplications(store as never, systemRandom)
    await applications.prepare()
    await store.migrate(SUBMISSION_MIGRATIONS)
    const { id } = await applications.open('partner', 'A-7')
    const { draftRing } = deriveKeys(OLD)
    const drafts = createDrafts(applications, draftRing, systemRandom)
    const saved = await drafts.save(id, { step: 'tax', values: emptyValues(), follows: 0 })
    assert.ok(saved.ok)
    const meanwhile = (): Promise<unknown> =>
      how === 'discarded' ? drafts.discard(id) : applications.forgetDrafts(START_MS + DRAFT_LIFE_MS, 10)
    const changed = await resealApplications(
      interrupted(store, meanwhile),
      deriveKeys([NEW, OLD]),
      systemRandom,
    )
    assert.ok((await applications.find(id))?.draft === null)
    assert.deepEqual(changed, { changed: 0, left: 0, unreadable: 0 })
  })

/** Ledger with a draft that was saved under the old secret. */
async function withOldDraft({ open }: EngineContext<SubmissionTables>) {
  const store = await open({ testClock: () => START_MS })
  const applications = sqlApplications(store as never, systemRandom)
  await applications.prepare()
  await store.migrate(SUBMISSION_MIGRATIONS)
  const save = async (applicant: string, secret: SecretRing, follows = 0): Promise<string> => {
    const { id } = await applications.open('partner', applicant)
    const drafts = createDrafts(applications, deriveKeys(secret).draftRing, systemRandom)
    const values = { ...emptyValues(), dbaName: `Shop ${follows}` }
    assert.ok((await drafts.save(id, { step: 'tax', values, follows })).ok)
    return id
  }
  const id = await save('A-7', OLD)
  const isReadable = async (secret: SecretRing, ofId = id): Promise<boolean> => {
    const row = await applications.find(ofId)
    const drafts = createDrafts(applications, deriveKeys(secret).draftRing, systemRandom)
    return row !== null && (await drafts.read(row, START_MS)) !== null
  }
  return { store, save, isReadable }
}

eachEngine<SubmissionTables>(
  'D-139 a reseal finds what an instance with the old secret saves meanwhile',
  async (context) => {
    const { store, save, isReadable } = await withOldDraft(context)
    let other = ''
    const meanwhile = async (): Promise<void> => {
      await save('A-7', OLD, 1)
      other = await save('A-8', OLD)
    }
    const done = await resealApplications(interrupted(store, meanwhile), deriveKeys([NEW, OLD]), systemRandom)
    assert.deepEqual(done, { changed: 2, left: 0, unreadable: 0 })
    assert.deepEqual([await isReadable(NEW), await isReadable(NEW, other)], [true, true])
  },
)

eachEngine<SubmissionTables>(
  'D-139 a reseal never replaces a value that another one has written meanwhile',
  async (context) => {
    const { store, isReadable } = await withOldDraft(context)
    const newest = 'the-secret-after-the-next-change-3Hd7'
    const both = await resealApplications(
      interrupted(store, () =>
        resealApplications(store, deriveKeys([newest, NEW, OLD]), systemRandom).then(() =>
          resealApplications(store, deriveKeys(newest), systemRandom),
        ),
      ),
      deriveKeys([NEW, OLD]),
      systemRandom,
    )
    assert.deepEqual(both, { changed: 0, left: 0, unreadable: 1 })
    assert.equal(await isReadable(newest), true)
  },
)

eachEngine<SubmissionTables>(
  'D-139 only a reseal with the new secret alone ends the old one',
  async (context) => {
    const { store, isReadable } = await withOldDraft(context)
    const reseal = (secret: SecretRing) => resealApplications(store, deriveKeys(secret), systemRandom)
    assert.deepEqual(await reseal([NEW, OLD]), { changed: 1, left: 0, unreadable: 0 })
    assert.deepEqual([await isReadable(NEW), await isReadable(OLD)], [true, true])
    assert.deepEqual(await reseal(NEW), { changed: 1, left: 0, unreadable: 0 })
    assert.deepEqual([await isReadable(NEW), await isReadable(OLD)], [true, false])
    assert.deepEqual(await reseal(OLD), { changed: 0, left: 0, unreadable: 1 })
  },
)
