// Inputs on which a proxy and a server could disagree about the end of a request, by the names of the known techniques. `INNER` is
// the request that would reach the server if they did.
import type { RawStream, Field } from './raw.ts'

const HOST = 'Host: localhost'

/** The smuggled request: its answer is large and of a route that no other input asks. */
const INNER = `GET /v1/openapi.json HTTP/1.1\r\n${HOST}\r\nX-Rest: `
const WHOLE_INNER = `GET /v1/openapi.json HTTP/1.1\r\n${HOST}\r\n\r\n`

/** A request in HTTP/1.1 with these header lines and this body. */
const post = (lines: readonly string[], body = ''): string =>
  ['POST /v1/sales HTTP/1.1', HOST, 'Content-Type: application/json', ...lines, '', body].join('\r\n')
const get = (line: string, ...lines: readonly string[]): string => [line, ...lines, '', ''].join('\r\n')

const CHUNKED = 'Transfer-Encoding: chunked'
const lengthOf = (body: string): string => `Content-Length: ${body.length}`
const END = '0\r\n\r\n'
/** A body in chunks that contains a request. */
const inChunks = `${INNER.length.toString(16)}\r\n${INNER}\r\n${END}`
const AFTER_CHUNKS = END + INNER

/** Spellings of `Transfer-Encoding: chunked` that only one of two parsers may recognize. */
const ODD_ENCODINGS = [
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: \vchunked',
  'Transfer-Encoding: chunked\f',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding: ,chunked',
  'Transfer-Encoding: CHUNKED',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chu\r\n nked',
  'Transfer-Encoding:\r\n chunked',
  ' Transfer-Encoding: chunked',
  'X: a\nTransfer-Encoding: chunked',
  'X: a\rTransfer-Encoding: chunked',
  'Transfer-Encoding\n: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
  'Transfer-Encoding: x\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding: \x00chunked',
  'Transfer-\u00a0Encoding: chunked',
]

/** Spellings of a length of five bytes. */
const ODD_LENGTHS = [
  'Content-Length: 5\r\nContent-Length: 0',
  'Content-Length: 0\r\nContent-Length: 5',
  'Content-Length: 5\r\nContent-Length: 5',
  'Content-Length: 5, 5',
  'Content-Length: 5, 0',
  'Content-Length: +5',
  'Content-Length: -5',
  'Content-Length: 0x5',
  'Content-Length: 5a',
  'Content-Length: 05',
  'Content-Length: 5 0',
  'Content-Length: \x0b5',
  'Content-Length : 5',
  'Content-Length: ',
  'Content-Length: 18446744073709551621',
  'Content-Length: 5\r\n 0',
  'Content_Length: 5',
  'Content-Length: 5\rContent-Length: 0',
]

/** Bodies in chunks that are not well-formed, or seldom. */
const ODD_CHUNKS = [
  `5;a=b\r\nhello\r\n${AFTER_CHUNKS}`,
  `5;a="\r\n"\r\nhello\r\n${AFTER_CHUNKS}`,
  `5;\nhello\r\n${AFTER_CHUNKS}`,
  `5 ;a\r\nhello\r\n${AFTER_CHUNKS}`,
  `5\nhello\r\n${AFTER_CHUNKS}`,
  `5\r\nhello\n${AFTER_CHUNKS}`,
  `5\r\nhelloXX${AFTER_CHUNKS}`,
  `0x5\r\nhello\r\n${AFTER_CHUNKS}`,
  `+5\r\nhello\r\n${AFTER_CHUNKS}`,
  `-5\r\nhello\r\n${AFTER_CHUNKS}`,
  `5 \r\nhello\r\n${AFTER_CHUNKS}`,
  `\r\n5\r\nhello\r\n${AFTER_CHUNKS}`,
  `f0000000000000005\r\nhello\r\n${AFTER_CHUNKS}`,
  `5\r\nhello\r\n0\n\n${INNER}`,
  `5\r\nhello\r\n0\r\nContent-Length: 9\r\n\r\n${INNER}`,
  `5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n${INNER}`,
  `5\r\nhello\r\n0\r\nX\r\n\r\n${INNER}`,
  `5\r\nhello\r\n0\r\n${INNER}\r\n\r\n`,
]

/** Heads that are not well-formed, or seldom. */
const ODD_HEADS = [
  get('GET /v1/checkout HTTP/1.1', HOST, 'X: a', ' b'),
  get('GET /v1/checkout HTTP/1.1', HOST, 'X : a'),
  get('GET /v1/checkout HTTP/1.1', HOST, 'X'),
  get('GET /v1/checkout HTTP/1.1', HOST, 'X: a\x00b'),
  get('GET /v1/checkout HTTP/1.1', HOST, 'X Y: a'),
  get('GET /v1/checkout HTTP/1.1', HOST, HOST),
  get('GET /v1/checkout HTTP/1.1', HOST, 'Host: other.example'),
  get('GET /v1/checkout HTTP/1.1', 'Host : localhost'),
  get('GET /v1/checkout HTTP/1.1', 'Host: localhost, other.example'),
  get('GET /v1/checkout HTTP/1.1', 'Host: other.example@localhost'),
  get('GET /v1/checkout HTTP/1.1', 'Host: localhost/v1/tokens?'),
  get('GET /v1/checkout HTTP/1.1'),
  get('GET  /v1/checkout HTTP/1.1', HOST),
  get('GET\t/v1/checkout HTTP/1.1', HOST),
  get('GET /v1/checkout\tHTTP/1.1', HOST),
  get('GET /v1/checkout HTTP/1.1 ', HOST),
  get('GET /v1/checkout HTTP/1.1 HTTP/1.1', HOST),
  get('GET /v1/check out HTTP/1.1', HOST),
  get('GET /v1/checkout http/1.1', HOST),
  get('GET /v1/checkout HTTP/2.0', HOST),
  get('GET /v1/checkout HTTP/1.2', HOST),
  get('GET /v1/checkout HTTP/11', HOST),
  'GET /v1/checkout\r\n\r\n',
  `\r\n${get('GET /v1/checkout HTTP/1.1', HOST)}`,
  `\n${get('GET /v1/checkout HTTP/1.1', HOST)}`,
  get('GET /v1/checkout HTTP/1.1', HOST).replaceAll('\r\n', '\n'),
  get('GET /v1/checkout HTTP/1.1', HOST).replaceAll('\r\n', '\r'),
  get('GET https://localhost/v1/checkout HTTP/1.1', HOST),
  get('GET https://other.example/v1/checkout HTTP/1.1', HOST),
  get('GET localhost/v1/checkout HTTP/1.1', HOST),
  get('OPTIONS * HTTP/1.1', HOST),
  get('CONNECT localhost:443 HTTP/1.1', HOST),
  get('TRACE /v1/checkout HTTP/1.1', HOST),
  get('G\x00T /v1/checkout HTTP/1.1', HOST),
  get('GET /v1/checkout HTTP/1.1', HOST, 'Connection: close, X-Forwarded-For, X-Request-Id, Host'),
  get(
    'GET /v1/checkout HTTP/1.1',
    HOST,
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABk',
  ),
]

const ODD_BODIES = [
  post([lengthOf(INNER), CHUNKED], AFTER_CHUNKS),
  post([CHUNKED, lengthOf(AFTER_CHUNKS)], AFTER_CHUNKS),
  post([CHUNKED, 'Content-Length: 4'], inChunks),
  post(['Content-Length: 4', CHUNKED], inChunks),
  post([CHUNKED], AFTER_CHUNKS),
  post(['Content-Length: 2'], `{}${INNER}`),
  post(['Content-Length: 2', 'Connection: Content-Length'], `{}${INNER}`),
  post([CHUNKED, 'Connection: Transfer-Encoding'], inChunks),
  post(['Content-Length: 2', 'Expect: 100-continue'], `{}${INNER}`),
  post(['Content-Length: 2', 'Expect: 100-continue, x'], `{}${INNER}`),
  post(['Content-Length: 2', 'Connection: Upgrade', 'Upgrade: websocket'], `{}${INNER}`),
  post(['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'], WHOLE_INNER),
  post([lengthOf(INNER), CHUNKED], AFTER_CHUNKS).replace('HTTP/1.1', 'HTTP/1.0'),
  get('GET /v1/checkout HTTP/1.1', HOST, lengthOf(INNER)) + INNER,
  get('GET /v1/checkout HTTP/1.1', HOST, CHUNKED) + inChunks,
  get('HEAD /v1/checkout HTTP/1.1', HOST, lengthOf(INNER)) + INNER,
  get('DELETE /v1/checkout HTTP/1.1', HOST) + INNER,
]

/** All inputs in HTTP/1.1. */
export const TEXTS: readonly string[] = [
  ...ODD_BODIES,
  ...ODD_ENCODINGS.flatMap((line) => [
    post([line, 'Content-Length: 4'], inChunks),
    post([line, lengthOf(AFTER_CHUNKS)], AFTER_CHUNKS),
  ]),
  ...ODD_LENGTHS.map((line) => post([line], `hello${INNER}`)),
  ...ODD_CHUNKS.map((body) => post([CHUNKED], body)),
  ...ODD_HEADS,
]

type Pseudo = ':method' | ':scheme' | ':authority' | ':path'
const PSEUDO: Readonly<Record<Pseudo, string>> = {
  ':method': 'POST',
  ':scheme': 'https',
  ':authority': 'localhost',
  ':path': '/v1/sales',
}

/** A request with other pseudo-headers, and with more fields. */
const ask = (
  changed: Partial<Record<Pseudo, string | null>>,
  ...more: readonly Field[]
): readonly Field[] => [
  ...Object.entries({ ...PSEUDO, ...changed }).flatMap(([name, value]): Field[] =>
    value === null ? [] : [[name, value]],
  ),
  ...more,
]

/** Texts that a translation to HTTP/1.1 could take for the end of a line or of a head. */
const BREAKS = ['\r\n', '\n', '\r', '\0', '\r\n\r\n']

/** Fields that belong to a connection (RFC 9113 §8.2.2), or have no place in HTTP/2. */
const FORBIDDEN: readonly Field[] = [
  ['connection', 'keep-alive'],
  ['connection', 'x-forwarded-for, x-request-id'],
  ['keep-alive', 'timeout=5'],
  ['proxy-connection', 'keep-alive'],
  ['transfer-encoding', 'chunked'],
  ['transfer-encoding', 'identity'],
  ['upgrade', 'h2c'],
  ['te', 'chunked'],
  ['X-Upper', 'a'],
  ['x y', 'a'],
  ['x:y', 'a'],
  ['', 'a'],
  [':x', 'a'],
  [':status', '200'],
  ['host', 'other.example'],
]

const LENGTHS = ['0', '4', '5', '6', '+5', '5, 5', '0x5', '', '-1', '18446744073709551621']

/** All inputs in HTTP/2. */
export const STREAMS: readonly RawStream[] = [
  ...BREAKS.flatMap((end) => [
    { fields: ask({}, ['x-a', `a${end}Transfer-Encoding: chunked`]), data: AFTER_CHUNKS },
    { fields: ask({}, ['x-a', `a${end}${end}${INNER}`]) },
    { fields: ask({}, [`x-a: a${end}x-b`, 'b']) },
    { fields: ask({ ':path': `/v1/sales HTTP/1.1${end}${HOST}${end}${end}${INNER}` }) },
    { fields: ask({ ':method': `GET /v1/openapi.json HTTP/1.1${end}${HOST}${end}X: ` }) },
    { fields: ask({ ':authority': `localhost${end}X: y` }) },
    { fields: ask({ ':scheme': `https${end}X: y` }) },
  ]),
  ...FORBIDDEN.map((field) => ({ fields: ask({}, field), data: AFTER_CHUNKS })),
  ...LENGTHS.map((length) => ({ fields: ask({}, ['content-length', length]), data: 'hello' })),
  { fields: ask({}, ['content-length', '5']) },
  { fields: ask({}, ['content-length', '5'], ['content-length', '0']), data: 'hello' },
  { fields: ask({}, ['content-length', '0']), data: WHOLE_INNER },
  { fields: ask({ ':method': 'GET' }, ['content-length', '0']), data: WHOLE_INNER },
  { fields: ask({ ':method': 'GET' }), data: WHOLE_INNER },
  ...[':method', ':scheme', ':authority', ':path'].map((name) => ({ fields: ask({ [name]: null }) })),
  ...[':method', ':scheme', ':authority', ':path'].map((name) => ({
    fields: ask({}, [name, name === ':path' ? '/v1/openapi.json' : 'x']),
  })),
  { fields: [['x-a', 'a'], ...ask({})] },
  ...[
    '',
    '*',
    'v1/sales',
    'https://other.example/v1/sales',
    '/v1/ sales',
    '/v1/sales HTTP/1.1',
    '/v1/\tsales',
  ].map((path) => ({ fields: ask({ ':path': path }) })),
  ...['GET /v1/openapi.json', 'CONNECT', 'G\tT', ''].map((method) => ({
    fields: ask({ ':method': method }),
  })),
  ...['localhost@other.example', 'other.example', 'localhost/v1/tokens?', 'localhost x', ''].map(
    (authority) => ({
      fields: ask({ ':authority': authority }),
    }),
  ),
  ...['http', 'ftp', 'https://localhost/v1/tokens?'].map((scheme) => ({
    fields: ask({ ':scheme': scheme }),
  })),
  { fields: ask({}), data: 'hello', trailers: [['content-length', '9']] },
  { fields: ask({}), data: 'hello', trailers: [[':path', '/v1/openapi.json']] },
  { fields: ask({}), data: 'hello', trailers: [['x-a', `a\r\n\r\n${INNER}`]] },
]
