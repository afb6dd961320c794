// The restore of a story: all processes die, the ledger is put back to a copy, starts are held, and after the longest session the
// charges of the upstream are compared with it, as `tapboard restore --mark` and `tapboard reconcile --release` do.
import { Ledger } from '../../packages/bff/src/sale/ledger/ledger.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import type { Books } from './books.ts'
import type { Faults } from './faults.ts'
import type { Committed } from './memory-ledger.ts'
import type { Restore } from './story.ts'
import type { Charge, SimService } from './service.ts'
import type { Shop } from './shop.ts'
import type { World } from './world.ts'

/** Name of the writer of the restore, which needs no lease. */
export const OPERATOR = 'operator'

/** So long after the restore a sale that it lost can still be charged. */
const EARLY_MS = 500

/** The dependencies of a restore. */
interface RecoveryParts {
  readonly books: Books
  readonly service: SimService
  readonly shop: Shop
  readonly faults: Faults
  /** Compares soon after the restore, for a test that must fail then. */
  readonly comparesEarly: boolean
  /** Keeps the unsent sales of the copy as they are, for a test that must fail then. */
  readonly keepsIntents: boolean
  /** Calls back at each commit. */
  readonly onCommit: (listener: (committed: Committed) => void) => void
  /** These rows are gone from the ledger, and others have an earlier version. */
  readonly lose: (rows: readonly SaleRow[], putBack: readonly SaleRow[]) => void
}

/** An intent of the copy may have been sent since: it becomes one that was, as `doubtIntents` does it in SQL. */
async function doubt(books: Books, { id, createdAtMs, firstSentAtMs }: SaleRow): Promise<void> {
  const sentAtMs = Math.max(createdAtMs, firstSentAtMs ?? 0)
  const ledger = new Ledger(books.connect({ name: OPERATOR, now: () => sentAtMs }))
  await ledger.apply(id, { type: 'send_claimed' }, { repeat: 'unknown', lookup: 'none' })
}

/** Plans the restore of a story on a ledger that can be put back. */
export function planRestore(world: World, restore: Restore | null, parts: RecoveryParts): void {
  const { books, service, shop, faults, lose } = parts
  const { copy, recovery } = books
  if (restore === null || copy === undefined || recovery === undefined) return
  const { copyMs, lostMs, downMs, releaseMs } = restore
  let putBack = copy.call(books)
  const isKnown = ({ externalId }: Charge): boolean =>
    books.rows().some((row) => row.externalId === externalId)

  const takeCopy = (): void => void (putBack = copy.call(books))
  let isTaken = false
  if (copyMs !== 'intent') world.after(copyMs, takeCopy)
  else
    parts.onCommit(({ rows }) => {
      if (isTaken || !rows.some(({ before, after }) => before === null && after.state === 'intent')) return
      isTaken = true
      takeCopy()
    })
  world.after(lostMs, () => {
    shop.kill(downMs)
    const before = books.rows()
    putBack()
    recovery.isOnHold = true
    faults.count('ledger put back')
    world.say('operator', 'puts the ledger back and holds all starts')
    const isGone = ({ id }: SaleRow): boolean => books.row(id) === undefined
    const isOlder = ({ id, version }: SaleRow): boolean => (books.row(id)?.version ?? version) < version
    lose(before.filter(isGone), before.filter(isOlder))
    for (const row of books.rows()) if (row.state === 'intent' && !parts.keepsIntents) void doubt(books, row)
  })
  world.after(parts.comparesEarly ? lostMs + EARLY_MS : releaseMs, () => {
    for (const charge of service.charges)
      if (charge.status === 'approved' && !isKnown(charge)) {
        faults.count('lost charge')
        world.say('operator', `holds the lost charge ${charge.externalId}`)
        recovery.lost.push(charge)
      }
    recovery.isOnHold = false
    world.say('operator', 'ends the hold')
  })
}
