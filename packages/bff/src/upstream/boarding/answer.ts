// Judges one answer of the boarding API before anybody believes it (D-21, D-23, P54): names in any case, Status against
// Error, an error with its code and messages. Pure; what an answer is about is the caller's.
import { isObject, memberOf } from '@tapboard/contract'
import type { BoardingRefusal } from './boarding-port.ts'
import { readBody, type RawAnswer } from '../transport/answer.ts'
import { faultOf, readRetryAfter, type UpstreamFault } from '../transport/fault.ts'

/** The members of an answer, a refusal, or no usable answer. */
export type BoardingJudged =
  | { readonly kind: 'answered'; readonly body: Readonly<Record<string, unknown>> }
  | BoardingRefusal
  | UpstreamFault

/** Most messages of one error that are read, and of each so many characters. */
const MAX_MESSAGES = 100
const MAX_MESSAGE = 1_000

/** An identifier or token as we keep it: visible characters without spaces. */
export const isOpaque = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && /^[\x21-\x7e]+$/.test(value)

/** AppId, a text or a number; `null` for any other value. */
export function appIdOf(body: unknown): string | null {
  const id = memberOf(body, 'AppId')
  const text = Number.isSafeInteger(id) && Number(id) > 0 ? String(id) : id
  return isOpaque(text, 128) ? text : null
}

/** Refnum, where it is one. */
export const referenceOf = (body: unknown): string | null => {
  const reference = memberOf(body, 'Refnum')
  const text = typeof reference === 'number' ? String(reference) : reference
  return isOpaque(text, 128) ? text : null
}

/** Is a name given in two spellings with two values? Such an answer is ambiguous. */
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

/** Code and messages of an error; `ErrorMessage` and `ErrorMessages`, a text or a list. */
function readError(body: unknown): { readonly code: string; readonly messages: string[] } | null {
  const error = memberOf(body, 'Error')
  const code = memberOf(error, 'ErrorCode')
  const codeText = typeof code === 'number' ? String(code) : code
  if (!isOpaque(codeText, 64)) return null
  const said = memberOf(error, 'ErrorMessages') ?? memberOf(error, 'ErrorMessage') ?? []
  const list: unknown[] = Array.isArray(said) ? said.slice(0, MAX_MESSAGES) : [said]
  const messages = list.filter((each): each is string => typeof each === 'string')
  return { code: codeText, messages: messages.map((each) => each.slice(0, MAX_MESSAGE)) }
}

/** Is there nothing in an Error, as where all members are always written? */
function isNoError(error: unknown): boolean {
  if (error === undefined || error === '') return true
  if (!isObject(error)) return false
  return Object.values(error).every((value) => value === '' || value === null || isEmptyList(value))
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** The verdict of a whole body; `null`: it contradicts itself, or has none. */
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

/** Judges an answer to something that may be asked again. */
export function judgeBoarding(answer: RawAnswer, maxBytes?: number): BoardingJudged {
  const { status } = answer
  const retryAfterMs = readRetryAfter(answer.headers.retryAfter)
  if (status === 429 || status === 503) return faultOf('busy', retryAfterMs)
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
