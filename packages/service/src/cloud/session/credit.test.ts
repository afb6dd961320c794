/** Credits (D-118): linked to an approved sale, never more than its amount, also when two terminals start at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import type { Tables } from '../../schema/schema.ts'
import { stopping, withStack, type Stack } from '../../testing.ts'
import type { TestTerminal } from '../../testing/terminal.ts'

interface Till {
  readonly deviceId: string
  readonly terminal: TestTerminal
}

/** Ends the session on the terminal with a card; returns its final answer. */
async function finish(stack: Stack, { terminal }: Till): Promise<Record<string, unknown>> {
  const sessionId = await terminal.pay()
  await terminal.receive('authorization')
  terminal.send({ type: 'result_shown', sessionId })
  return stack.until(sessionId, 'COMPLETED', 'ERROR', 'TIMEOUT')
}

async function sell(stack: Stack, till: Till, externalId: string, xAmount = '42.00'): Promise<string> {
  await stack.initiate(till.deviceId, externalId, { xAmount })
  return String((await finish(stack, till))['xRefNum'])
}

const credit = (stack: Stack, { deviceId }: Till, externalId: string, more: object) =>
  stack.initiate(deviceId, externalId, { xCommand: 'cc:credit', ...more })

const reported = async (stack: Stack, xRefNum: string): Promise<Record<string, unknown> | undefined> => {
  const { body } = await stack.call('POST', '/reportjson', { xCommand: 'Report:Transaction', xRefNum })
  return (body['xReportData'] as Record<string, unknown>[])[0]
}

const refusedBy = ({ status, body }: Awaited<ReturnType<Stack['call']>>): string => {
  assert.deepEqual([status, body['xErrorCode']], [400, 'INVALID_REQUEST'], JSON.stringify(body))
  return String(body['xError'])
}

void test(
  'D-118 a linked credit is shown as a refund with the card of the sale, charged and reported on both',
  withStack(async (stack) => {
    const till = await stack.device()
    const sale = await sell(stack, till, 'order-1')
    const begun = await credit(stack, till, 'refund-1', { xAmount: '12.00', xRefNum: sale })
    assert.equal(begun.status, 200)
    const { type, remainingMs, sessionId, ...prompt } = await till.terminal.receive('prompt')
    assert.deepEqual(prompt, {
      command: 'cc:credit',
      saleCardLastFour: '4242',
      amount: '12.00',
      currency: 'USD',
    })
    assert.ok(type === 'prompt' && remainingMs > 0)
    till.terminal.send({ type: 'prompt_shown', sessionId })
    till.terminal.present(sessionId)
    await till.terminal.receive('authorization')
    till.terminal.send({ type: 'result_shown', sessionId })
    const done = await stack.until(sessionId, 'COMPLETED')
    assert.deepEqual([done['transactionType'], done['amount'], done['responseCode']], ['cc:credit', 12, '00'])
    const reference = String(done['xRefNum'])
    assert.notEqual(reference, sale)
    const second = await credit(stack, till, 'refund-2', { xAmount: '30.00', xRefNum: sale })
    assert.equal(second.status, 200)
    const other = String((await finish(stack, till))['xRefNum'])
    const row = await reported(stack, reference)
    assert.deepEqual([row?.['xCommand'], row?.['xCreditOfRefNum']], ['cc:credit', sale])
    const credited = await reported(stack, sale)
    assert.deepEqual(
      [credited?.['xCreditedAmount'], credited?.['xCreditRefNums'], credited?.['xCreditOfRefNum']],
      ['42.00', [reference, other], undefined],
    )
    assert.deepEqual(
      (await stack.charges()).map(({ command, creditOf }) => [command, creditOf]),
      [
        ['cc:sale', null],
        ['cc:credit', sale],
        ['cc:credit', sale],
      ],
    )
  }),
)

void test(
  'D-118 refuses a credit of no approved sale of the account, and one that exceeds what is left',
  withStack(async (stack) => {
    const till = await stack.device()
    const sale = await sell(stack, till, 'order-1')
    const declined = await sell(stack, till, 'order-2', '42.51')
    const approved = /^xRefNum is not the reference of an approved sale of this account/
    for (const xRefNum of ['999999', declined])
      assert.match(refusedBy(await credit(stack, till, 'refund-1', { xAmount: '1.00', xRefNum })), approved)
    const left = await credit(stack, till, 'refund-1', { xAmount: '42.01', xRefNum: sale })
    assert.match(refusedBy(left), /^xAmount is more than is left of the sale that xRefNum names: 42\.00/)
    for (const xAmount of [0, '0.00', -1])
      assert.match(refusedBy(await credit(stack, till, 'refund-1', { xAmount, xRefNum: sale })), /^xAmount /)
    await credit(stack, till, 'refund-1', { xAmount: '40.00', xRefNum: sale })
    const done = String((await finish(stack, till))['xRefNum'])
    const more = await credit(stack, till, 'refund-2', { xAmount: '2.01', xRefNum: sale })
    assert.match(refusedBy(more), /names: 2\.00/)
    // A credit is no sale: nothing can be credited to it.
    assert.match(refusedBy(await credit(stack, till, 'refund-2', { xAmount: 1, xRefNum: done })), approved)
    assert.match(
      refusedBy(await stack.initiate(till.deviceId, 'order-3', { xRefNum: sale })),
      /^xRefNum belongs to cc:credit only/,
    )
    assert.equal((await stack.charges()).length, 3)
  }),
)

void test(
  'D-118 a credit that was declined or cancelled leaves the amount free',
  withStack(async (stack) => {
    const till = await stack.device()
    const sale = await sell(stack, till, 'order-1')
    await credit(stack, till, 'refund-1', { xAmount: '20.51', xRefNum: sale })
    assert.equal((await finish(stack, till))['responseCode'], '51')
    await credit(stack, till, 'refund-2', { xAmount: '42.00', xRefNum: sale })
    const { sessionId } = await till.terminal.receive('prompt')
    till.terminal.send({ type: 'cancelled', sessionId })
    await stack.until(sessionId, 'USER_CANCELLED')
    await credit(stack, till, 'refund-3', { xAmount: '42.00', xRefNum: sale })
    assert.equal((await finish(stack, till))['responseCode'], '00')
    assert.equal((await reported(stack, sale))?.['xCreditedAmount'], '42.00')
  }),
)

void test(
  'D-118 a credit without xRefNum needs a key with the scope credit',
  withStack(async (stack) => {
    const till = await stack.device()
    const refused = await credit(stack, till, 'refund-1', { xAmount: '5.00' })
    assert.match(refusedBy(refused), /^xRefNum is missing.*scope credit/)
    const { accounts } = stack.service
    const account = await accounts.findAccount('Test shop')
    const made = await accounts.createKey(account?.id ?? '', { scopes: ['terminal', 'credit'] })
    assert.deepEqual(
      (await accounts.listKeys()).map(({ scopes }) => scopes.includes('credit')),
      [false, true],
    )
    const may = { Authorization: made?.key ?? '' }
    const body = {
      xCommand: 'cc:credit',
      xAmount: '5.00',
      xExternalRequestID: 'refund-1',
      xSoftwareName: 'Till',
      xSoftwareVersion: '1.0',
      xDeviceID: till.deviceId,
    }
    assert.equal((await stack.call('POST', '/v1/Session/initiate', body, may)).status, 200)
    const done = await finish(stack, till)
    assert.equal(done['responseCode'], '00')
    assert.equal((await reported(stack, String(done['xRefNum'])))?.['xCreditOfRefNum'], undefined)
  }),
)

void test(
  'D-14 a repeated external ID of a credit is another request if it names another sale',
  withStack(
    async (stack) => {
      const till = await stack.device()
      const [one, two] = [await sell(stack, till, 'order-1'), await sell(stack, till, 'order-2')]
      const first = await credit(stack, till, 'refund-1', { xAmount: '5.00', xRefNum: one })
      const again = await credit(stack, till, 'refund-1', { xAmount: '5.00', xRefNum: one })
      assert.deepEqual([again.status, again.body['sessionId']], [200, first.body['sessionId']])
      assert.equal((await credit(stack, till, 'refund-1', { xAmount: '5.00', xRefNum: two })).status, 409)
    },
    { repeat: 'replay' },
  ),
)

void test(
  'D-118 another account cannot credit the sale',
  withStack(async (stack) => {
    const till = await stack.device()
    const sale = await sell(stack, till, 'order-1')
    const other = { Authorization: await stack.newKey('Other shop') }
    const registered = await stack.call(
      'POST',
      '/v1/Device',
      { deviceSerialNumber: 'SN-9', deviceMake: 'A920', deviceFriendlyName: 'Other' },
      other,
    )
    const terminal = await stack.connect({ pairingCode: String(registered.body['xPairingCode']) }, 'SN-9')
    const body = {
      xCommand: 'cc:credit',
      xAmount: '5.00',
      xRefNum: sale,
      xExternalRequestID: 'refund-1',
      xSoftwareName: 'Till',
      xSoftwareVersion: '1.0',
      xDeviceID: registered.body['deviceId'],
    }
    const answer = await stack.call('POST', '/v1/Session/initiate', body, other)
    assert.match(refusedBy(answer), /^xRefNum is not the reference/)
    assert.equal(terminal.terminal.received().length, 0)
  }),
)

eachEngine<Tables>(
  'D-118 ten credits that start at once on ten terminals and two processes never exceed the sale',
  stopping(async (begin, { store, open }: { store: Store<Tables>; open: () => Promise<Store<Tables>> }) => {
    const one = await begin({ store })
    const two = await begin({ store: await open() }, one.key)
    const till = await one.device('SN-0')
    const sale = await sell(one, till, 'order-1')
    const tills = await Promise.all(Array.from({ length: 10 }, (_, index) => one.device(`SN-${index + 1}`)))
    const begun = await Promise.all(
      tills.map((each, index) =>
        credit(index % 2 === 0 ? one : two, each, `refund-${index}`, { xAmount: '9.00', xRefNum: sale }),
      ),
    )
    const live = tills.filter((_, index) => begun[index]?.status === 200)
    assert.equal(live.length, 4)
    for (const answer of begun.filter(({ status }) => status !== 200))
      assert.match(refusedBy(answer), /^xAmount is more than is left/)
    await Promise.all(live.map((each) => finish(one, each)))
    assert.equal((await reported(one, sale))?.['xCreditedAmount'], '36.00')
    const rest = await credit(two, till, 'refund-rest', { xAmount: '6.01', xRefNum: sale })
    assert.match(refusedBy(rest), /names: 6\.00/)
    await credit(two, till, 'refund-rest-2', { xAmount: '6.00', xRefNum: sale })
    await finish(one, till)
    assert.equal((await reported(one, sale))?.['xCreditedAmount'], '42.00')
  }),
)

eachEngine<Tables>(
  'D-129 a credit counts until its reversal is confirmed',
  stopping(async (begin, { store }: { store: Store<Tables> }) => {
    const stack = await begin({ store })
    const till = await stack.device()
    const sale = await sell(stack, till, 'order-1')
    await credit(stack, till, 'refund-1', { xAmount: '42.00', xRefNum: sale })
    const { sessionId } = await till.terminal.receive('prompt')
    till.terminal.send({ type: 'cancelled', sessionId })
    await stack.until(sessionId, 'USER_CANCELLED')
    const set = (reversal: 'pending' | 'done') =>
      store.db.updateTable('service_session').set({ reversal }).where('id', '=', sessionId).execute()
    await set('pending')
    const refused = await credit(stack, till, 'refund-2', { xAmount: '0.01', xRefNum: sale })
    assert.match(refusedBy(refused), /names: 0\.00/)
    await set('done')
    assert.equal((await credit(stack, till, 'refund-3', { xAmount: '42.00', xRefNum: sale })).status, 200)
  }),
)
