// Error codes of the cloud terminal API (§7) with their HTTP status (D-20), and their body.
import * as z from 'zod/mini'

/** HTTP status by error code, spelled exactly as in the specification. */
export const SERVICE_ERRORS = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  DEVICE_NOT_FOUND: 404,
  TRANSACTION_FAILED: 409,
  Session_not_found: 404,
} as const

/** Error code of the cloud terminal API. */
export type ServiceErrorCode = keyof typeof SERVICE_ERRORS

/** All error codes of the cloud terminal API. */
export const SERVICE_ERROR_CODES = Object.keys(SERVICE_ERRORS) as readonly ServiceErrorCode[]

/** Body of every error answer of the service. */
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

export type ServiceErrorBody = z.infer<typeof ServiceErrorBody>

/** An error before it is formatted. */
export interface ServiceError {
  readonly code: ServiceErrorCode
  readonly message: string
  /** HTTP status, if it differs from the code's default. */
  readonly status?: number
  /** Additional body members, for example the `deviceId` or `sessionId` of a 409. */
  readonly members?: Readonly<Record<string, unknown>>
}

/** Formats an error body; `callReference` is the `xRefnum` of the call. */
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

/** Extracts the error code from a body in either dialect; `null` if there is no known code. */
export function readServiceErrorCode(body: unknown): ServiceErrorCode | null {
  const read = CodeOutside.safeParse(body)
  if (!read.success) return null
  const inner = CodeInside.safeParse(read.data.error)
  const code = inner.success ? inner.data.code : read.data.xErrorCode
  return SERVICE_ERROR_CODES.find((known) => known.toLowerCase() === String(code).toLowerCase()) ?? null
}
