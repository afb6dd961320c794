import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  emptyValues,
  FIELD_MESSAGES,
  judgeBusiness,
  type ApplicationValues,
  type Judge,
  type RuleContext,
} from '@tapboard/contract'
import { goodValues } from '@tapboard/contract/testing'
import { judged, left, NO_ERRORS, shownIn, errorsOf, typed, type Judging } from './field-errors.ts'

const CONTEXT: RuleContext = { today: '2026-11-21', sandbox: false, tiers: [], wire: false }
const judge = judgeBusiness
const BEGUN: Judging = { values: emptyValues(), errors: NO_ERRORS }
const GOOD: ApplicationValues = goodValues({
  ownershipType: 'llc',
  corporateName: ' Corner  Repair ',
  productSold: 'Bicycles',
  businessStartDate: '2012-04-01',
})

test('shows no error before Continue is pressed', () => {
  const after = typed(BEGUN, { path: 'website', value: 'x y', judge }, CONTEXT)
  assert.equal(after.errors.shown.size, 0)
  assert.equal(left(after, { path: 'website', judge }, CONTEXT).errors.shown.size, 0)
})

test('Continue shows all errors of the step and keeps the typed text', () => {
  const values = { ...GOOD, corporateName: ' A ', productSold: '' }
  const after = judged({ ...BEGUN, values }, { step: 'business', judge, rest: null }, CONTEXT)
  assert.deepEqual(Object.fromEntries(after.errors.shown), {
    corporateName: 'too-short',
    productSold: 'required',
  })
  assert.equal(after.values.corporateName, ' A ')
  assert.equal(after.found, 2)
})

test('Continue without errors replaces the values with the cleaned ones', () => {
  const after = judged({ ...BEGUN, values: GOOD }, { step: 'business', judge, rest: null }, CONTEXT)
  assert.equal(after.found, 0)
  assert.equal(after.values.corporateName, 'Corner Repair')
})

test('an error follows each change of its field, and no new error appears', () => {
  const failed = judged(
    { ...BEGUN, values: { ...GOOD, website: '!' } },
    { step: 'business', judge, rest: null },
    CONTEXT,
  )
  assert.deepEqual([...failed.errors.shown.keys()], ['website'])
  const other = typed(failed, { path: 'corporateName', value: '', judge }, CONTEXT)
  assert.deepEqual([...other.errors.shown.keys()], ['website'])
  const half = typed(other, { path: 'website', value: 'localhost', judge }, CONTEXT)
  assert.equal(half.errors.shown.get('website'), 'website-private')
  const right = typed(half, { path: 'website', value: 'corner.example.com', judge }, CONTEXT)
  assert.equal(right.errors.shown.size, 0)
})

test('a field that is left is cleaned and gets its warning', () => {
  const long = 'Corner Repair and Bicycle Shop of Lakewood'
  const values = { ...GOOD, corporateName: `  ${long} `, productSold: ' bikes ' }
  const after = left({ ...BEGUN, values }, { path: 'corporateName', judge }, CONTEXT)
  assert.equal(after.values.corporateName, long)
  assert.equal(after.values.productSold, ' bikes ')
  assert.deepEqual([...after.errors.warnings], [['corporateName', 'statement-cut']])
})

test('a rejection by the service remains until its field changes', () => {
  const errors = errorsOf([
    { path: 'corporateName', code: 'upstream', message: 'Name is on a list.' },
    { path: 'website', code: 'website', message: '' },
    { path: '', code: 'upstream', message: 'Call us.' },
  ])
  assert.deepEqual(errors.general, ['Call us.'])
  assert.equal(errors.messages.get('corporateName'), 'Name is on a list.')
  const begun: Judging = { values: GOOD, errors }
  const other = typed(begun, { path: 'productSold', value: 'Bikes', judge }, CONTEXT)
  assert.deepEqual(shownIn(other.errors, 'business'), ['corporateName', 'website'])
  const changed = typed(other, { path: 'corporateName', value: 'Corner Repairs', judge }, CONTEXT)
  assert.deepEqual(shownIn(changed.errors, 'business'), ['website'])
  assert.equal(changed.errors.messages.size, 0)
})

test('completing a part of a step keeps the errors of the rest', () => {
  const failed = judged(
    { ...BEGUN, values: { ...GOOD, website: '!', productSold: '' } },
    { step: 'business', judge, rest: null },
    CONTEXT,
  )
  const part = { values: { ...failed.values, productSold: 'Bikes' }, errors: failed.errors }
  const after = judged(
    part,
    { step: 'business', judge: (values) => ({ values, issues: [], warnings: [] }), rest: judge },
    CONTEXT,
  )
  assert.ok(after.errors.shown.has('website'))
})

test('a part of a step that is judged again lists its errors in the order of the fields', () => {
  const judgeOf =
    (...paths: readonly string[]): Judge =>
    (values) => ({
      values,
      issues: paths.map((path) => ({ path, code: 'required' }) as const),
      warnings: [],
    })
  const rest = judgeOf('website')
  const first = judged(BEGUN, { step: 'business', judge: judgeOf('website'), rest }, CONTEXT)
  const both = judgeOf('corporateName', 'website')
  const again = judged(first, { step: 'business', judge: both, rest }, CONTEXT)
  assert.deepEqual(shownIn(again.errors, 'business'), ['corporateName', 'website'])
})

test('keeps the service’s own messages, and leaves its generic rejection to the dictionaries', () => {
  const issues = [
    { path: 'dbaName', code: 'upstream', message: FIELD_MESSAGES.upstream },
    { path: 'website', code: 'upstream', message: 'We do not board this site.' },
  ]
  const { messages, shown } = errorsOf(issues)
  assert.deepEqual([...messages], [['website', 'We do not board this site.']])
  assert.deepEqual([...shown.keys()], ['dbaName', 'website'])
})
