// Errors of the boarding API (D-23) are expected outcomes: handlers return them. Field errors are collected
// and answered together, one message per field.
import { FIELD_MESSAGES, writeBoardingMessage } from '@tapboard/contract'
import type { BoardingErrorCode, FieldCode } from '@tapboard/contract'

export interface BoardingRefusal {
  readonly type: 'refused'
  readonly code: BoardingErrorCode
  /** Messages for the caller; they never contain sent values. */
  readonly messages: readonly string[]
  /** HTTP status, if it differs from the code's default. */
  readonly status?: number
  /** Reason for the log only. */
  readonly reason?: string
  /** The refused key, for the log only. */
  readonly keyId?: string
}

/** Creates an error answer with one or several messages. */
export const refuseBoarding = (
  code: BoardingErrorCode,
  messages: string | readonly string[],
  extras: Pick<BoardingRefusal, 'status' | 'reason'> = {},
): BoardingRefusal => ({
  type: 'refused',
  code,
  messages: typeof messages === 'string' ? [messages] : messages,
  ...extras,
})

/** An error of one field. */
export interface FieldFault {
  /** Internal path such as `signers[0].ssn`. */
  readonly path: string
  readonly words: string
  /** Error code if this is the only error. */
  readonly code: BoardingErrorCode
  /** Reason for the log only. */
  readonly reason?: string
}

/** Creates a field error with the contract's message. */
export const fieldFault = (
  path: string,
  code: FieldCode,
  error: BoardingErrorCode = 'ValidationError',
  reason?: string,
): FieldFault => ({
  path,
  words: FIELD_MESSAGES[code],
  code: error,
  ...(reason === undefined ? {} : { reason }),
})

/** Precedence of codes: a field error outranks a tier error, a tier error outranks a token error. */
const WEIGHT: readonly BoardingErrorCode[] = ['ValidationError', 'InvalidTier', 'InvalidToken']

function writeFaults(code: BoardingErrorCode, faults: readonly FieldFault[]): BoardingRefusal {
  const first = faults.filter(({ path }, at) => faults.findIndex((other) => other.path === path) === at)
  const reason = faults.find((fault) => fault.reason !== undefined)?.reason
  return refuseBoarding(
    code,
    first.map(({ path, words }) => writeBoardingMessage(path, words)),
    reason === undefined ? {} : { reason },
  )
}

/** Creates one answer of all field errors, one message per path; `null` without errors. */
export function refuseFields(faults: readonly FieldFault[]): BoardingRefusal | null {
  const code = WEIGHT.find((each) => faults.some((fault) => fault.code === each))
  return code === undefined ? null : writeFaults(code, faults)
}

/** Creates the answer of a single field error. */
export const refuseField = (fault: FieldFault): BoardingRefusal => writeFaults(fault.code, [fault])
