// Checks before a refund that the merchant's key is of the account that charged the sale (D-220). A refund names its sale by a
// reference; in another account, or at another payment service, that is unknown or another payment. Sessions, terminals and
// references belong to one account.
import { outcomeOf } from '@tapboard/contract'
import type { Clock } from '../../ports.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import type { MerchantUpstream } from '../../upstream/terminal/merchant.ts'
import type { RefundableSale } from '../machine/check-refund.ts'
import { expectedOf } from '../runner/follow.ts'

/** Timeout of all reads, equal to that of the reads of earlier attempts. */
const WAIT_MS = 2_800

const CHARGED_ELSEWHERE = refuse(
  'sale-not-refundable',
  'The key of this merchant does not read this sale: it was charged in another account of the payment service. Refund it in the merchant portal of that account.',
)

const UNCLEAR = refuse(
  'upstream-unavailable',
  'The payment service does not say now whether the sale is of this account; nothing was paid back. Try again soon.',
  { retryAfterSeconds: 3 },
)

/** Whether the account has a trace of the sale; `fault`: no answer. */
type Seen = 'found' | 'missing' | 'fault'

/** Reads the session of the sale. At another address it must have charged the sale under this reference. */
async function lookAtSession(
  { id, client }: MerchantUpstream,
  sale: RefundableSale,
  signal: AbortSignal,
): Promise<Seen> {
  if (sale.sessionId === null) return 'missing'
  const seen = await client.readSession(sale.sessionId, { signal })
  if (seen.kind !== 'found') return seen.kind === 'unchanged' ? 'fault' : seen.kind
  if (sale.upstream === id) return 'found'
  const outcome = outcomeOf(seen.body, expectedOf(sale, sale.sessionId))
  return outcome.kind === 'approved' && outcome.reference === sale.reference ? 'found' : 'missing'
}

async function lookAtReport({ client }: MerchantUpstream, { reference }: RefundableSale): Promise<Seen> {
  const seen = await client.report(reference)
  if (seen.kind !== 'found') return seen.kind
  return seen.value.some(({ xRefNum }) => xRefNum === reference) ? 'found' : 'missing'
}

/** Looks for the sale in the account, at the most likely place first. */
function* looksFor(
  upstream: MerchantUpstream,
  sale: RefundableSale,
  signal: AbortSignal,
): Generator<Promise<Seen>, void, undefined> {
  yield lookAtSession(upstream, sale, signal)
  if (sale.upstream !== upstream.id) return
  yield upstream.client.readDevice(sale.deviceId, signal).then(({ kind }) => kind)
  if (upstream.features.details) yield lookAtReport(upstream, sale)
}

/**
 * Returns a refusal unless the key reads the session, the terminal or the report of the sale, else `null`. A refund at the terminal of
 * the sale needs no look: its start reads that terminal.
 */
export async function refuseOtherAccount(
  upstream: MerchantUpstream,
  sale: RefundableSale,
  deviceId: string,
  clock: Clock,
): Promise<Refusal | null> {
  if (deviceId === sale.deviceId && sale.upstream === upstream.id) return null
  const stop = new AbortController()
  const cancel = clock.after(WAIT_MS, () => stop.abort())
  let isAnswered = true
  try {
    for (const look of looksFor(upstream, sale, stop.signal)) {
      const seen = await look
      if (seen === 'found') return null
      if (seen === 'fault') isAnswered = false
    }
  } finally {
    cancel()
  }
  return isAnswered ? CHARGED_ELSEWHERE : UNCLEAR
}
