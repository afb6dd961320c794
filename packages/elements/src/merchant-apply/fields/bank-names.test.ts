import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isRoutingNumber } from '@tapboard/contract'
import { bankNameOf } from './bank-names.ts'

test('D-163 every routing number of the table is valid and belongs to one bank', () => {
  const source = readFileSync(new URL('./bank-names.ts', import.meta.url), 'utf8')
  const numbers = source.match(/\b\d{9}\b/g) ?? []
  assert.ok(numbers.length >= 250, `${numbers.length} numbers`)
  assert.deepEqual(
    numbers.filter((one) => !isRoutingNumber(one)),
    [],
  )
  assert.equal(new Set(numbers).size, numbers.length)
})

test('D-163 names a bank by its routing number as typed, and no bank for any other number', () => {
  assert.equal(bankNameOf('021000021'), 'Chase')
  assert.equal(bankNameOf(' 1210-0024 8'), 'Wells Fargo')
  assert.equal(bankNameOf('026009593'), 'Bank of America')
  for (const other of ['', '02100002', '021000022', '0210000210', '210000211', 'x'])
    assert.equal(bankNameOf(other), '')
})
