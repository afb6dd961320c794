// An operation with a JSON body: how to send the body, and the conditions for every answer.
import assert from 'node:assert/strict'
import type * as z from 'zod/mini'
import { textsOf, type FieldPath, type Json } from './schema.ts'

/** The content of an answer. */
export interface Judged {
  readonly status: number
  readonly body: Json
  /** The problem and the repair, from a refusal. */
  readonly detail: string
}

/** One operation with a JSON body. */
export interface Place {
  /** Operation name of the contract. */
  readonly name: string
  readonly schema: z.core.$ZodType
  /** Bodies that are accepted in form; between them they have every text field of the schema. */
  readonly goods: readonly Json[]
  /** Sends a body as it is. */
  send(body: string | Uint8Array): Promise<Response>
  /** Asserts that an answer is one of this API, and reads it. */
  judge(response: Response): Promise<Judged>
  /** Text fields that the schema lets pass without naming them. */
  readonly extra?: readonly string[]
  /** Makes a valid body that is not refused as a duplicate of an earlier one; the field at `path` is replaced afterwards. */
  renew?(good: Json, path: FieldPath): Json | Promise<Json>
  /** Fields whose accepted text is stored, by the last part of their name. */
  readonly kept: readonly string[]
  /** Does every invalid body get the same sentence? */
  readonly oneRefusal?: boolean
  /** The stored form of a text: names of devices are trimmed (D-03), values of applications cleaned (D-24). */
  cleaned?(text: string): string
  /** Reads back where an accepted body was kept; called after the answer to it. */
  readBack?(sent: Json, answer: Json): Promise<unknown>
}

/** Header values consist of these characters only: no other text of a caller gets through. */
const PLAIN_HEADER = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/

/** Asserts the conditions for every JSON answer: no 5xx, JSON that no browser treats as a page, plain headers. */
export async function assertPlainJson(response: Response): Promise<Json> {
  const text = await response.text()
  assert.ok(response.status < 500, `${response.status} ${text}`)
  if (response.status === 204) return {}
  assert.match(response.headers.get('content-type') ?? '', /^application\/(problem\+)?json$/)
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(response.headers.get('set-cookie'), null)
  for (const [name, value] of response.headers) assert.match(value, PLAIN_HEADER, name)
  return JSON.parse(text) as Json
}

/** Asserts that an accepted text was given back as it was sent. */
export function assertKept(found: unknown, path: FieldPath, text: string): void {
  assert.ok(
    textsOf(found).includes(text),
    `${path.join('.')} = ${JSON.stringify(text)} was accepted and came back as ${JSON.stringify(found)}`,
  )
}
