// The applications of all merchants, as a port: one transaction per change, and the caller decides the change.
// `sql-applications.ts` stores them.
import type { Transaction } from '@tapboard/store'
import type { ApplicationRow } from './row.ts'
import type { ApplicationTables } from './tables.ts'

/** Writable members of a row; the store maintains the version. */
export type ApplicationChanges = Partial<
  Omit<ApplicationRow, 'id' | 'merchant' | 'applicant' | 'version' | 'createdAtMs'>
>

/** The result of a change: the members to write (`null`: none) and the value for the caller. */
export interface Change<Result> {
  readonly set: ApplicationChanges | null
  readonly result: Result
}

/** The applications of all merchants. */
export interface Applications {
  prepare(): Promise<void>
  /** The store's time, the same for all instances. */
  now(): Promise<number>
  /** The application of an applicant, created on first use; concurrent callers get the same one. */
  open(merchant: string, applicant: string): Promise<ApplicationRow>
  /** The application of an applicant, or `null`. */
  read(merchant: string, applicant: string): Promise<ApplicationRow | null>
  /** The application with this ID, or `null`. */
  find(id: string): Promise<ApplicationRow | null>
  /**
   * Changes one application in one transaction: the row is locked, and writes of `work` through `trx` commit or roll
   * back with it. A change of a snapshot member increments the version; a draft does not. `work` may run again. Returns
   * the new row, `null` for an unknown ID.
   */
  change<Result>(
    id: string,
    work: (
      row: ApplicationRow,
      trx: Transaction<ApplicationTables>,
    ) => Change<Result> | Promise<Change<Result>>,
  ): Promise<{ readonly row: ApplicationRow; readonly result: Result } | null>
  /** Deletes up to `limit` drafts that were saved before `savedBeforeMs`; returns their number. */
  forgetDrafts(savedBeforeMs: number, limit: number): Promise<number>
}

/** The members of a row without a draft. */
export const NO_DRAFT = { draft: null, draftStep: null, draftSavedAtMs: null } as const
