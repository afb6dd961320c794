// The BFF on node:http: a listener for any server, a server of its own, and the answer to malformed HTTP.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PROBLEM_PREFIX, PROBLEMS } from '@tapboard/contract'
import { jsonResponse, type FetchHandler } from '@tapboard/server'
import { openServer, toNodeListener, type MalformedRequest } from '@tapboard/server/node'

const MALFORMED: Readonly<Record<MalformedRequest, readonly [number, string]>> = {
  'not-http': [400, 'Send a well-formed HTTP request.'],
  'headers-too-large': [431, 'Send at most 16 KiB of headers.'],
  'extensions-too-large': [400, 'Send a well-formed HTTP request.'],
  'too-slow': [408, 'Send the whole request within 10 seconds.'],
}

/** The problem of malformed HTTP. It has no request ID, because it is answered before the pipeline. */
export function malformed(fault: MalformedRequest): Response {
  const [status, detail] = MALFORMED[fault]
  const [, title] = PROBLEMS['invalid-request']
  const body = { type: `${PROBLEM_PREFIX}invalid-request`, title, status, detail }
  const headers = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' }
  return jsonResponse(body, status, headers)
}

/** A listener for `http.createServer`, `app.use('/prefix', …)` and the like. */
export const toNodeHandler = (
  handler: FetchHandler,
): ((incoming: IncomingMessage, outgoing: ServerResponse) => void) => toNodeListener({ handler, malformed })

/** Handler and address of a server. */
export interface ServeOptions {
  readonly bff: FetchHandler
  /** Default `127.0.0.1`: the BFF is not reachable from the network unless configured. */
  readonly host?: string
  /** 0 lets the system choose a free port. */
  readonly port: number
}

/** A BFF on its socket, until `close`. */
export interface Served {
  /** Its own address; pages use the configured publicUrl. */
  readonly url: string
  /** Makes every further answer close its connection, so that callers reconnect to another instance. */
  leave(): void
  /**
   * Stops listening, closes idle connections, waits up to 5 s for requests in progress. Drain the BFF before, close it
   * after.
   */
  close(): Promise<void>
}

/** Maximum number of open sockets: all streams plus short requests. */
const LIMITS = { connections: 16_384, closeMs: 5_000 }

/** Listens until closed; rejects with the remedy if the port is in use. */
export async function serveBff({ bff, port, host = '127.0.0.1' }: ServeOptions): Promise<Served> {
  const listener = toNodeHandler(bff)
  const { url, leave, close } = await openServer({ listener, host, port, limits: LIMITS, malformed })
  return { url, leave, close }
}
