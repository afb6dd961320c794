// The BFF on node:http: its listener, and its answer to malformed HTTP.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PROBLEM_PREFIX, PROBLEMS } from '@tapboard/contract'
import { jsonResponse, type FetchHandler } from '@tapboard/server'
import { toNodeListener, type MalformedRequest } from '@tapboard/server/node'

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
