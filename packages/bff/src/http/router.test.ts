// Routes by method and path, the prefix of a host, and the host's own texts in a path (RFC 9110 §9.1, §15.5.6).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { web } from '@tapboard/contract'
import { decodeMember, findRoute, methodsOf, pathBelow } from './router.ts'

const found = (method: string, path: string): unknown => {
  const match = findRoute(method, path)
  return match.ok ? [match.name, match.params] : [match.code, match.headers]
}

void test('finds every row of the contract by its method and path, with its members', () => {
  for (const [name, { method, path }] of Object.entries(web.WEB_ROUTES)) {
    const members = [...path.matchAll(/\{(\w+)\}/g)].map(([, member = '']) => [member, `x_1-.${member}`])
    const called = members.reduce(
      (text, [member, value]) => text.replace(`{${member}}`, `${value}`),
      `${path}`,
    )
    assert.deepEqual(found(method, called), [name, Object.fromEntries(members)], name)
  }
})

void test('an ID of a path has 1 to 64 letters, digits, _, - or dots', () => {
  for (const id of ['a', 'A.b_c-9', 'x'.repeat(64)])
    assert.deepEqual(found('GET', `/v1/sales/${id}`), ['getSale', { id }])
  for (const id of ['', 'x'.repeat(65), 'a/b', 'a b', 'é', '%41', 'a\n'])
    assert.deepEqual(found('GET', `/v1/sales/${id}`), ['not-found', undefined], id)
})

void test('an order or an applicant of a path is any encoded text of up to 1,024 characters', () => {
  for (const text of ['a', 'A%2F1', 'é!~', 'x'.repeat(1024)]) {
    assert.deepEqual(found('GET', `/v1/orders/${text}`), ['getOrder', { order: text }])
    assert.deepEqual(found('GET', `/v1/applications/${text}`), ['readApplication', { applicant: text }])
  }
  for (const text of ['', 'a/b', 'x'.repeat(1025)])
    assert.deepEqual(found('GET', `/v1/orders/${text}`), ['not-found', undefined], text)
})

void test('a dot of a path is a dot, and a path has nothing before or after it', () => {
  assert.deepEqual(found('GET', '/v1/openapi.json'), ['getOpenApi', {}])
  for (const path of ['/v1/openapi-json', '/x/v1/openapi.json', '/v1/openapi.json/', 'v1/openapi.json'])
    assert.deepEqual(found('GET', path), ['not-found', undefined], path)
})

void test('HEAD is allowed with GET only, and a wrong method gets the allowed ones', () => {
  assert.deepEqual(found('HEAD', '/v1/checkout'), ['getCheckout', {}])
  assert.deepEqual(found('HEAD', '/v1/tokens'), ['method-not-allowed', { allow: 'POST, OPTIONS' }])
  assert.deepEqual(found('DELETE', '/v1/checkout'), ['method-not-allowed', { allow: 'GET, HEAD, OPTIONS' }])
  const devices = findRoute('PUT', '/v1/devices')
  assert.ok(!devices.ok)
  assert.equal(devices.detail, `Use one of ${devices.headers?.['allow']}.`)
  assert.deepEqual(
    new Set(devices.headers?.['allow']?.split(', ')),
    new Set(['GET', 'HEAD', 'POST', 'OPTIONS']),
  )
  const unknown = findRoute('GET', '/v2')
  assert.equal(unknown.ok ? '' : unknown.detail, 'Look the path up in /v1/openapi.json.')
})

void test('D-214 names the methods of a path, and none of an unknown one', () => {
  assert.deepEqual(new Set(methodsOf('/v1/devices')), new Set(['GET', 'POST']))
  assert.deepEqual(methodsOf('/v1/tokens'), ['POST'])
  assert.deepEqual(methodsOf('/v1/unknown'), [])
})

void test('removes the prefix of the public URL, once and only as a whole segment', () => {
  const below = (path: string, prefix = '/pay'): string => pathBelow(`https://any.example${path}`, prefix)
  assert.equal(below('/pay/v1/sales?x=/pay/'), '/v1/sales')
  assert.equal(below('/v1/sales'), '/v1/sales')
  assert.equal(below('/payments/v1/sales'), '/payments/v1/sales')
  assert.equal(below('/pay/pay/v1'), '/pay/v1')
  assert.equal(below('/v1/pay/'), '/v1/pay/')
  assert.equal(below('/pay'), '/pay')
  assert.equal(below('//v1/sales', ''), '//v1/sales')
})

void test('decodes a text of the host, and refuses one that no token can carry', () => {
  assert.equal(decodeMember('A%2F1%20%C3%A9'), 'A/1 é')
  for (const encoded of ['%', '%E0%A4%A', '%00', 'x'.repeat(1025)])
    assert.equal(decodeMember(encoded), null, encoded)
})
