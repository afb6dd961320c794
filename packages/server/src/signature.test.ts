// Signatures compared with test vectors of OpenSSL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeSignature, sign } from './signature.ts'

// printf '1780000000.{"eventId":"app_a.2"}' | openssl dgst -sha256 -hmac secret-of-the-partner-0001
const VECTORS = [
  [
    'secret-of-the-partner-0001',
    '{"eventId":"app_a.2"}',
    '584c56d5681da08324fe11e4d7a3a62726a793b34ccc6d23243c2b0dfc951a11',
  ],
  ['secret-of-the-partner-0001', '', 'c5be534d98fd55f13e7fdfcaccc174afb2a4b025ff8f773a09d3fbca63b497be'],
  [
    'whsec_0123456789abcdef0123',
    '{"name":"Café ☕"}',
    'a33a72b67e5f0557c60cd54c2dfff0ef9ba2ad1e08fc031cb2dbffd9f2ede5f2',
  ],
] as const

for (const [secret, body, mac] of VECTORS)
  void test(`D-26 signs ${body === '' ? 'an empty body' : body} as OpenSSL does`, () => {
    assert.equal(sign(secret, body, 1_780_000_000_999), `t=1780000000,v1=${mac}`)
  })

void test('INV-17 a header with more than four signatures is malformed, also if one of them is right', () => {
  const secret = 'secret-of-the-partner-0001'
  const [time = '', mac = ''] = sign(secret, '{}', 1_780_000_000_000).split(',')
  const judge = (...macs: readonly string[]) =>
    judgeSignature({
      body: '{}',
      signature: [time, ...macs].join(','),
      secret,
      nowMs: 1_780_000_000_000,
    })
  const wrong = `v1=${'0'.repeat(64)}`
  assert.equal(judge(mac), null)
  assert.equal(judge(wrong, mac), null)
  assert.equal(judge(wrong, wrong), 'signature-wrong')
  assert.equal(judge(wrong, wrong, wrong, mac), null)
  assert.equal(judge(wrong, wrong, wrong, wrong, mac), 'signature-malformed')
})
