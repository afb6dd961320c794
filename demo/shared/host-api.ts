// Client of the shop's own server. Every failure is one sentence.
import { moneyText, type MintedToken, type Sale } from '@tapboard/contract'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Sends a request to the host's server; rejects with its error sentence. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(
    path,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  const read: unknown = await answer.json().catch(() => null)
  if (!answer.ok)
    throw new Error(
      isRecord(read) && typeof read['message'] === 'string'
        ? read['message']
        : 'The server of this site did not answer.',
      // Status and Retry-After, from which the element derives its message and its retry.
      { cause: answer },
    )
  return read as T
}

/** An order for the page; amounts are decimal strings in US dollars. */
export interface OrderView {
  readonly id: string
  readonly customer: string
  readonly bicycle: string
  readonly total: string
  /** The payment state from the BFF; `null` if it is unreachable. */
  readonly paid?: { readonly reference: string | null; readonly approvalCode: string | null } | false | null
  /** Amounts refunded and left to refund; `null` instead of zero. */
  readonly refunded: string | null
  readonly left: string | null
  /** A refund of the order has no result yet. */
  readonly refundOpen: boolean
  /** A manager marked the order as paid; it is refunded in the merchant portal. */
  readonly refundElsewhere: boolean
  readonly lines: readonly { readonly text: string; readonly note: string; readonly price: string }[]
}

/** Reads an order by its number. */
export const getOrder = (id: string): Promise<OrderView> => ask(`/api/orders/${encodeURIComponent(id)}`)

/** A webhook event of the shop's server. */
interface HeardView {
  readonly number: number
  readonly event: { readonly type: string; readonly sale: Sale }
}

/** Webhook events of an order after number `after`; long-polls. */
export const getHeard = (id: string, after: number): Promise<readonly HeardView[]> =>
  ask(`/api/orders/${encodeURIComponent(id)}/received?after=${after}`)

/** Creates an order of the given scenario. */
export const addOrder = (scenario: string): Promise<OrderView> => ask('/api/orders', { scenario })

/** Ends the losses of answers about earlier sales, so that the BFF finds their results and frees their terminals. */
export const repairLine = (): Promise<unknown> => ask('/api/line/repair', {})

/**
 * Requests a token for this page's key: for an order, to register terminals, or, as a manager, to decide about
 * a sale.
 */
export const getToken = (request: {
  kind: string
  jkt: string
  order?: string
  sale?: string
  refund?: string
  amount?: string
}): Promise<MintedToken> => ask('/api/token', request)

/** A refund as the shop's server named it. */
export interface NamedRefund {
  readonly sale: string
  readonly refund: string
  readonly amount: string
  /** It was started before and has no result yet. */
  readonly isOpen?: boolean
}

/** Names a refund of an order, as a manager; rejects with a sentence. */
export const addRefund = (order: string, amount: string): Promise<NamedRefund> =>
  ask(`/api/orders/${encodeURIComponent(order)}/refunds`, { amount })

/** Requests a token of the back office for this page's key, as a manager. */
export const getBackOfficeToken = (request: {
  kind: string
  jkt: string
  sale?: string
}): Promise<MintedToken> => ask('/api/back-office/token', request)

interface ManagerView {
  readonly person: string | null
}

/** Reads the signed-in manager of this browser. */
export const getManager = (): Promise<ManagerView> => ask('/api/manager')

/** Signs in with the PIN; rejects with a sentence. */
export const signIn = (pin: string): Promise<ManagerView> => ask('/api/sign-in', { pin })

export const signOut = (): Promise<ManagerView> => ask('/api/sign-out', {})

/** Reads the ID of the terminal beside the checkout; `null` if the page shows none. */
export const getCounterTerminal = async (): Promise<string | null> =>
  (await ask<{ deviceId: string | null }>('/api/terminal')).deviceId

/** Requests a pairing code for one of the shop's on-screen terminals. */
export const getPairingCode = async (serial: string): Promise<string> =>
  (await ask<{ code: string }>('/api/terminal/pair', { serial })).code

/** Formats a decimal amount, for example `42.00` → `$42.00`. */
export const dollars = (amount: string): string => moneyText(Number(amount), 'USD', 'en-US')
