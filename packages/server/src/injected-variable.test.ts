import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInjectedVariable } from './injected-variable.ts'

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
