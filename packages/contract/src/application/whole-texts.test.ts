// A rule judges the whole text: a valid part in the middle of another text is no valid value.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDateRule } from './date.ts'
import { SAMPLE } from './fields.ts'
import { secretRule } from './isolated.ts'
import { judgeSigners } from './judge-signers.ts'
import { mapTexts } from './paths.ts'
import { addressRules, cleanZip, stateOfZip } from './place.ts'
import { cellPhoneRule, cleanPhone, emailRule } from './reach.ts'
import type { RuleContext } from './rule.ts'
import { emptySigner, type ApplicationValues } from './values.ts'
import { readWireDate } from './wire-text.ts'

const PAGE: RuleContext = { today: '2026-03-10', sandbox: false, tiers: [], wire: false }
const ON_WIRE: RuleContext = { ...PAGE, wire: true }

test('a date has four digits of the year and two of month and day, and nothing before or after', () => {
  const codeOf = (typed: string): string => startDateRule(typed, PAGE).code
  assert.equal(codeOf('2020-05-01'), '')
  assert.equal(startDateRule('2020-5', PAGE).value, '2020-05-01')
  for (const typed of ['12020-05-01', '2020-05-011']) assert.equal(codeOf(typed), 'date-not-real', typed)
  assert.equal(startDateRule('12020-5', PAGE).value, '12020-5')
})

test('a date of the wire is read only if it is the whole text', () => {
  assert.equal(readWireDate('2020-01-02T03:04:05Z'), '2020-01-02')
  assert.equal(readWireDate('1/2/2020'), '2020-01-02')
  for (const text of ['x2020-01-02T03:04:05Z', '2020-01-02T03:04:05Z x', 'x1/2/2020', '1/2/20201'])
    assert.equal(readWireDate(text), text)
})

test('a phone number is toll-free by its first digits, and loses only its own country code', () => {
  assert.equal(cellPhoneRule('(212) 800-3344', PAGE).code, '')
  assert.equal(cellPhoneRule('(800) 212-3344', PAGE).code, 'phone-toll-free')
  assert.equal(cleanPhone('+1 212 555 0123'), '2125550123')
  assert.equal(cleanPhone('0+1 212 555 0123'), '0+12125550123')
})

test('an e-mail address ends with its domain', () => {
  assert.equal(emailRule('ada@shop.com', PAGE).code, '')
  for (const typed of ['ada@shop.com,bo', 'ada@shop.com bo', 'ada@shop.com.1'])
    assert.notEqual(emailRule(typed, PAGE).code, '', typed)
})

test('a ZIP code with four more digits is in the state of its first five', () => {
  for (const [zip, state] of [
    ['97201-1234', 'OR'],
    ['06390-1234', 'NY'],
    ['83414', 'WY'],
    ['06391', 'CT'],
  ] as const)
    assert.equal(stateOfZip(zip, 'US'), state, zip)
})

test('a code of another form keeps its dash and loses its spaces', () => {
  assert.equal(cleanZip('12–34'), '12-34')
  assert.equal(cleanZip('12 34'), '1234')
  assert.equal(cleanZip('97201–1234'), '97201-1234')
})

test('a street has 100 characters on the page, and 202 on the wire, which joins two lines', () => {
  const codeOf = (length: number, context: RuleContext): string =>
    addressRules('US', 'business').streetAddress(`1 ${'x'.repeat(length - 2)}`, context).code
  assert.deepEqual([codeOf(100, PAGE), codeOf(101, PAGE)], ['', 'too-long'])
  assert.deepEqual([codeOf(202, ON_WIRE), codeOf(203, ON_WIRE)], ['', 'too-long'])
})

test('an isolated field has a verdict only at the end of its value', () => {
  const judge = secretRule(() => ({ value: '', code: 'required' }))
  const found = (value: string) => judge(value, { ...PAGE, isolated: true })
  assert.equal(found('!ssn-invalid').code, 'ssn-invalid')
  assert.equal(found('sealed').code, '')
  assert.equal(found('!ssn-invalid sealed').code, '')
})

test('a new person is in the United States unless another country is given', () => {
  assert.deepEqual(emptySigner(true), emptySigner(true, 'US'))
  assert.equal(emptySigner(true).isPrimary, true)
})

test('the sample fills every text but the second lines, the other name and the other address', () => {
  const empty: string[] = []
  mapTexts(SAMPLE, (text, _, path) => {
    if (text === '') empty.push(path)
    return text
  })
  assert.deepEqual(empty, [
    'dbaName',
    'businessAddress.streetAddress2',
    'mailingAddress.streetAddress',
    'mailingAddress.streetAddress2',
    'signers[0].address.streetAddress2',
  ])
})

/** The sample with as many persons as there are shares. */
const withShares = (shares: readonly string[], more: Partial<ApplicationValues> = {}): ApplicationValues => {
  const [first] = SAMPLE.signers
  assert.ok(first !== undefined)
  return {
    ...SAMPLE,
    ...more,
    signers: shares.map((ownershipPercentage, index) => ({
      ...first,
      ssn: `12345678${index}`,
      ownershipPercentage,
      isPrimary: index === 0,
      isControlPerson: index === 0,
    })),
  }
}
const codesAt = (path: string, values: ApplicationValues): readonly string[] =>
  judgeSigners(values, PAGE).issues.flatMap((issue) => (issue.path === path ? [issue.code] : []))

test('five owners of 25 % or more are too many, also while one of the shares is wrong', () => {
  assert.deepEqual(codesAt('signers', withShares(['25', '25', '25', '25', '101'])), ['owners-many'])
  assert.deepEqual(codesAt('signers', withShares(['25', '25', '25', '25', '-1'])), [])
  assert.deepEqual(codesAt('signers', withShares(['25', '25', '25', '24', '101'])), [])
})

test('a single person of the wire keeps the roles that the partner sent', () => {
  const [first] = SAMPLE.signers
  assert.ok(first !== undefined)
  const values = { ...SAMPLE, signers: [{ ...first, isControlPerson: false, isPrimary: false }] }
  const rolesOf = (context: RuleContext) =>
    judgeSigners(values, context).values.signers.map(({ isControlPerson, isPrimary }) => [
      isControlPerson,
      isPrimary,
    ])
  assert.deepEqual(rolesOf(ON_WIRE), [[false, false]])
  assert.deepEqual(rolesOf(PAGE), [[true, true]])
})

test('warns of a sole proprietor whose name is not that of the business, whatever else is wrong', () => {
  const sole = withShares(['100', '0'], {
    ownershipType: 'soleProprietorship',
    corporateName: 'Harbor Cycle Works',
  })
  const { issues, warnings } = judgeSigners(sole, PAGE)
  assert.ok(issues.some(({ code }) => code === 'signers-sole'))
  assert.deepEqual(
    warnings.map(({ path, code }) => [path, code]),
    [['corporateName', 'sole-name']],
  )
})
