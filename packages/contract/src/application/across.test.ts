// Rules across fields, and warnings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTEXT, goodSigner, goodValues } from '../testing.ts'
import { judgeApplication } from './judge-application.ts'
import { statementOf } from './judge-business.ts'
import { judgeSigner, percentSum } from './judge-signers.ts'
import { fitsState, STATES, stateOfZip } from './place.ts'
import { latestDate } from './rule.ts'
import { emptyAddress, emptyValues, type ApplicationValues } from './values.ts'
import { SUBMISSION_MEMBERS } from './wire.ts'

const issues = (changes: Partial<ApplicationValues>): string[] =>
  judgeApplication(goodValues(changes), CONTEXT).issues.map(({ path, code }) => `${path} ${code}`)
const warnings = (changes: Partial<ApplicationValues>): string[] =>
  judgeApplication(goodValues(changes), CONTEXT).warnings.map(({ path, code }) => `${path} ${code}`)

const shares = (...all: string[]) =>
  all.map((ownershipPercentage, index) =>
    goodSigner({
      ownershipPercentage,
      ssn: String(123_456_780 + index).replace('123456789', '223456789'),
      isPrimary: index === 0,
    }),
  )
const sole = { ownershipType: 'soleProprietorship', taxIdType: 'SSN', taxId: '' }

void test('reports each missing field of an empty application once', () => {
  const { issues } = judgeApplication(emptyValues(), CONTEXT)
  const missing = [
    'tierName',
    'ownershipType',
    'corporateName',
    'productSold',
    'businessStartDate',
    'taxId',
    'businessAddress.streetAddress',
    'businessAddress.zip',
    'businessAddress.city',
    'businessAddress.state',
    'businessPhone',
    'signers',
    'banking.routingNumber',
    'banking.accountNumber',
    'banking.bankName',
  ]
  const paths = issues.map(({ path }) => path)
  assert.deepEqual(
    paths.filter((path) => missing.includes(path)),
    missing,
  )
  // Each other required member of the body; the first three have a value without an answer.
  const known = new Set([
    'dbaName',
    'mailingAddress',
    'termsToken',
    ...missing.map((path) => path.split('.')[0]),
  ])
  assert.deepEqual(
    paths.filter((path) => !missing.includes(path)).toSorted(),
    SUBMISSION_MEMBERS.flatMap(({ field, isOptional }) =>
      isOptional || known.has(field) ? [] : [field],
    ).toSorted(),
  )
})

void test('a sole proprietor is one person with 100 %', () => {
  assert.deepEqual(issues(sole), [])
  assert.deepEqual(issues({ ...sole, taxIdType: 'EIN', taxId: '123456780' }), [])
  assert.deepEqual(issues({ ...sole, signers: shares('99') }), [
    'signers[0].ownershipPercentage percent-sole',
  ])
  assert.deepEqual(issues({ ...sole, signers: shares('100', '0') }), ['signers signers-sole'])
  assert.deepEqual(issues({ ...sole, signers: [] }), ['signers signers-none'])
  // The form does not ask a sole proprietor for the control person.
  assert.deepEqual(issues({ ...sole, signers: [goodSigner({ isControlPerson: false })] }), [])
})

void test("a sole proprietor's number is of the chosen kind", () => {
  const ssn = [goodSigner({ ssn: '900701234' })]
  assert.deepEqual(issues({ ...sole, signers: ssn }), ['signers[0].ssn ssn-expected'])
  assert.deepEqual(issues({ ...sole, taxIdType: 'ITIN', signers: ssn }), [])
  assert.deepEqual(issues({ ...sole, taxIdType: 'ITIN' }), ['signers[0].ssn itin-expected'])
  assert.deepEqual(issues({ ...sole, taxIdType: '' }), ['taxIdType choose'])
  assert.equal(judgeApplication(goodValues({ ...sole, taxId: '123456788' }), CONTEXT).values.taxId, '')
})

void test('other kinds of business need an EIN and a control person', () => {
  assert.deepEqual(issues({ taxIdType: 'SSN' }), ['taxIdType ein-needed'])
  assert.deepEqual(issues({ taxIdType: '' }), [])
  const signers = shares('60', '40').map((one) => ({ ...one, isControlPerson: false }))
  assert.deepEqual(issues({ signers }), ['signers control-person'])
})

void test('exactly one person is the main contact', () => {
  const [first, second] = shares('60', '40')
  assert.ok(first && second)
  assert.deepEqual(issues({ signers: [first, second] }), [])
  assert.deepEqual(issues({ signers: [first, { ...second, isPrimary: true }] }), ['signers primary-one'])
  assert.deepEqual(issues({ signers: [{ ...first, isPrimary: false }, second] }), ['signers primary-one'])
})

void test('D-162 a single person runs the business and is the main contact; a sole proprietor is the only owner', () => {
  const roles = { isControlPerson: false, isPrimary: false }
  const alone = judgeApplication(goodValues({ signers: [goodSigner(roles)] }), CONTEXT)
  assert.deepEqual(alone.issues, [])
  assert.equal(alone.values.signers[0]?.isControlPerson, true)
  assert.equal(alone.values.signers[0]?.isPrimary, true)
  const owner = judgeApplication(goodValues({ ...sole, allOwnersListed: false }), CONTEXT)
  assert.deepEqual(owner.issues, [])
  assert.equal(owner.values.allOwnersListed, true)
  assert.deepEqual(issues({ ...sole, signers: shares('60', '40'), allOwnersListed: false }), [
    'signers signers-sole',
    'signers[0].ownershipPercentage percent-sole',
    'allOwnersListed owners-unconfirmed',
  ])
})

void test('accepts shares of up to 100 % together', () => {
  assert.deepEqual(issues({ signers: shares('60', '40') }), [])
  assert.deepEqual(issues({ signers: shares('25', '10') }), [])
  assert.deepEqual(issues({ signers: shares('60', '41') }), ['signers percent-sum'])
  assert.equal(percentSum(shares('60 %', '40', 'half', '')), 100)
  // An invalid share gets its own issue; the sum is then not judged.
  assert.deepEqual(issues({ signers: shares('60', '410') }), ['signers[1].ownershipPercentage percent'])
})

void test('D-24 accepts at most ten persons, and four with 25 %', () => {
  assert.deepEqual(issues({ signers: shares('25', '25', '25', '25', '0') }), [])
  assert.deepEqual(issues({ signers: shares('20', '20', '20', '20', '20') }), [])
  assert.deepEqual(issues({ signers: shares('25', '25', '25', '25', '0', '0', '0', '0', '0', '0') }), [])
  assert.deepEqual(issues({ signers: shares(...Array.from({ length: 10 }, () => '10')) }), [])
  assert.deepEqual(issues({ signers: shares(...Array.from({ length: 11 }, () => '0')) }), [
    'signers signers-many',
  ])
})

void test('reports a repeated number at the second person', () => {
  const signers = [
    goodSigner({ ownershipPercentage: '50' }),
    goodSigner({ ownershipPercentage: '50', isPrimary: false, ssn: '123-45-6788' }),
  ]
  assert.deepEqual(issues({ signers }), ['signers[1].ssn ssn-repeated'])
  const alone = judgeSigner(goodValues({ signers }), 0, CONTEXT).issues
  assert.deepEqual(alone, [{ path: 'signers[0].ssn', code: 'ssn-repeated' }])
  assert.deepEqual(judgeSigner(goodValues({ signers }), 7, CONTEXT).issues, [])
})

void test('requires the confirmation that all owners are listed', () => {
  assert.deepEqual(issues({ allOwnersListed: false }), ['allOwnersListed owners-unconfirmed'])
})

void test('a legal name above 60 characters requires a trading name', () => {
  const corporateName = 'A'.repeat(61)
  assert.deepEqual(issues({ corporateName }), ['dbaSame dba-needed'])
  assert.deepEqual(issues({ corporateName, dbaSame: false, dbaName: 'Harbor' }), [])
})

void test('the bank account is complete or added later; later clears its values', () => {
  assert.deepEqual(issues({ banking: { bankName: '', routingNumber: '', accountNumber: '1234' } }), [
    'banking.routingNumber required',
    'banking.bankName required',
  ])
  const later = judgeApplication(goodValues({ bankingLater: true }), CONTEXT)
  assert.deepEqual([later.issues, later.values.banking.accountNumber], [[], ''])
})

void test('warnings do not block', () => {
  assert.deepEqual(warnings({}), [])
  assert.deepEqual(warnings({ corporateName: 'Harbor Cycle Works of Newark' }), [
    'corporateName statement-cut',
  ])
  assert.deepEqual(warnings({ taxId: '071234567' }), ['taxId ein-prefix'])
  assert.deepEqual(warnings({ banking: { ...goodValues().banking, accountNumber: '4111111111111111' } }), [
    'banking.accountNumber account-card',
  ])
  assert.deepEqual(warnings({ businessAddress: { ...goodValues().businessAddress, zip: '90210' } }), [
    'businessAddress.zip zip-state',
  ])
  assert.deepEqual(warnings(sole), ['corporateName sole-name'])
  assert.deepEqual(warnings({ ...sole, corporateName: 'LINDQVIST, Ana' }), [])
  assert.deepEqual(warnings({ ...sole, corporateName: 'Lindqvist Bikes' }), ['corporateName sole-name'])
  assert.deepEqual(warnings({ ...sole, businessPhone: '' }), ['corporateName sole-name'])
})

void test('a card statement shows the first 22 characters in capitals', () => {
  assert.equal(statementOf('  Harbor   Cycle Works of Newark'), 'HARBOR CYCLE WORKS OF')
  assert.equal(statementOf('Joe’s'), 'JOE’S')
  assert.equal(statementOf(''), '')
})

void test('compares the ZIP prefix of every state', () => {
  const samples =
    'AL35203 AK99501 AZ85001 AR72201 CA90210 CO80202 CT06103 DE19801 DC20001 FL33101 GA30303 HI96813 ID83702 IL60601 IN46204 IA50309 KS66603 KY40202 LA70112 ME04101 MD21201 MA02108 MI48226 MN55401 MS39201 MO63101 MT59601 NE68102 NV89101 NH03301 NJ07102 NM87501 NY10001 NC27601 ND58501 OH43215 OK73102 OR97201 PA19103 RI02903 SC29201 SD57501 TN37201 TX75201 UT84101 VT05401 VA23219 WA98101 WV25301 WI53202 WY82001 PR00901 GU96910 VI00802 AS96799 MP96950 FM96941 MH96960 PW96940 AA34001 AE09001 AP96201'
  const seen = samples.split(' ').map((sample) => [sample.slice(0, 2), sample.slice(2)] as const)
  assert.deepEqual(seen.map(([state]) => state).toSorted(), STATES.US.toSorted())
  for (const [state, zip] of seen) {
    assert.ok(fitsState(zip, state), `${zip} ${state}`)
    if (!zip.startsWith('969')) assert.equal(stateOfZip(zip, 'US'), state, zip)
    if (!zip.startsWith('969')) assert.ok(!fitsState(zip, state === 'NY' ? 'CA' : 'NY'), `${zip} NY`)
  }
  assert.ok(fitsState('06390', 'NY'))
  const canada = 'ABT5J BCV6B MBR3C NBE1C NLA1C NSB3H NTX1A NUX0A ONM5H PEC1A QCH2Y SKS4P YTY1A'
  const provinces = canada.split(' ').map((sample) => [sample.slice(0, 2), sample.slice(2)] as const)
  assert.deepEqual(provinces.map(([province]) => province).toSorted(), STATES.CA.toSorted())
  for (const [province, postal] of provinces) assert.ok(fitsState(`${postal} 1A1`, province), postal)
  assert.ok(!fitsState('K1A 0A6', 'QC'))
  for (const [province, postal] of provinces)
    assert.equal(stateOfZip(`${postal}1a1`, 'CA'), postal.startsWith('X') ? '' : province, postal)
  assert.equal(stateOfZip('08701-1234', 'US'), 'NJ')
  assert.equal(stateOfZip('06390', 'US'), 'NY')
  for (const unknown of ['', '0870', '96910', '00000', '09999', '26900', 'K1A 0A6'])
    assert.equal(stateOfZip(unknown, 'US'), '', unknown)
})

void test('D-51 accepts today as start date in every time zone', () => {
  assert.equal(latestDate(Date.UTC(2026, 2, 10, 9, 59)), '2026-03-10')
  assert.equal(latestDate(Date.UTC(2026, 2, 10, 10, 0)), '2026-03-11')
})

void test('a person born on 29 February is of age on 1 March', () => {
  const born = { signers: [goodSigner({ dateOfBirth: '2008-02-29' })] }
  const on = (today: string): number =>
    judgeApplication(goodValues(born), { ...CONTEXT, today }).issues.length
  assert.deepEqual(['2026-02-28', '2026-03-01'].map(on), [1, 0])
})

void test('judges do not change their input', () => {
  const given = goodValues({ corporateName: '  Harbor  ', businessAddress: emptyAddress('CA') })
  const before = structuredClone(given)
  judgeApplication(given, CONTEXT)
  assert.deepEqual(given, before)
})

void test('compares the two numbers of a bank account only when both are valid', () => {
  const banking = { bankName: 'First Bank', routingNumber: '123456789', accountNumber: '123456789' }
  assert.deepEqual(issues({ banking }), ['banking.routingNumber routing-invalid'])
  const valid = { ...banking, routingNumber: '021000021', accountNumber: '021000021' }
  assert.deepEqual(issues({ banking: valid }), ['banking.accountNumber account-is-routing'])
})

void test('compares ZIP code and state only in a valid address', () => {
  const businessAddress = { ...goodValues().businessAddress, zip: '90210' }
  assert.deepEqual(warnings({ businessAddress }), ['businessAddress.zip zip-state'])
  assert.deepEqual(warnings({ businessAddress: { ...businessAddress, city: '' } }), [])
})

void test('asks for a trading name when the legal name is too long for one, whatever else is invalid', () => {
  const corporateName = 'A'.repeat(61)
  assert.deepEqual(issues({ corporateName, website: '!' }), ['website website', 'dbaSame dba-needed'])
})

void test('judges the tax ID only of a valid type', () => {
  assert.deepEqual(issues({ taxIdType: 'x', taxId: '1' }), ['taxIdType choose'])
})

void test('judging one person cleans this person only and compares the number with all others', () => {
  const signers = [goodSigner({ firstName: ' Ann ', ssn: '111-22-3333' }), goodSigner({ firstName: ' Bo ' })]
  const { values, issues } = judgeSigner(goodValues({ signers }), 0, CONTEXT)
  assert.deepEqual(
    values.signers.map(({ firstName }) => firstName),
    ['Ann', ' Bo '],
  )
  assert.deepEqual(issues, [])
  const same = [goodSigner(), goodSigner({ ssn: '111-22-3333' }), goodSigner()]
  assert.deepEqual(judgeSigner(goodValues({ signers: same }), 1, CONTEXT).issues, [])
})

void test('one control person is enough', () => {
  const signers = shares('60', '40').map((signer, index) => ({ ...signer, isControlPerson: index === 1 }))
  assert.deepEqual(issues({ signers }), [])
})

void test('a sole proprietor needs the kind of number that was chosen', () => {
  const of = (taxIdType: string, ssn: string) =>
    issues({ ...sole, taxIdType, signers: [goodSigner({ ssn })] })
  assert.deepEqual(of('SSN', '912701234'), ['signers[0].ssn ssn-expected'])
  assert.deepEqual(of('ITIN', '111223333'), ['signers[0].ssn itin-expected'])
  assert.deepEqual(of('ITIN', '912701234'), [])
  // In the sandbox a sample number is of either kind.
  for (const taxIdType of ['SSN', 'ITIN']) {
    const values = goodValues({ ...sole, taxIdType, signers: [goodSigner({ ssn: '987654320' })] })
    assert.deepEqual(judgeApplication(values, { ...CONTEXT, sandbox: true }).issues, [])
  }
})
