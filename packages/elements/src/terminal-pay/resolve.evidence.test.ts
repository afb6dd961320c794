import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Attestation, REFERENCE } from '@tapboard/contract'
import { judge, type Typed } from './resolve.evidence.ts'

test('P6 paid needs a reference or an approval code; blanks do not count', () => {
  for (const typed of [{}, { reference: '  ', approvalCode: '\t' }])
    assert.deepEqual(judge('paid', typed), { wrong: 'evidenceNeeded', field: 'reference' })
  assert.deepEqual(judge('paid', { reference: ' R-77 ', approvalCode: '' }), {
    attestation: { outcome: 'paid', reference: 'R-77' },
  })
  assert.deepEqual(judge('paid', { reference: '', approvalCode: '712 304' }), {
    attestation: { outcome: 'paid', approvalCode: '712 304' },
  })
})

test('P6 not paid needs the confirmation of the person', () => {
  assert.deepEqual(judge('unpaid', {}), { wrong: 'unpaidNeeded', field: 'seen' })
  assert.deepEqual(judge('unpaid', { seen: true, reference: 'R-77' }), { attestation: { outcome: 'unpaid' } })
})

test('typed evidence is either rejected at its field or valid for the contract', () => {
  const texts = ['', 'R-77', 'a b', 'é', 'x'.repeat(33), 'x'.repeat(65), ' padded ', '4242', '\u0000']
  for (const reference of texts)
    for (const approvalCode of texts) {
      const typed: Typed = { reference, approvalCode }
      const judged = judge('paid', typed)
      if ('wrong' in judged) assert.match(judged.field, /^(reference|approvalCode)$/)
      else assert.ok(Attestation.safeParse(judged.attestation).success, JSON.stringify(judged))
    }
})

test('accepts exactly the references of the contract, whose pattern it repeats to stay small', () => {
  const characters = Array.from({ length: 0x100 }, (_, code) => `R${String.fromCharCode(code)}R`)
  for (const reference of [...characters, 'R'.repeat(64), 'R'.repeat(65)])
    assert.equal(
      'attestation' in judge('paid', { reference }),
      REFERENCE.test(reference),
      JSON.stringify(reference),
    )
})
