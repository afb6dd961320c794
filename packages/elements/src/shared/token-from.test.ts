import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { tokenFault } from './token-fault.part.ts'
import { tokenRefusal } from './token-source.ts'
import { tokenFrom, type NoToken } from './token-from.ts'

const WISH = { kind: 'sale', jkt: 'thumb' } as const
const MINTED = { token: 't', expiresInSeconds: 900, nonce: 'n' }

interface Asked {
  readonly method: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

const asked: Asked[] = []
/** Answers by path: `/429?after=7`, `/login` a page, `/signed-out` a redirect to it, `/token` a token. */
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://host.test')
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    asked.push({
      method: request.method,
      headers: request.headers,
      body: body && (JSON.parse(body) as unknown),
    })
    const status = Number(pathname.slice(1))
    if (pathname === '/signed-out') response.writeHead(302, { location: '/login' }).end()
    else if (pathname === '/login') response.end('<!doctype html><title>Sign in</title>')
    else if (pathname === '/token') response.end(JSON.stringify(MINTED))
    else
      response
        .writeHead(status, { 'retry-after': searchParams.get('after') ?? '' })
        .end(searchParams.get('body') ?? '<html>')
  })
})
let origin = ''
before(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.closeAllConnections()
  server.close()
})

/** The fault that the element derives from a failure. */
async function judged(path: string): Promise<readonly [code: string, status: number, waitMs: number]> {
  const reason: unknown = await tokenFrom(origin + path)(WISH).catch((error: unknown) => error)
  const { code, retryAfterMs } = tokenRefusal('sale', tokenFault(reason, true))
  return [code, (reason as NoToken).status, retryAfterMs]
}

test('tokenFrom posts the request as JSON with the page’s additions, and returns the answer', async () => {
  let order = 1
  const getToken = tokenFrom(`${origin}/token`, {
    headers: { 'X-Csrf': 'x' },
    body: () => ({ order: (order += 1), kind: 'setup' }),
  })
  assert.deepEqual(await getToken(WISH), MINTED)
  assert.deepEqual(await getToken({ ...WISH, kind: 'resolve', sale: 'sale_1' }), MINTED)
  await tokenFrom(`${origin}/token`, { body: { order: 'R-1' } })(WISH)
  assert.deepEqual(
    asked.map(({ method, body }) => [method, body]),
    [
      ['POST', { order: 2, ...WISH }],
      ['POST', { order: 3, kind: 'resolve', jkt: 'thumb', sale: 'sale_1' }],
      ['POST', { order: 'R-1', ...WISH }],
    ],
  )
  assert.deepEqual(
    [asked[0]?.headers['content-type'], asked[0]?.headers['x-csrf']],
    ['application/json', 'x'],
  )
})

test('D-105 tokenFrom rejects with the cause for the element', async () => {
  const problem = JSON.stringify({ type: 'urn:tapboard:problem:host-unauthorized', status: 401 })
  assert.deepEqual(await judged('/401'), ['token-unauthorized', 401, 0])
  assert.deepEqual(await judged('/signed-out'), ['token-unauthorized', 401, 0])
  assert.deepEqual(await judged('/login'), ['token-unavailable', 502, 0])
  assert.deepEqual(await judged('/503?after=3'), ['token-unavailable', 503, 3_000])
  assert.deepEqual(await judged('/429?after=7'), ['token-limited', 429, 7_000])
  assert.deepEqual(await judged('/404'), ['token-refused', 404, 0])
  assert.deepEqual(await judged(`/401?body=${encodeURIComponent(problem)}`), ['token-refused', 401, 0])
})

test('D-105 tokenFrom passes on an unreachable server', async () => {
  const reason: unknown = await tokenFrom('http://127.0.0.1:1/token')(WISH).catch((error: unknown) => error)
  assert.equal(tokenFault(reason, true).code, 'token-unreachable')
})
