// Error codes of the cloud terminal API (§7) with their HTTP status (D-20), and the one body they are written in.
import * as z from 'zod/mini'

/** The codes of §7, spelled exactly as there. */
export const SERVICE_ERRORS = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  DEVICE_NOT_FOUND: 404,
  TRANSACTION_FAILED: 409,
  Session_not_found: 404,
} as const

/** A code of §7. */
export type ServiceErrorCode = keyof typeof SERVICE_ERRORS

/** All codes of §7. */
export const SERVICE_ERROR_CODES = Object.keys(SERVICE_ERRORS) as readonly ServiceErrorCode[]

/** Body of every error answer of the service (D-20). */
export const ServiceErrorBody = z.looseObject({
  error: z.object({
    code: z.enum(SERVICE_ERROR_CODES as [ServiceErrorCode, ...ServiceErrorCode[]]),
    message: z.string(),
  }),
  xResult: z.literal('E'),
  xStatus: z.literal('Error'),
  xErrorCode: z.string(),
  xError: z.string(),
  xRefnum: z.string(),
})

/** Shape of {@link ServiceErrorBody}. */
export type ServiceErrorBody = z.infer<typeof ServiceErrorBody>

/** An error of the service before it is written: code, message, and a status other than the code's own (D-20). */
export interface ServiceError {
  readonly code: ServiceErrorCode
  readonly message: string
  /** HTTP status where D-20 names another than the code's usual one. */
  readonly status?: number
  /** Further members of the body, for example the `deviceId` or `sessionId` that a 409 names (D-03, D-14). */
  readonly members?: Readonly<Record<string, unknown>>
}

/** Writes an error as the body of D-20; `callReference` is the `xRefnum` of the call (D-11). */
export function writeServiceError(error: ServiceError, callReference: string): ServiceErrorBody {
  const { code, message } = error
  return {
    ...error.members,
    error: { code, message },
    xResult: 'E',
    xStatus: 'Error',
    xErrorCode: code,
    xError: message,
    xRefnum: callReference,
  }
}

const CodeOutside = /* @__PURE__ */ z.looseObject({
  error: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
  xErrorCode: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
})
const CodeInside = /* @__PURE__ */ z.looseObject({ code: /* @__PURE__ */ z.string() })

/** Reads the code of §7 from an error body in either dialect; `null` when there is none that §7 knows. */
export function readServiceErrorCode(body: unknown): ServiceErrorCode | null {
  const read = CodeOutside.safeParse(body)
  if (!read.success) return null
  const inner = CodeInside.safeParse(read.data.error)
  const said = inner.success ? inner.data.code : read.data.xErrorCode
  return SERVICE_ERROR_CODES.find((code) => code.toLowerCase() === String(said).toLowerCase()) ?? null
}
