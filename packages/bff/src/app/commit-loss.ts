// Warns about a PostgreSQL store that can lose a commit that returned: with it the BFF forgets a sale, and its order can be charged
// again.
import { readCommitLoss, type CommitLoss, type Store } from '@tapboard/store'
import type { Log } from '../ports.ts'

/** The sentence about each way to lose a commit. */
export const COMMIT_LOSSES: Readonly<Record<Exclude<CommitLoss, 'none'>, string>> = {
  crash:
    'PostgreSQL does not wait for its disk (synchronous_commit is off): a crash loses sales that were charged, and their orders can be charged again. Set synchronous_commit to on.',
  'fail-over':
    'No commit waits for the standby of PostgreSQL: a fail-over loses sales that were charged, and their orders can be charged again. Set synchronous_standby_names, and synchronous_commit to remote_apply; after a fail-over run tapboard reconcile.',
}

/** Logs one warning if the store can lose a commit. */
export async function warnOfCommitLoss<DB>(store: Store<DB>, log: Log): Promise<void> {
  const loss = await readCommitLoss(store)
  if (loss !== 'none') log.warn({ code: 'store-loses-commits', reason: loss }, COMMIT_LOSSES[loss])
}
