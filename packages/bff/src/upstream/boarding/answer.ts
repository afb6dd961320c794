// Validates one answer of the boarding API (D-21, D-23, P54): names in any case, `Status` consistent with `Error`, an error
// with code and messages. Pure. The caller interprets the members.
import { isObject, memberOf } from '@tapboard/contract'
import type { BoardingRefusal } from './boarding-port.ts'
import { readBody, type RawAnswer } from '../transport/answer.ts'
import { faultOf, isBusyStatus, readRetryAfter, type UpstreamFault } from '../transport/fault.ts'

/** The members of an answer, a refusal, or no usable answer. */
export type BoardingJudged =
  | { readonly kind: 'answered'; readonly body: Readonly<Record<string, unknown>> }
  | BoardingRefusal
  | UpstreamFault

/** Limits of the messages read from one error: number, and characters of each. */
const MAX_MESSAGES = 100
const MAX_MESSAGE = 1_000

/** Checks an identifier or token: visible ASCII characters without spaces, at most `most`. */
export const isOpaque = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && /^[\x21-\x7e]+$/.test(value)

/** Reads AppId, a text or a positive integer; `null` for any other value. */
export function appIdOf(body: unknown): string | null {
  const id = memberOf(body, 'AppId')
  const text = Number.isSafeInteger(id) && Number(id) > 0 ? String(id) : id
  return isOpaque(text, 128) ? text : null
}

/** Reads Refnum; `null` if it is missing or invalid. */
export const referenceOf = (body: unknown): string | null => {
  const reference = memberOf(body, 'Refnum')
  const text = typeof reference === 'number' ? String(reference) : reference
  return isOpaque(text, 128) ? text : null
}

/** Returns whether a name occurs in two spellings with different values; such an answer is ambiguous. */
function contradicts(body: Readonly<Record<string, unknown>>): boolean {
  const seen = new Map<string, string>()
  for (const [name, value] of Object.entries(body)) {
    const key = name.toLowerCase()
    const text = JSON.stringify(value)
    if (seen.has(key) && seen.get(key) !== text) return true
    seen.set(key, text)
  }
  return false
}

/** Reads code and messages of an error: `ErrorMessages` or `ErrorMessage`, a text or a list. */
function readError(body: unknown): { readonly code: string; readonly messages: string[] } | null {
  const error = memberOf(body, 'Error')
  const code = memberOf(error, 'ErrorCode')
  const codeText = typeof code === 'number' ? String(code) : code
  if (!isOpaque(codeText, 64)) return null
  const texts = memberOf(error, 'ErrorMessages') ?? memberOf(error, 'ErrorMessage') ?? []
  const list: unknown[] = Array.isArray(texts) ? texts.slice(0, MAX_MESSAGES) : [texts]
  const messages = list.filter((each): each is string => typeof each === 'string')
  return { code: codeText, messages: messages.map((each) => each.slice(0, MAX_MESSAGE)) }
}

/** Returns whether an `Error` is empty: some services always write all members. */
function isNoError(error: unknown): boolean {
  if (error === undefined || error === '') return true
  if (!isObject(error)) return false
  return Object.values(error).every((value) => value === '' || value === null || isEmptyList(value))
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** Returns success or refusal of a complete body; `null` if it has neither or contradicts itself. */
export function readVerdict(
  body: Readonly<Record<string, unknown>>,
): { readonly kind: 'success' } | BoardingRefusal | null {
  const status = memberOf(body, 'Status')
  const word = typeof status === 'string' ? status.toLowerCase() : ''
  if (contradicts(body)) return null
  const error = memberOf(body, 'Error')
  if (word === 'success') return isNoError(error) ? { kind: 'success' } : null
  const read = word === 'error' ? readError(body) : null
  return read === null ? null : { kind: 'refused', ...read, reference: referenceOf(body) }
}

/** Validates an answer to a request that may be repeated. */
export function judgeBoarding(answer: RawAnswer, maxBytes?: number): BoardingJudged {
  const { status } = answer
  const retryAfterMs = readRetryAfter(answer.headers.retryAfter)
  if (isBusyStatus(status)) return faultOf('busy', retryAfterMs, status)
  if (status >= 300 && status < 400) return faultOf('garbled', retryAfterMs)
  const body = readBody(answer, maxBytes)
  const verdict = body === null ? null : readVerdict(body)
  if (body !== null && verdict !== null && status < 500) {
    if (verdict.kind === 'refused')
      return verdict.code.toLowerCase() === 'accessdenied'
        ? faultOf('unauthorized', retryAfterMs)
        : verdict.code.toLowerCase() === 'internalerror'
          ? faultOf('broken', retryAfterMs)
          : verdict
    if (status < 300) return { kind: 'answered', body }
  }
  if (status === 401 || status === 403) return faultOf('unauthorized', retryAfterMs)
  return status === 404 || status === 405
    ? faultOf('refused', retryAfterMs)
    : faultOf('garbled', retryAfterMs)
}
