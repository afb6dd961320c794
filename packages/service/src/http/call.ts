// What a handler of the cloud terminal API gets and gives. Reading the key and the body, writing JSON and headers are
// `app.ts`'s.
import type { Caller } from '../account/accounts.ts'
import type { Body } from './body.ts'
import type { Refusal } from './refusal.ts'

/** One request, its key already checked and its body already read. */
export interface Call {
  readonly caller: Caller
  /** Names this call: `xRefnum` of the answer (D-11). */
  readonly reference: string
  /** Members of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  /** Empty for GET and DELETE, whose bodies are ignored (D-02). */
  readonly body: Body
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal
}

/** A success. */
export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers one operation. */
export type Handler = (call: Call) => Promise<Reply | Refusal>

/** Members that every success carries beside its own (D-01, D-11). */
export const success = (reference: string): Readonly<Record<string, unknown>> => ({
  xResult: 'S',
  xStatus: 'Success',
  xError: '',
  xRefnum: reference,
})
