// Parses an untrusted body: at most 64 KiB or the API's limit, valid UTF-8, strict JSON, an object (D-20).
// Stops reading at the limit.
import { isObject } from '@tapboard/contract'
import { parseJson, readBytes } from '@tapboard/server'
import { refuse, type Refusal } from './refusal.ts'

/** Default limit of a body in bytes. */
const BODY_MAX = 65_536

/** A body that is a JSON object. */
export type Body = Readonly<Record<string, unknown>>

const tooLarge = (max: number): Refusal =>
  refuse('INVALID_REQUEST', `The body is larger than ${max} bytes. Send less.`, {
    status: 413,
    headers: { connection: 'close' },
  })

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** Parses the body as a JSON object; an invalid body gives a refusal. */
export async function readBody(request: Request, max = BODY_MAX): Promise<Body | Refusal> {
  const { bytes, end } = await readBytes(request, max)
  if (end === 'too-large') return tooLarge(max)
  if (end === 'broken') return refuse('INVALID_REQUEST', 'The body ended early. Send the request again.')
  const read = parseJson(bytes, { allowBom: true })
  if (read.ok)
    return isObject(read.value) ? read.value : refuse('INVALID_REQUEST', 'The body must be a JSON object.')
  switch (read.fault) {
    case 'not-utf8':
      return refuse('INVALID_REQUEST', 'The body is not valid UTF-8. Send JSON in UTF-8.')
    case 'empty':
      return refuse('INVALID_REQUEST', 'The body is empty. Send a JSON object.')
    case 'not-json':
      return refuse('INVALID_REQUEST', sentence(read.message))
  }
}
