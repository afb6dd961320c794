// Accepted and refused origins over real sockets, with a browser's headers (P26).
import assert from 'node:assert/strict'
import { request, type IncomingHttpHeaders } from 'node:http'
import { after, test } from 'node:test'
import { serveBff } from './node.ts'
import { createBench, ORIGIN } from '../testing/bench.ts'
import { mintRequest, openPage, saleGrant, START } from '../testing/page.ts'

const bench = await createBench()
const served = await serveBff({ bff: bench.core, port: 0 })
after(async () => {
  await served.close()
  await bench.close()
})
const page = await openPage(bench)

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Sends a request byte for byte: `fetch` would set or drop Origin. */
const send = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(served.url + path, { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** Sends the page's request with these headers instead. */
async function fromPage(
  method: string,
  path: string,
  changes: Record<string, string | null>,
  body?: unknown,
): Promise<Answer> {
  const made = await page.request(method, path, { headers: changes, ...(body === undefined ? {} : { body }) })
  return send(
    method,
    path,
    Object.fromEntries(made.headers),
    body === undefined ? undefined : await made.text(),
  )
}

const FOREIGN = {
  null: 'null',
  'a file': 'file://',
  'another port': 'https://shop.example:8443',
  'another scheme': 'http://shop.example',
  'the name as a prefix': 'https://shop.example.evil.example',
  'the name as a suffix': 'https://evilshop.example',
  'a subdomain': 'https://www.shop.example',
  'a trailing dot': 'https://shop.example.',
  'a trailing slash': 'https://shop.example/',
  'another case': 'https://SHOP.example',
  'a look-alike': 'https://shоp.example'.normalize().replace('о', 'xn--o'),
  'user data': 'https://shop.example@evil.example',
  'two origins': `${ORIGIN} https://evil.example`,
  'two origins in a list': `${ORIGIN}, https://evil.example`,
  'an empty text': '',
  'an extension': 'chrome-extension://abcdefgh',
}
for (const [what, origin] of Object.entries(FOREIGN)) {
  // P26 asserts: 0 of ${#FOREIGN} origins accepted.
  void test(`P26 refuses a page whose origin is ${what}, without CORS headers`, async () => {
    const answer = await fromPage('GET', '/v1/checkout', { origin })
    assert.equal(answer.status, 403)
    assert.match(answer.text, /origin-not-allowed/)
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
    assert.equal(answer.headers['dpop-nonce'], undefined)
    const preflight = await send('OPTIONS', '/v1/checkout', {
      origin,
      'access-control-request-method': 'GET',
    })
    assert.equal(preflight.status, 403)
    assert.equal(preflight.headers['access-control-allow-origin'], undefined)
  })
}

void test('P26 refuses GET and POST without Origin', async () => {
  assert.equal((await fromPage('GET', '/v1/checkout', { origin: null })).status, 403)
  assert.equal((await fromPage('POST', '/v1/sales', { origin: null }, START)).status, 403)
})

void test("P26 refuses a token of one merchant's page on another merchant's page", async () => {
  const answer = await fromPage('GET', '/v1/checkout', { origin: 'https://other.example' })
  assert.equal(answer.status, 403)
})

void test('P26 refuses text/plain and form bodies, so a form cannot start a sale', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/plain; application/json']) {
    const answer = await fromPage('POST', '/v1/sales', { 'content-type': type }, START)
    assert.equal(answer.status, 415)
  }
  assert.equal(bench.sales.started.length, 0)
})

void test('caches the preflight of a listed page for two hours and exposes the needed headers', async () => {
  const preflight = await send('OPTIONS', '/v1/sales', {
    origin: ORIGIN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,dpop,content-type,idempotency-key',
  })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers['access-control-allow-origin'], ORIGIN)
  assert.equal(preflight.headers['access-control-max-age'], '7200')
  // The GET is the host's list, which refuses every page.
  assert.equal(preflight.headers['access-control-allow-methods'], 'POST, GET')
  assert.equal(preflight.headers['access-control-allow-credentials'], undefined)
  const allowed = preflight.headers['access-control-allow-headers'] ?? ''
  for (const name of [
    'authorization',
    'dpop',
    'content-type',
    'idempotency-key',
    'last-event-id',
    'if-none-match',
    'prefer',
    // A page whose tracing library adds them must still be able to pay (D-187).
    'traceparent',
    'tracestate',
    'baggage',
  ]) {
    assert.ok(allowed.split(', ').includes(name), name)
  }
  const answer = await fromPage('GET', '/v1/checkout', {})
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['access-control-allow-origin'], ORIGIN)
  assert.match(answer.headers.vary ?? '', /Origin/)
  const exposed = answer.headers['access-control-expose-headers'] ?? ''
  for (const name of ['dpop-nonce', 'etag', 'retry-after', 'x-request-id', 'idempotency-replayed']) {
    assert.ok(exposed.split(', ').includes(name), name)
  }
})

void test('a listed page can read a refusal', async () => {
  const answer = await fromPage('GET', '/v1/checkout', { authorization: null })
  assert.equal(answer.status, 401)
  assert.equal(answer.headers['access-control-allow-origin'], ORIGIN)
})

void test('refuses the host secret from a page, even a listed one', async () => {
  const made = mintRequest(saleGrant(page.key.jkt))
  const headers = { ...Object.fromEntries(made.headers), origin: ORIGIN }
  const answer = await send('POST', '/v1/tokens', headers, await made.text())
  assert.equal(answer.status, 403)
  assert.doesNotMatch(answer.text, /"token"/)
})

void test('P26 accepts a same-origin GET without Origin, as browsers send it', async () => {
  const publicUrl = 'https://shop.example/tapboard'
  const same = await createBench({ publicUrl })
  const own = await openPage(same)
  const proof = { claims: { htu: `${publicUrl}/v1/checkout` } }
  const headers = { origin: null, 'sec-fetch-site': 'same-origin' }
  const made = await own.request('GET', '/v1/checkout', { headers, overrides: proof })
  const answer = await same.core.fetch(made)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
  for (const site of ['same-site', 'cross-site', 'none', 'Same-Origin', '']) {
    const elsewhere = { origin: null, 'sec-fetch-site': site }
    const refused = await own.request('GET', '/v1/checkout', { headers: elsewhere, overrides: proof })
    assert.equal((await same.core.fetch(refused)).status, 403, `Sec-Fetch-Site: ${site}`)
  }
  await same.close()
})
