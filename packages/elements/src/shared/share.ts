// One stream per BFF and sale in a page, however many elements show it: HTTP/1.1 gives a page six connections, and the
// seventh element would wait for ever. The stream outlives whoever began it and ends with the last that listens.
import type { Sale } from '@tapboard/contract'
import type { Client } from './client.ts'
import { follow, type FollowEars, type FollowPorts } from './follow.ts'

interface Member {
  readonly client: Client
  readonly ears: FollowEars
}

/** A stream and who hears it; whose client opens it next stands first. */
interface Shared {
  readonly members: Set<Member>
  readonly run: AbortController
  sale: Sale
  alive: boolean
}

/** The page holds its streams under this: a second copy of the library has a symbol, and streams, of its own. */
const STREAMS = Symbol('tapboard')

type Page = typeof globalThis & { [STREAMS]?: Map<string, Shared> }

/**
 * Follows `sale` at the BFF `base` until it has ended or `signal` aborts. Who comes late hears at once what is known. A
 * refusal is told to the element whose token it was, and the next one tries with its own.
 */
export function share(
  base: string,
  sale: Sale,
  { client, ...ports }: FollowPorts,
  ears: FollowEars,
  signal: AbortSignal,
): void {
  const streams = ((globalThis as Page)[STREAMS] ??= new Map<string, Shared>())
  const key = base + sale.id
  const known = streams.get(key)
  const shared = known ?? { members: new Set<Member>(), run: new AbortController(), sale, alive: true }
  const { members, run } = shared
  const member = { client, ears }
  members.add(member)
  signal.addEventListener('abort', () => {
    if (!members.delete(member) || members.size) return
    run.abort()
    streams.delete(key)
  })
  if (known) {
    ears.sale(known.sale)
    return ears.link(known.alive)
  }
  streams.set(key, shared)
  const first = (): Member => [...members][0]!
  void follow(
    sale.id,
    sale.version,
    {
      ...ports,
      get client() {
        return first().client
      },
    },
    {
      sale(seen) {
        shared.sale = seen
        for (const each of members) each.ears.sale(seen)
      },
      link(alive) {
        shared.alive = alive
        for (const each of members) each.ears.link(alive)
      },
      refused(refusal) {
        const asked = first()
        members.delete(asked)
        members.add(asked)
        asked.ears.refused(refusal)
      },
    },
    run.signal,
  ).then(() => run.signal.aborted || streams.delete(key))
}
