import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInjectedVariable, withoutInjected } from './injected-variable.ts'

test('knows the variables that a platform adds for its services, and no others', () => {
  for (const [name, value, expected] of [
    ['TAPBOARD_SERVICE_HOST', '10.0.0.7', true],
    ['TAPBOARD_BFF_SERVICE_PORT_HTTP', '4300', true],
    ['TAPBOARD_PORT', 'tcp://10.0.0.7:4300', true],
    ['TAPBOARD_PORT_4300_TCP', 'tcp://10.0.0.7:4300', true],
    ['TAPBOARD_PORT_4300_TCP_ADDR', '10.0.0.7', true],
    ['TAPBOARD_PORT', '4300', false],
    ['TAPBOARD_SECRET', 'tcp://x', false],
  ] as const)
    assert.equal(isInjectedVariable(name, value), expected, name)
})

test('removes the address of a service named tapboard and keeps what the operator sets', () => {
  const injected = {
    TAPBOARD_PORT: 'tcp://10.0.0.7:80',
    TAPBOARD_SERVICE_HOST: '10.0.0.7',
    TAPBOARD_SERVICE_PORT: '80',
  }
  assert.deepEqual(withoutInjected({ ...injected, PATH: '/bin' }), { PATH: '/bin' })
  const set = { ...injected, TAPBOARD_SERVICE_HOST: '0.0.0.0', TAPBOARD_SERVICE_PORT: '4010' }
  assert.deepEqual(withoutInjected(set), { TAPBOARD_SERVICE_HOST: '0.0.0.0', TAPBOARD_SERVICE_PORT: '4010' })
  const own = { TAPBOARD_PORT: '4300', TAPBOARD_SERVICE_PORT: '4010' }
  assert.deepEqual(withoutInjected(own), own)
})
