// A shopper with the element's own page code, without a browser: its token source, its client, its retries and its stream
// follower. The result that the person would see is the one that counts (P85).
import { web, type Sale, type StartSale } from '@tapboard/contract'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '../../packages/elements/src/shared/client.ts'
import { backOffMs, follow } from '../../packages/elements/src/shared/follow.ts'
import { TokenSource } from '../../packages/elements/src/shared/token-source.ts'
import type { FleetMerchant } from './fleet.ts'
import { attemptKey } from './page.ts'

/** The shop that a shopper uses. */
export interface ShopAddress {
  readonly bffUrl: string
  /** Address of the BFF for the host's server. Default: `bffUrl`. */
  readonly hostUrl?: string
  readonly origin: string
  readonly merchant: Pick<FleetMerchant, 'hostSecret'>
  readonly device: string
  /** The browser's connection to the BFF. Default: HTTP/1.1 without TLS. */
  readonly fetch?: typeof fetch
}

/** The person's view of one visit. */
export interface Visit {
  /** The last state shown, or the refusal that was shown instead. */
  readonly shown: string
  /** Requests that were repeated without the person noticing. */
  readonly repeats: number
}

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await wait(ms, undefined, { signal }).catch(() => {})
}

/** How long a host's server retries a token request: a process that has just started may answer 503 for seconds. */
const MINT_MS = 30_000

/** The host's server gets a token; a lost connection and a 503 are tried again, as any server does behind a balancer. */
async function mint(
  { bffUrl, hostUrl = bffUrl, merchant, origin }: ShopAddress,
  order: string,
  jkt: string,
): Promise<string> {
  const endsAtMs = performance.now() + MINT_MS
  for (;;)
    try {
      const answer = await fetch(`${hostUrl}/v1/tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${merchant.hostSecret}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          kind: 'sale',
          order,
          amount: '42.00',
          currency: 'USD',
          devices: 'any',
          origin,
          jkt,
        }),
      })
      if (answer.status === 201) return await answer.text()
      throw new Error(`the host was answered ${answer.status}`)
    } catch (error) {
      if (performance.now() > endsAtMs) throw error
      await wait(200)
    }
}

/** The element's client on the page of one order. */
export function openClient(address: ShopAddress, order: string): Client {
  const { bffUrl, origin, fetch: send = fetch } = address
  const tokens = new TokenSource({
    getToken:
      () =>
      async ({ jkt }) =>
        JSON.parse(await mint(address, order, jkt)) as { token: string } as never,
    now: () => performance.now(),
  })
  const withOrigin: typeof fetch = (input, init) =>
    // A browser adds the page's origin by itself.
    send(input, { ...init, credentials: 'same-origin', headers: { ...(init?.headers as object), origin } })
  return new Client({ base: bffUrl, fetch: withOrigin, tokens })
}

/** A start of the first attempt at an order. */
export const startOf = (order: string, deviceId: string, signal: AbortSignal) => {
  const body: StartSale = { order, attempt: 1, amountMinor: 4_200, currency: 'USD', deviceId }
  return { headers: { 'Idempotency-Key': attemptKey(order) }, body, signal }
}

/** Pays for one order and watches to the end. */
export async function visit(address: ShopAddress, order: string, random: () => number): Promise<Visit> {
  const client = openClient(address, order)
  const over = new AbortController()
  let repeats = 0
  for (let failures = 0; ;) {
    const answer = await client.call(web.startSale, startOf(order, address.device, over.signal))
    if (answer.ok) {
      let shown: string = answer.value.state
      const listeners = {
        sale: (sale: Sale) => void (shown = sale.state),
        link: (alive: boolean) => void (repeats += alive ? 0 : 1),
        refused: () => void (repeats += 1),
      }
      const ports = {
        client,
        pause,
        onTurn: () => () => {},
        isHidden: () => false,
        random,
      }
      const { id, version } = answer.value
      await follow({ id, version }, ports, listeners, over.signal)
      return { shown, repeats }
    }
    if (answer.ok) return { shown: 'nothing', repeats }
    // Like the element: a lost answer and a restarting server are retried, every other error is shown.
    const lost = !answer.heard && (failures > 0 || /^(network|bad-answer)$/.test(answer.code))
    if (!lost && answer.code !== 'draining') return { shown: `refused: ${answer.code}`, repeats }
    failures += 1
    repeats += 1
    await pause(Math.max(answer.retryAfterMs, backOffMs(failures + 1, random)), over.signal)
  }
}
