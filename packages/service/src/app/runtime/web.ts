// Platform code for runtimes without Node (`#runtime` everywhere else): `fetch`; files and servers are
// unavailable.
import type * as node from './node.ts'
import type { ServiceMeters } from './meters.ts'
import { DATA_KEY_MISSING, DataKeyError } from '../../vault/key-ring.ts'
import { fetchOutbound } from '../../http/fetch-outbound.ts'

/** Always rejects: there are no files, so the caller must pass the data key. */
export const keyOfFile: typeof node.keyOfFile = () => Promise.reject(new DataKeyError(DATA_KEY_MISSING))

/** Sends requests with the runtime's `fetch`. */
export const createOutbound: typeof node.createOutbound = fetchOutbound((...request) => fetch(...request))

/** Always throws: there is no node:http server. */
export const attachTerminals: typeof node.attachTerminals = () => {
  throw new Error('This runtime has no node:http server; hand each connection to acceptTerminal instead.')
}

/** Swagger UI needs files and is not served; `/openapi.json` is. */
export const readSwaggerFile: typeof node.readSwaggerFile = null

/** Checks the characters and the length; the runtime knows the address of its peer. */
export const isAddress: typeof node.isAddress = (text) =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) || (text.includes(':') && /^[0-9a-f:.]{2,45}$/i.test(text))

/** Slow password hashes need Node: the dashboard is not served. */
export const dashboardRuntime: typeof node.dashboardRuntime = null

const NO_METERS: ServiceMeters = { answered: () => {}, read: async () => '', end: () => {} }

/** No-op meters: no scraper reads them here. */
export const openMeters: typeof node.openMeters = () => NO_METERS
