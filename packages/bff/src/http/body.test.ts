// Bodies are read as JSON of a limited size, and no further than needed (P53).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { parseBody, readBody, readValue } from './body.ts'

/** A request whose body counts the reads of its chunks of 4 KiB. */
function endless(length?: string): { readonly request: Request; readonly chunks: () => number } {
  let chunks = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        chunks += 1
        controller.enqueue(new Uint8Array(4_096))
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    'content-type': 'application/json',
    ...(length === undefined ? {} : { 'content-length': length }),
  }
  // Node's type lacks `duplex`, which a stream body requires.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  const request = new Request('https://any.example/', init)
  return { request, chunks: () => chunks }
}

test('P53 rejects a body by its Content-Length before reading a byte', async () => {
  const { request, chunks } = endless('8193')
  const read = await readBody(request)
  assert.equal(read.ok ? 'read' : read.code, 'body-too-large')
  assert.equal(chunks(), 0)
})

test('P53 reads a body without a length up to the limit only', async () => {
  const { request, chunks } = endless()
  const read = await readBody(request)
  assert.equal(read.ok ? 'read' : read.code, 'body-too-large')
  assert.equal(chunks(), 3)
})

test('P53 accepts a body of exactly the limit', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '8192' }
  const body = new Uint8Array(8_192).fill(32)
  const read = await readBody(new Request('https://any.example/', { method: 'POST', body, headers }))
  assert.equal(read.ok && read.value.length, 8_192)
})

const post = (body: string, headers: Record<string, string>): Request =>
  new Request('https://any.example/', { method: 'POST', body, headers })

test('P26 accepts application/json with or without charset utf-8, and no other type or encoding', async () => {
  const code = async (headers: Record<string, string>): Promise<string> => {
    const read = await readBody(post('{}', headers))
    return read.ok ? 'read' : `${read.code} ${read.detail}`
  }
  for (const type of [
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json ; charset="utf-8"',
  ])
    assert.equal(await code({ 'content-type': type }), 'read', type)
  for (const type of [
    'text/plain',
    'text/plain; application/json',
    'application/json; charset=latin1',
    'application/jsonx',
  ])
    assert.equal(
      await code({ 'content-type': type }),
      'unsupported-media-type Send the body as Content-Type: application/json.',
      type,
    )
  const json = { 'content-type': 'application/json' }
  assert.equal(await code({ ...json, 'content-encoding': 'identity' }), 'read')
  assert.equal(
    await code({ ...json, 'content-encoding': 'gzip' }),
    'unsupported-media-type Send the body without Content-Encoding.',
  )
})

test('P53 a body that is too large or incomplete is refused with its own sentence', async () => {
  const json = { 'content-type': 'application/json' }
  const large = await readBody(post('x'.repeat(11), json), 10)
  assert.equal(large.ok ? '' : large.detail, 'Send at most 10 bytes.')
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers: json, duplex: 'half' }
  const cut = await readBody(new Request('https://any.example/', init))
  assert.deepEqual(cut.ok ? '' : [cut.code, cut.detail], [
    'invalid-request',
    'The body was incomplete; send the request again.',
  ])
})

test('refuses bytes that are not UTF-8, and text that is not JSON', () => {
  const parse = (bytes: Uint8Array): string => {
    const read = parseBody(z.object({}), bytes)
    return read.ok ? 'read' : `${read.code} ${read.detail}`
  }
  assert.equal(parse(new TextEncoder().encode('{}')), 'read')
  assert.equal(parse(Uint8Array.of(0x22, 0xff, 0x22)), 'invalid-request Send the body as UTF-8.')
  assert.match(parse(new TextEncoder().encode('{')), /^invalid-request Send one JSON object: .+\.$/)
})

/** The issues of a value, each as path, code and message. */
function issuesOf(schema: z.ZodMiniType, value: unknown): readonly string[] {
  const read = readValue(schema, value)
  assert.ok(!read.ok)
  assert.equal(read.code, 'invalid-request')
  return [
    read.detail,
    ...(read.issues ?? []).map(({ path, code, message }) => `${path}: ${code}: ${message}`),
  ]
}

test('each kind of issue has its code and an instruction', () => {
  const Text = z.object({ a: z.string().check(z.minLength(2), z.maxLength(4)) })
  assert.deepEqual(issuesOf(Text, {}), ['The member a is missing.', 'a: missing: is missing'])
  assert.deepEqual(issuesOf(Text, { a: 1 }), [
    'The member a must be a string.',
    'a: wrong-type: must be a string',
  ])
  assert.deepEqual(issuesOf(Text, { a: 'x' })[1], 'a: too-small: must be at least 2 characters long')
  assert.deepEqual(issuesOf(Text, { a: 'xxxxx' })[1], 'a: too-big: must be at most 4 characters long')
  assert.deepEqual(
    issuesOf(z.object({ a: z.string().check(z.minLength(1)) }), { a: '' })[1],
    'a: too-small: must be at least 1 character long',
  )
  const List = z.object({ a: z.array(z.int()).check(z.minLength(1), z.maxLength(2)) })
  assert.deepEqual(issuesOf(List, { a: [] })[1], 'a: too-small: must be at least 1 entry long')
  assert.deepEqual(issuesOf(List, { a: [1, 2, 3] })[1], 'a: too-big: must be at most 2 entries long')
  assert.deepEqual(issuesOf(List, { a: {} })[1], 'a: wrong-type: must be an array')
  assert.deepEqual(issuesOf(List, { a: ['x', 0.5] }).slice(1), [
    'a.0: wrong-type: must be a number',
    'a.1: wrong-type: must be a whole number',
  ])
  const Amount = z.object({ a: z.number().check(z.gte(1), z.lte(9)) })
  assert.deepEqual(issuesOf(Amount, { a: 0 })[1], 'a: too-small: must be at least 1')
  assert.deepEqual(issuesOf(Amount, { a: 10 })[1], 'a: too-big: must be at most 9')
  assert.deepEqual(
    issuesOf(z.object({ a: z.enum(['x', 'y']) }), { a: 'z' })[1],
    'a: unknown-value: must be one of x, y',
  )
  assert.deepEqual(
    issuesOf(z.object({ a: z.string().check(z.regex(/^x/)) }), { a: 'y' })[1],
    'a: wrong-form: does not have the required form',
  )
  assert.deepEqual(
    issuesOf(z.object({ a: z.string().check(z.regex(/^x/, 'must begin with x')) }), { a: 'y' })[1],
    'a: wrong-form: must begin with x',
  )
})

test('a member that every object inherits is missing until the body has it', () => {
  const Inherited = z.object({ valueOf: z.string() })
  assert.deepEqual(issuesOf(Inherited, {}), [
    'The member valueOf is missing.',
    'valueOf: missing: is missing',
  ])
  assert.deepEqual(issuesOf(Inherited, { valueOf: 1 })[1], 'valueOf: wrong-type: must be a string')
})

test('a wrong body itself is named as the body', () => {
  assert.deepEqual(issuesOf(z.object({}), []), [
    'The body must be an object.',
    ': wrong-type: must be an object',
  ])
  assert.deepEqual(issuesOf(z.object({}), 'a\0'), [
    'The body must be text without U+0000 and lone surrogates.',
    ': wrong-form: must be text without U+0000 and lone surrogates',
  ])
})

test('names each unknown member, its first 40 characters, and 20 issues at most', () => {
  const Strict = z.object({ in: z.strictObject({}) })
  const message = 'unknown-member: is not known here; leave it out'
  assert.deepEqual(issuesOf(Strict, { in: { b: 1, ['x'.repeat(41)]: 2 } }), [
    'The member in.b is not known here; leave it out.',
    `in.b: ${message}`,
    `in.${'x'.repeat(40)}: ${message}`,
  ])
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`m${index}`, index]))
  assert.equal(issuesOf(Strict, { in: many }).length, 1 + 20)
  const wrong = Array.from({ length: 21 }, () => 'x')
  assert.equal(issuesOf(z.array(z.int()), wrong).length, 1 + 20)
  assert.equal(issuesOf(z.array(z.int()), wrong.slice(1)).length, 1 + 20)
})

test('refuses a text that cannot be stored, by its path', () => {
  const schema = z.object({ a: z.array(z.string()) })
  assert.deepEqual(issuesOf(schema, { a: ['ok', 'x\0'] }), [
    'The member a.1 must be text without U+0000 and lone surrogates.',
    'a.1: wrong-form: must be text without U+0000 and lone surrogates',
  ])
  const read = readValue(schema, { a: ['ok'] })
  assert.deepEqual(read, { ok: true, value: { a: ['ok'] } })
})
