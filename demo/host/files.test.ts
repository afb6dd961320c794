import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { addDocs, addFiles } from './files.ts'
import type { SiteFile } from './pages.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))
const page = { type: 'text/html; charset=utf-8', body: bytes('<h1>Start</h1>') }
const SITE: ReadonlyMap<string, SiteFile> = new Map<string, SiteFile>([
  ['/docs/index.html', page],
  ['/docs/start/index.html', page],
  ['/checkout/index.html', page],
  ['/assets/x.js', { type: 'text/javascript', body: bytes('plain'), brotli: bytes('small') }],
  ['/favicon.svg', { type: 'image/svg+xml', body: bytes('<svg/>') }],
])
const app = new Hono()
addDocs(app, SITE)
addFiles(app, SITE)

test('redirects a documentation URL without a trailing slash', async () => {
  assert.equal(await (await app.request('/docs/start/')).text(), '<h1>Start</h1>')
  for (const path of ['/docs', '/docs/start']) {
    const answer = await app.request(path)
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.get('location'), `${path}/`)
  }
})

test('answers 404 for files that are not pages', async () => {
  for (const path of [
    '/docs/nothing/',
    '/docs/nothing',
    '/docs/../checkout/',
    '/checkout/index.html',
    '/docs//x',
  ])
    assert.equal((await app.request(path)).status, 404, path)
})

test('serves a file compressed if the client accepts it, otherwise uncompressed', async () => {
  const small = await app.request('/assets/x.js', { headers: { 'accept-encoding': 'gzip, deflate, br' } })
  assert.equal(await small.text(), 'small')
  assert.equal(small.headers.get('content-encoding'), 'br')
  assert.equal(small.headers.get('vary'), 'accept-encoding')
  const whole = await app.request('/assets/x.js', { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(await whole.text(), 'plain')
  assert.equal(whole.headers.get('content-encoding'), null)
})

test('caches hashed files permanently and revalidates others', async () => {
  assert.match((await app.request('/assets/x.js')).headers.get('cache-control') ?? '', /immutable/)
  assert.equal((await app.request('/favicon.svg')).headers.get('cache-control'), 'no-cache')
})
