// The BFF in Express (`@tapboard/bff/express`): `app.use('/tapboard', expressHandler(bff))`, before any body parser.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '../../http/node.ts'
import { wrongMount, type Mountable } from './mount.ts'

/** What Express adds to a request that this looks at. */
export type ExpressRequest = IncomingMessage & { readonly baseUrl?: string }

/** A handler for `app.use(path, …)`; a wrong path is given to Express's own error handling, for whoever builds the page. */
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
