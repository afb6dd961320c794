// Reads reported charges from a hostile upstream: their texts reach a database and the console of an operator.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transport } from '../transport/outbound-port.ts'
import { readCharges } from './charges.ts'

const charge = (more: object): object => ({
  xRefNum: 'ref-1',
  xCommand: 'cc:sale',
  xAmount: '42.00',
  xStatus: 'Approved',
  xEnteredDate: '2026-11-26 11:59:00',
  xExternalRequestID: 'tb-abc234',
  ...more,
})

/** A reporting API with one page of these rows. */
const reporting = (rows: readonly object[]): Transport => ({
  request: async () => ({
    status: 200,
    headers: { contentType: 'application/json', contentEncoding: null, retryAfter: null, etag: null },
    body: new TextEncoder().encode(JSON.stringify({ xReportData: rows })),
    complete: true,
  }),
  hasRoomToHold: () => true,
  close: async () => {},
})

async function read(...rows: readonly object[]) {
  const found = []
  for await (const page of readCharges(reporting(rows), 'key', { fromMs: 0, toMs: 1 })) found.push(...page)
  return found
}

test('texts of a reported charge have no control character, no sign that reverses text, and 64 characters', async () => {
  const [found] = await read(
    charge({
      xRefNum: '\u001b[2Jref\u0000-1\u202e\ud800',
      xAmount: `42.00\r\nok: 0 charges`,
      xEnteredDate: '😀'.repeat(100),
      xCommand: `\u009b31mcc:sale`,
      xCreditOfRefNum: '\u001b[2J77',
    }),
  )
  assert.deepEqual(found, {
    externalId: 'tb-abc234',
    reference: '[2Jref-1',
    command: '31mcc:sale',
    creditOf: '[2J77',
    amount: '42.00ok: 0 charges',
    chargedAt: '😀'.repeat(64),
  })
})

test('a reported charge whose external ID the BFF never makes is skipped', async () => {
  const ids = ['tb-\u001b[2J', 'tb-a b', `tb-${'a'.repeat(64)}`, 'tb-a\u0000', 'tb-a\n', '', 7]
  const found = await read(...ids.map((id) => charge({ xExternalRequestID: id })), charge({}))
  assert.deepEqual(
    found.map(({ externalId }) => externalId),
    ['tb-abc234'],
  )
})

test('D-217 the sale of a refund is read as a text or a number, and is null without one', async () => {
  const named = ['77', 77, '', null, {}].map((xCreditOfRefNum) => charge({ xCreditOfRefNum }))
  const found = await read(...named, charge({}))
  assert.deepEqual(
    found.map(({ creditOf }) => creditOf),
    ['77', '77', null, null, null, null],
  )
})
