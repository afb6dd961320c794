// The page of an isolated field: an opaque origin by its own policy, one script by its hash, listed origins around it, nothing else.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createBench, ORIGIN, PUBLIC_URL, type Bench } from '../../testing/bench.ts'
import { ancestorsOf, fieldPageHeaders } from './field-page.ts'

let bench: Bench
let answer: Response
let html: string

before(async () => {
  bench = await createBench()
  answer = await bench.core.fetch(new Request(`${PUBLIC_URL}/v1/application/field?origin=${ORIGIN}`))
  html = await answer.text()
})
after(() => bench.close())

const directives = (): ReadonlyMap<string, string> =>
  new Map(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((one) => {
      const [name = '', ...values] = one.split(' ')
      return [name, values.join(' ')] as const
    }),
  )

test('D-142 the page of an isolated field has an opaque origin and contacts nothing', () => {
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  const policy = directives()
  assert.equal(policy.get('sandbox'), 'allow-scripts')
  assert.equal(policy.get('default-src'), "'none'")
  for (const name of ['connect-src', 'img-src', 'style-src', 'frame-src'])
    assert.equal(policy.get(name), undefined)
  for (const name of ['base-uri', 'form-action', 'trusted-types']) assert.equal(policy.get(name), "'none'")
  const ancestors = (policy.get('frame-ancestors') ?? '').split(' ')
  assert.ok(ancestors.includes(ORIGIN))
  for (const one of ancestors) assert.equal(new URL(one).origin, one)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
})

test('the policy names the one script of the page by its hash', () => {
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)]
  assert.equal(scripts.length, 1)
  const hash = createHash('sha256')
    .update(scripts[0]?.[1] ?? '')
    .digest('base64')
  assert.equal(directives().get('script-src'), `'sha256-${hash}'`)
  assert.doesNotMatch(html, / on\w+=|<style|<link|<img|src=/)
})

test('the page has the public key for secrets, and no other', () => {
  const [, content = ''] = /name="seal-key" content="([^"]*)"/.exec(html) ?? []
  const key = JSON.parse(content.replaceAll('&#34;', '"')) as Record<string, unknown>
  assert.deepEqual(Object.keys(key).toSorted(), ['crv', 'kid', 'kty', 'x', 'y'])
})

test('D-142 the page of an isolated field names the origins of no other merchant', async () => {
  const shops = [
    { origins: ['https://a.example', 'https://pay.a.example'] },
    { origins: ['https://b.example'] },
  ]
  assert.deepEqual(ancestorsOf(shops, 'https://pay.a.example'), shops[0]?.origins)
  for (const origin of ['https://c.example', 'null', '', undefined])
    assert.deepEqual(ancestorsOf(shops, origin), [], origin)
  assert.deepEqual(ancestorsOf([...shops, ...shops], 'https://b.example'), ['https://b.example'])
  // An element of an earlier version names no origin; with one merchant the answer names no other merchant.
  assert.deepEqual(ancestorsOf(shops.slice(1), undefined), ['https://b.example'])
  assert.match(fieldPageHeaders([])['content-security-policy'] ?? '', /frame-ancestors 'none'$/)
  const stranger = await bench.core.fetch(
    new Request(`${PUBLIC_URL}/v1/application/field?origin=https://stranger.example`),
  )
  assert.match(stranger.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'$/)
})
