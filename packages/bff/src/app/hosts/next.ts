// The BFF as route handlers of Next (`@tapboard/bff/next`), in `app/tapboard/[...path]/route.ts`:
//   export const { GET, POST, PUT, DELETE, OPTIONS } = nextHandlers(start)
//   export const dynamic = 'force-dynamic'
// On the Node runtime: a sale goes on when no request does.
import type { FetchHandler } from '@tapboard/server'

/** A route handler of the App Router: `Request → Response`. */
export type RouteHandler = (request: Request) => Promise<Response>

/** Every method that the BFF answers. */
export type RouteHandlers = Readonly<Record<'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS', RouteHandler>>

/** Where a BFF is kept while a development server loads the file that made it again and again. */
const KEPT = Symbol.for('@tapboard/bff/kept')

type Kept = Map<string, Promise<FetchHandler>>

/** The BFF of that name, made at the first call; what could not be made is tried again at the next. */
function keep(name: string, make: () => Promise<FetchHandler>): Promise<FetchHandler> {
  const place = globalThis as { [KEPT]?: Kept }
  const kept = (place[KEPT] ??= new Map())
  const known = kept.get(name)
  if (known !== undefined) return known
  const made = make()
  kept.set(name, made)
  made.catch(() => kept.delete(name))
  return made
}

/**
 * Route handlers. `start` makes the BFF and starts it (`const bff = await createBff(…); await bff.start(); return bff`); it is
 * called once in a process, at the first request, and again only where it threw: that request fails with what it threw.
 * `name` tells two BFFs of one process apart; default `tapboard`.
 */
export function nextHandlers(start: () => Promise<FetchHandler>, name = 'tapboard'): RouteHandlers {
  const answer: RouteHandler = async (request) => (await keep(name, start)).fetch(request)
  return { GET: answer, POST: answer, PUT: answer, DELETE: answer, OPTIONS: answer }
}
