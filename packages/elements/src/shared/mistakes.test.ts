import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuse } from './fault.ts'
import { failed, isSetup, readBase } from './mistakes.ts'

const PAGE = 'https://shop.test/checkout/1'

test('accepts an http(s) URL as bff-url, absolute or relative to the page', () => {
  assert.equal(readBase('https://pay.shop.test/', PAGE), 'https://pay.shop.test')
  assert.equal(readBase('/pay/', PAGE), 'https://shop.test/pay')
  assert.equal(readBase('https://pay.shop.test/api?x=1#y', PAGE), 'https://pay.shop.test/api')
})

test('rejects everything else as bff-url', () => {
  for (const wrong of ['', 'ftp://x', 'javascript:alert(1)', 'http://', 'https://[bad']) {
    assert.equal(readBase(wrong, PAGE), null, wrong)
  }
})

test('a mistake names the attribute or property to correct', () => {
  assert.equal(failed(refuse('network', 'x')).name, 'bff-url')
  assert.equal(failed(refuse('dpop-invalid', 'x')).name, 'bff-url')
  assert.equal(failed(refuse('token-refused', 'x')).name, 'getToken')
  assert.equal(failed(refuse('bad-answer', 'x')).name, null)
})

test('distinguishes mistakes of the developer from unreachable servers', () => {
  for (const code of [
    'bff-url-invalid',
    'get-token-missing',
    'token-refused',
    'origin-not-allowed',
    'forbidden',
  ]) {
    assert.ok(isSetup(code), code)
  }
  for (const code of [
    'network',
    'upstream-unavailable',
    'store-unavailable',
    'device-busy',
    'rate-limited',
  ]) {
    assert.ok(!isSetup(code), code)
  }
})
