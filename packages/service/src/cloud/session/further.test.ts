// Names of further fields: the whole name decides, in any case (D-06).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRefusal } from '../../http/refusal.ts'
import { readFurther } from './further.ts'

const read = (body: Record<string, unknown>): unknown => {
  const found = readFurther([body], new Set(['xamount']), 'USD')
  return isRefusal(found) ? found.error.message : found
}

void test('D-06 refuses a name of card data or of a credential, and keeps one that only begins like it', () => {
  for (const name of ['xKey', 'XCARDNUM', 'xPan', 'xCvv2', 'xTrack1', 'xToken'])
    assert.match(String(read({ [name]: '1' })), /is not accepted: only the terminal reads cards/, name)
  for (const name of ['xKeyboard', 'xPanel', 'xExpressLane', 'xPinned', 'xTokens', 'xMaxPin'])
    assert.deepEqual(read({ [name]: '1' }), { [name]: '1' })
})

void test('D-06 keeps a text, a number or a boolean under its canonical name, and leaves out known and empty fields', () => {
  assert.deepEqual(read({ xinvoice: 'A', XCUSTOM01: 1, xcustom21: true, xAmount: 42, xOther: null }), {
    xInvoice: 'A',
    xCustom01: 1,
    xcustom21: true,
  })
  for (const name of ['xcustom011', 'x2xcustom01']) assert.deepEqual(read({ [name]: 1 }), { [name]: 1 })
  assert.match(String(read({ xNote: {} })), /^xNote must be a text of at most 1024 characters/)
  assert.match(String(read({ xNote: 'y'.repeat(1025) })), /^xNote must be a text/)
  assert.deepEqual(read({ xNote: 'y'.repeat(1024) }), { xNote: 'y'.repeat(1024) })
})

void test('a refusal repeats a name only if it has the form of a name', () => {
  assert.match(String(read({ 'other-name': 1 })), /^other-name is not a field of this request/)
  for (const name of ['<b> name', 'name <b>', '', 'y'.repeat(41)])
    assert.match(String(read({ [name]: 1 })), /^A field is not a field of this request/)
})

void test('D-30 the currency of the account may be named, and no other one', () => {
  assert.deepEqual(read({ currency: 'USD', xCurrency: 'USD' }), {})
  assert.match(String(read({ xCurrency: 'EUR' })), /^xCurrency must be USD/)
})
