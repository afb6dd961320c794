// Phone numbers towards the boarding API: one format for every number that the contract accepts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptySigner, emptyValues, judgeContact } from '@tapboard/contract'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { writePhone, writePhones } from './phone.ts'

const CONTEXT = { today: '2026-11-21', sandbox: true, tiers: null, wire: false }

void test('formats a number with ten digits or the country code, however it was entered', () => {
  for (const typed of ['7325550123', '(732) 555-0123', '+1 732 555 0123', '1-732-555-0123', '732.555.0123']) {
    assert.equal(writePhone(typed, 'national'), '7325550123')
    assert.equal(writePhone(typed, 'e164'), '+17325550123')
  }
  assert.equal(writePhone('6135550123', 'e164'), '+16135550123')
})

void test('formats every number that the contract accepts', () => {
  const digit = fc.integer({ min: 0, max: 9 })
  const digits = fc.array(digit, { minLength: 10, maxLength: 10 }).map((list) => list.join(''))
  let accepted = 0
  fc.assert(
    fc.property(digits, (typed) => {
      const { issues } = judgeContact({ ...emptyValues(), businessPhone: typed }, CONTEXT)
      if (issues.some(({ path }) => path === 'businessPhone')) return
      accepted += 1
      assert.equal(writePhone(typed, 'national'), typed)
      assert.equal(writePhone(typed, 'e164'), `+1${typed}`)
    }),
    propertyRuns(21, 3_000),
  )
  assert.ok(accepted > 1_000)
})

void test('leaves other texts unchanged', () => {
  for (const typed of ['', '555', '+44 20 7946 0958', 'call me', '٧٣٢٥٥٥٠١٢٣'])
    assert.equal(writePhone(typed, 'e164'), typed)
})

void test('formats the numbers of business and persons without changing its input', () => {
  const signer = { ...emptySigner(true), ownerCellPhone: '(732) 555-0199' }
  const values = { ...emptyValues(), businessPhone: '(732) 555-0123', signers: [signer, signer] }
  const before = structuredClone(values)
  const written = writePhones(values, 'e164')
  assert.deepEqual(
    [written.businessPhone, ...written.signers.map(({ ownerCellPhone }) => ownerCellPhone)],
    ['+17325550123', '+17325550199', '+17325550199'],
  )
  assert.deepEqual(values, before)
})
