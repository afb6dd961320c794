/** Page and service apply the same rules: both accept a value, or both reject it at the same field. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isOwnersTaxId,
  judgeApplication,
  latestDate,
  readBoardingMessage,
  type ApplicationValues,
  type SignerValues,
} from '@tapboard/contract'
import * as fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { createService } from '../app/service.ts'
import { ANY_TOKEN, llcValues, Partner, soleValues } from '../testing.ts'

const texts = (...list: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...list) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 120 }) },
  )

const address = fc.record({
  streetAddress: texts('12 Commercial Street', '1', 'PO Box 7', 'Boxwood Ave 3', 'P.M.B. 4', '1 Wall St.'),
  streetAddress2: fc.constantFrom('', '', '', 'Suite 5', 'PMB 12', '  '),
  city: texts('Portland', 'Québec', 'X', 'Washington, D.C.', '12345'),
  state: texts('ME', 'QC', 'me', 'AE', 'XX'),
  zip: texts('04101', '041011234', 'G1R 4P5', 'g1r4p5', '00000', '1234'),
  country: fc.constantFrom('US', 'CA', 'US', 'CA', 'MX', ''),
})

const digits = texts(
  '581234509',
  '58-1234509',
  '111111111',
  '001234567',
  '12345678',
  '219-09-8765',
  '987654321',
  '900701234',
)

const signer = (first: SignerValues) =>
  fc.record({
    firstName: texts('Ada', 'José', "O'Neil", 'X Æ A-12', '李', 'a'.repeat(36), ''),
    lastName: texts('Byron', 'de la Cruz', '123', '.'),
    title: texts('Owner', 'Owner & CEO', 'A', 'Managing member'),
    ownershipPercentage: fc.constantFrom('60', '40', '100', '101', '0', '25 %', '007', '12.5', '-1'),
    dateOfBirth: texts('1980-02-29', '1980-2-9', '1981-02-29', '2020-01-01', '1850-01-01', '1980-02-', ''),
    ssn: digits,
    ownerCellPhone: texts('2075550188', '(207) 555-0188', '+1 207 555 0188', '8005550188', '1115550188', '0'),
    address: fc.oneof(fc.constant(first.address), address),
    isControlPerson: fc.constant(true),
    isPrimary: fc.constant(false),
  })

/** A valid application with changed fields that may be valid. Numbers on the wire are numbers. */
function changed(good: ApplicationValues): fc.Arbitrary<ApplicationValues> {
  const [first] = good.signers
  assert.ok(first)
  const changes = {
    // The page has a list; the service also accepts common names (D-24).
    ownershipType: texts('llc', 'soleProprietorship', 'nonProfit', 'GmbH', ''),
    corporateName: texts(
      'Harbor Cycle Repair LLC',
      'Café Müller',
      '东方',
      'A',
      'x'.repeat(101),
      'B & Sons, Inc.',
    ),
    dbaName: texts('Harbor Cycles', 'x'.repeat(60), 'x'.repeat(61), ''),
    productSold: texts('Bicycles', 'ab', 'x'.repeat(201), '***'),
    website: texts(
      '',
      'www.harbor.com',
      'https://harbor.com/x',
      'ftp://harbor.com',
      'http://10.0.0.1',
      'nothing',
    ),
    businessStartDate: texts('2015-04-01', '2015-4-1', '1799-12-31', '2999-01-01', '2015-02-30', '2015--'),
    annualCreditCardSales: fc.constantFrom('', '250000', '$250,000', '1.5', '1000000000', '0', '-5'),
    taxId: digits,
    businessPhone: texts('2075550123', '207.555.0123', '800 555 0123', '911'),
    businessEmail: texts('', 'desk@harbor.com', 'desk@', 'a b@c.de'),
    businessAddress: address,
    mailingAddress: address,
    banking: fc.record({
      bankName: texts('Casco Savings', 'X'),
      routingNumber: texts('021000021', '0210-0002-1', '021000022', '12'),
      accountNumber: texts('70012345678', '0000', '021000021', '4111111111111111', '12 34'),
    }),
    signers: fc.array(fc.oneof(fc.constant(first), signer(first)), { maxLength: 6 }),
  }
  const names = fc.subarray(Object.keys(changes), { maxLength: 3 })
  return fc.tuple(fc.record(changes), names).map(([all, some]) => {
    const picked = Object.fromEntries(Object.entries(all).filter(([name]) => some.includes(name)))
    const values: ApplicationValues = { ...good, ...picked }
    // Exactly one main contact, as the page ensures; the wire format does not contain it.
    return { ...values, signers: values.signers.map((each, index) => ({ ...each, isPrimary: index === 0 })) }
  })
}

const hasSecondLine = ({ businessAddress, mailingAddress, signers }: ApplicationValues): boolean =>
  [businessAddress, mailingAddress, ...signers.map((each) => each.address)].some(
    ({ streetAddress2 }) => streetAddress2 !== '',
  )

void test('D-23 page and service reject the same fields, or neither rejects any', async () => {
  const service = await createService({ store: 'file::memory:' })
  const partner = await Partner.join(service)
  const today = latestDate(Date.now())
  let [good, bad] = [0, 0]
  const judge = (values: ApplicationValues) =>
    judgeApplication(values, { today, sandbox: true, tiers: ['Standard'], wire: false })
  try {
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed(llcValues()), changed(soleValues())), async (typed) => {
        // The page requires an EIN except from a sole proprietor; no other state is possible.
        const values = typed.ownershipType === 'soleProprietorship' ? typed : { ...typed, taxIdType: 'EIN' }
        const page = judge(values)
        // The wire format does not contain the tax ID type, which the page asks for.
        const paths = page.issues
          .filter(({ code }) => code !== 'ssn-expected' && code !== 'itin-expected')
          .map(({ path }) => path)
        // Valid values are sent normalized; for the comparison the others are sent as well.
        const answer = await partner.post(
          'SubmitGoApp',
          partner.submission(page.values, ANY_TOKEN, { key: partner.testKey }),
        )
        const taken = answer.status === 200
        if (page.issues.length === 0) assert.ok(taken, JSON.stringify(answer.body))
        if (taken) good += 1
        else bad += 1
        // The page checks two address lines separately, the wire format joins them: the service may accept
        // more.
        const odd = values.ownershipType === 'soleProprietorship' && values.signers.length > 1
        if (!hasSecondLine(values) && !odd) {
          const messages = taken ? [] : (answer.body['Error'] as { ErrorMessages: string[] }).ErrorMessages
          const owners = isOwnersTaxId(values)
          const refused = messages
            .map((message) => readBoardingMessage(message).path)
            // A sole proprietor's SSN appears in two places of the wire format.
            .filter((path) => !(owners && path === 'taxId'))
          assert.deepEqual(refused.toSorted(), paths.toSorted())
        }
      }),
      propertyRuns(20261121, 1_000),
    )
    assert.ok(good > 300 && bad > 300, `${good} taken, ${bad} refused`)
  } finally {
    await service.close()
  }
})
