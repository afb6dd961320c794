// Types of a handler of the boarding API. `mount.ts` checks the key, reads the body and writes the answer.
import type { BoardingRefusal } from './refusal.ts'
import type { Body } from '../http/body.ts'

/** The authenticated caller with the account's settings. */
export interface Boarder {
  readonly accountId: string
  readonly keyId: string
  /** True for a sandbox key, and for every key of an account with "Account Boarding Is Sandbox". */
  readonly sandbox: boolean
  /** The account's setting "Account Boarding Agent Id". */
  readonly agentId: string | null
}

/** A request of boarding whose API key was accepted. */
export interface BoardingCall {
  readonly boarder: Boarder
  /** The Refnum of the answer, new for each request. */
  readonly reference: string
  readonly body: Body
}

/** Members of a successful answer beside Status and Refnum, in the specification's spelling. */
export interface BoardingSuccess {
  readonly type: 'success'
  readonly members: Readonly<Record<string, unknown>>
}

export type BoardingHandler = (call: BoardingCall) => Promise<BoardingSuccess | BoardingRefusal>

export const succeed = (members: Readonly<Record<string, unknown>>): BoardingSuccess => ({
  type: 'success',
  members,
})
