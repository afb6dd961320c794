// Validates one HTTP answer of the upstream: size, encoding, media type, JSON (P54). Pure. The caller interprets the JSON.
import { isObject, readJson, readServiceErrorCode, type ServiceErrorCode } from '@tapboard/contract'
import { faultOf, isBusyStatus, readRetryAfter, type UpstreamFault } from './fault.ts'

/** Maximum size of an answer in bytes. */
export const MAX_ANSWER_BYTES = 65_536

/**
 * Maximum number of interim answers (1xx, RFC 9110 §15.2) before an answer. A real server sends one or two; an endless series of
 * them has no size limit and would keep the processor busy until the timeout.
 */
export const MAX_INTERIM_ANSWERS = 100

/** An HTTP answer before validation. */
export interface RawAnswer {
  readonly status: number
  /** The headers that are used; `null` if absent. */
  readonly headers: {
    readonly contentType: string | null
    readonly contentEncoding: string | null
    readonly retryAfter: string | null
    readonly etag: string | null
  }
  /** At most {@link MAX_ANSWER_BYTES}, or the limit of the request. */
  readonly body: Uint8Array
  /** False if the connection ended early or the body exceeded the limit. */
  readonly complete: boolean
}

/** A JSON answer, an error of the upstream, 304 (unchanged), or a fault. */
export type Judged =
  | {
      readonly kind: 'answered'
      readonly body: Readonly<Record<string, unknown>>
      readonly etag: string | null
      readonly retryAfterMs: number | null
    }
  | { readonly kind: 'unchanged'; readonly retryAfterMs: number | null }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: ServiceErrorCode
      readonly body: Readonly<Record<string, unknown>>
      readonly retryAfterMs: number | null
    }
  | UpstreamFault

/** Parses the JSON object of an answer; `null` if the answer is incomplete, too large, encoded or not a JSON object. */
export function readBody(
  answer: RawAnswer,
  maxBytes = MAX_ANSWER_BYTES,
): Readonly<Record<string, unknown>> | null {
  const { contentType, contentEncoding } = answer.headers
  if (!answer.complete || answer.body.byteLength > maxBytes) return null
  if (contentEncoding !== null && contentEncoding.trim().toLowerCase() !== 'identity') return null
  if (!/^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(contentType ?? '')) return null
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(answer.body)
  } catch {
    return null
  }
  const read = readJson(text)
  return read.ok && isObject(read.value) ? read.value : null
}

/** Returns an entity tag that is safe to send back (RFC 9110 §8.8.3), else `null`. */
const readEtag = (value: string | null): string | null =>
  value !== null && /^(W\/)?"[\x21\x23-\x7e]{0,64}"$/.test(value) ? value : null

/** Validates an answer to a read; `maxBytes` as in the request. */
export function judgeAnswer(answer: RawAnswer, maxBytes?: number): Judged {
  const { status } = answer
  const retryAfterMs = readRetryAfter(answer.headers.retryAfter)
  if (status === 304) return { kind: 'unchanged', retryAfterMs }
  if (isBusyStatus(status)) return faultOf('busy', retryAfterMs, status)
  if (status >= 300 && status < 400) return faultOf('garbled', retryAfterMs)
  const body = readBody(answer, maxBytes)
  if (status >= 200 && status < 300) {
    if (body === null) return faultOf('garbled', retryAfterMs)
    // A 200 with an error body does not answer the read.
    if (readServiceErrorCode(body) !== null) return faultOf('garbled', retryAfterMs)
    return { kind: 'answered', body, etag: readEtag(answer.headers.etag), retryAfterMs }
  }
  const code = body === null ? null : readServiceErrorCode(body)
  if (body !== null && code !== null && status < 500) {
    if (code === 'UNAUTHORIZED') return faultOf('unauthorized', retryAfterMs)
    return { kind: 'refused', status, code, body, retryAfterMs }
  }
  if (status === 401 || status === 403) return faultOf('unauthorized', retryAfterMs)
  return faultOf('garbled', retryAfterMs)
}
