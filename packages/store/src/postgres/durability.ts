/**
 * Reads whether a commit that returned can be lost: with the last transactions before a crash of the server, or with a fail-over to a
 * standby that had not received it.
 */
import { sql } from 'kysely'
import type { Store } from '../store.ts'

/**
 * `none`: a commit survives. `crash`: the server does not wait for its disk. `fail-over`: there is a standby, and no commit waits
 * for it.
 */
export type CommitLoss = 'none' | 'crash' | 'fail-over'

/** Values of `synchronous_commit` with which a commit waits for a synchronous standby. */
const WAITING: ReadonlySet<string> = new Set(['on', 'remote_write', 'remote_apply'])

interface Settings {
  readonly commit: string | null
  readonly names: string | null
  /** Connected standbys and slots of disconnected ones. */
  readonly standbys: number
}

/** Returns what can lose a commit of the store. A standby that is neither connected nor has a slot is not found. */
export async function readCommitLoss<DB>(store: Store<DB>): Promise<CommitLoss> {
  if (store.engine === 'sqlite') return 'none'
  const { rows } = await sql<Settings>`
    select current_setting('synchronous_commit', true) as commit,
      current_setting('synchronous_standby_names', true) as names,
      (select count(*) from pg_stat_replication) + (select count(*) from pg_replication_slots
        where slot_type = 'physical' and not active) as standbys`.execute(store.db)
  const { commit = null, names = null, standbys = 0 } = rows[0] ?? {}
  if (commit === 'off') return 'crash'
  const isWaiting = commit === null || (WAITING.has(commit) && (names ?? '') !== '')
  return standbys > 0 && !isWaiting ? 'fail-over' : 'none'
}
