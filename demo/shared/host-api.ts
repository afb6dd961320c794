// What the shop's pages ask their own server. One small client; every failure is one sentence.
import type { MintedToken, Sale } from '@tapboard/contract'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Asks the host's server; rejects with the sentence it gives. */
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
      // Status and Retry-After: an element whose page cannot get a token tells why, and tries again.
      { cause: answer },
    )
  return read as T
}

/** An order as the page draws it; amounts are decimal strings in US dollars. */
export interface OrderView {
  readonly id: string
  readonly customer: string
  readonly bicycle: string
  readonly total: string
  /** What the shop's server learned from the BFF; `null` when it could not ask. */
  readonly paid?: { readonly reference: string | null; readonly approvalCode: string | null } | false | null
  readonly lines: readonly { readonly text: string; readonly note: string; readonly price: string }[]
}

/** The order with this number. */
export const getOrder = (id: string): Promise<OrderView> => ask(`/api/orders/${encodeURIComponent(id)}`)

/** One thing that the shop's server heard from the BFF. */
export interface HeardView {
  readonly number: number
  readonly event: { readonly type: string; readonly sale: Sale }
}

/** What the shop's server heard of an order after number `after`; held for a moment while there is nothing. */
export const getHeard = (id: string, after: number): Promise<readonly HeardView[]> =>
  ask(`/api/orders/${encodeURIComponent(id)}/heard?after=${after}`)

/** Begins a new order of the given scenario. */
export const addOrder = (scenario: string): Promise<OrderView> => ask('/api/orders', { scenario })

/** A token for this page's key: for one order, to register terminals, or, as a manager, to decide on one sale. */
export const getToken = (request: {
  kind: string
  jkt: string
  order?: string
  sale?: string
}): Promise<MintedToken> => ask('/api/token', request)

/** Who is signed in as a manager. */
export interface ManagerView {
  readonly person: string | null
}

/** Who is signed in on this browser. */
export const getManager = (): Promise<ManagerView> => ask('/api/manager')

/** Signs in with the PIN; rejects with a sentence. */
export const signIn = (pin: string): Promise<ManagerView> => ask('/api/sign-in', { pin })

/** Signs out. */
export const signOut = (): Promise<ManagerView> => ask('/api/sign-out', {})

/** A one-time code that pairs one of the shop's own on-screen terminals. */
export const getPairingCode = async (serial: string): Promise<string> =>
  (await ask<{ code: string }>('/api/terminal/pair', { serial })).code

/** `42.00` → `$42.00`. */
export const dollars = (amount: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(Number(amount))
