// The BFF as route handlers of Next (`@tapboard/bff/next`), in `app/tapboard/[...path]/route.ts`:
//   export const { GET, POST, PUT, DELETE, OPTIONS } = nextHandlers(start)
//   export const dynamic = 'force-dynamic'
// Requires the Node runtime: sales continue between requests.
import type { FetchHandler } from '@tapboard/server'

/** A route handler of the App Router: `Request → Response`. */
export type RouteHandler = (request: Request) => Promise<Response>

/** Every method that the BFF answers. */
export type RouteHandlers = Readonly<Record<'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS', RouteHandler>>

/** Keeps the BFF across reloads of the route file by a development server. */
const KEPT = Symbol.for('@tapboard/bff/kept')

type Kept = Map<string, Promise<FetchHandler>>

/** Returns the BFF of that name, created at the first call; a failed creation is retried at the next call. */
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
 * Route handlers. `start` creates and starts the BFF (`const bff = await createBff(…); await bff.start(); return bff`).
 * It is called once per process, at the first request. If it throws, that request fails with the error and the next one
 * calls it again. `name` distinguishes two BFFs of one process; default `tapboard`.
 */
export function nextHandlers(start: () => Promise<FetchHandler>, name = 'tapboard'): RouteHandlers {
  const answer: RouteHandler = async (request) => (await keep(name, start)).fetch(request)
  return { GET: answer, POST: answer, PUT: answer, DELETE: answer, OPTIONS: answer }
}
