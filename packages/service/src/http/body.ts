// Parses an untrusted body: at most 64 KiB or the API's limit, valid UTF-8, strict JSON, an object (D-20).
// Stops reading at the limit.
import { isObject, readJson } from '@tapboard/contract'
import { concatBytes } from '@tapboard/store/crypto'
import { refuse, type Refusal } from './refusal.ts'

/** Default limit of a body in bytes. */
export const BODY_MAX = 65_536

/** A parsed JSON object. */
export type Body = Readonly<Record<string, unknown>>

const tooLarge = (max: number): Refusal =>
  refuse('INVALID_REQUEST', `The body is larger than ${max} bytes. Send less.`, {
    status: 413,
    headers: { Connection: 'close' },
  })

async function readBytes(request: Request, max: number): Promise<Uint8Array | Refusal> {
  if (Number(request.headers.get('content-length') ?? 0) > max) return tooLarge(max)
  if (request.body === null) return new Uint8Array()
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > max) {
      await reader.cancel().catch(() => undefined)
      return tooLarge(max)
    }
    parts.push(value)
  }
  return concatBytes(parts)
}

/** Parses the body as a JSON object; an invalid body gives a refusal. */
export async function readBody(request: Request, max = BODY_MAX): Promise<Body | Refusal> {
  let bytes: Uint8Array | Refusal
  try {
    bytes = await readBytes(request, max)
  } catch {
    return refuse('INVALID_REQUEST', 'The body ended early. Send the request again.')
  }
  if (!(bytes instanceof Uint8Array)) return bytes
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('INVALID_REQUEST', 'The body is not valid UTF-8. Send JSON in UTF-8.')
  }
  if (text.trim() === '') return refuse('INVALID_REQUEST', 'The body is empty. Send a JSON object.')
  const read = readJson(text)
  if (!read.ok) return refuse('INVALID_REQUEST', `${read.message[0]?.toUpperCase()}${read.message.slice(1)}.`)
  return isObject(read.value) ? read.value : refuse('INVALID_REQUEST', 'The body must be a JSON object.')
}
