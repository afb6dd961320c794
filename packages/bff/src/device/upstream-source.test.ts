// Faults of the upstream become our own refusals, without its texts, statuses or headers (P29, P54).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf, type FaultKind } from '../upstream/transport/fault.ts'
import type { MerchantUpstream } from '../upstream/terminal/merchant.ts'
import { createDeviceSource } from './upstream-source.ts'

const lookupWith = (client: object) => () => ({ client }) as unknown as MerchantUpstream

const FAULTS: Readonly<Record<FaultKind, string>> = {
  unreachable: 'upstream-unavailable',
  broken: 'upstream-unavailable',
  busy: 'upstream-unavailable',
  garbled: 'upstream-unavailable',
  aborted: 'upstream-unavailable',
  unauthorized: 'upstream-refused',
  refused: 'upstream-refused',
}
for (const [fault, code] of Object.entries(FAULTS) as [FaultKind, string][]) {
  void test(`an upstream that is ${fault} is ${code} for list, read and register`, async () => {
    const answer = async () => faultOf(fault, 4_200)
    const source = createDeviceSource(
      lookupWith({ listDevices: answer, readDevice: answer, createDevice: answer }),
    )
    const device = { serial: 'S1', make: 'a77', name: ' Bar ' }
    for (const result of [
      await source.list('m'),
      await source.read('m', 'd'),
      await source.register('m', device),
    ]) {
      assert.ok(!result.ok)
      assert.equal(result.code, code)
      assert.equal(result.retryAfterSeconds, code === 'upstream-unavailable' ? 5 : undefined)
    }
  })
}

void test('registers a terminal with the make of the specification and a trimmed name', async () => {
  const sent: object[] = []
  const createDevice = async (device: object) => {
    sent.push(device)
    return { kind: 'exists', deviceId: 'dev_secret_of_upstream' } as const
  }
  const result = await createDeviceSource(lookupWith({ createDevice })).register('m', {
    serial: 'S1',
    make: 'A920 PRO',
    name: ' Bar ',
  })
  assert.deepEqual(sent, [{ serial: 'S1', make: 'A920 Pro', name: 'Bar' }])
  assert.ok(!result.ok && result.code === 'device-exists')
})

void test('refuses a merchant that is no longer configured', async () => {
  const source = createDeviceSource(() => null)
  for (const result of [await source.list('m'), await source.read('m', 'd')])
    assert.ok(!result.ok && result.code === 'upstream-refused')
})
