// A page at the shop's counter: the element's own client and follower, without the element. Its fetch sends the page's origin, as
// a browser does.
import { web, type Checkout, type Sale } from '@tapboard/contract'
import type { Bff } from '@tapboard/bff'
import { Client } from '../../../packages/elements/src/shared/client.ts'
import type { Answer } from '../../../packages/elements/src/shared/fault.ts'
import { attemptKey } from '../../../packages/elements/src/terminal-pay/press.ts'
import { TokenSource } from '../../../packages/elements/src/shared/token-source.ts'
import { until } from '../../kit/until.ts'

/** The address, order and keys of a page. */
interface PageOptions {
  readonly bff: Bff
  /** Address at which the page reaches the BFF. */
  readonly base: string
  readonly origin: string
  readonly order: string
  /** Calls the BFF without a socket. Default false. */
  readonly inProcess?: boolean
  /** ID of the sale that the page pays back. Default: the page charges. */
  readonly refundOf?: string
}

export interface Page {
  readonly client: Client
  /** Looks at a sale so far, streams not counted. */
  readonly looks: number
  /** Starts an attempt of 42.00 on a device, with the key that the element derives. */
  start(deviceId: string, attempt?: number): Promise<Answer<Sale | null>>
  /**
   * The same, again while the BFF answers that it cannot read the terminal's state. Its read has a limit on the machine's clock,
   * which a busy machine may exceed; no sale has begun then.
   */
  begin(deviceId: string, attempt?: number): Promise<Answer<Sale | null>>
  /** Everything the element draws at its mount. */
  checkout(): Promise<Answer<Checkout | null>>
  read(id: string): Promise<Answer<Sale | null>>
}

export function openPage({
  bff,
  base,
  origin,
  order,
  inProcess = false,
  refundOf: sale,
}: PageOptions): Promise<Page> {
  let looks = 0
  const asPage: typeof fetch = (input, init) => {
    if (/\/v1\/sales\/\w+$/.test(input instanceof Request ? input.url : input.toString())) looks += 1
    const headers = new Headers(init?.headers)
    headers.set('origin', origin)
    return inProcess
      ? bff.fetch(new Request(input, { ...init, headers }))
      : fetch(input, { ...init, headers })
  }
  const tokens = new TokenSource({
    now: () => performance.now(),
    getToken:
      () =>
      ({ jkt }) =>
        bff.mintToken('shop', {
          ...(sale === undefined
            ? { kind: 'sale', devices: 'any' }
            : { kind: 'refund', sale, person: 'ann' }),
          ...({ order, amount: '42.00', currency: 'USD', origin, jkt } as const),
        }),
  })
  const client = new Client({ base, fetch: asPage, tokens })
  const signal = new AbortController().signal
  const start: Page['start'] = async (deviceId, attempt = 1) =>
    client.call(web.startSale, {
      headers: {
        'Idempotency-Key': await attemptKey(sale === undefined ? order : `${order}|${sale}`, attempt),
      },
      body: { order, attempt, amountMinor: 4_200, currency: 'USD', deviceId },
      signal,
    })
  return Promise.resolve({
    client,
    get looks() {
      return looks
    },
    start,
    begin: (deviceId, attempt) =>
      until(`the BFF reads the state of ${deviceId}`, async () => {
        const started = await start(deviceId, attempt)
        return started.ok || started.code !== 'upstream-unavailable' ? started : null
      }),
    checkout: () => client.call(web.getCheckout, { signal }),
    read: (id) => client.call(web.getSale, { id, signal }),
  })
}
