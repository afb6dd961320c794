// Types of a handler of the cloud terminal API. `http-app.ts` checks the key, reads the body, and writes JSON and
// headers.
import type { Caller } from '../account/accounts.ts'
import type { Body } from './body.ts'
import type { Refusal } from './refusal.ts'

/** An authenticated request with its parsed body. */
export interface Call {
  readonly caller: Caller
  /** ID of this call, sent as `xRefnum`. */
  readonly reference: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  /** Empty for GET and DELETE, whose bodies are ignored. */
  readonly body: Body
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal
}

export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler = (call: Call) => Promise<Reply | Refusal>

/** Members of every successful answer. */
export const success = (reference: string): Readonly<Record<string, unknown>> => ({
  xResult: 'S',
  xStatus: 'Success',
  xError: '',
  xRefnum: reference,
})
