// Validates a start request before any I/O: it agrees with the token (INV-13), the key is valid, the wire format can
// express the amount, the order is free (INV-2). Pure; the ledger's indexes enforce the locks against races.
import { isUnpaid, wireDecimal, type StartSale } from '@tapboard/contract'
import { sha256, toBase64url } from '@tapboard/store/crypto'
import { isIdempotencyKey } from '../../http/idempotency-key.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import type { SaleRow } from './row.ts'
import type { SaleAccess } from '../../token/access.ts'

/** Hashes a request with the refund of its token, to detect a key that is reused for another request. */
export const hashRequest = (
  { merchant, refund }: Pick<SaleAccess, 'merchant' | 'refund'>,
  request: StartSale,
): string =>
  toBase64url(
    sha256(
      JSON.stringify([
        merchant,
        request.order,
        request.attempt,
        request.amountMinor,
        request.currency,
        request.deviceId,
        ...(refund === undefined ? [] : [refund.of, refund.reference]),
      ]),
    ),
  )

/** The stored key of a start: each refund has keys of its own, because a page makes them of order and attempt only. */
export const storedKey = ({ refund }: Pick<SaleAccess, 'refund'>, key: string): string =>
  refund === undefined ? key : toBase64url(sha256(JSON.stringify([key, refund.of, refund.reference])))

/** Requires that token and request agree in every member and that the amount fits the wire format. */
export function checkRequest(access: SaleAccess, request: StartSale, key: string): Refusal | null {
  if (!isIdempotencyKey(key))
    return refuse(
      'idempotency-key-missing',
      'Send an Idempotency-Key of 16 to 128 visible ASCII characters, the same for each repeat of this request.',
    )
  const wrong =
    request.order !== access.order
      ? 'order'
      : request.amountMinor !== access.amountMinor
        ? 'amountMinor'
        : request.currency !== access.currency
          ? 'currency'
          : access.devices !== null && !access.devices.includes(request.deviceId)
            ? 'deviceId'
            : null
  if (wrong !== null)
    return refuse('forbidden', `The token was made for another ${wrong}; ask your server for a new token.`)
  if (wireDecimal(request.amountMinor, request.currency) === null)
    return refuse(
      'invalid-amount',
      `The payment service takes two decimals: this amount in ${request.currency} must end in 0.`,
    )
  return null
}

/** Returns the reason against a further attempt of a group, or `null`. `attempts` are newest first. */
export function judgeAttempts(
  attempts: readonly SaleRow[],
  attempt: number,
): { readonly code: 'sale-open' | 'order-already-paid' | 'invalid-request'; readonly sale?: SaleRow } | null {
  const paid = attempts.find(({ state }) => state === 'approved')
  if (paid !== undefined) return { code: 'order-already-paid', sale: paid }
  const open = attempts.find((row) => row.orderHold || row.state === 'review')
  if (open !== undefined) return { code: 'sale-open', sale: open }
  return attempt === (attempts[0]?.attempt ?? 0) + 1 ? null : { code: 'invalid-request' }
}

/**
 * Returns the deciding attempt of an order or refund; `attempts` are newest first. It is the newest, unless that is unpaid and an
 * older one is paid or needs a person.
 */
export function decidingAttempt<One extends Pick<SaleRow, 'state'>>(attempts: readonly One[]): One | null {
  const [newest] = attempts
  if (newest === undefined || !isUnpaid(newest.state)) return newest ?? null
  return (
    attempts.find(({ state }) => state === 'approved') ??
    attempts.find(({ state }) => !isUnpaid(state)) ??
    newest
  )
}
