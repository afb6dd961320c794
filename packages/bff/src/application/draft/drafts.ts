// Drafts: the entered values without secrets, encrypted at rest and bound to their application, for 60 days. A save names
// the version that it follows, so that two browsers do not overwrite each other unnoticed. Values are not validated here.
import {
  ApplicationDraft,
  ApplicationValues,
  isEditable,
  withoutSecrets,
  type ApplicationStatus,
  type SaveDraft,
  type SavedDraft,
} from '@tapboard/contract'
import { refuse, type Refusal } from '../../refusal.ts'
import type { Random } from '../../ports.ts'
import { seal, unseal } from '../../token/seal.ts'
import type { KeyRing } from '../../token/secret.ts'
import { NO_DRAFT, type ApplicationChanges, type Applications } from '../applications.ts'
import { snapshotOf, type ApplicationRow } from '../row.ts'
import { refuseSecrets } from './secret-places.ts'

/** Retention of a draft after its last save. */
export const DRAFT_LIFE_MS = 60 * 86_400_000
/** Maximum number of persons in a draft: more than an application may have, so that no entered person is lost. */
const MAX_PERSONS = 20

export interface Drafts {
  /** Returns the draft of a row; `null` if the row has no draft or the draft has expired. */
  read(row: ApplicationRow, nowMs: number): Promise<ApplicationDraft | null>
  /** Stores a draft; a repeat of the last save is a no-op. */
  save(id: string, draft: SaveDraft): Promise<{ ok: true; saved: SavedDraft } | Refusal>
  discard(id: string): Promise<{ ok: true } | Refusal>
}

const CHANGED = refuse(
  'draft-changed',
  'The draft was saved elsewhere in the meantime; load the application again.',
)
const GONE = refuse('application-not-found', 'The application no longer exists; load the page again.')
const MANY = `must be at most ${MAX_PERSONS} entries long`
const TOO_MANY = refuse('invalid-request', `The member values.signers ${MANY}.`, {
  issues: [{ path: 'values.signers', code: 'too-big', message: MANY }],
})

/** Returns the refusal of a change in the current state; `null` if the page may change the application. */
function refuseClosed(row: ApplicationRow): Refusal | null {
  const { state }: { readonly state: ApplicationStatus } = row
  if (isEditable(state)) return null
  const application = snapshotOf(row)
  return state === 'submitting' || state === 'in_doubt'
    ? refuse('application-in-doubt', 'Wait: the application may have been received.', { application })
    : refuse('application-closed', 'The application is submitted and can no longer be changed.', {
        application,
      })
}

const isAlive = ({ draft, draftSavedAtMs: savedAtMs }: ApplicationRow, nowMs: number): boolean =>
  draft !== null && savedAtMs !== null && nowMs - savedAtMs < DRAFT_LIFE_MS

const savedOf = (version: number, savedAtMs: number): SavedDraft => ({
  version,
  savedAtMs,
  expiresAtMs: savedAtMs + DRAFT_LIFE_MS,
})

/** Serializes the members of the contract, in its order and without secrets, so that equal drafts have equal texts. */
const textOf = (values: ApplicationValues): string =>
  JSON.stringify(withoutSecrets(ApplicationValues.parse(values)))

/** The columns to write, or a refusal. */
interface Judged {
  readonly set: ApplicationChanges | null
  readonly refusal?: Refusal
}

/** The additional data of an encrypted draft. */
export const draftBinding = (applicationId: string): string => `draft ${applicationId}`

/** Creates the drafts in the rows of `applications`, encrypted with the keys of `ring`. */
export function createDrafts(applications: Applications, ring: KeyRing, random: Random): Drafts {
  const open = async (row: ApplicationRow): Promise<string | null> =>
    row.draft === null ? null : unseal(row.draft, ring, draftBinding(row.id))

  const change = async (
    id: string,
    work: (row: ApplicationRow) => Judged | Promise<Judged>,
  ): Promise<ApplicationRow | Refusal> => {
    const changed = await applications.change(id, async (row) => {
      const closed = refuseClosed(row)
      const { set, refusal = null } = closed === null ? await work(row) : { set: null, refusal: closed }
      return { set, result: refusal }
    })
    if (changed === null) return GONE
    return changed.result ?? changed.row
  }

  return {
    async read(row, nowMs) {
      const text = isAlive(row, nowMs) ? await open(row) : null
      if (text === null) return null
      const read = ApplicationDraft.safeParse({
        step: row.draftStep,
        values: JSON.parse(text) as unknown,
        ...savedOf(row.draftVersion, row.draftSavedAtMs ?? 0),
      })
      return read.success ? read.data : null
    },
    async save(id, { step, values, follows }) {
      const secrets = refuseSecrets(values)
      if (secrets !== null) return secrets
      if (values.signers.length > MAX_PERSONS) return TOO_MANY
      const text = textOf(values)
      const nowMs = await applications.now()
      const done = await change(id, async (row) => {
        const alive = isAlive(row, nowMs)
        if (alive && row.draftStep === step && (await open(row)) === text) return { set: null }
        if (follows !== (alive ? row.draftVersion : 0)) return { set: null, refusal: CHANGED }
        return {
          set: {
            draft: await seal(text, ring, draftBinding(row.id), random),
            draftStep: step,
            draftVersion: row.draftVersion + 1,
            draftSavedAtMs: nowMs,
          },
        }
      })
      if ('ok' in done) return done
      return { ok: true, saved: savedOf(done.draftVersion, done.draftSavedAtMs ?? nowMs) }
    },
    async discard(id) {
      const done = await change(id, (row) => ({ set: row.draft === null ? null : NO_DRAFT }))
      return 'ok' in done ? done : { ok: true }
    },
  }
}
