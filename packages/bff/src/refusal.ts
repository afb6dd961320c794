// A refusal as data: the registered problem code and a sentence with the remedy. Expected refusals are returned;
// exceptions are faults (store unavailable, a bug).
import type { Issue, ProblemCode, Sale } from '@tapboard/contract'

/** A refused request. Compatible with the refusals of the ledger. */
export interface Refusal {
  readonly ok: false
  readonly code: ProblemCode
  /** One sentence with the remedy; contains no value of the caller and no upstream text. */
  readonly detail: string
  /** Wrong fields, for `invalid-request`, `invalid-amount` and `invalid-application`. */
  readonly issues?: readonly Issue[]
  /** The sale that blocks this one (`sale-open`, `order-already-paid`). */
  readonly sale?: Sale
  /** The current application (`application-closed`, `application-in-doubt`). */
  readonly application?: unknown
  readonly retryAfterSeconds?: number
  /** Facts about the caller that were verified before the refusal, for the log only. */
  readonly known?: { readonly merchant?: string; readonly keyId?: string }
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>
}

export const refuse = (
  code: ProblemCode,
  detail: string,
  more: Omit<Partial<Refusal>, 'ok' | 'code' | 'detail'> = {},
): Refusal => ({ ok: false, code, detail, ...more })

/** The payment service does not answer. Without its advice the caller repeats after 3 s. */
export const upstreamUnavailable = (retryAfterMs: number | null): Refusal =>
  refuse('upstream-unavailable', 'The payment service does not answer; try again soon.', {
    retryAfterSeconds: Math.ceil((retryAfterMs ?? 3_000) / 1000),
  })
