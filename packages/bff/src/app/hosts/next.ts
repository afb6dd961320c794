// The BFF in Next (`@tapboard/bff/next`): one BFF for the process, shared by its routes and `instrumentation.ts`. Requires the
// Node runtime: sales continue between requests.
import type { FetchHandler } from '@tapboard/server'

/** A route handler of the App Router: `Request → Response`. */
export type RouteHandler = (request: Request) => Promise<Response>

/** Every method that the BFF answers. */
export type RouteHandlers = Readonly<Record<'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS', RouteHandler>>

/** A handler that may end: a BFF, or another one with some of its members. */
export interface StoppableHandler extends FetchHandler {
  /** Ends streams and finishes sends in progress. */
  drain?(): Promise<void>
  /** Closes the store and all connections that it opened. */
  close?(): Promise<void>
}

/** One BFF of a Next process. */
export interface NextBff<Handler extends FetchHandler> {
  /**
   * Returns the BFF of this process, created at the first call. `register` of `instrumentation.ts` calls it, so that open sales
   * go on after a deployment without waiting for a request. If it fails, the next call tries again.
   */
  readonly getBff: () => Promise<Handler>
  /** The exports of `app/tapboard/[...path]/route.ts`, one for each method. */
  readonly handlers: RouteHandlers
}

/** Keeps the BFF across reloads of the route file by a development server. */
const KEPT = Symbol.for('@tapboard/bff/kept')

type Kept = Map<string, Promise<FetchHandler>>

/**
 * Drains and closes the BFF at the first stop signal. Next ends the process when its own requests have ended; with
 * `NEXT_MANUAL_SIG_HANDLE=true` this function ends it when the BFF is closed.
 */
function stopOnSignal(bff: StoppableHandler): void {
  const stop = async (): Promise<void> => {
    process.off('SIGTERM', onSignal)
    process.off('SIGINT', onSignal)
    try {
      await bff.drain?.()
      await bff.close?.()
    } finally {
      if (process.env['NEXT_MANUAL_SIG_HANDLE'] === 'true') process.exit(0)
    }
  }
  const onSignal = (): void => void stop()
  process.once('SIGTERM', onSignal)
  process.once('SIGINT', onSignal)
}

/**
 * The BFF of a Next process. `start` creates and starts it (`const bff = await createBff(…); await bff.start(); return bff`) and
 * is called once per process. At SIGTERM and SIGINT the BFF is drained and closed. `name` distinguishes two BFFs of one process;
 * default `tapboard`.
 */
export function nextBff<Handler extends StoppableHandler>(
  start: () => Promise<Handler>,
  name = 'tapboard',
): NextBff<Handler> {
  const make = async (): Promise<Handler> => {
    const bff = await start()
    stopOnSignal(bff)
    return bff
  }
  const getBff = (): Promise<Handler> => {
    const place = globalThis as { [KEPT]?: Kept }
    const kept = (place[KEPT] ??= new Map())
    const known = kept.get(name)
    if (known !== undefined) return known as Promise<Handler>
    const made = make()
    kept.set(name, made)
    made.catch(() => kept.delete(name))
    return made
  }
  const answer: RouteHandler = async (request) => (await getBff()).fetch(request)
  return {
    getBff,
    handlers: { GET: answer, POST: answer, PUT: answer, DELETE: answer, OPTIONS: answer },
  }
}
