// Encrypts drafts and terms tokens again after the secret changed, so that the old one can be removed. Each row is updated on its
// own and only if it is unchanged: the job can run beside the BFF, stop at any time, and run again. It ends after a pass that found
// nothing to change, so that no row is missed that was written behind it.
import type { Store } from '@tapboard/store'
import type { Random } from '../ports.ts'
import { openSealed, seal } from '../token/seal.ts'
import type { DerivedKeys, KeyRing } from '../token/secret.ts'
import { draftBinding } from './draft/drafts.ts'
import type { SubmissionTables } from './submission/tables.ts'

const PAGE = 200

/** Passes at most: a value that still does not fit was written by an instance with other secrets. */
const PASSES_MAX = 5

/** The end of the job. */
export interface ResealedApplications {
  /** Changed values. */
  readonly changed: number
  /** Values that an instance with other secrets wrote again and again. */
  readonly left: number
  /** Values that open with no secret of the rings. */
  readonly unreadable: number
}

/** The values of one pass. */
interface Pass {
  /** Values that did not fit the rings. */
  found: number
  changed: number
  unreadable: number
}

/** Encrypts a value for the ring; `null` if it fits already or opens with no key. */
async function again(
  pass: Pass,
  sealed: Uint8Array,
  ring: KeyRing,
  boundTo: string,
  random: Random,
): Promise<Uint8Array | null> {
  const opened = await openSealed(sealed, ring, boundTo)
  if (opened === null) pass.unreadable += 1
  if (opened === null || opened.current) return null
  pass.found += 1
  return seal(opened.text, ring, boundTo, random)
}

async function resealDrafts(
  pass: Pass,
  store: Store<SubmissionTables>,
  ring: KeyRing,
  random: Random,
): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await store.db
      .selectFrom('application')
      .select(['id', 'draft'])
      .where('draft', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const { id, draft: before } of rows) {
      after = id
      const draft = before === null ? null : await again(pass, before, ring, draftBinding(id), random)
      if (draft === null) continue
      const done = await store.db
        .updateTable('application')
        .set({ draft })
        .where('id', '=', id)
        // Not one that was saved, deleted or encrypted for other secrets meanwhile.
        .where('draft', '=', before)
        .executeTakeFirst()
      pass.changed += Number(done.numUpdatedRows)
    }
    if (rows.length < PAGE) return
  }
}

/** Few rows have a token: those whose result is not known. */
async function resealTokens(
  pass: Pass,
  store: Store<SubmissionTables>,
  ring: KeyRing,
  random: Random,
): Promise<void> {
  const rows = await store.db
    .selectFrom('application_submission')
    .select(['application_id', 'number', 'sealed_token'])
    .where('sealed_token', 'is not', null)
    .execute()
  for (const { application_id: id, number, sealed_token: before } of rows) {
    const token = before === null ? null : await again(pass, before, ring, id, random)
    if (token === null) continue
    const done = await store.db
      .updateTable('application_submission')
      .set({ sealed_token: token })
      .where('application_id', '=', id)
      .where('number', '=', number)
      .where('sealed_token', '=', before)
      .executeTakeFirst()
    pass.changed += Number(done.numUpdatedRows)
  }
}

/** Encrypts every draft and terms token for exactly the secrets of the rings. */
export async function resealApplications(
  store: Store<SubmissionTables>,
  { draftRing, termsRing }: Pick<DerivedKeys, 'draftRing' | 'termsRing'>,
  random: Random,
): Promise<ResealedApplications> {
  let changed = 0
  for (let passes = 1; ; passes += 1) {
    const pass: Pass = { found: 0, changed: 0, unreadable: 0 }
    await resealDrafts(pass, store, draftRing, random)
    await resealTokens(pass, store, termsRing, random)
    changed += pass.changed
    const { found: left, unreadable } = pass
    if (left === 0 || passes === PASSES_MAX) return { changed, left, unreadable }
  }
}
