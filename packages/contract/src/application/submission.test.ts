// The body of an application (§6.1): it contains the typed values and omits the empty ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTEXT, goodSigner, goodValues } from '../testing.ts'
import { WIRE } from './fields.ts'
import { judgeApplication } from './judge-application.ts'
import { caseOf, memberOf, readSubmission, spellName, spellNames, writeSubmission } from './submission.ts'
import { SUBMISSION_MEMBERS } from './wire.ts'

const PLACES = { nameCase: 'pascal', tokenPlace: 'top' } as const

test('sends the annual card sales as a number, or omits them', () => {
  const sent = (annualCreditCardSales: string) =>
    writeSubmission(goodValues({ annualCreditCardSales }), {}, PLACES)
  assert.equal(sent('250000')['AnnualCreditCardSales'], 250_000)
  assert.equal('AnnualCreditCardSales' in sent(''), false)
})

test('sends agent, token and bank only if present', () => {
  const parts = { agentName: 'Ann', agentEmail: 'ann@agents.example', token: 'terms' }
  const full = writeSubmission(goodValues(), parts, PLACES)
  const bare = writeSubmission(goodValues({ website: '', businessEmail: '', bankingLater: true }), {}, PLACES)
  const optional = ['AgentName', 'AgentEmail', 'Token', 'Website', 'BusinessEmail', 'BankingInformation']
  assert.deepEqual(
    optional.map((name) => full[name]),
    [
      'Ann',
      'ann@agents.example',
      'terms',
      goodValues().website,
      goodValues().businessEmail,
      goodValues().banking,
    ],
  )
  assert.deepEqual(
    optional.filter((name) => name in bare),
    [],
  )
})

test('detects the case of the names by the spelling of ApiKey', () => {
  assert.equal(caseOf({ apiKey: 'k' }), 'camel')
  assert.equal(caseOf({ ApiKey: 'k' }), 'pascal')
  assert.equal(caseOf({}), 'pascal')
})

test('spells names in both cases', () => {
  assert.equal(spellName('taxId', 'pascal'), 'TaxId')
  assert.equal(spellName('TaxId', 'camel'), 'taxId')
  assert.equal(spellName('DBAName', 'camel'), 'dbaName')
  assert.deepEqual(spellNames({ Owners: [{ TaxId: null }, 1], At: 'x' }, 'camel'), {
    owners: [{ taxId: null }, 1],
    at: 'x',
  })
})

test('reads a member in any case; null is absent', () => {
  assert.equal(memberOf({ TAXID: '1' }, 'TaxId'), '1')
  assert.equal(memberOf({ TaxId: null }, 'TaxId'), undefined)
  for (const body of [null, 'TaxId', ['TaxId'], undefined]) assert.equal(memberOf(body, 'TaxId'), undefined)
})

test('sends the token at the top or with the signature', () => {
  const signed = { nameCase: 'pascal', tokenPlace: 'signature' } as const
  const body = writeSubmission(goodValues(), { token: 'terms' }, signed)
  assert.deepEqual([body['Token'], body['signature']], [undefined, { token: 'terms' }])
  assert.equal('signature' in writeSubmission(goodValues(), {}, signed), false)
  assert.equal('signature' in writeSubmission(goodValues(), { token: 'terms' }, PLACES), false)
  assert.equal(readSubmission(body).parts.token, 'terms')
})

test('reads agent name and agent e-mail; an empty one is absent', () => {
  const parts = { agentName: 'Ann', agentEmail: 'ann@agents.example', token: undefined }
  assert.deepEqual(readSubmission(writeSubmission(goodValues(), parts, PLACES)).parts, parts)
  const none = { agentName: undefined, agentEmail: undefined, token: undefined }
  assert.deepEqual(readSubmission({ AgentName: '', AgentEmail: '' }).parts, none)
})

const sole = (ssn: string) =>
  goodValues({
    ownershipType: 'soleProprietorship',
    taxIdType: 'SSN',
    taxId: '',
    signers: [goodSigner({ ssn })],
  })

test('sends the SSN or ITIN of a sole proprietor as the tax ID, and reads its type back', () => {
  for (const [ssn, type] of [
    ['123456788', 'SSN'],
    ['912701234', 'ITIN'],
  ] as const) {
    const body = writeSubmission(sole(ssn), {}, PLACES)
    assert.equal(body['TaxId'], ssn)
    const { taxIdType, taxId } = readSubmission(body).values
    assert.deepEqual([taxIdType, taxId], [type, ''])
  }
  const withoutSigner = writeSubmission({ ...sole(''), signers: [] }, {}, PLACES)
  assert.equal(withoutSigner['TaxId'], '')
})

test('the tax ID is an EIN for any other business, another number, and no number', () => {
  const typeOf = (changes: object) =>
    readSubmission({ ...writeSubmission(sole('123456788'), {}, PLACES), ...changes })
  for (const changes of [
    { OwnershipType: 'llc' },
    { TaxId: '123456780' },
    { TaxId: '', SignerInformationList: [{}] },
  ]) {
    const { taxIdType, taxId } = typeOf(changes).values
    assert.deepEqual([taxIdType, taxId], ['EIN', 'TaxId' in changes ? changes.TaxId : '123456788'])
  }
})

test('the shortest form has every member that SubmitGoApp requires, none of them empty', () => {
  const [signer] = goodValues().signers
  const isOptional = (name: string | null | readonly unknown[]): boolean =>
    typeof name === 'string' && name.endsWith('?')
  const optional = Object.entries(WIRE).flatMap(([field, name]) => (isOptional(name) ? [[field, '']] : []))
  const typed = goodValues({
    ...Object.fromEntries(optional),
    businessStartDate: '2019-2-',
    bankingLater: true,
    signers: [{ ...signer!, isControlPerson: false, isPrimary: false }],
  })
  const { values, issues } = judgeApplication(typed, CONTEXT)
  assert.deepEqual(issues, [])
  const body = writeSubmission(values, { token: 'terms' }, PLACES)
  // §4.6; ApiKey is added by the BFF.
  const required =
    'TierName CorporateName DBAName OwnershipType BusinessStartDate TaxId BusinessPhone BusinessAddress MailingAddress ProductSold SignerInformationList Token'
  const members = SUBMISSION_MEMBERS.flatMap((member) => (member.isOptional ? [] : [member.name]))
  assert.deepEqual(Object.keys(body).toSorted(), members.toSorted())
  for (const name of required.split(' ')) assert.ok(members.includes(name), name)
  assert.equal(body['BusinessStartDate'], '2019-02-01')
  const leaves = (value: unknown): readonly unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]
  assert.ok(leaves(body).length > 25)
  assert.ok(leaves(body).every((one) => one !== '' && one !== undefined && one !== null))
})
