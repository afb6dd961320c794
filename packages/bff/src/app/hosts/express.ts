// The BFF in Express (`@tapboard/bff/express`): `app.use('/tapboard', expressHandler(bff))`, before any body parser.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '../../http/node.ts'
import { wrongMount, type Mountable } from './mount.ts'

/** The member of an Express request that this adapter reads. */
export type ExpressRequest = IncomingMessage & { readonly baseUrl?: string }

/** A handler for `app.use(path, …)`; passes a wrong mount path to Express's own error handling. */
export function expressHandler(
  bff: Mountable,
): (request: ExpressRequest, response: ServerResponse, next: (error?: unknown) => void) => void {
  const handle = toNodeHandler(bff)
  return (request, response, next) => {
    const wrong = wrongMount(bff.publicUrl, request.baseUrl ?? '')
    if (wrong !== null) next(new Error(wrong))
    else handle(request, response)
  }
}
