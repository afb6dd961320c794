// A documented error (§7) is an expected outcome: handlers return it instead of throwing.
import { SERVICE_ERRORS, type ServiceError, type ServiceErrorCode } from '@tapboard/contract'

/** A documented error to send to the caller. */
export interface Refusal {
  readonly type: 'refusal'
  readonly error: ServiceError
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Optional status, body members and headers of a refusal. */
interface RefusalExtras {
  readonly status?: number
  readonly members?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Creates a refusal; the error code selects the default status. */
export function refuse(code: ServiceErrorCode, message: string, extras: RefusalExtras = {}): Refusal {
  const { status = SERVICE_ERRORS[code], members, headers } = extras
  return {
    type: 'refusal',
    error: { code, message, ...(members === undefined ? {} : { members }) },
    status,
    ...(headers === undefined ? {} : { headers }),
  }
}

/** Whether a handler's result is a refusal. */
export const isRefusal = (value: object): value is Refusal => 'type' in value && value.type === 'refusal'
