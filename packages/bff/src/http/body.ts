// Reads a JSON body from an untrusted caller: only application/json, at most the limit of its route (P53), rejected as
// early as possible, well-formed UTF-8, strict JSON, then the schema of the route. Issues name their fields.
import type { Issue } from '@tapboard/contract'
import { parseJson, readBytes } from '@tapboard/server'
import type * as z from 'zod/mini'
import { findUnstorable } from './plain-text.ts'
import { refuse, type Refusal } from '../refusal.ts'

/** Default body limit of a route in bytes. */
const MAX_BODY_BYTES = 8_192

/** Maps issues of zod to instructions. */
function sentence(issue: z.core.$ZodIssue): { code: string; message: string } {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { code: 'missing', message: 'is missing' }
        : { code: 'wrong-type', message: `must be ${article(issue.expected)}` }
    case 'unrecognized_keys':
      return { code: 'unknown-member', message: 'is not known here; leave it out' }
    case 'too_small':
      return {
        code: 'too-small',
        message: `must be at least ${String(issue.minimum)}${unit(issue.origin, issue.minimum)}`,
      }
    case 'too_big':
      return {
        code: 'too-big',
        message: `must be at most ${String(issue.maximum)}${unit(issue.origin, issue.maximum)}`,
      }
    case 'invalid_value':
      return { code: 'unknown-value', message: `must be one of ${issue.values.map(String).join(', ')}` }
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return { code: 'wrong-form', message: ruled(issue.message) ?? 'does not have the required form' }
  }
}

/** Returns the message that the contract's schema defines, if any. */
const ruled = (message: string): string | null => (message.startsWith('must ') ? message : null)

const article = (expected: string): string =>
  expected === 'int' ? 'a whole number' : /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`

function unit(origin: string, count: number | bigint): string {
  if (origin === 'string') return count === 1 ? ' character long' : ' characters long'
  if (origin === 'array') return count === 1 ? ' entry long' : ' entries long'
  return ''
}

/** Maximum length of an unknown member's name in an issue. */
const MAX_NAME = 40
const MAX_ISSUES = 20

/** The issues of a failed parse, one per wrong field, unknown members each by name. */
function issuesOf(error: z.core.$ZodError, input: unknown): Issue[] {
  const issues: Issue[] = []
  for (const issue of error.issues) {
    const path = issue.path.map(String)
    const seen = { ...issue, input: valueAt(input, issue.path) }
    const instruction = sentence(seen as z.core.$ZodIssue)
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [null]
    for (const name of names) {
      const full = name === null ? path : [...path, name.slice(0, MAX_NAME)]
      issues.push({ path: full.join('.'), ...instruction })
    }
    if (issues.length >= MAX_ISSUES) break
  }
  return issues.slice(0, MAX_ISSUES)
}

/** Returns the value at a path, to report a missing member as missing; the issues of zod/mini do not contain it. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

/** The only accepted type: a page of another origin cannot send it without a preflight. */
const isJsonType = (type: string | null): boolean =>
  /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type ?? '')

const unstorableIssue = (path: readonly string[]): Issue => ({
  path: path.join('.'),
  code: 'wrong-form',
  message: 'must be text without U+0000 and lone surrogates',
})

/** A value parsed by its schema, or the issues of each field. */
export function readValue<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): { readonly ok: true; readonly value: z.output<Schema> } | Refusal {
  const unstorable = findUnstorable(value)
  const read = schema.safeParse(value)
  if (read.success && unstorable === null) return { ok: true, value: read.data }
  const issues =
    unstorable !== null ? [unstorableIssue(unstorable)] : read.success ? [] : issuesOf(read.error, value)
  const first = issues[0]
  const what = first === undefined || first.path === '' ? 'The body' : `The member ${first.path}`
  return refuse('invalid-request', `${what} ${first?.message ?? 'is not valid'}.`, { issues })
}

/** Reads the raw body of at most `maxBytes`, or returns a refusal. */
export async function readBody(
  request: Request,
  maxBytes = MAX_BODY_BYTES,
): Promise<{ readonly ok: true; readonly value: Uint8Array } | Refusal> {
  if (!isJsonType(request.headers.get('content-type'))) {
    return refuse('unsupported-media-type', 'Send the body as Content-Type: application/json.')
  }
  const encoding = request.headers.get('content-encoding')
  if (encoding !== null && encoding !== 'identity') {
    return refuse('unsupported-media-type', 'Send the body without Content-Encoding.')
  }
  const { bytes, end } = await readBytes(request, maxBytes)
  if (end === 'too-large') return refuse('body-too-large', `Send at most ${maxBytes} bytes.`)
  return end === 'complete'
    ? { ok: true, value: bytes }
    : refuse('invalid-request', 'The body was incomplete; send the request again.')
}

/** Parses and validates the bytes of a body, or returns a refusal. */
export function parseBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  bytes: Uint8Array,
): { readonly ok: true; readonly value: z.output<Schema> } | Refusal {
  const json = parseJson(bytes)
  if (json.ok) return readValue(schema, json.value)
  if (json.fault === 'not-utf8') return refuse('invalid-request', 'Send the body as UTF-8.')
  return refuse('invalid-request', `Send one JSON object: ${json.message}.`)
}
