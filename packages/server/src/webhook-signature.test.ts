// The signature of a webhook against the library of Standard Webhooks: it accepts ours, and ours judges its signatures alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIGNATURE_HEADER, WEB_WEBHOOKS, WEBHOOK_HEADERS } from '@tapboard/contract'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import {
  isMalformedWebhookSecret,
  judgeWebhook,
  newWebhookSecret,
  signWebhook,
  type ReceivedHeaders,
} from './webhook-signature.ts'

const SECRET = newWebhookSecret((length) => Uint8Array.from({ length }, (_, index) => index * 7))
const OTHER = newWebhookSecret((length) => Uint8Array.from({ length }, (_, index) => index * 11))
const TEXT = 'secret-of-the-partner-0001'
const ID = 'app_a.2'
const BODY = '{"type":"sale.approved","name":"Café ☕"}'
const NOW = Date.now()

const library = (secret: string): Webhook =>
  secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' })

for (const [name, secret] of [
  ['a secret of Standard Webhooks', SECRET],
  ['another secret', TEXT],
] as const) {
  test(`D-179 the library of Standard Webhooks verifies a webhook signed with ${name}`, () => {
    const headers = signWebhook(secret, { id: ID, body: BODY }, NOW)
    assert.deepEqual(library(secret).verify(BODY, headers), JSON.parse(BODY))
    assert.throws(() => library(OTHER).verify(BODY, headers), WebhookVerificationError)
    assert.throws(() => library(secret).verify(`${BODY} `, headers), WebhookVerificationError)
  })

  test(`accepts a webhook that the library of Standard Webhooks signs with ${name}`, () => {
    const headers = {
      [WEBHOOK_HEADERS.id]: ID,
      [WEBHOOK_HEADERS.timestamp]: String(Math.floor(NOW / 1000)),
      [WEBHOOK_HEADERS.signature]: library(secret).sign(ID, new Date(NOW), BODY),
    }
    assert.equal(judgeWebhook({ body: BODY, headers, secret, nowMs: NOW }), null)
  })
}

test('a rotation signs with each secret, and either receiver of the library accepts it', () => {
  const headers = signWebhook([SECRET, OTHER], { id: ID, body: BODY }, NOW)
  for (const secret of [SECRET, OTHER]) {
    assert.ok(library(secret).verify(BODY, headers))
    assert.equal(judgeWebhook({ body: BODY, headers, secret, nowMs: NOW }), null)
  }
})

test('the headers match the patterns of the OpenAPI document', () => {
  for (const ring of [SECRET, [SECRET, OTHER]]) {
    const signed = Object.entries(signWebhook(ring, { id: ID, body: BODY }, NOW))
    for (const [name, value] of signed)
      assert.match(value, new RegExp(WEB_WEBHOOKS.hostEvent.headers[name]?.pattern ?? '^$', 'u'), name)
    assert.deepEqual(
      signed.map(([name]) => name),
      Object.keys(WEB_WEBHOOKS.hostEvent.headers),
    )
  }
})

const signed = signWebhook(SECRET, { id: ID, body: BODY }, NOW)
const mac = signed[WEBHOOK_HEADERS.signature]
const wrong = `v1,${'A'.repeat(43)}=`
const fault = (changes: Readonly<Record<string, string>>, nowMs = NOW): string | null =>
  judgeWebhook({ body: BODY, headers: { ...signed, ...changes }, secret: SECRET, nowMs })

for (const [name, changes, expected] of [
  ['with another ID', { 'webhook-id': 'app_a.3' }, 'signature-wrong'],
  ['without an ID', { 'webhook-id': '' }, 'signature-malformed'],
  ['with another time', { 'webhook-timestamp': String(Math.floor(NOW / 1000) + 1) }, 'signature-wrong'],
  ['with a time that is no number', { 'webhook-timestamp': '1e9' }, 'signature-malformed'],
  ['with a signature cut by a letter', { 'webhook-signature': mac.slice(0, -1) }, 'signature-wrong'],
  [
    'with an asymmetric signature only',
    { 'webhook-signature': `v1a,${'A'.repeat(86)}==` },
    'signature-malformed',
  ],
  ['with a header without end', { 'webhook-signature': `${mac} `.repeat(10_000) }, 'signature-malformed'],
  [
    'with five signatures',
    { 'webhook-signature': [wrong, wrong, wrong, wrong, mac].join(' ') },
    'signature-malformed',
  ],
] as const)
  test(`rejects a webhook ${name}`, () => assert.equal(fault(changes), expected))

test('accepts the right signature beside wrong ones and beside other versions', () => {
  assert.equal(fault({ 'webhook-signature': [wrong, 'v1a,AAAA', wrong, mac].join(' ') }), null)
})

test('rejects a time more than five minutes off', () => {
  assert.equal(fault({}, NOW + 360_000), 'signature-old')
  assert.equal(fault({}, NOW - 360_000), 'signature-old')
})

test('a webhook whose text is divided at another full stop is old', () => {
  const [id = '', version = ''] = ID.split('.')
  const body = `${signed[WEBHOOK_HEADERS.timestamp]}.${BODY}`
  const headers = { ...signed, [WEBHOOK_HEADERS.id]: id, [WEBHOOK_HEADERS.timestamp]: version }
  assert.equal(judgeWebhook({ body, headers, secret: SECRET, nowMs: NOW }), 'signature-old')
})

test('reads the earlier header of a webhook without those of Standard Webhooks', () => {
  const judge = (headers: ReceivedHeaders): string | null =>
    judgeWebhook({ body: BODY, headers, secret: SECRET, nowMs: NOW })
  assert.equal(judge({ [SIGNATURE_HEADER]: signed[SIGNATURE_HEADER] }), null)
  assert.equal(judge(new Headers({ 'X-Tapboard-Signature': signed[SIGNATURE_HEADER] })), null)
  assert.equal(judge({}), 'signature-missing')
  assert.equal(judge({ ...signed, [WEBHOOK_HEADERS.signature]: wrong }), 'signature-wrong')
})

test('D-179 a secret that begins with whsec_ needs 24 to 64 bytes in padded base64', () => {
  const of = (bytes: number): string => newWebhookSecret(() => new Uint8Array(bytes).fill(251))
  for (const secret of [SECRET, of(24), of(64), TEXT])
    assert.equal(isMalformedWebhookSecret(secret), false, secret)
  for (const secret of [of(23), of(65), `${of(24).slice(0, -1)}-`, of(25).replaceAll('=', ''), 'whsec_'])
    assert.equal(isMalformedWebhookSecret(secret), true, secret)
})
