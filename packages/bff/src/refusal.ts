// A refusal as data: the registered problem code and the sentence that says what to do. Everything that can be refused
// returns one; exceptions are faults (store gone, a bug).
import type { Issue, ProblemCode, Sale } from '@tapboard/contract'

/** Why something is not done. Fits what the ledger refuses with. */
export interface Refusal {
  readonly ok: false
  readonly code: ProblemCode
  /** One sentence that says what to do; no value of the caller's, no upstream text. */
  readonly detail: string
  /** Wrong fields, for `invalid-request`, `invalid-amount` and `invalid-application`. */
  readonly issues?: readonly Issue[]
  /** The sale that blocks this one (`sale-open`, `order-already-paid`). */
  readonly sale?: Sale
  /** The current application (`application-closed`, `application-in-doubt`). */
  readonly application?: unknown
  readonly retryAfterSeconds?: number
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>
}

export const refuse = (
  code: ProblemCode,
  detail: string,
  more: Omit<Partial<Refusal>, 'ok' | 'code' | 'detail'> = {},
): Refusal => ({ ok: false, code, detail, ...more })
