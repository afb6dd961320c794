// Secrets leave the values before they are sealed, and return to the same fields after.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goodSigner, goodValues } from '../testing.ts'
import { isAsked, isRegulated, secretsOf, textsOf, withoutSecrets, withSecrets } from './secrets.ts'

const TWO = goodValues({ signers: [goodSigner({ ssn: '111223333' }), goodSigner({ ssn: '222334444' })] })
const SOLE = goodValues({ ownershipType: 'soleProprietorship', taxIdType: 'SSN', taxId: '123456780' })

test('collects the secrets by name, and those of persons in their order', () => {
  assert.deepEqual(secretsOf(TWO), {
    ssns: ['111223333', '222334444'],
    taxId: '123456780',
    accountNumber: '12345678901',
  })
  assert.deepEqual(secretsOf(goodValues({ signers: [] })).ssns, [])
})

test('a secret that is not asked for is empty', () => {
  assert.equal(isAsked(SOLE, 'taxId'), false)
  assert.equal(secretsOf(SOLE).taxId, '')
  const later = goodValues({ bankingLater: true })
  assert.equal(isAsked(later, 'banking.accountNumber'), false)
  assert.equal(secretsOf(later).accountNumber, '')
  assert.equal(isAsked(later, 'signers[0].ssn'), true)
})

test('empties exactly the secrets', () => {
  const bare = withoutSecrets(TWO)
  const secret = ['signers[0].ssn', 'signers[1].ssn', 'taxId', 'banking.accountNumber']
  const all = textsOf(TWO, (kind) => typeof kind === 'string')
  for (const [path, text] of textsOf(bare, (kind) => typeof kind === 'string'))
    assert.equal(text, secret.includes(path) ? '' : all.find(([other]) => other === path)?.[1], path)
})

test('puts every secret back into its field', () => {
  assert.deepEqual(withSecrets(withoutSecrets(TWO), secretsOf(TWO)), TWO)
})

test('a secret that is missing is empty', () => {
  const back = withSecrets(withoutSecrets(TWO), { ssns: ['111223333'], taxId: '1', accountNumber: '2' })
  assert.deepEqual(
    back.signers.map(({ ssn }) => ssn),
    ['111223333', ''],
  )
})

test('secrets, digits and birthdays are regulated, other kinds are not', () => {
  for (const kind of ['secret', 'digits', 'birthday'] as const) assert.ok(isRegulated(kind), kind)
  for (const kind of ['text', 'phone', 'money', 'date', true] as const)
    assert.ok(!isRegulated(kind), `${kind}`)
})
