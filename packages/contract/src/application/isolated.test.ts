// The texts of isolated fields: a verdict or a sealed secret, judged as the field judged it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTEXT, goodValues } from '../testing.ts'
import { accountRule } from './bank.ts'
import { einRule, ssnRule } from './identity.ts'
import { sealedOf, writeIsolated } from './isolated.ts'
import { judgeApplication } from './judge-application.ts'
import { expectedKind, judgeKind } from './judge-signers.ts'
import { mapTexts } from './paths.ts'
import { isSecret } from './secrets.ts'

const SEALED = 'eyJhbGciOiJFQ0RILUVTIn0..aXY.Y3Q_-.dGFn'
const ISOLATED = { ...CONTEXT, isolated: true }

test('D-142 an isolated secret has the verdict of its field', () => {
  for (const rule of [ssnRule, einRule, accountRule]) {
    assert.deepEqual(rule(SEALED, ISOLATED), { value: SEALED, code: '' })
    assert.equal(rule('', ISOLATED).code, 'required')
    assert.equal(rule('!nine-digits', ISOLATED).code, 'nine-digits')
    assert.deepEqual(rule(`${SEALED}?account-card`, ISOLATED), {
      value: `${SEALED}?account-card`,
      code: '',
      warning: 'account-card',
    })
  }
})

test('D-142 a sealed text is no number where secrets are not isolated', () => {
  for (const rule of [ssnRule, einRule, accountRule]) assert.notEqual(rule(SEALED, CONTEXT).code, '')
})

test('the verdict of a field is written as it is judged', () => {
  assert.equal(writeIsolated({ value: '', code: 'required' }, SEALED), '')
  assert.equal(writeIsolated({ value: '1', code: 'nine-digits' }, SEALED), '!nine-digits')
  assert.equal(writeIsolated({ value: '1', code: '' }, SEALED), SEALED)
  const warned = writeIsolated({ value: '1', code: '', warning: 'ein-prefix' }, SEALED)
  assert.equal(warned, `${SEALED}?ein-prefix`)
  assert.equal(sealedOf(warned), SEALED)
  assert.equal(sealedOf(SEALED), SEALED)
})

test('an application with isolated secrets is valid, and with one error it is not', () => {
  const isolated = mapTexts(goodValues(), (text, kind, path) =>
    isSecret(kind) && text ? `${SEALED}${path.length}` : text,
  )
  assert.deepEqual(judgeApplication(isolated, ISOLATED).issues, [])
  const wrong = { ...isolated, taxId: '!ein-invalid' }
  assert.deepEqual(judgeApplication(wrong, ISOLATED).issues, [{ path: 'taxId', code: 'ein-invalid' }])
})

test('the sealed number of a sole proprietor has the kind that its field judged', () => {
  const isolated = mapTexts(goodValues(), (text, kind) => (isSecret(kind) && text ? SEALED : text))
  const sole = { ...isolated, ownershipType: 'soleProprietorship', taxIdType: 'ITIN', taxId: '' }
  assert.match(sole.signers[0]?.ssn ?? '', /\d/)
  const { issues } = judgeApplication(sole, ISOLATED)
  assert.deepEqual(
    issues.filter(({ path }) => path === 'signers[0].ssn'),
    [],
  )
})

test('the kind of a personal number is that which a sole proprietor chose', () => {
  const sole = { ...goodValues(), ownershipType: 'soleProprietorship', taxIdType: 'ITIN' }
  assert.equal(expectedKind(sole), 'ITIN')
  assert.equal(expectedKind({ ...sole, ownershipType: 'llc' }), '')
  assert.equal(judgeKind('517284693', 'ITIN'), 'itin-expected')
  assert.equal(judgeKind('900500001', 'SSN'), 'ssn-expected')
  assert.equal(judgeKind('900500001', 'ITIN'), '')
  assert.equal(judgeKind('987654320', 'ITIN'), '', 'a sample number fits both kinds')
  assert.equal(judgeKind('517284693', ''), '')
})
