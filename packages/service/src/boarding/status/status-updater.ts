// Moves applications from one status to the next by the table of `moves.ts`, whoever asks: the processor, an operator, the
// sandbox's script. Each move is written with what the partner is to hear of it, in one transaction.
import type { boarding } from '@tapboard/contract'
import type { Log } from '../../ports.ts'
import type { AlongWith, ApplicationRow, ApplicationStore } from '../applications.ts'
import { mayMove } from './moves.ts'

type Status = boarding.BoardingStatus

/** What became of a move. */
export type MoveResult =
  | { readonly type: 'moved'; readonly from: Status; readonly to: Status }
  /** It had that status. */
  | { readonly type: 'same' }
  /** No application goes from its status to that one: a final status never changes, nothing goes back. */
  | { readonly type: 'refused'; readonly from: Status }
  | { readonly type: 'missing' }

/** Two movers at once: the second reads again and judges again. More rounds than there are moves in a life. */
const ROUNDS_MAX = 20

/** Who may move applications. */
export interface StatusDesk {
  /** Moves an application, or says why not. */
  move(appId: string, to: Status): Promise<MoveResult>
}

/** What a desk needs. */
export interface StatusDeskConfig {
  readonly applications: Pick<ApplicationStore, 'read' | 'moveStatus'>
  /** Writes what is to be told of the move, in its transaction. */
  readonly announce: AlongWith
  readonly log: Log
}

/** Makes a desk. */
export function createStatusDesk({ applications, announce, log }: StatusDeskConfig): StatusDesk {
  const tryOnce = async (row: ApplicationRow, to: Status): Promise<MoveResult | 'overtaken'> => {
    const from = row.status
    if (from === to) return { type: 'same' }
    if (!mayMove(from, to)) return { type: 'refused', from }
    const moved = await applications.moveStatus(row.id, from, to, announce)
    return moved ? { type: 'moved', from, to } : 'overtaken'
  }
  return {
    async move(appId, to) {
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        const row = await applications.read(appId)
        if (row === null) return { type: 'missing' }
        const result = await tryOnce(row, to)
        if (result === 'overtaken') continue
        if (result.type === 'moved') log.info({ appId, state: to }, 'an application has a new status')
        return result
      }
      throw new Error('An application was overtaken too often.')
    },
  }
}
