// The BFF in Hono (`@tapboard/bff/hono`): `app.all('/tapboard/*', honoHandler(bff))`.
import type { Context } from 'hono'
import type { Mountable } from './mount.ts'

interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
}

/** A handler for `app.all`. On Node it passes the address of the connection, stored as evidence of an agreement. */
export function honoHandler(bff: Mountable): (context: Context) => Promise<Response> {
  return ({ env, req }) => {
    const address = (env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? null
    return bff.fetch(req.raw, { address })
  }
}
