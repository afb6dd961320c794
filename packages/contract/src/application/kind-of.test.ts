// The kind of a field by its path.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BANKING_FIELDS } from './fields.ts'
import { kindOf } from './kind-of.ts'

test('finds the kind of a field, of a field of a group, and of a field of an object in a list', () => {
  assert.equal(kindOf('tierName'), 'choice')
  assert.equal(kindOf('dbaSame'), true)
  assert.equal(kindOf('banking.accountNumber'), 'secret')
  assert.equal(kindOf('signers[12].dateOfBirth'), 'birthday')
  assert.equal(kindOf('signers[0].address.country'), 'country')
  assert.equal(kindOf('banking'), BANKING_FIELDS)
})

test('an unknown path has no kind', () => {
  for (const path of [
    '',
    'nope',
    'tierName.length',
    'tierName.x',
    'banking.',
    'banking.nope',
    'toString',
    'signers[0].ssn.at',
  ])
    assert.equal(kindOf(path), undefined, path)
})
