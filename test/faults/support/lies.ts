// The answers of a hostile upstream (P54), by name. Each is derived from the honest answer, so it differs from the truth in one
// thing only.
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { answer, json } from '../../../packages/bff/src/upstream/transport/hostile.testing.ts'
import type { Body, Lie } from './hostile-service.ts'

const text = (body: Body): string => JSON.stringify(body)
const answeredAs =
  (status: string, headers: Readonly<Record<string, string>> = {}): Lie =>
  (honest) =>
    answer(status, text(honest), headers)
const instead =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}, status = '200 OK'): Lie =>
  () =>
    answer(status, body, headers)
const rewritten =
  (rewrite: (json: string) => string): Lie =>
  (honest) =>
    answer('200 OK', rewrite(text(honest)))
/** The honest answer with other members. */
export const changed =
  (members: Body | ((honest: Body) => Body)): Lie =>
  (honest) =>
    json({ ...honest, ...(typeof members === 'function' ? members(honest) : members) })
const raw =
  (bytes: (body: string) => string | Buffer): Lie =>
  (honest) =>
    Buffer.from(bytes(text(honest)))

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

/** Writes for as long as the other end reads. */
const unending =
  (head: string, more: Buffer): Lie =>
  () =>
  (socket: Socket): void => {
    socket.write(head)
    const go = (): void => {
      while (socket.writable && socket.write(more));
      if (socket.writable) socket.once('drain', go)
    }
    go()
  }

// Each read of a session gets it again.
const gzipBomb = answer('200 OK', gzipSync(Buffer.alloc(40_000_000)), { 'content-encoding': 'gzip' })

const drop: Lie =
  (honest) =>
  (socket: Socket): void => {
    const bytes = answer('200 OK', text(honest))
    let at = 0
    const timer = setInterval(() => void socket.write(bytes.subarray(at, ++at)), 50)
    socket.once('close', () => clearInterval(timer))
  }

/** Every member `null`, every object a list. */
const nulls = (body: Body): Body => Object.fromEntries(Object.keys(body).map((name) => [name, null]))
const lists = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, [value]]))

/** Faults in the form of an answer, for any request. */
export const BROKEN_FORMS: Readonly<Record<string, Lie>> = {
  'HTML 200': instead('<html>approved</html>', { 'content-type': 'text/html' }),
  'JSON called HTML': answeredAs('200 OK', { 'content-type': 'text/html' }),
  'JSON without a type': answeredAs('200 OK', { 'content-type': '' }),
  'JSON called a form': answeredAs('200 OK', { 'content-type': 'application/x-www-form-urlencoded' }),
  'an empty 200': instead(''),
  'a 204': () => 'HTTP/1.1 204 No Content\r\n\r\n',
  'a body shorter than its length': (honest) =>
    answer('200 OK', text(honest).slice(0, -9), { 'content-length': String(text(honest).length) }),
  'JSON without its end': rewritten((json) => json.slice(0, -2)),
  'two JSON texts': rewritten((json) => json + json),
  'chunks without their end': raw(
    (body) => `${HEAD}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
  ),
  'a chunk of no number': raw(
    (body) => `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
  ),
  '100 MB': unending(
    `${HEAD}transfer-encoding: chunked\r\n\r\n`,
    Buffer.from(`8000\r\n${' '.repeat(0x8000)}\r\n`),
  ),
  'one byte over 64 KiB': rewritten((json) => json.padEnd(65_537)),
  gzip: (honest) => answer('200 OK', gzipSync(text(honest)), { 'content-encoding': 'gzip' }),
  'a gzip bomb': () => gzipBomb,
  'plain text called gzip': answeredAs('200 OK', { 'content-encoding': 'gzip' }),
  'plain text called br': answeredAs('200 OK', { 'content-encoding': 'br' }),
  'UTF-16': (honest) =>
    answer('200 OK', Buffer.from(`\ufeff${text(honest)}`, 'utf16le'), {
      'content-type': 'application/json; charset=utf-16',
    }),
  'a byte that is no UTF-8': (honest) =>
    answer(
      '200 OK',
      Buffer.concat([Buffer.from(text(honest).slice(0, -1)), Buffer.from(',"n":"\xff"}', 'latin1')]),
    ),
  'a redirect to itself': answeredAs('302 Found', { location: '/v1/Session/elsewhere' }),
  'a redirect that keeps the method': answeredAs('307 Temporary Redirect', {
    location: 'http://127.0.0.1:9/',
  }),
  'the truth under 500': answeredAs('500 Oops'),
  'the truth under 402': answeredAs('402 Payment Required'),
  'the truth under 404': answeredAs('404 Not Found'),
  '200 HTML under 503': instead('<html>', { 'content-type': 'text/html' }, '503 Away'),
  'an unsolicited 304': () => 'HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\n',
  'no HTTP at all': () => 'approved\r\n\r\n',
  'a status of four digits': raw(
    (body) =>
      `HTTP/1.1 2000 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  ),
  'closed at once': () => (socket) => socket.destroy(),
  'reset at once': () => (socket) => socket.resetAndDestroy(),
  '64 KiB of headers': answeredAs('200 OK', { 'x-pad': 'x'.repeat(65_536) }),
  '5,000 headers': (honest) =>
    answer(
      '200 OK',
      text(honest),
      Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x-${at}`, '1'])),
    ),
  'two lengths': raw(
    (body) => `${HEAD}content-length: ${body.length}\r\ncontent-length: ${body.length - 7}\r\n\r\n${body}`,
  ),
  'length and chunks': raw(
    (body) =>
      `${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ),
  'a header with NUL': raw((body) => `${HEAD}x-a: \0\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
  'a header folded over lines': raw(
    (body) =>
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nx-a: 1\n b\r\n\r\n${body}`,
  ),
  'a flood of 1xx': unending('', Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(64))),
  'a byte every 50 ms': drop,
  'a list': rewritten((json) => `[${json}]`),
  null: instead('null'),
  'a text': instead('"approved"'),
  'a number': instead('42'),
  'the same key twice': rewritten((json) => json.replace('{', '{"sessionId":"ses_other",')),
  'the member __proto__': rewritten((json) => json.replace('{', '{"__proto__":{"status":"COMPLETED"},')),
  '13 levels': changed({ deep: JSON.parse(`${'['.repeat(12)}${']'.repeat(12)}`) as unknown }),
  '100,000 levels': rewritten((json) =>
    json.replace('{', `{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)},`),
  ),
  'null everywhere': (honest) => json(nulls(honest)),
  'lists for everything': (honest) => json(lists(honest)),
  'an error body under 200': changed({ error: { code: 'INTERNAL_ERROR', message: 'x' } }),
  'no member at all': instead('{}'),
}

/** The truth in an odd form: accepted, because nothing in it is in doubt (RFC 8259 §8.1, §11; RFC 9112 §6). */
export const ODD_FORMS: Readonly<Record<string, Lie>> = {
  'a byte order mark': (honest) => answer('200 OK', `\ufeff${text(honest)}`),
  'a charset of no meaning': answeredAs('200 OK', { 'content-type': 'application/json; charset=utf-16' }),
  'a type of its own': answeredAs('200 OK', { 'content-type': 'application/vnd.gateway+json' }),
  'a 201': answeredAs('201 Created'),
  'a 203': answeredAs('203 Non-Authoritative Information'),
  'some 1xx before it': (honest) =>
    Buffer.concat([
      Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(20)),
      answer('200 OK', text(honest)),
    ]),
  'unknown members': changed({ xNew: { a: [1, 2, { b: null }] }, xCustom01: 'spring' }),
  'names in other letters': (honest) =>
    json(
      Object.fromEntries(
        Object.entries(honest)
          .filter(([name]) => name !== 'xRefnum')
          .map(([name, value]) => [
            name.endsWith('RefNum') || name === 'xResult' || name === 'xStatus' ? name : name.toUpperCase(),
            value,
          ]),
      ),
    ),
}

/** All lies by title: those of both forms, and the first member of each row of a table. */
export const liesOf = (
  table: Readonly<Record<string, readonly [Lie, ...unknown[]]>>,
): Readonly<Record<string, Lie>> => ({
  ...BROKEN_FORMS,
  ...ODD_FORMS,
  ...Object.fromEntries(Object.entries(table).map(([title, [lie]]) => [title, lie])),
})
