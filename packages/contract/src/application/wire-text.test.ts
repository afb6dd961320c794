import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTEXT, goodValues } from '../testing.ts'
import { OWNERSHIP_TYPES } from './choices.ts'
import { judgeApplication } from './judge-application.ts'
import { readSubmission, writeSubmission } from './submission.ts'
import { readOwnership, readWireDate } from './wire-text.ts'

const PLACES = { nameCase: 'pascal', tokenPlace: 'top' } as const

for (const [date, texts] of Object.entries({
  '2015-04-01': [
    '2015-04-01T00:00:00Z',
    '2015-04-01t23:59:60.123456789z',
    '2015-04-01T23:30:00-08:00',
    '2015-04-01T00:30:00+13:00',
    '2015-04-01 10:00:00Z',
    '04/01/2015',
    '4/1/2015',
    ' 04/01/2015 ',
  ],
  '2004-02-29': ['02/29/2004', '2004-02-29T08:00:00.000Z'],
}))
  test(`D-24 reads ${texts.length} spellings of ${date}, without conversion to another zone`, () => {
    for (const text of texts) assert.equal(readWireDate(text), date, text)
  })

test('D-24 an unknown or impossible date is unchanged or stays impossible, so that its rule refuses it', () => {
  const texts = [
    '2015-04-01T24:00:00Z',
    '2015-04-01T10:60:00Z',
    '2015-04-01T10:00Z',
    '2015-04-01T10:00:00',
    '2015-04-01T10:00:00+24:00',
    '01.04.2015',
    '04-01-2015',
    '04/01/15',
    '1427846400',
    'April 1, 2015',
  ]
  for (const text of texts) assert.equal(readWireDate(text), text)
  assert.equal(readWireDate('13/02/2015'), '2015-13-02')
  for (const businessStartDate of [...texts, '13/02/2015', '02/29/2015', '00/00/2015']) {
    const body = { ...writeSubmission(goodValues(), {}, PLACES), BusinessStartDate: businessStartDate }
    const { issues } = judgeApplication(readSubmission(body).values, { ...CONTEXT, wire: true })
    assert.deepEqual(
      issues.map(({ path }) => path),
      ['businessStartDate'],
      businessStartDate,
    )
  }
})

for (const [type, texts] of Object.entries({
  soleProprietorship: ['sole proprietorship', 'Sole Proprietor', 'SOLE_PROP', 'Individual / Sole Proprietor'],
  partnership: ['Partnership', 'general partnership', 'L.P.', 'LLP'],
  llc: ['LLC', 'l.l.c.', 'Limited Liability Company', 'limited-liability company', 'Llc'],
  corporation: ['Corporation', 'CORP.', 'Inc.', 'C-Corp', 'S Corporation'],
  nonProfit: ['Non-Profit', 'nonprofit', 'Not for profit', '501(c)(3)'],
  government: ['GOVERNMENT', 'Government Agency', "Gov't"],
}))
  test(`D-24 reads ${texts.join(', ')} as ${type}`, () => {
    for (const text of [...texts, type]) assert.equal(readOwnership(text), type, text)
  })

test('D-24 reads every word of the contract as itself and leaves other texts', () => {
  for (const type of OWNERSHIP_TYPES) assert.equal(readOwnership(type), type)
  for (const text of ['', ' ', 'GmbH', 'Limited', 'company', 'constructor', 'llc llc'])
    assert.equal(readOwnership(text), text)
})

test('D-24 a submission in other spellings has the values of the form', () => {
  const values = goodValues()
  const [signer] = values.signers
  const body = writeSubmission(values, {}, PLACES)
  const [first] = body['SignerInformationList'] as Record<string, unknown>[]
  const spelled = {
    ...body,
    OwnershipType: 'Limited Liability Company',
    BusinessStartDate: '04/01/2015',
    SignerInformationList: [{ ...first, dateOfBirth: `${signer?.dateOfBirth ?? ''}T00:00:00Z` }],
  }
  const read = readSubmission(spelled).values
  assert.equal(read.ownershipType, 'llc')
  assert.equal(read.businessStartDate, '2015-04-01')
  assert.equal(read.signers[0]?.dateOfBirth, signer?.dateOfBirth)
  assert.deepEqual(judgeApplication(read, { ...CONTEXT, wire: true }).issues, [])
})
