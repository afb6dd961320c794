// Cancels a sale: asks the upstream, and commits the request and its failure. The outcome still comes from reading.
import { isSettled } from '@tapboard/contract'
import { refuse, upstreamUnavailable } from '../../refusal.ts'
import type { SaleRow } from '../machine/row.ts'
import type { SaleResult } from '../sale-result.ts'
import type { SaleResolveDeps } from './resolve.ts'

/** Asks the upstream to cancel a sale; `wake` lets the runner look at it. */
export async function cancelSale(
  { ledger, merchants, view }: Pick<SaleResolveDeps, 'ledger' | 'merchants' | 'view'>,
  row: SaleRow,
  wake: () => void,
): Promise<SaleResult> {
  const upstream = merchants(row.merchant)
  if (row.state !== 'started' || row.sessionId === null || upstream?.features.cancel !== true)
    return refuse(
      'not-cancelable',
      isSettled(row.state)
        ? 'The sale is over; there is nothing to cancel.'
        : 'This sale cannot be canceled from here; cancel it on the terminal.',
      { sale: view(row) },
    )
  const { repeat, lookup } = upstream.features
  const applied = await ledger.apply(row.id, { type: 'cancel_requested' }, { repeat, lookup })
  const asked = await upstream.client.cancelSession(row.sessionId, row.deviceId)
  const failed =
    asked.kind === 'found' ? null : await ledger.apply(row.id, { type: 'cancel_failed' }, { repeat, lookup })
  wake()
  // The refusal carries the sale after `cancel_failed`: that event, when it arrives, does not contradict the refusal.
  const now = failed === null || failed.kind === 'stale' ? {} : { sale: view(failed.row) }
  if (asked.kind === 'missing')
    return refuse('not-cancelable', 'The payment service knows no such session; wait for the result.', now)
  if (asked.kind === 'fault')
    return asked.fault === 'refused'
      ? refuse('not-cancelable', 'The payment can no longer be canceled; wait for the result.', now)
      : asked.fault === 'unauthorized'
        ? refuse('upstream-refused', 'The payment service refused the key of this merchant.', now)
        : { ...upstreamUnavailable(asked.retryAfterMs), ...now }
  return { ok: true, sale: view(applied.kind === 'stale' ? row : applied.row), created: false }
}
