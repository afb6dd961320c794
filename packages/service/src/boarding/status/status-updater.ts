// Changes application statuses by the table of `moves.ts`, for the processor, the operator and the sandbox
// script. A change and its webhook event are one transaction.
import type { boarding } from '@tapboard/contract'
import type { Log } from '../../ports.ts'
import type { TransactionHook, ApplicationRepository } from '../applications.ts'
import { isAllowedMove } from './moves.ts'
import type { ApplicationRow } from '../../schema/boarding.ts'

type Status = boarding.BoardingStatus

/** Result of a status change. */
export type MoveResult =
  | { readonly type: 'moved'; readonly from: Status; readonly to: Status }
  /** The application already had the status. */
  | { readonly type: 'same' }
  /** The change is not allowed: a final status never changes, and no status leads back. */
  | { readonly type: 'refused'; readonly from: Status }
  | { readonly type: 'missing' }

/** Of two concurrent changes the second reads and checks again. More retries than an application has changes. */
const ROUNDS_MAX = 20

export interface StatusUpdater {
  /** Changes the status, or returns the reason against it. */
  move(appId: string, to: Status): Promise<MoveResult>
}

/** Dependencies of the status updater. */
interface StatusUpdaterDeps {
  readonly applications: Pick<ApplicationRepository, 'read' | 'moveStatus'>
  /** Writes the webhook event of a change in its transaction. */
  readonly announce: TransactionHook
  readonly log: Log
}

export function createStatusUpdater({ applications, announce, log }: StatusUpdaterDeps): StatusUpdater {
  const tryOnce = async (row: ApplicationRow, to: Status): Promise<MoveResult | 'conflict'> => {
    const from = row.status
    if (from === to) return { type: 'same' }
    if (!isAllowedMove(from, to)) return { type: 'refused', from }
    const moved = await applications.moveStatus(row.id, from, to, announce)
    return moved ? { type: 'moved', from, to } : 'conflict'
  }
  return {
    async move(appId, to) {
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        const row = await applications.read(appId)
        if (row === null) return { type: 'missing' }
        const result = await tryOnce(row, to)
        if (result === 'conflict') continue
        if (result.type === 'moved') log.info({ appId, state: to }, 'an application has a new status')
        return result
      }
      throw new Error('An application had too many concurrent changes.')
    },
  }
}
