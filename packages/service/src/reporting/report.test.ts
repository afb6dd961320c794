/**
 * Reports (D-18): one transaction by reference, all transactions of a date range in pages, compared with the
 * charge log.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withStack, type Stack } from '../testing.ts'
import { readMoment } from './report.ts'

async function sell(stack: Stack, count: number, more: object = {}): Promise<string[]> {
  const { deviceId, terminal } = await stack.device()
  const references: string[] = []
  for (let index = 0; index < count; index += 1) {
    await stack.initiate(deviceId, `order-${index}`, more)
    const sessionId = await terminal.pay()
    await terminal.receive('authorization')
    terminal.send({ type: 'result_shown', sessionId })
    references.push(String((await stack.until(sessionId, 'COMPLETED'))['xRefNum']))
  }
  return references
}

/** Fields of a report that a request has as well. */
const KEPT = /^x(Invoice|Custom03|Tip|ExternalRequestID|Software(Name|Version))$/

const rowsOf = (body: Record<string, unknown>) => body['xReportData'] as Record<string, unknown>[]

void test(
  'reports a transaction by reference with its custom payload (D-06, D-18)',
  withStack(async (stack) => {
    const [xRefNum] = await sell(stack, 1, {
      xInvoice: 'R-1',
      xCustom03: 'aisle 4',
      xTip: 0.5,
      xAmount: '10.51',
    })
    const { status, body } = await stack.call('POST', '/reportjson', {
      xCommand: 'Report:Transaction',
      xRefNum,
    })
    assert.equal(status, 200)
    assert.equal(rowsOf(body).length, 1)
    for (const [name, value] of Object.entries({
      xRefNum,
      xCommand: 'cc:sale',
      xAmount: '10.51',
      xAuthAmount: '0.00',
      xStatus: 'Declined',
      xResponseResult: 'D',
      xResponseCode: '51',
      xCardType: 'Visa',
      xMaskedCardNumber: '…4242',
      xEntryMethod: 'tap',
      xInvoice: 'R-1',
      xCustom03: 'aisle 4',
      xTip: 0.5,
      xDeviceFriendlyName: 'Front counter',
      xExternalRequestID: 'order-0',
    }))
      assert.equal(rowsOf(body)[0]?.[name], value, name)
    const { deviceId } = await stack.device('SN-2')
    for (const name of Object.keys(rowsOf(body)[0] ?? {}).filter((each) => !KEPT.test(each))) {
      const { status: refused } = await stack.initiate(deviceId, 'order-x', { [name]: 'mine' })
      assert.equal(refused, 400, `${name}: a request must not replace a field of the report`)
    }
  }),
)

void test(
  'accepts the key in the body as xKey; the report of another account is empty (D-18, D-19)',
  withStack(async (stack) => {
    const [xRefNum] = await sell(stack, 1)
    const none = { Authorization: '' }
    const ask = { xCommand: 'Report:Transaction', xRefNum }
    const mine = await stack.call('POST', '/ReportJson', { ...ask, xKey: stack.key }, none)
    assert.equal(rowsOf(mine.body).length, 1)
    const other = await stack.newKey('Other shop')
    const theirs = await stack.call('POST', '/reportjson', { ...ask, xKey: other }, none)
    assert.equal(theirs.status, 200)
    assert.deepEqual(theirs.body['xReportData'], [])
  }),
)

void test(
  'reports all transactions of a date range in pages, each once, equal to the charge log (D-18)',
  withStack(async (stack) => {
    const references = await sell(stack, 3)
    const today = new Date().toISOString().slice(0, 10)
    const all = { xCommand: 'Report:All', xBeginDate: '2026-01-01', xEndDate: today }
    const { body } = await stack.call('POST', '/reportjson', all)
    assert.deepEqual(
      rowsOf(body)
        .map((row) => String(row['xRefNum']))
        .toSorted(),
      references.toSorted(),
    )
    const charges = await stack.charges()
    assert.deepEqual(charges.map(({ reference }) => reference).toSorted(), references.toSorted())
    const from = charges[0]
    const xPage = `${from?.chargedAtMs}.${from?.reference}`
    const rest = await stack.call('POST', '/reportjson', { ...all, xPage })
    assert.equal(rowsOf(rest.body).length, 2)
    const earlier = await stack.call('POST', '/reportjson', { ...all, xEndDate: '2026-01-01T00:00:00Z' })
    assert.deepEqual(earlier.body['xReportData'], [])
  }),
)

void test(
  'reads the members of a report request in any case, as existing clients spell them (D-01, D-18)',
  withStack(async (stack) => {
    const [first = '', second] = await sell(stack, 2)
    const one = await stack.call('POST', '/reportjson', { XCOMMAND: 'Report:Transaction', xRefnum: first })
    assert.deepEqual(
      rowsOf(one.body).map((row) => row['xRefNum']),
      [first],
    )
    const { chargedAtMs } = (await stack.charges()).find(({ reference }) => reference === first) ?? {}
    const span = { xbegindate: '2026-01-01', xenddate: '2999-12-31', xpage: `${chargedAtMs}.${first}` }
    const rest = await stack.call('POST', '/reportjson', { xcommand: 'Report:All', ...span })
    assert.deepEqual(
      rowsOf(rest.body).map((row) => row['xRefNum']),
      [second],
    )
    const twice = { xCommand: 'Report:Transaction', xRefNum: first, xRefnum: second }
    assert.equal((await stack.call('POST', '/reportjson', twice)).status, 400)
  }),
)

void test(
  'rejects an invalid report request with the expected value',
  withStack(async (stack) => {
    const span = { xCommand: 'Report:All', xBeginDate: '2026-01-01', xEndDate: '2026-01-02' }
    const wrong = [
      {},
      { xCommand: 'Report:Nothing' },
      { xCommand: 'Report:Transaction' },
      { xCommand: 'Report:Transaction', xRefNum: 1 },
      { ...span, xBeginDate: undefined },
      { ...span, xEndDate: 'tomorrow' },
      { ...span, xEndDate: '2025-12-31' },
      { ...span, xBeginDate: '2026-02-30' },
      { ...span, xPage: 'x' },
      { ...span, xPage: 1 },
    ]
    for (const body of wrong) {
      const answer = await stack.call('POST', '/reportjson', body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.equal(answer.body['xErrorCode'], 'INVALID_REQUEST')
    }
  }),
)

void test('a date as the end includes the whole day, a time is exact', () => {
  assert.equal(readMoment('2026-01-31', false), Date.UTC(2026, 0, 31))
  assert.equal(readMoment('2026-01-31', true), Date.UTC(2026, 1, 1) - 1)
  assert.equal(readMoment('2026-01-31T10:15:00+01:00', true), Date.UTC(2026, 0, 31, 9, 15))
  for (const wrong of ['2026-13-01', '2026-02-30', '2026-02-30T00:00:00Z', '31.01.2026', '', 7, null])
    assert.equal(readMoment(wrong, false), null)
})
