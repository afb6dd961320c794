/** Malformed HTTP over real sockets: the error of D-20, then the connection closes. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import { ServiceErrorBody } from '@tapboard/contract'
import { withStack, type Stack } from '../testing.ts'

/** Sends bytes, half-closes if `half`, and reads until the server closes. */
async function exchange(stack: Stack, bytes: string, half = false): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(stack.url).port), '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  socket.write(bytes)
  if (half) socket.end()
  await once(socket, 'close')
  const [head = '', body = ''] = Buffer.concat(parts).toString('utf8').split('\r\n\r\n')
  return { head, body }
}

const start = (line: string, ...headers: readonly string[]): string =>
  [line, ...headers, 'Connection: close', '', ''].join('\r\n')

const cases: readonly [string, number, (key: string) => string][] = [
  [
    'two lengths',
    400,
    () => `${start('POST /v1/Device HTTP/1.1', 'Host: a', 'Content-Length: 2', 'Content-Length: 3')}{}`,
  ],
  [
    'a length and chunks',
    400,
    () =>
      `${start('POST /v1/Device HTTP/1.1', 'Host: a', 'Content-Length: 2', 'Transfer-Encoding: chunked')}{}`,
  ],
  ['a method that is none', 400, () => start('FOO /v1/Device HTTP/1.1', 'Host: a')],
  ['no host', 400, (key) => start('GET /v1/Device HTTP/1.1', `Authorization: ${key}`)],
  [
    'two hosts',
    400,
    (key) => start('GET /v1/Device HTTP/1.1', 'Host: a', 'Host: b', `Authorization: ${key}`),
  ],
  [
    'a host that is none',
    400,
    (key) => start('GET /v1/Device HTTP/1.1', 'Host: a b', `Authorization: ${key}`),
  ],
  [
    'an address of another kind',
    400,
    (key) => start('GET ftp://a/v1/Device HTTP/1.1', 'Host: a', `Authorization: ${key}`),
  ],
  [
    'a backslash in the path',
    400,
    (key) => start('GET /v1\\Device HTTP/1.1', 'Host: a', `Authorization: ${key}`),
  ],
  ['no HTTP at all', 400, () => '\u0016\u0003\u0001\u0002'],
  ['headers without end', 431, () => start('GET /v1/Device HTTP/1.1', 'Host: a', `X: ${'a'.repeat(20_000)}`)],
]
for (const [what, status, bytes] of cases)
  void test(
    `P50 rejects ${what} in the form of every error and closes the connection (D-20)`,
    withStack(async (stack) => {
      const { head, body } = await exchange(stack, bytes(stack.key))
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.match(head, /content-type: application\/json/i)
      assert.match(head, /cache-control: no-store/i)
      const read = ServiceErrorBody.parse(JSON.parse(body))
      assert.equal(read.error.code, 'INVALID_REQUEST')
      assert.match(read.error.message, /\.$/)
      assert.match(read.xRefnum, /^call_[a-z2-7]{16}$/)
    }),
  )

void test(
  'answers an HTTP/2 upgrade request in HTTP/1.1 (RFC 9110 §7.8)',
  withStack(async (stack) => {
    const offer = ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA', 'Connection: Upgrade']
    const { head } = await exchange(
      stack,
      start('GET /v1/Device HTTP/1.1', 'Host: a', `Authorization: ${stack.key}`, ...offer),
    )
    assert.match(head, /^HTTP\/1\.1 200 /)
  }),
)

void test(
  'ignores an unknown expectation (RFC 9110 §10.1.1)',
  withStack(async (stack) => {
    const { head } = await exchange(
      stack,
      start('GET /v1/Device HTTP/1.1', 'Host: a', `Authorization: ${stack.key}`, 'Expect: wonders'),
    )
    assert.match(head, /^HTTP\/1\.1 200 /)
  }),
)

void test("an incomplete body is the caller's fault: no error in the log (P50)", async () => {
  const errors: string[] = []
  const ignore = (): void => {}
  const logged = Promise.withResolvers<number | undefined>()
  const log = {
    info: (fields: { readonly status?: number }) => logged.resolve(fields.status),
    warn: ignore,
    error: (_fields: unknown, message: string) => void errors.push(message),
  }
  await withStack(
    async (stack) => {
      const key = `Authorization: ${stack.key}`
      const bytes = start('POST /v1/Device HTTP/1.1', 'Host: a', key, 'Content-Length: 20')
      await exchange(stack, `${bytes}{"a":`, true)
      assert.equal(await logged.promise, 400)
      assert.deepEqual(errors, [])
    },
    { log },
  )()
})
