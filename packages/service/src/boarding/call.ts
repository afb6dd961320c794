// What a handler of the boarding API gets and gives. Reading the key and the body and spelling the answer are `mount.ts`'s.
import type { BoardingRefusal } from './refusal.ts'
import type { Body } from '../http/body.ts'

/** Who boards, as key and account settings say (§5.2, §5.3). */
export interface Boarder {
  readonly accountId: string
  readonly keyId: string
  /** A sandbox key, or any key of an account that is used for testing. */
  readonly sandbox: boolean
  /** "Account Boarding Agent Id". */
  readonly agentId: string | null
}

/** One request, its key already checked. */
export interface BoardingCall {
  readonly boarder: Boarder
  /** Refnum of the answer. */
  readonly reference: string
  readonly body: Body
}

/** Members of a success beside Status and Refnum, in the specification's spelling. */
export interface BoardingSuccess {
  readonly type: 'success'
  readonly members: Readonly<Record<string, unknown>>
}

/** Answers one operation. */
export type BoardingHandler = (call: BoardingCall) => Promise<BoardingSuccess | BoardingRefusal>

/** A success with these members. */
export const succeed = (members: Readonly<Record<string, unknown>>): BoardingSuccess => ({
  type: 'success',
  members,
})
