import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptySigner, emptyValues, STEPS, type ApplicationValues } from '@tapboard/contract'
import { missingSecretsOf, filledUp, prefilled, valueAt, withValueAt } from './paths.ts'

const ANN = { ...emptySigner(true), firstName: 'Ann', lastName: 'Lee' }
const BO = { ...emptySigner(false), firstName: 'Bo', lastName: 'Kim' }
const VALUES: ApplicationValues = { ...emptyValues(), taxIdType: 'EIN', signers: [ANN, BO] }

test('reads and replaces a value by its path without mutation', () => {
  const frozen = Object.freeze({ ...VALUES, signers: Object.freeze([Object.freeze(ANN), Object.freeze(BO)]) })
  const made = withValueAt(frozen as ApplicationValues, 'signers[1].address.zip', '08701')
  assert.equal(valueAt(made, 'signers[1].address.zip'), '08701')
  assert.equal(valueAt(VALUES, 'signers[1].address.zip'), '')
  assert.equal(made.signers[0], frozen.signers[0])
})

test('an unknown path changes nothing', () => {
  for (const path of [
    'nothing',
    'signers[7].ssn',
    '__proto__.x',
    'constructor',
    'signers[0].x',
    'taxId.length',
  ]) {
    assert.deepEqual(withValueAt(VALUES, path, 'x'), VALUES, path)
  }
  assert.equal(valueAt(VALUES, 'signers[7].ssn'), undefined)
})

test('a prefill fills its places and omits values of another type', () => {
  const made = prefilled(
    {
      corporateName: 'Corner Repair',
      annualCreditCardSales: '250000',
      businessPhone: 7325550123,
      mailingSame: 'yes',
      businessAddress: { zip: '08701', planet: 'Mars' },
      signers: [{ firstName: 'Ann', ssn: null }, 'Bo'],
      stranger: 1,
    },
    'CA',
  )
  assert.equal(made.corporateName, 'Corner Repair')
  assert.equal(made.annualCreditCardSales, '250000')
  assert.equal(made.businessPhone, '')
  assert.equal(made.mailingSame, true)
  assert.deepEqual(made.businessAddress, { ...emptyValues('CA').businessAddress, zip: '08701' })
  assert.deepEqual(made.signers, [{ ...emptySigner(true), firstName: 'Ann' }, emptySigner(false)])
  assert.ok(!('stranger' in made))
  for (const wrong of [null, undefined, 'x', 7, []]) assert.deepEqual(prefilled(wrong), emptyValues())
})

test('takes over at most ten persons', () => {
  assert.equal(prefilled({ signers: Array.from({ length: 40 }, () => ANN) }).signers.length, 10)
})

test('a typed value takes precedence over the prefill', () => {
  const typed = { ...emptyValues(), corporateName: 'Typed' }
  const made = filledUp(typed, prefilled({ corporateName: 'Known', productSold: 'Bikes', signers: [ANN] }))
  assert.equal(made.corporateName, 'Typed')
  assert.equal(made.productSold, 'Bikes')
  assert.deepEqual(made.signers, [ANN])
})

test('lists the secrets of earlier steps that must be entered again', () => {
  const bank = { bankName: 'B', routingNumber: '021000021', accountNumber: '' }
  const all = missingSecretsOf({ ...VALUES, banking: bank }, new Set(STEPS))
  assert.deepEqual([...all], ['taxId', 'signers[0].ssn', 'signers[1].ssn', 'banking.accountNumber'])
  assert.deepEqual([...missingSecretsOf({ ...VALUES, banking: bank }, new Set())], [])
  assert.deepEqual([...missingSecretsOf(emptyValues(), new Set(STEPS))], [])
  const sole: ApplicationValues = {
    ...VALUES,
    ownershipType: 'soleProprietorship',
    taxIdType: 'SSN',
    bankingLater: true,
  }
  assert.ok(!missingSecretsOf(sole, new Set(STEPS)).has('taxId'))
})
