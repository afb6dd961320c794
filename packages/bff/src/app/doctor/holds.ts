// Reads the holds after a restore or a comparison: on all sales, on those of some merchants or orders, on the attempts of lost
// charges, and on applications.
import type { Store } from '@tapboard/store'
import { areSubmissionsHeld } from '../../application/submission/submission-hold.ts'
import type { SubmissionTables } from '../../application/submission/tables.ts'
import { readHeldCharges, type HeldCharges } from '../../sale/ledger/lost-charge.ts'
import { readHolds, type RecoveryHold } from '../../sale/ledger/recovery-hold.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'
import { about, type Finding } from './finding.ts'

/** Names in a sentence; the others are counted. */
const NAMED_MAX = 5

const STARTS_HELD =
  'The ledger was restored, and no sale starts: compare it with the charges since by "tapboard reconcile --release".'
const SUBMISSIONS_HELD =
  'The store was restored, and no application is submitted: compare those since the copy with the list of the boarding service, then run "tapboard restore --release-applications".'

/** `a, b and 3 more`. */
function listed(names: readonly string[], count = names.length): string {
  const named = names.slice(0, NAMED_MAX)
  const more = count - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

const ofOrder = (merchant: string | null, order: string | null): string =>
  order === null ? `every order of ${merchant}` : `order ${order} of ${merchant}`

/** The sentence about holds on some merchants or orders. */
function sentenceOfHolds(holds: readonly RecoveryHold[]): string {
  const names = holds.map(({ merchant, order }) => ofOrder(merchant, order))
  return `${holds.length === 1 ? '1 hold' : `${holds.length} holds`} of a restore: no sale starts for ${listed(names)}.`
}

/** The sentence about charges whose sales the ledger lost. */
function sentenceOfCharges({ count, charges }: HeldCharges): string {
  const names = charges.map(
    ({ externalId, merchant, order }) =>
      `${externalId} (${order === null ? `unknown order of ${merchant}` : ofOrder(merchant, order)})`,
  )
  const subject =
    count === 1
      ? '1 charge without a sale is held, and its order does not start again'
      : `${count} charges without a sale are held, and their orders do not start again`
  return `${subject}: ${listed(names, count)}. Settle each with the customer, then run "tapboard reconcile release EXTERNAL_ID".`
}

/** The holds of a store; `null` without one, and for a ledger whose tables do not exist yet. */
export async function findHolds(store: Store<unknown>): Promise<Finding | null> {
  const { fail, warn } = about('store')
  const ledger = store as Store<LedgerTables>
  const holds = await readHolds(ledger).catch(() => [])
  const charges = await readHeldCharges(ledger, NAMED_MAX).catch(() => ({ count: 0, charges: [] }))
  const areApplicationsHeld = await areSubmissionsHeld((store as Store<SubmissionTables>).db).catch(
    () => false,
  )
  const isAllHeld = holds.some(({ merchant }) => merchant === null)
  const sentences = [
    ...(isAllHeld ? [STARTS_HELD] : []),
    ...(holds.length > 0 && !isAllHeld ? [sentenceOfHolds(holds)] : []),
    ...(charges.count > 0 ? [sentenceOfCharges(charges)] : []),
    ...(isAllHeld || holds.length + charges.count === 0 ? [] : ['Every other order starts.']),
    ...(areApplicationsHeld ? [SUBMISSIONS_HELD] : []),
  ]
  if (sentences.length === 0) return null
  return (holds.length > 0 ? fail : warn)('store-restored', sentences.join(' '))
}
