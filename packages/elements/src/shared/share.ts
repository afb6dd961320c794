// One stream per BFF and sale, or order, in a page, shared by all elements: HTTP/1.1 allows a page six connections, and the
// seventh element would wait forever. The stream outlives the element that opened it and ends with the last listener.
import type { OrderFrame, Sale, StaleFrame } from '@tapboard/contract'
import type { Client } from './client.ts'
import { follow, type FollowListeners, type FollowPorts } from './follow.ts'

interface Member {
  readonly client: Client
  readonly listeners: FollowListeners
}

/** A stream and its listeners; the first one's client opens it next. */
interface Shared {
  readonly members: Set<Member>
  readonly run: AbortController
  sale: Sale | null
  stale: StaleFrame | null
  order: OrderFrame | null
  alive: boolean
}

/** The followed sale, or the followed order of this merchant; `order` tells refunds of one order apart. */
export type Followed = Sale | { readonly merchant: string; readonly order: string }

/** Key of the page's streams. A second copy of the library has its own symbol and its own streams. */
const STREAMS = Symbol('tapboard')

type Page = typeof globalThis & { [STREAMS]?: Map<string, Shared> }

/**
 * Follows a sale at the BFF `base` until it has ended, or an order, until `signal` aborts. A late listener gets the last news
 * at once. A refusal goes to the element whose token was used; the next element then tries with its own token.
 */
export function share(
  base: string,
  followed: Followed,
  { client, ...ports }: FollowPorts,
  listeners: FollowListeners,
  signal: AbortSignal,
): void {
  const streams = ((globalThis as Page)[STREAMS] ??= new Map<string, Shared>())
  const isOrder = (value: Followed): value is Exclude<Followed, Sale> => Object.hasOwn(value, 'merchant')
  const sale = isOrder(followed) ? null : followed
  const key = JSON.stringify(
    isOrder(followed) ? [base, followed.merchant, followed.order] : [base, followed.id],
  )
  const known = streams.get(key)
  const shared: Shared = known ?? {
    members: new Set<Member>(),
    run: new AbortController(),
    sale,
    stale: null,
    order: null,
    alive: true,
  }
  const { members, run } = shared
  const member = { client, listeners }
  members.add(member)
  signal.addEventListener('abort', () => {
    if (!members.delete(member) || members.size) return
    run.abort()
    streams.delete(key)
  })
  if (known) {
    if (known.sale) listeners.sale(known.sale)
    if (known.stale) listeners.stale?.(known.stale)
    if (known.order) listeners.order?.(known.order)
    return listeners.link(known.alive)
  }
  streams.set(key, shared)
  const first = (): Member => [...members][0]!
  const each = (notify: (listeners: FollowListeners) => void): void => {
    for (const one of members) notify(one.listeners)
  }
  void follow(
    sale ?? 'order',
    {
      ...ports,
      get client() {
        return first().client
      },
    },
    {
      sale(seen) {
        shared.sale = seen
        shared.stale = null
        each((listener) => listener.sale(seen))
      },
      stale(stale) {
        shared.stale = stale
        each((listener) => listener.stale?.(stale))
      },
      order(order) {
        shared.order = order
        each((listener) => listener.order?.(order))
      },
      checkout: (checkout) => each((listener) => listener.checkout?.(checkout)),
      beat: () => each((listener) => listener.beat?.()),
      link(alive) {
        shared.alive = alive
        each((listener) => listener.link(alive))
      },
      refused(refusal) {
        const asked = first()
        members.delete(asked)
        members.add(asked)
        asked.listeners.refused(refusal)
      },
    },
    run.signal,
  ).then(() => run.signal.aborted || streams.delete(key))
}
