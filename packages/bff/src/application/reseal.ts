// Encrypts drafts and terms tokens again after the secret changed, so that the old one can be removed. Each row is updated on its
// own and only if it is unchanged: the job can run beside the BFF, stop at any time, and run again.
import type { Store } from '@tapboard/store'
import type { Random } from '../ports.ts'
import { openSealed, seal } from '../token/seal.ts'
import type { DerivedKeys, KeyRing } from '../token/secret.ts'
import { draftBinding } from './draft/drafts.ts'
import type { SubmissionTables } from './submission/tables.ts'

const PAGE = 200

/** The value for the ring; `null` if it fits already or opens with no key. */
async function again(
  sealed: Uint8Array,
  ring: KeyRing,
  boundTo: string,
  random: Random,
): Promise<Uint8Array | null> {
  const opened = await openSealed(sealed, ring, boundTo)
  return opened === null || opened.current ? null : seal(opened.text, ring, boundTo, random)
}

async function resealDrafts(store: Store<SubmissionTables>, ring: KeyRing, random: Random): Promise<number> {
  let count = 0
  let after = ''
  for (;;) {
    const rows = await store.db
      .selectFrom('application')
      .select(['id', 'draft', 'draft_version'])
      .where('draft', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      after = row.id
      const draft = row.draft === null ? null : await again(row.draft, ring, draftBinding(row.id), random)
      if (draft === null) continue
      const done = await store.db
        .updateTable('application')
        .set({ draft })
        .where('id', '=', row.id)
        .where('draft_version', '=', row.draft_version)
        // A draft that was deleted meanwhile keeps its version.
        .where('draft', 'is not', null)
        .executeTakeFirst()
      count += Number(done.numUpdatedRows)
    }
    if (rows.length < PAGE) return count
  }
}

/** Few rows have a token: those whose result is not known. */
async function resealTokens(store: Store<SubmissionTables>, ring: KeyRing, random: Random): Promise<number> {
  const rows = await store.db
    .selectFrom('application_submission')
    .select(['application_id', 'number', 'sealed_token'])
    .where('sealed_token', 'is not', null)
    .execute()
  let count = 0
  for (const row of rows) {
    const token =
      row.sealed_token === null ? null : await again(row.sealed_token, ring, row.application_id, random)
    if (token === null) continue
    const done = await store.db
      .updateTable('application_submission')
      .set({ sealed_token: token })
      .where('application_id', '=', row.application_id)
      .where('number', '=', row.number)
      .where('sealed_token', 'is not', null)
      .executeTakeFirst()
    count += Number(done.numUpdatedRows)
  }
  return count
}

/** Encrypts every draft and terms token for exactly the secrets of the rings; returns the number of changed values. */
export const resealApplications = async (
  store: Store<SubmissionTables>,
  { draftRing, termsRing }: Pick<DerivedKeys, 'draftRing' | 'termsRing'>,
  random: Random,
): Promise<number> =>
  (await resealDrafts(store, draftRing, random)) + (await resealTokens(store, termsRing, random))
