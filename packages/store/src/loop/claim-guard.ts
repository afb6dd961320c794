// Finds the claims of one loop whose answer was lost: PostgreSQL may have committed one before its primary died, and then this process has
// leases on rows that no work has. Without a release each row would wait for the end of its lease.

/** The claims of one loop, one at a time. */
export interface ClaimGuard {
  /** Makes a claim; `claim` also starts the work on its rows. After a rejection, {@link ClaimGuard.settle} releases. */
  run(claim: () => Promise<void>): Promise<void>
  /** Releases the leases of a claim that rejected; does nothing after any other. Call it before the next claim. */
  settle(): Promise<void>
}

/** Guards the claims of a loop; `release` ends the leases of this process on rows that no work has. */
export function createClaimGuard(release: () => Promise<void>): ClaimGuard {
  let isOpen = false
  return {
    async run(claim) {
      isOpen = true
      await claim()
      isOpen = false
    },
    async settle() {
      if (!isOpen) return
      await release()
      isOpen = false
    },
  }
}
