// The reasons that a host's developer reads when a body is rejected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as z from 'zod/mini'
import { Attestation } from './attestation.ts'
import { ResolveApplication } from './application/submit.ts'
import { DEVICE_MAKES, DeviceMake, DeviceName, DeviceSerial, spellMake } from './device.ts'
import { parseDecimal, readWireAmount } from './money.ts'
import { OrderId, TokenGrant } from './token.ts'

function messages(schema: z.ZodMiniType, value: unknown): readonly string[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

const setup = { kind: 'setup', origin: 'https://shop.example' }
const resolve = { ...setup, kind: 'resolve', sale: 'sal_1', person: 'mia' }

const desk = { ...setup, kind: 'desk', person: 'mia', rights: ['view'] }

const REJECTED: readonly (readonly [z.ZodMiniType, unknown, RegExp])[] = [
  [TokenGrant, { kind: 'cashier' }, /kind: must be one of sale, setup, resolve, apply, desk, refund$/],
  [TokenGrant, { ...setup, origin: 'https://shop.example/' }, /origin: must be an origin such as/],
  [TokenGrant, { ...setup, origin: 'ftp://shop.example' }, /origin: must be an origin such as/],
  [TokenGrant, { ...setup, jkt: 'x' }, /jkt: must be the SHA-256 thumbprint/],
  [TokenGrant, { ...resolve, sale: 'a b' }, /sale: must be the ID of a sale/],
  [TokenGrant, { ...resolve, person: ' ' }, /person: must be 1 to 64 printable characters/],
  [TokenGrant, { ...desk, rights: ['all'] }, /rights.0: must be one of view, resolve, refund/],
  [TokenGrant, { ...desk, timeZone: '+01:00' }, /timeZone: must be a time zone such as/],
  [OrderId, '', /must be 1 to 64 printable characters/],
  [OrderId, 'x'.repeat(65), /must be 1 to 64 printable characters/],
  [OrderId, 'a\u0000b', /must be 1 to 64 printable characters/],
  [OrderId, '.', /must be something else than/],
  [OrderId, '..', /must be something else than/],
  [DeviceSerial, 'a/b', /must be 1 to 32 printable characters without "\/"/],
  [DeviceMake, 'A78', /must be one of A77, A35, A80, A920, A920 Pro, pax/],
  [DeviceName, ' ', /must be 1 to 64 characters, not all blank/],
  [DeviceName, 'x'.repeat(65), /must be 1 to 64 characters, not all blank/],
  [DeviceName, 'a\nb', /without control characters/],
  [DeviceName, 'a\ud83d', /without control characters/],
  [Attestation, { outcome: 'maybe' }, /must be one of paid, unpaid/],
  [Attestation, { outcome: 'paid' }, /reference: must be given when there is no approvalCode/],
  [Attestation, { outcome: 'paid', reference: 'a b' }, /reference: must be 1 to 64 letters, digits/],
  [Attestation, { outcome: 'paid', approvalCode: ' A' }, /approvalCode: must be 1 to 32 printable/],
  [ResolveApplication, { result: 'lost' }, /must be submitted or not_submitted/],
]

test('a rejected value has its reason and its path', () => {
  for (const [schema, value, expected] of REJECTED) {
    const found = messages(schema, value)
    assert.equal(found.length, 1, JSON.stringify([value, found]))
    assert.match(found[0] ?? '', expected)
  }
})

test('values at the limits are accepted', () => {
  for (const [schema, value] of [
    [TokenGrant, setup],
    [TokenGrant, { ...setup, origin: 'http://localhost:8080', jkt: 'A-_'.repeat(14) + 'a' }],
    [TokenGrant, resolve],
    [TokenGrant, { ...desk, timeZone: 'America/Argentina/ComodRivadavia' }],
    [OrderId, 'x'.repeat(64)],
    [OrderId, '...'],
    [OrderId, ' a '],
    [DeviceName, `  ${'x'.repeat(64)}  `],
    [DeviceName, 'x'],
    [DeviceMake, ' a920 PRO '],
    [Attestation, { outcome: 'paid', reference: 'x'.repeat(64) }],
    [Attestation, { outcome: 'paid', approvalCode: `A ${'x'.repeat(30)}` }],
    [Attestation, { outcome: 'unpaid' }],
  ] as const)
    assert.deepEqual(messages(schema, value), [], JSON.stringify(value))
})

test('a make is spelled as in the list', () => {
  for (const make of DEVICE_MAKES) assert.equal(spellMake(` ${make.toUpperCase()} `), make)
  assert.equal(spellMake('other'), 'other')
})

test('a rejected amount has its reason', () => {
  const reason = (result: ReturnType<typeof parseDecimal>): string | number =>
    result.ok ? result.minor : result.message
  for (const [text, currency, expected] of [
    ['1.234', 'USD', 'must have at most 2 decimals in USD'],
    ['1.2', 'JPY', 'must have no decimals in JPY'],
    ['0.00', 'USD', 'must be greater than 0'],
    ['999999.99', 'USD', 99_999_999],
    ['1000000', 'USD', 'must be at most 999999.99'],
    ['99999.999', 'BHD', 99_999_999],
    ['100000', 'BHD', 'must be at most 99999.999'],
    ['999999', 'JPY', 999_999],
    ['1000000', 'JPY', 'must be at most 999999'],
    ['-1', 'USD', /plain decimal such as/],
    ['1e2', 'USD', /plain decimal such as/],
    ['01', 'USD', /plain decimal such as/],
  ] as const) {
    const found = reason(parseDecimal(text, currency))
    if (expected instanceof RegExp) assert.match(String(found), expected)
    else assert.equal(found, expected, `${text} ${currency}`)
  }
  for (const [value, currency, expected] of [
    [Number.NaN, 'USD', 'must be a plain number such as 42.00, without an exponent'],
    [Number.POSITIVE_INFINITY, 'USD', 'must be a plain number such as 42.00, without an exponent'],
    [0, 'USD', 'must be greater than 0'],
    [-1, 'USD', 'must be greater than 0'],
    [0.01, 'USD', 1],
    [999_999.99, 'USD', 99_999_999],
    [1_000_000, 'USD', 'must be at most 999999.99'],
    [null, 'USD', 'must be a number or a decimal string such as "42.00"'],
    ['1.000', 'USD', 'must have at most 2 decimals'],
    ['500.00', 'JPY', 500],
    ['500.0', 'JPY', 500],
    ['500.50', 'JPY', 'must have no decimals in JPY'],
    ['1.25', 'BHD', 1_250],
  ] as const)
    assert.equal(reason(readWireAmount(value, currency)), expected, `${value} ${currency}`)
})
