/**
 * Reports (D-18): one transaction by reference, all transactions of a date range in pages, compared with the
 * charge log.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccounts, type Caller } from '../account/accounts.ts'
import { openKernel } from '../app/open-kernel.ts'
import { DeviceRepository } from '../cloud/device/device-repository.ts'
import { SessionRepository } from '../cloud/session/session-repository.ts'
import { isRefusal } from '../http/refusal.ts'
import { withStack, type Stack } from '../testing.ts'
import { readMoment, reportHandler } from './report.ts'

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

const DAY_END_MS = Date.UTC(2026, 0, 31, 23, 59, 59, 999)

/** Stores approved charges of one account, all in the last millisecond of a day; their references count up. */
async function storeCharges(count: number) {
  const kernel = await openKernel({ store: 'file::memory:' })
  const { db } = kernel.store
  const account = await openAccounts(kernel).createAccount('Shop')
  const caller: Caller = {
    accountId: account?.id ?? '',
    accountName: 'Shop',
    currency: 'USD',
    keyId: 'key',
    scopes: ['report'],
    sandbox: false,
  }
  const { accountId } = caller
  const made = await new DeviceRepository(kernel).register(accountId, {
    serial: 'SN-1',
    make: 'A35',
    name: 'Front',
  })
  assert.ok(made.type === 'registered')
  const deviceId = made.row.id
  await new SessionRepository(kernel).begin(caller, {
    command: 'cc:sale',
    amountMinor: 4200,
    creditOf: null,
    externalId: 'order',
    softwareName: 'Till',
    softwareVersion: '1',
    deviceId,
    custom: { xInvoice: 'R-1' },
  })
  const session = await db.selectFrom('service_session').selectAll().executeTakeFirstOrThrow()
  const numbers = Array.from({ length: count }, (_, index) => String(index).padStart(4, '0'))
  await db
    .insertInto('service_session')
    .values(
      numbers.map((number) => ({
        ...session,
        id: `ses_${number}`,
        external_id: `order-${number}`,
        status: 'COMPLETED' as const,
      })),
    )
    .execute()
  await db
    .insertInto('service_charge')
    .values(
      numbers.map((number) => ({
        ref_num: `1${number}`,
        session_id: `ses_${number}`,
        account_id: accountId,
        device_id: deviceId,
        external_id: `order-${number}`,
        command: 'cc:sale' as const,
        credit_of: null,
        amount_minor: 4200,
        currency: 'USD' as const,
        status: 'approved' as const,
        response_code: '00',
        approval_code: 'A7K2PQ',
        message: 'Approved',
        card_brand: 'Visa',
        card_last_four: '4242',
        card_entry: 'tap' as const,
        charged_at_ms: DAY_END_MS,
      })),
    )
    .execute()
  const handler = reportHandler(kernel)
  const report = async (more: object = {}) => {
    const answer = await handler({
      caller,
      reference: 'call_1',
      params: {},
      query: new URLSearchParams(),
      headers: new Headers(),
      body: {
        xCommand: 'Report:All',
        xBeginDate: '2026-01-31',
        xEndDate: '2026-01-31',
        ...more,
      },
      signal: new AbortController().signal,
    })
    assert.ok(!isRefusal(answer))
    return answer.body
  }
  return { report, deviceId, close: () => kernel.store.close() }
}

void test('reports a day to its last millisecond in pages of 200, each with the start of the next (D-18)', async () => {
  const { report, close } = await storeCharges(201)
  const first = await report()
  assert.deepEqual([rowsOf(first).length, first['xRecordsReturned']], [200, 200])
  const second = await report({ xPage: first['xNextPage'] })
  assert.deepEqual(
    rowsOf(second).map((row) => row['xRefNum']),
    ['10200'],
  )
  assert.equal(second['xRecordsReturned'], 1)
  assert.equal('xNextPage' in second, false)
  await close()
})

void test('a page of exactly 200 transactions is the last, and a row has all fields (D-18)', async () => {
  const { report, deviceId, close } = await storeCharges(200)
  const only = await report()
  assert.equal('xNextPage' in only, false)
  assert.equal(rowsOf(await report({ xEndDate: '2026-01-31T23:59:59.999Z' })).length, 200)
  assert.equal(rowsOf(await report({ xEndDate: '2026-01-31T23:59:59.998Z' })).length, 0)
  assert.deepEqual(rowsOf(only)[0], {
    xInvoice: 'R-1',
    xRefNum: '10000',
    xCommand: 'cc:sale',
    xAmount: '42.00',
    xAuthAmount: '42.00',
    xCurrency: 'USD',
    xStatus: 'Approved',
    xResponseResult: 'A',
    xResponseCode: '00',
    xResponseAuthCode: 'A7K2PQ',
    xEnteredDate: '2026-01-31T23:59:59Z',
    xCardType: 'Visa',
    xMaskedCardNumber: '…4242',
    xEntryMethod: 'tap',
    xExternalRequestID: 'order-0000',
    xSessionId: 'ses_0000',
    xDeviceId: deviceId,
    xDeviceSerialNumber: 'SN-1',
    xDeviceMake: 'A35',
    xDeviceFriendlyName: 'Front',
    xSoftwareName: 'Till',
    xSoftwareVersion: '1',
  })
  const one = await report({
    xCommand: 'Report:Transaction',
    xRefNum: '10000',
  })
  assert.deepEqual([rowsOf(one).length, one['xRecordsReturned']], [1, 1])
  await close()
})
