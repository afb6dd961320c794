import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  missingIgnores,
  missingVariables,
  placesOf,
  variablesIn,
  variablesOfPort,
  withVariables,
} from './settings.ts'

const random = (length: number): string => 'r'.repeat(length)
const completed = (known: Record<string, string>) => ({ ...known, ...missingVariables(known, random) })

test('missing variables get values for this machine, present ones stay', () => {
  const variables = completed({
    TAPBOARD_MERCHANT_NAME: 'Harbor',
    TAPBOARD_TERMINAL_URL: 'http://localhost:5',
  })
  assert.equal(variables['TAPBOARD_MERCHANT_NAME'], 'Harbor')
  assert.equal(variables['TAPBOARD_BOARDING_URL'], 'http://localhost:5/boarding')
  assert.equal(variables['TAPBOARD_SECRET'], random(43))
  assert.deepEqual(missingVariables(variables, random), {})
})

test('the ports follow the addresses in .env and --port', () => {
  const ports = (known: Record<string, string>, withoutBff = false): unknown => {
    const places = placesOf(completed(known), withoutBff)
    return 'fault' in places ? places.fault : [places.bffPort, places.pagesPort, places.servicePort]
  }
  assert.deepEqual(ports({}), [4300, 4301, 4010])
  assert.deepEqual(ports({ ...variablesOfPort(4400, false) } as Record<string, string>), [4400, 4401, 4402])
  assert.deepEqual(ports({ TAPBOARD_PUBLIC_URL: 'http://localhost:3000/tapboard' }, true), [3000, 4011, 4010])
  assert.match(String(ports({ TAPBOARD_UPSTREAM_ENVIRONMENT: 'production' })), /is not sandbox/)
  assert.match(String(ports({ TAPBOARD_TERMINAL_URL: 'https://terminals.example' })), /not this machine/)
})

test('a written value is read back, and other lines stay', () => {
  const text = '# mine\nTAPBOARD_PORT=1\nOTHER=x\n'
  const values = {
    TAPBOARD_PORT: '2',
    TAPBOARD_MERCHANT_BOARDING: '{"apiKey":"k"}',
    TAPBOARD_MERCHANT_NAME: 'My shop',
  }
  const written = withVariables(text, values)
  assert.match(written, /^# mine\nTAPBOARD_PORT=2\nOTHER=x\n/)
  assert.deepEqual({ ...variablesIn(written) }, { OTHER: 'x', ...values })
})

test('.gitignore gets the missing lines only', () => {
  assert.deepEqual(missingIgnores(''), ['.env', '.tapboard/', 'node_modules/'])
  assert.deepEqual(missingIgnores('/node_modules\r\n.env\n'), ['.tapboard/'])
})
