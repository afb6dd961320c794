// An operation of the boarding API that ends with an error of D-23: an expected end, so it is data. What is wrong with
// fields is collected whole and written once, one message for each field.
import { FIELD_MESSAGES, writeBoardingMessage } from '@tapboard/contract'
import type { BoardingErrorCode, FieldCode } from '@tapboard/contract'

/** An error on its way to the caller. */
export interface BoardingRefusal {
  readonly type: 'refused'
  readonly code: BoardingErrorCode
  /** What to do, for the caller; never a value that was sent. */
  readonly messages: readonly string[]
  /** HTTP status, where it is not the code's. */
  readonly status?: number
  /** For the log alone. */
  readonly reason?: string
}

/** An error with one message or several. */
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

/** One field that is wrong. */
export interface FieldFault {
  /** Path of ours, such as `signers[0].ssn`. */
  readonly path: string
  readonly words: string
  /** The error that this alone would be. */
  readonly code: BoardingErrorCode
  /** For the log alone. */
  readonly reason?: string
}

/** A field that is wrong in a way that the contract has words for. */
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

/** The most specific code that is true of all faults: a bad field says more than a bad tier, a bad tier more than a bad token. */
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

/** All faults in one error, one message for each path; `null` where there is none. */
export function refuseFields(faults: readonly FieldFault[]): BoardingRefusal | null {
  const code = WEIGHT.find((each) => faults.some((fault) => fault.code === each))
  return code === undefined ? null : writeFaults(code, faults)
}

/** One field that is wrong, as an error. */
export const refuseField = (fault: FieldFault): BoardingRefusal => writeFaults(fault.code, [fault])
