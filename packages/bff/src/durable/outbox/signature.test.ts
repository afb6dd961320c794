// A receiver accepts only the signed body, with the right secret, within five minutes.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { SIGNATURE_HEADER, type HostEvent } from '@tapboard/contract'
import { sign, signWebhook } from '@tapboard/server'
import { rows } from '../../sale/machine/machine.testing.ts'
import { announce } from '../../sale/ledger/announce.ts'
import { verifyWebhook, type WebhookToVerify } from './signature.ts'

const SECRET = 'secret-of-the-receiver-0001'
const NOW = 1_780_000_000_000
const [row] = announce('approved', rows.approved, NOW, ['webhook'])
assert.ok(row)
const { body } = row
const signature = sign(SECRET, body, NOW)
type Changes = Partial<Extract<WebhookToVerify, { readonly signature: unknown }>>
const verify = (more: Changes = {}): string => {
  const verified = verifyWebhook({ body, signature, secret: SECRET, nowMs: NOW, ...more })
  return verified.ok ? verified.event.id : verified.code
}

test('verifies and parses a webhook with our signature', () => {
  const seconds = String(NOW / 1000)
  const mac = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex')
  assert.equal(signature, `t=${seconds},v1=${mac}`)
  assert.equal(verify(), row.eventId)
  assert.equal(verify({ body: new TextEncoder().encode(body) }), row.eventId)
  assert.equal((JSON.parse(body) as HostEvent).sale.reference, 'R')
})

test('verifies by the headers of the request, those of fetch and those of Node', () => {
  const signed = signWebhook(SECRET, { id: row.eventId, body }, NOW)
  const both = { ...signed, [SIGNATURE_HEADER]: 'not the one that counts' }
  for (const headers of [new Headers(signed), signed, both, { [SIGNATURE_HEADER]: signature }]) {
    const verified = verifyWebhook({ body, headers, secret: SECRET, nowMs: NOW })
    assert.equal(verified.ok ? verified.event.id : verified.code, row.eventId)
  }
  const verified = verifyWebhook({ body, headers: {}, secret: SECRET, nowMs: NOW })
  assert.equal(verified.ok ? '' : verified.code, 'signature-missing')
})

const [t = '', v1 = ''] = signature.split(',')
const vectors: readonly [string, Changes, string][] = [
  ['another secret', { secret: 'secret-of-somebody-else-01' }, 'signature-wrong'],
  ['no secret at all', { secret: [] }, 'secret-missing'],
  ['a changed body', { body: body.replace('approved', 'declined') }, 'signature-wrong'],
  ['one more space', { body: `${body} ` }, 'signature-wrong'],
  ['a changed time', { signature: `t=${NOW / 1000 + 1},${v1}` }, 'signature-wrong'],
  ['a cut signature', { signature: signature.slice(0, -1) }, 'signature-malformed'],
  ['no time', { signature: v1 }, 'signature-malformed'],
  ['two times', { signature: `${t},${t},${v1}` }, 'signature-malformed'],
  ['a time that is not a number', { signature: `t=1e9,${v1}` }, 'signature-malformed'],
  ['another scheme only', { signature: `${t},v0=${v1.slice(3)}` }, 'signature-malformed'],
  ['a header without end', { signature: `${signature},${'v1=0,'.repeat(10_000)}` }, 'signature-malformed'],
  ['no header', { signature: null }, 'signature-missing'],
  ['an empty header', { signature: '' }, 'signature-missing'],
  ['a copy of six minutes ago', { nowMs: NOW + 360_000 }, 'signature-old'],
  ['one from the future', { nowMs: NOW - 360_000 }, 'signature-old'],
]
for (const [what, more, code] of vectors)
  test(`rejects a webhook with ${what}`, () => assert.equal(verify(more), code))

test('D-38 rejects every signature while no secret is set, and names the missing secret', () => {
  for (const secret of ['', 'short', undefined]) {
    const forged = sign(secret ?? '', body, NOW)
    assert.equal(verify({ secret: secret as string, signature: forged }), 'secret-missing')
    assert.equal(verify({ secret: secret as string, signature: null }), 'secret-missing')
    assert.equal(verify({ secret: [SECRET, secret as string], signature: forged }), 'signature-wrong')
  }
})

test('rejects NaN times and tolerances, and throws on a parsed body', () => {
  assert.equal(verify({ nowMs: Number.NaN }), 'signature-old')
  assert.equal(verify({ toleranceSeconds: Number.NaN }), 'signature-old')
  assert.equal(verify({ signature: [signature] as unknown as string }), 'signature-malformed')
  assert.throws(() => verify({ body: JSON.parse(body) as string }), /exactly as it came/)
})

test('accepts either secret and either signature during a rotation', () => {
  assert.equal(verify({ secret: ['the-new-secret-of-the-receiver', SECRET] }), row.eventId)
  assert.equal(verify({ signature: `${t},v1=${'0'.repeat(64)},${v1}` }), row.eventId)
})

test('accepts a delay of four minutes by default, and a configured tolerance', () => {
  assert.equal(verify({ nowMs: NOW + 240_000 }), row.eventId)
  assert.equal(verify({ nowMs: NOW + 240_000, toleranceSeconds: 60 }), 'signature-old')
})

test('reports a signed body of an unknown version instead of throwing', () => {
  for (const text of ['{"type":"sale.refunded"}', 'no json'])
    assert.equal(verify({ body: text, signature: sign(SECRET, text, NOW) }), 'event-unknown')
})

test('webhooks report ends, doubts and reviews, the callback ends and their reversals', () => {
  const deliveriesOf = (type: Parameters<typeof announce>[0], sale: (typeof rows)['approved']): string[] =>
    announce(type, sale, NOW, ['webhook', 'hook']).map((one) => `${one.type} ${one.target}`)
  assert.deepEqual(deliveriesOf('approved', rows.approved), ['sale.approved webhook', 'sale.approved hook'])
  assert.deepEqual(deliveriesOf('refused', rows.not_started), ['sale.unpaid webhook', 'sale.unpaid hook'])
  assert.deepEqual(deliveriesOf('doubted', rows.in_doubt), ['sale.in_doubt webhook'])
  assert.deepEqual(deliveriesOf('reviewed', rows.review), ['sale.review webhook'])
  const late = { ...rows.review, reason: 'late_conflict' as const }
  assert.deepEqual(deliveriesOf('reviewed', late), ['sale.review webhook', 'sale.review hook'])
  assert.deepEqual(deliveriesOf('attested_unpaid', rows.closed_unpaid), [
    'sale.resolved webhook',
    'sale.resolved hook',
  ])
  for (const type of ['created', 'claimed', 'started', 'progressed', 'still_waiting', 'flagged'] as const)
    assert.deepEqual(deliveriesOf(type, rows.started), [])
})

void test('D-139 a webhook signed during a rotation is accepted with the new and with the old secret', () => {
  const [fresh, old] = ['new-secret-of-the-receiver-1', SECRET]
  const headers = signWebhook([fresh, old], { id: row.eventId, body }, NOW)
  assert.match(headers[SIGNATURE_HEADER], /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
  assert.match(headers['webhook-signature'], /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/)
  for (const secret of [fresh, old, [fresh, old]]) {
    assert.equal(verify({ signature: headers[SIGNATURE_HEADER], secret }), verify())
    assert.ok(verifyWebhook({ body, headers, secret, nowMs: NOW }).ok)
  }
  const elsewhere = verifyWebhook({ body, headers, secret: 'secret-of-somewhere-else-1', nowMs: NOW })
  assert.equal(elsewhere.ok ? '' : elsewhere.code, 'signature-wrong')
})
