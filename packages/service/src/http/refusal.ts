// A request that is answered with an error of §7 is an expected end, so it is data: handlers return it, nobody throws it.
import { SERVICE_ERRORS, type ServiceError, type ServiceErrorCode } from '@tapboard/contract'

/** An error of §7 on its way to the caller. */
export interface Refusal {
  readonly type: 'refusal'
  readonly error: ServiceError
  /** HTTP status (D-20). */
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** What D-20 lets vary. */
export interface RefusalExtras {
  readonly status?: number
  readonly members?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** An error of §7 with its status of D-20. */
export function refuse(code: ServiceErrorCode, message: string, extras: RefusalExtras = {}): Refusal {
  const { status = SERVICE_ERRORS[code], members, headers } = extras
  return {
    type: 'refusal',
    error: { code, message, ...(members === undefined ? {} : { members }) },
    status,
    ...(headers === undefined ? {} : { headers }),
  }
}

/** Is this a refusal? */
export const isRefusal = (value: object): value is Refusal => 'type' in value && value.type === 'refusal'
