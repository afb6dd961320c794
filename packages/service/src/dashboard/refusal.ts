// Errors of the dashboard are expected outcomes: handlers return them. The message is for the person.
import { DASHBOARD_ERRORS, type DashboardErrorCode } from '@tapboard/contract/dashboard'
import { json } from '../http/answer.ts'

export interface DashboardRefusal {
  readonly type: 'refused'
  readonly code: DashboardErrorCode
  readonly message: string
  /** Seconds until another attempt is possible. */
  readonly retryAfterS?: number
}

/** Creates the error answer of a dashboard route. */
export const refuseDashboard = (
  code: DashboardErrorCode,
  message: string,
  more: { readonly retryAfterS?: number } = {},
): DashboardRefusal => ({ type: 'refused', code, message, ...more })

/** Whether a handler's result is an error answer. */
export const isDashboardRefusal = (value: unknown): value is DashboardRefusal =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'refused'

/** Creates the response of an error answer. */
export const writeDashboardRefusal = ({ code, message, retryAfterS }: DashboardRefusal): Response =>
  json(
    DASHBOARD_ERRORS[code],
    { error: { code, message } },
    {
      ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
      ...(code === 'too-large' ? { connection: 'close' } : {}),
    },
  )

/** The refusal of an object that does not exist or belongs to another account. */
export const notFound = (what: string): DashboardRefusal =>
  refuseDashboard('not-found', `There is no such ${what}. It may have been removed.`)

/** The refusal of a request without an open session. */
export const signedOut = (): DashboardRefusal =>
  refuseDashboard('signed-out', 'You are signed out. Sign in again.')

/** Runs work that reports invalid input as a RangeError. */
export async function checked<T>(work: () => Promise<T>): Promise<T | DashboardRefusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RangeError) return refuseDashboard('invalid', error.message)
    throw error
  }
}
