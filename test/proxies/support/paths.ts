// Other spellings of denied paths, and headers that name another client or another address. No spelling reaches a route that the
// proxy denies, and no header of a caller changes its address in the log, its limits, the address of a proof, or a written URL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { web } from '@tapboard/contract'
import type { Deployment } from '../../kit/deployment.ts'
import type { Proxy, ProxyKind } from '../../kit/proxy.ts'
import { openClient } from '../../kit/shopper.ts'
import { until } from '../../kit/until.ts'
import { openBrowser, PROTOCOLS, type Protocol } from './browser.ts'
import { answersOf, openFrames, openText, type Field, type RawAnswer } from './raw.ts'

type Behind = Deployment & { readonly proxy: Proxy }

/** Spellings of a path `/a/b`. */
const spellingsOf = (path: string): readonly string[] => {
  const [, first = '', rest = ''] = /^\/([^/]+)(.*)$/.exec(path) ?? []
  const last = path.split('/').at(-1) ?? ''
  const code = (text: string): string => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`
  return [
    path,
    `/${path}`,
    `//${path}`,
    `/.${path}`,
    `/x/..${path}`,
    `/x/%2e%2e${path}`,
    `/x/.%2E${path}`,
    `/x/..%2f${path.slice(1)}`,
    `/x%2f..${path}`,
    `/%2e${path}`,
    `/..${path}`,
    `/x/y/../..${path}`,
    `/${first}/.${rest}`,
    `/${first}/x/..${rest}`,
    `/${first}/${rest}`,
    `/${first};a=b${rest}`,
    `/${first}/;${rest}`,
    `/.;${path}`,
    `/x/..;${path}`,
    `/${code(first)}${rest}`,
    path.replace(last, code(last)),
    path.replace(last, `%25${code(last).slice(1)}`),
    path.replace(/\/(?=[^/]+$)/, '%2f'),
    path.replace(/\/(?=[^/]+$)/, '%5c'),
    path.replace(/\/(?=[^/]+$)/, '\\'),
    path.toUpperCase(),
    path.replace(last, last.charAt(0).toUpperCase() + last.slice(1)),
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path}/%2e`,
    `${path}/x/..`,
    `${path}.`,
    `${path};`,
    `${path};a=b`,
    `${path}%00`,
    `${path}%20`,
    `${path}%09`,
    `${path}%0d%0a`,
    `${path}%3f`,
    `${path}%23`,
    `${path}#a`,
    `${path}?a=/../b`,
    `${path}?`,
    `${path}%c0%af`,
    `/%c0%af${path.slice(1)}`,
    `/%u002f${path.slice(1)}`,
    `https://localhost${path}`,
    `https://other.example${path}`,
    path.slice(1),
  ]
}

/** Sends a request by its exact bytes; returns its answers. */
async function sendExact(
  proxy: Proxy,
  protocol: Protocol,
  request: { readonly method: string; readonly host: string; readonly path: string },
  fields: readonly Field[],
  body: string,
): Promise<readonly RawAnswer[]> {
  const { method, host, path } = request
  const length = ['content-length', String(body.length)] as const
  if (protocol === 'HTTP/2') {
    const pseudo = { ':method': method, ':scheme': 'https', ':authority': host, ':path': path }
    const stream = { fields: [...Object.entries(pseudo), length, ...fields], data: body }
    return answersOf(openFrames(proxy, stream))
  }
  const head = [['Host', host], ['Connection', 'close'], length, ...fields].map((field) => field.join(': '))
  return answersOf(openText(proxy, `${method} ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`))
}

const countOf = (output: string, route: string): number => output.split(`"route":"${route}"`).length - 1

/** Paths of the BFF that the configurations deny, each with the name of its route. */
const DENIED: readonly (readonly [method: string, path: string, route: string])[] = [
  ['POST', '/v1/tokens', 'mintToken'],
  ['GET', '/v1/orders/o-1', 'getOrder'],
  ['GET', '/v1/applications/a-1', 'readApplication'],
  ['GET', '/health/ready', 'getReadiness'],
]

/** A path of the service that is for one network only; outside of it the dashboard itself answers 401. */
const OFFICE = '/dashboard/api/keys'

function testPaths(kind: ProxyKind, open: () => Behind, protocol: Protocol): void {
  for (const [method, path, route] of DENIED)
    test(`${kind}: no spelling of ${path} reaches the BFF over ${protocol}`, async () => {
      const { proxy, bff, secrets } = open()
      assert.ok(route in web.WEB_ROUTES, route)
      const before = countOf(bff.output(), route)
      const fields: Field[] = [
        ['authorization', `Bearer ${secrets.hostSecret}`],
        ['content-type', 'application/json'],
      ]
      const answers = await Promise.all(
        spellingsOf(path).map((spelling) =>
          sendExact(proxy, protocol, { method, host: 'localhost', path: spelling }, fields, '{}'),
        ),
      )
      assert.equal(answers.flat().filter(({ status }) => status >= 200 && status < 300).length, 0)
      // The checks of the proxy itself are in the log, too.
      if (route === 'getReadiness') return
      // The log is written in order: with this line, those of all earlier requests are there.
      const last = await fetch(`${bff.url}${path}`, { method, body: method === 'POST' ? '{}' : null })
      await last.text()
      await until('the direct request is logged', () => countOf(bff.output(), route) > before)
      assert.equal(countOf(bff.output(), route), before + 1)
    })

  test(`${kind}: no spelling of the dashboard is open to another network over ${protocol}`, async () => {
    const { proxy, service } = open()
    assert.equal((await fetch(`${service.url}${OFFICE}`)).status, 401)
    const spellings = ['/dashboard', OFFICE, '/health/ready'].flatMap(spellingsOf)
    await Promise.all(
      spellings.map(async (path) => {
        const answers = await sendExact(proxy, protocol, { method: 'GET', host: '127.0.0.1', path }, [], '')
        assert.ok(
          answers.every(({ status }) => status >= 400 && status !== 401),
          `${path}: ${JSON.stringify(answers)}`,
        )
      }),
    )
  })
}

/** Headers by which a caller could name another client, another address of the server, another path or another method. */
const SPOOFED: readonly Field[] = [
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-for', '203.0.113.10, 127.0.0.1'],
  ['X_Forwarded_For', '203.0.113.11'],
  ['x-real-ip', '203.0.113.12'],
  ['true-client-ip', '203.0.113.13'],
  ['cf-connecting-ip', '203.0.113.14'],
  ['forwarded', 'for=203.0.113.15;host=evil.example;proto=http'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'http'],
  ['x-forwarded-port', '1'],
  ['x-forwarded-prefix', '/evil.example'],
  ['x-original-url', '/v1/tokens'],
  ['x-rewrite-url', '/v1/tokens'],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', 'chosen-by-the-caller'],
  // A field that a hop names as its own is not passed on (RFC 9110 §7.6.1): the address must come back all the same.
  ['Connection', 'X-Forwarded-For, X-Request-Id, Forwarded'],
]

/** An address of loopback that no other request of this file has. */
const GUESSER = '127.0.0.77'
/** Wrong keys of one network within a minute, and some more. */
const GUESSES = 35

function testForwarded(kind: ProxyKind, open: () => Behind, protocol: Protocol): void {
  test(`${kind}: no header over ${protocol} changes address, ID or URL of a request`, async () => {
    const { proxy, bff, bffUrl } = open()
    const before = bff.output().length
    // HTTP/2 has lower-case names only.
    const fields = SPOOFED.filter(([name]) => protocol === 'HTTP/1.1' || name === name.toLowerCase())
    const request = { method: 'GET', host: 'localhost', path: '/v1/checkout' }
    const [refused] = await sendExact(proxy, protocol, request, fields, '')
    assert.match(refused?.text ?? '', /"origin-not-allowed|:origin-not-allowed/)
    const line = await until('the request is logged', () =>
      bff
        .output()
        .slice(before)
        .split('\n')
        .find((one) => one.includes('"route":"getCheckout"')),
    )
    const { source, requestId, method } = JSON.parse(line) as Readonly<Record<string, string>>
    assert.deepEqual([source, method], ['127.0.0.1', 'GET'])
    assert.notEqual(requestId, 'chosen-by-the-caller')
    const document = { ...request, path: '/v1/openapi.json' }
    const [read] = await sendExact(proxy, protocol, document, fields, '')
    assert.ok(read?.text.includes(bffUrl) && !read.text.includes('evil.example'))
  })

  test(`${kind}: a proof over ${protocol} names the public address, whatever the headers say`, async (context) => {
    const deployment = open()
    const browser = openBrowser(deployment.proxy, protocol)
    context.after(() => browser.close())
    const spoofing: typeof fetch = (input, init) =>
      browser.fetch(input, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), ...Object.fromEntries(SPOOFED.slice(6, 9)) },
      })
    const { signal } = new AbortController()
    const right = openClient(deployment.shop('any', spoofing), `proof-${protocol}`)
    assert.ok((await right.call(web.getCheckout, { signal })).ok)
    // The page signs for another address, and the headers claim that address for the server.
    const moved: typeof fetch = (input, init) =>
      spoofing((input as string).replace('https://evil.example', deployment.bffUrl), init)
    const shop = { ...deployment.shop('any', moved), bffUrl: 'https://evil.example' }
    const wrong = await openClient(shop, `moved-${protocol}`).call(web.getCheckout, { signal })
    assert.deepEqual([wrong.ok, !wrong.ok && wrong.code], [false, 'dpop-invalid'])
  })
}

/** Registers the tests of paths and forwarded headers. */
export function testAddresses(kind: ProxyKind, open: () => Behind): void {
  for (const protocol of PROTOCOLS) {
    testPaths(kind, open, protocol)
    testForwarded(kind, open, protocol)
  }

  test(`${kind}: a caller that invents addresses stays one caller for the limit of wrong keys`, async () => {
    const { proxy } = open()
    const statuses: (number | undefined)[] = []
    for (let index = 0; index < GUESSES; index += 1) {
      const text =
        'GET /v1/Device HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: tb_test_wrong\r\n' +
        `X-Forwarded-For: 203.0.113.${index}\r\nForwarded: for=203.0.113.${index}\r\n\r\n`
      const [answer] = await answersOf(openText(proxy, text, GUESSER))
      statuses.push(answer?.status)
    }
    assert.deepEqual([statuses.filter((status) => status === 401).length, statuses.at(-1)], [30, 429])
  })

  test(`${kind}: another host name reaches neither server`, async () => {
    const { proxy } = open()
    for (const host of [
      'other.example',
      'localhost.other.example',
      '127.0.0.1.other.example',
      'localhost.',
      '[::1]',
    ])
      for (const protocol of PROTOCOLS) {
        const request = { method: 'GET', host, path: '/.well-known/jwks.json' }
        const answers = await sendExact(proxy, protocol, request, [], '')
        // nginx takes the name with a dot at its end for the same name (RFC 3986 §3.2.2).
        const isSame = host === 'localhost.' && kind === 'nginx'
        assert.ok(
          answers.every(({ status }) => isSame || status >= 400 || status === 0),
          `${host}, ${protocol}`,
        )
      }
  })
}
