import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeviceMake, DeviceName, DeviceSerial, spellMake } from './device.ts'
import { readServiceErrorCode, SERVICE_ERROR_CODES, ServiceErrorBody, writeServiceError } from './errors.ts'
import { problemCode, PROBLEMS, PROBLEM_PREFIX, type ProblemCode } from './problem.ts'

test('D-20 formats every error in one body that both dialects can read', () => {
  for (const code of SERVICE_ERROR_CODES) {
    const body = writeServiceError(
      { code, message: 'Say what to do.', members: { deviceId: 'dev_1' } },
      'call_1',
    )
    assert.equal(ServiceErrorBody.safeParse(body).success, true)
    assert.equal(readServiceErrorCode(body), code)
    assert.equal(readServiceErrorCode({ xErrorCode: code }), code)
    assert.equal(readServiceErrorCode({ error: { code: code.toUpperCase() } }), code)
  }
  for (const body of [
    null,
    '',
    'UNAUTHORIZED',
    {},
    { error: 'UNAUTHORIZED' },
    { xErrorCode: 'OTHER' },
    { error: { code: 7 } },
  ]) {
    assert.equal(readServiceErrorCode(body), null)
  }
})

test('P29 every problem has an error status and a title, and only registered types are read', () => {
  for (const [code, [status, title]] of Object.entries(PROBLEMS)) {
    assert.ok(status >= 400 && status < 600 && title.length > 3, code)
    assert.equal(problemCode({ type: PROBLEM_PREFIX + code }), code as ProblemCode)
  }
  for (const type of ['about:blank', `${PROBLEM_PREFIX}toString`, `${PROBLEM_PREFIX}`, 'sale-open'])
    assert.equal(problemCode({ type }), null)
})

for (const [make, spellings] of Object.entries({
  A77: ['A77', 'PAX A77', 'pax-a77', 'A-77'],
  A35: ['a35', 'PAX  A35'],
  A80: ['A80', 'PaxA80', 'PAX Technology A80'],
  A920: ['A920', 'PAX A920', 'pax_a920', ' a920 '],
  'A920 Pro': ['A920 Pro', 'a920 PRO', 'a920pro', 'A920PRO', 'A920-Pro', 'PAX A920 Pro'],
  pax: ['pax', 'PAX', 'Pax'],
}))
  test(`D-03 accepts ${spellings.join(', ')} as ${make}`, () => {
    for (const spelling of spellings) {
      assert.equal(DeviceMake.safeParse(spelling).success, true, spelling)
      assert.equal(spellMake(spelling), make)
    }
  })

test('D-03 validates serial number, make and name', () => {
  for (const serial of [
    'A',
    'REPAIR-0001',
    'x'.repeat(32),
    '☂'.repeat(32),
    'SN 1',
    'A_1',
    '№ 7 (é)',
    '...',
    '%2e',
  ])
    assert.equal(DeviceSerial.safeParse(serial).success, true, serial)
  for (const serial of [
    '',
    ' ',
    ' A',
    'A\u00a0',
    'x'.repeat(33),
    'a/b',
    'a\\b',
    '.',
    '..',
    'a\nb',
    'a\u2028',
    7,
    null,
  ])
    assert.equal(DeviceSerial.safeParse(serial).success, false, String(serial))
  for (const make of ['', ' ', 'B12', 'A920Pro2', 'A 9 2', 'paxA921', 'Pro', 'Technology', 'A92０', 7])
    assert.equal(DeviceMake.safeParse(make).success, false, String(make))
  for (const name of ['Front counter', 'Kasse № 3', '店'])
    assert.equal(DeviceName.safeParse(name).success, true)
  for (const name of ['', '   ', 'a\u0000b', 'a\ud800', 'x'.repeat(65), null])
    assert.equal(DeviceName.safeParse(name).success, false)
})
