// The step of a field by its path.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepOf } from './paths.ts'

const STEPS = {
  tierName: 'plan',
  dbaName: 'business',
  taxId: 'tax',
  'businessAddress.zip': 'contact',
  'signers[2].address.city': 'signers',
  'banking.routingNumber': 'bank',
  'consent.signerName': 'agreement',
  termsToken: 'agreement',
  toString: 'agreement',
  '': 'agreement',
}

for (const [path, step] of Object.entries(STEPS))
  test(`the field at "${path}" is part of the step ${step}`, () => assert.equal(stepOf(path), step))
