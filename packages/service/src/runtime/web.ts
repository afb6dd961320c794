// What a runtime without Node gives (`#runtime` everywhere else): `fetch`, and a plain no to files and servers.
import type * as node from './node.ts'
import { DATA_KEY_MISSING, DataKeyError } from '../boarding/key-ring.ts'
import { fetchOutbound } from '../http/fetch-outbound.ts'

/** There are no files: the data key must be given. */
export const keyOfFile: typeof node.keyOfFile = () => Promise.reject(new DataKeyError(DATA_KEY_MISSING))

/** By the runtime's own `fetch`. */
export const createOutbound: typeof node.createOutbound = fetchOutbound((...request) => fetch(...request))

/** There is no node:http server to attach to. */
export const attachTerminals: typeof node.attachTerminals = () => {
  throw new Error('This runtime has no node:http server; hand each connection to acceptTerminal instead.')
}

/** There are no files, so Swagger UI is not served; the document it shows is. */
export const readSwaggerFile: typeof node.readSwaggerFile = null
