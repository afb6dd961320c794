// A reseal beside running processes: what a person or the sweep deletes meanwhile stays deleted.
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import { emptyValues } from '@tapboard/contract'
import { systemRandom } from '@tapboard/server'
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
    assert.equal(changed, 0)
  })
