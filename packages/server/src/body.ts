// Reads untrusted bytes up to a limit. Hono's `bodyLimit` is not used: it answers with an HTTP exception, and does not tell a body
// that is too large from one that ended early.
import { readJson } from '@tapboard/contract'
import { concatBytes } from '@tapboard/store/crypto'

/** The bytes of a stream. */
export interface LimitedBytes {
  /** The first bytes, at most the limit. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** `too-large`: there were more bytes than the limit. `broken`: the stream failed before its end. */
  readonly end: 'complete' | 'too-large' | 'broken'
}

/** Reads a stream up to `maxBytes` and cancels the rest. Never rejects. */
export async function readUpTo(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<LimitedBytes> {
  const parts: Uint8Array[] = []
  let left = maxBytes
  const reader = stream?.getReader()
  try {
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      parts.push(piece.value.subarray(0, left))
      left -= piece.value.byteLength
      if (left >= 0) continue
      await reader?.cancel().catch(() => undefined)
      return { bytes: concatBytes(parts), end: 'too-large' }
    }
    return { bytes: concatBytes(parts), end: 'complete' }
  } catch {
    return { bytes: concatBytes(parts), end: 'broken' }
  }
}

/** Reads the body of a request up to `maxBytes`; reads nothing if its `Content-Length` is larger. */
export async function readBytes(request: Request, maxBytes: number): Promise<LimitedBytes> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes)
    return { bytes: new Uint8Array(), end: 'too-large' }
  return readUpTo(request.body, maxBytes)
}

/** A parsed JSON text, or the reason why it cannot be parsed. */
export type JsonBytes =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false
      readonly fault: 'not-utf8' | 'empty' | 'not-json'
      /** A clause that explains the fault, for example `the member "a" is given twice`. */
      readonly message: string
    }

/**
 * Parses bytes as strict JSON in UTF-8. A byte order mark is not JSON, unless `allowBom` (RFC 8259 §8.1 permits either).
 */
export function parseJson(bytes: Uint8Array, { allowBom = false } = {}): JsonBytes {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: !allowBom }).decode(bytes)
  } catch {
    return { ok: false, fault: 'not-utf8', message: 'the body is not UTF-8' }
  }
  if (text.trim() === '') return { ok: false, fault: 'empty', message: 'the body is empty' }
  const read = readJson(text)
  return read.ok ? read : { ok: false, fault: 'not-json', message: read.message }
}
