/** Invalid applications: every wrong field is reported at its path, all at once (D-23). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boarding,
  codeOfMessage,
  readBoardingMessage,
  SUBMISSION_MEMBERS,
  type ApplicationValues,
} from '@tapboard/contract'
import { createService } from '../app/service.ts'
import { llcValues, Partner, soleValues, withPartner, type BoardingAnswer } from '../testing.ts'

/** Internal path → code of the contract, or a message that is not the contract's. */
function faultsOf({ status, body }: BoardingAnswer): Record<string, string> {
  const read = boarding.BoardingErrorBody.parse(body)
  assert.ok(status >= 400 && status < 500, String(status))
  const faults = read.Error.ErrorMessages.map(readBoardingMessage)
  assert.equal(new Set(faults.map(({ path }) => path)).size, faults.length, 'one message for each field')
  return Object.fromEntries(faults.map(({ path, words }) => [path, codeOfMessage(words) ?? words]))
}

const address = {
  streetAddress: 'required',
  city: 'required',
  state: 'state-unknown',
  zip: 'required',
  country: 'country',
}
const under = (at: string, faults: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([name, code]) => [`${at}.${name}`, code]))

void test(
  'D-23 an empty application gets all missing fields in one answer',
  withPartner(async (partner) => {
    const empty = await partner.post('SubmitGoApp', {
      ApiKey: partner.liveKey,
      SignerInformationList: [{}],
      BankingInformation: {},
    })
    assert.equal(empty.status, 400)
    const missing: Readonly<Record<string, string>> = {
      tierName: 'choose',
      corporateName: 'required',
      dbaName: 'required',
      ownershipType: 'choose',
      businessStartDate: 'required',
      productSold: 'required',
      taxId: 'required',
      businessPhone: 'required',
      ...under('businessAddress', address),
      ...under('mailingAddress', address),
      'signers[0].firstName': 'required',
      'signers[0].lastName': 'required',
      'signers[0].title': 'required',
      'signers[0].ownershipPercentage': 'required',
      'signers[0].dateOfBirth': 'required',
      'signers[0].ssn': 'required',
      'signers[0].ownerCellPhone': 'required',
      ...under('signers[0].address', address),
      'banking.bankName': 'required',
      'banking.routingNumber': 'required',
      'banking.accountNumber': 'required',
      termsToken: 'terms-token',
    }
    // Each other required member of the body is a text.
    const known = new Set(Object.keys(missing).map((path) => path.split(/[.[]/)[0]))
    const others = SUBMISSION_MEMBERS.flatMap(({ field, isOptional }) =>
      isOptional || known.has(field) ? [] : [[field, 'required']],
    )
    assert.deepEqual(faultsOf(empty), { ...missing, ...Object.fromEntries(others) })
    const none = faultsOf(await partner.post('SubmitGoApp', { ApiKey: partner.testKey }))
    assert.equal(none['signers'], 'signers-none')
    assert.equal('banking.bankName' in none, false, 'a bank account may be left out')
    assert.equal(none['termsToken'], 'terms-token')
  }),
)

for (const strict of [false, true])
  void test(`D-25 the sandbox requires a token and accepts any text (${strict ? 'strict' : 'default'})`, async () => {
    const service = await createService({ store: 'file::memory:', strict })
    const partner = await Partner.join(service)
    const send = (token?: string, tokenPlace: 'top' | 'signature' = 'top') =>
      partner.post(
        'SubmitGoApp',
        partner.submission(llcValues(), token, { key: partner.testKey, tokenPlace }),
      )
    for (const token of [undefined, '', ' \n'])
      assert.deepEqual(faultsOf(await send(token)), { termsToken: 'terms-token' })
    for (const token of ['test', 'test', '☂', '0', 'x'.repeat(5_000)])
      assert.equal((await send(token)).status, 200, token.slice(0, 9))
    assert.equal((await send('in the signature', 'signature')).status, 200)
    assert.equal((await service.boarding.applications.list()).length, 6)
    await service.close()
  })

const cases: readonly [
  string,
  Partial<ApplicationValues> | ((values: ApplicationValues) => ApplicationValues),
  Record<string, string>,
][] = [
  ['a tax ID of one digit', { taxId: '111111111' }, { taxId: 'ein-invalid' }],
  [
    'a sample SSN in production',
    (v) => ({ ...v, signers: v.signers.map((s, i) => (i ? s : { ...s, ssn: '987654321' })) }),
    { 'signers[0].ssn': 'ssn-sample' },
  ],
  [
    'one SSN twice',
    (v) => ({ ...v, signers: v.signers.map((s) => ({ ...s, ssn: '219098765' })) }),
    { 'signers[1].ssn': 'ssn-repeated' },
  ],
  [
    'shares of 101 %',
    (v) => ({ ...v, signers: v.signers.map((s, i) => (i ? s : { ...s, ownershipPercentage: '61' })) }),
    { signers: 'percent-sum' },
  ],
  [
    'half a percent',
    (v) => ({ ...v, signers: v.signers.map((s, i) => (i ? s : { ...s, ownershipPercentage: '12.5' })) }),
    { 'signers[0].ownershipPercentage': 'percent' },
  ],
  [
    'a person of 17',
    (v) => ({ ...v, signers: v.signers.map((s, i) => (i ? s : { ...s, dateOfBirth: '2015-01-01' })) }),
    { 'signers[0].dateOfBirth': 'under-18' },
  ],
  ['30 February', { businessStartDate: '2020-02-30' }, { businessStartDate: 'date-not-real' }],
  [
    'a PO box as a place of business',
    (v) => ({ ...v, businessAddress: { ...v.businessAddress, streetAddress: 'P.O. Box 7' } }),
    { 'businessAddress.streetAddress': 'po-box' },
  ],
  [
    'a Canadian province with the United States',
    (v) => ({ ...v, businessAddress: { ...v.businessAddress, state: 'QC' } }),
    { 'businessAddress.state': 'state-unknown' },
  ],
  [
    'a routing number with a slip',
    (v) => ({ ...v, banking: { ...v.banking, routingNumber: '021000022' } }),
    { 'banking.routingNumber': 'routing-invalid' },
  ],
  ['HTML as a name', { corporateName: '<script>alert(1)</script>' }, { corporateName: 'latin' }],
  ['a website at home', { website: 'http://localhost/x' }, { website: 'website-private' }],
  [
    'a sole proprietor with two persons',
    (v) => ({ ...v, ownershipType: 'soleProprietorship' }),
    { signers: 'signers-sole', 'signers[0].ownershipPercentage': 'percent-sole' },
  ],
]

for (const [what, change, expected] of cases)
  void test(
    `D-23 rejects ${what} at its field`,
    withPartner(async (partner) => {
      const values = typeof change === 'function' ? change(llcValues()) : llcValues(change)
      const token = await partner.agree('Standard', values.corporateName)
      const refused = await partner.post('SubmitGoApp', partner.submission(values, token))
      assert.deepEqual(faultsOf(refused), expected)
    }),
  )

void test(
  'accepts pasted values: separators, blanks, accents, a leap day, an SSN as the tax ID',
  withPartner(async (partner) => {
    const typed = llcValues({
      taxId: '58-1234509',
      businessPhone: '(207) 555-0123',
      corporateName: '  Café  Müller LLC ',
    })
    assert.equal((await partner.submit(typed)).status, 200)
    const sole = await partner.submit(soleValues())
    const view = await partner.service.boarding.applications.find(String(sole.body['AppId']))
    assert.equal(view?.lastDigits['signers[0].ssn'], '8765')
    const sample = llcValues({ signers: llcValues().signers.map((s, i) => ({ ...s, ssn: `98765432${i}` })) })
    assert.equal((await partner.submit(sample, { key: partner.testKey })).status, 200)
  }),
)

void test(
  'a member of the wrong type gets the expected type at its path; a wrong object gets one error',
  withPartner(async (partner) => {
    const good = partner.submission(llcValues(), 'x', { key: partner.testKey })
    const [signer] = good['SignerInformationList'] as Record<string, unknown>[]
    const wrong: readonly [Record<string, unknown>, Record<string, string>][] = [
      [{ TaxId: 581234509 }, { taxId: 'Send text.' }],
      [{ AnnualCreditCardSales: '250000' }, { annualCreditCardSales: 'Send a number.' }],
      [{ BusinessAddress: ['12 Commercial Street'] }, { businessAddress: 'Send an object.' }],
      [{ MailingAddress: 'PO Box 12' }, { mailingAddress: 'Send an object.' }],
      [{ BankingInformation: [] }, { banking: 'Send an object.' }],
      [{ SignerInformationList: { 0: signer } }, { signers: 'Send a list of objects.' }],
      [{ SignerInformationList: [signer, [signer]] }, { signers: 'Send a list of objects.' }],
      [
        { SignerInformationList: [{ ...signer, ownershipPercentage: '60' }] },
        { 'signers[0].ownershipPercentage': 'Send a number.' },
      ],
      [
        { SignerInformationList: [{ ...signer, address: true }] },
        { 'signers[0].address': 'Send an object.' },
      ],
      [
        { SignerInformationList: [{ ...signer, SSN: '219098765' }] },
        { 'signers[0].ssn': 'Send this member once, in one spelling.' },
      ],
      [{ taxid: '581234509' }, { taxId: 'Send this member once, in one spelling.' }],
      [
        { DBAName: {}, Website: 1, AgentName: [], AgentEmail: false },
        { dbaName: 'Send text.', website: 'Send text.', agentName: 'Send text.', agentEmail: 'Send text.' },
      ],
      [{ Token: 5 }, { termsToken: 'Send text.' }],
      [
        { AgentEmail: 'nobody', AgentName: '…' },
        { agentEmail: 'email', agentName: 'text-characters' },
      ],
    ]
    for (const [change, expected] of wrong) {
      const { termsToken: _, ...others } = faultsOf(await partner.post('SubmitGoApp', { ...good, ...change }))
      const { termsToken: token, ...rest } = expected
      assert.deepEqual(others, rest, JSON.stringify(Object.keys(change)))
      if (token !== undefined) assert.equal(_, token)
    }
  }),
)

void test(
  'the sandbox rejects a legal name that ends in "(refused)" with three fields; production has no scripts',
  withPartner(async (partner) => {
    const values = llcValues({ corporateName: 'Harbor Cycle Repair LLC (Refused) ' })
    const refused = await partner.submit(values, { key: partner.testKey })
    assert.deepEqual(Object.keys(faultsOf(refused)), ['dbaName', 'businessPhone', 'signers[0].dateOfBirth'])
    assert.equal((await partner.submit(values)).status, 200)
    const token = await partner.agree('Standard', values.corporateName, partner.testKey)
    const spelled = partner.submission(values, token, { key: partner.testKey })
    assert.equal((await partner.post('SubmitGoApp', spelled)).status, 400)
    assert.equal((await partner.service.boarding.applications.list()).length, 1)
  }),
)

void test('a strict service has no GetApplication', async () => {
  const strict = await createService({ store: 'file::memory:', strict: true })
  const partner = await Partner.join(strict)
  assert.equal((await partner.submit(llcValues())).status, 200)
  assert.equal((await partner.post('GetApplication', { ApiKey: partner.liveKey, AppId: 'x' })).status, 404)
  await strict.close()
})
