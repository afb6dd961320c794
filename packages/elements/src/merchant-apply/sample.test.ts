import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyAddress, emptyValues, judgeApplication, secretsOf } from '@tapboard/contract'
import { sampleIn } from './sample.part.ts'
import { withSample } from './sample.ts'

const PAGE = { tiers: [{ name: 'Plus' }] as never }
const CONTEXT = { today: '2026-11-26', sandbox: true, tiers: ['Plus'], wire: false }

test('the sample has no error in test mode, and production refuses its personal number', () => {
  const values = withSample(emptyValues(), sampleIn, PAGE, false)
  assert.deepEqual(judgeApplication(values, CONTEXT).issues, [])
  assert.deepEqual(judgeApplication(values, { ...CONTEXT, sandbox: false }).issues, [
    { path: 'signers[0].ssn', code: 'ssn-sample' },
  ])
})

test('the sample of a business whose country is Canada has its addresses there', () => {
  const typed = { ...emptyValues(), businessAddress: emptyAddress('CA') }
  const values = withSample(typed, sampleIn, PAGE, false)
  assert.deepEqual(judgeApplication(values, CONTEXT).issues, [])
  assert.deepEqual([values.businessAddress.state, values.signers[0]?.address.country], ['NS', 'CA'])
})

test('the sample replaces nothing that the person typed, and has no secret for a page that isolates them', () => {
  const typed = { ...emptyValues(), corporateName: 'Anchor Books LLC', tierName: 'Basic' }
  const values = withSample(typed, sampleIn, PAGE, true)
  assert.deepEqual([values.corporateName, values.tierName], ['Anchor Books LLC', 'Basic'])
  assert.equal(values.businessPhone, sampleIn('US').businessPhone)
  assert.deepEqual(secretsOf(values), { ssns: [''], taxId: '', accountNumber: '' })
})
