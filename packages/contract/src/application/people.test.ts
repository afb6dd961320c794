// The fields of persons and of the bank account. The numbers come from public lists: routing numbers of large banks,
// specimen and advertised SSNs, the ranges that the SSA and the IRS publish.
import { goodSigner, goodValues } from '../testing.ts'
import { check, signer, type PutSample } from './samples.testing.ts'
import { emptyAddress } from './values.ts'

const US = { ...emptyAddress(), streetAddress: '12 Boxwood Ave', city: 'Newark', state: 'NJ', zip: '07102' }

for (const name of ['firstName', 'lastName'])
  check(
    `signers[0].${name}`,
    signer(name),
    ['A', "O'Neil", 'Jean-Luc', 'J. R.', 'Zoë', '李', 'Наталья', 'अनिता', 'x'.repeat(35)],
    [
      ['', 'required'],
      ['x'.repeat(36), 'too-long'],
      ['R2D2', 'name-characters'],
      ['2 Ana', 'name-characters'],
      ['Ana <i>', 'name-characters'],
      ['🙂', 'name-characters'],
      ["'--'", 'name-characters'],
    ],
  )
check(
  'signers[0].title',
  signer('title'),
  ['VP', 'CEO', 'Managing member', 'Vice President, Sales', 'x'.repeat(60)],
  [
    ['', 'required'],
    ['C', 'too-short'],
    ['&', 'ampersand'],
    ['President & CEO', 'ampersand'],
    ['x'.repeat(61), 'too-long'],
    ['..', 'text-characters'],
  ],
)
check(
  'signers[0].ownershipPercentage',
  signer('ownershipPercentage'),
  ['0', '100', ['60%', '60'], ['60 %', '60'], ['007', '7']],
  [
    ['', 'required'],
    ['101', 'percent'],
    ['-1', 'percent'],
    ['33.3', 'percent'],
    ['half', 'percent'],
    ['1e1', 'percent'],
    ['%', 'required'],
  ],
)
check(
  'signers[0].dateOfBirth',
  signer('dateOfBirth'),
  ['1980-02-29', '2008-03-10', '1905-03-11', ['1980-3-4', '1980-03-04'], '2000-12-31'],
  [
    ['', 'required'],
    ['1981-02-29', 'date-not-real'],
    ['2026-03-10', 'under-18'],
    ['2008-03-11', 'under-18'],
    ['1905-03-10', 'over-120'],
    ['2026-03-11', 'date-future'],
    ['1980--', 'date-incomplete'],
    ['80-01-01', 'date-incomplete'],
  ],
)
check(
  'signers[0].ssn',
  signer('ssn'),
  [
    '123456788',
    ['123-45-6788', '123456788'],
    ['123 45 6788', '123456788'],
    '899121234',
    '900701234',
    '999881234',
    '912501234',
    '912941234',
    '772010001',
  ],
  [
    ['', 'required'],
    ['12345678', 'nine-digits'],
    ['1234567890', 'nine-digits'],
    ['abcdefghi', 'nine-digits'],
    ['000121234', 'ssn-invalid'],
    ['666121234', 'ssn-invalid'],
    ['123001234', 'ssn-invalid'],
    ['123450000', 'ssn-invalid'],
    ['078-05-1120', 'ssn-invalid'],
    ['219-09-9999', 'ssn-invalid'],
    ['123456789', 'ssn-sample'],
    ['222222222', 'ssn-invalid'],
    ['999999999', 'ssn-invalid'],
    ['900491234', 'ssn-invalid'],
    ['900661234', 'ssn-invalid'],
    ['900891234', 'ssn-invalid'],
    ['900931234', 'ssn-invalid'],
    ['987-65-4320', 'ssn-sample'],
    ['987-65-4329', 'ssn-sample'],
  ],
)
check(
  'signers[0].ssn',
  signer('ssn'),
  ['987654320', '987654325', '987654329', ['123-45-6789', '123456789'], '123456788', '900701234'],
  [['078051120', 'ssn-invalid']],
  { sandbox: true },
)
check(
  'signers[0].ownerCellPhone',
  signer('ownerCellPhone'),
  ['7325550188', ['+17325550188', '7325550188'], '4165550123'],
  [
    ['', 'required'],
    ['8005550123', 'phone-toll-free'],
    ['(888) 555-0123', 'phone-toll-free'],
    ['12345', 'phone'],
    ['7321110123', 'phone'],
  ],
)
check(
  'signers[0].address.streetAddress',
  (streetAddress) => goodValues({ signers: [goodSigner({ address: { ...US, streetAddress } })] }),
  ['12 Boxwood Ave', '1 A'],
  [
    ['', 'required'],
    ['PO Box 3', 'po-box'],
    ['PMB 9', 'po-box'],
    ['a', 'too-short'],
  ],
)

const bank =
  (name: string): PutSample =>
  (sample) =>
    goodValues({ banking: { ...goodValues().banking, [name]: sample } })
check(
  'banking.bankName',
  bank('bankName'),
  ['TD', 'First National Bank of Omaha', 'x'.repeat(60)],
  [
    ['', 'required'],
    ['A', 'too-short'],
    ['x'.repeat(61), 'too-long'],
    ['??', 'text-characters'],
  ],
)
check(
  'banking.routingNumber',
  bank('routingNumber'),
  [
    '021000021',
    '011401533',
    '091000019',
    '122105155',
    '322271627',
    '121000248',
    '026009593',
    ['0210-0002-1', '021000021'],
  ],
  [
    ['', 'required'],
    ['02100002', 'nine-digits'],
    ['0210000211', 'nine-digits'],
    ['021000022', 'routing-invalid'],
    ['000000000', 'routing-invalid'],
    ['111111111', 'routing-invalid'],
    ['131000002', 'routing-invalid'],
    ['501000002', 'routing-invalid'],
    ['991000003', 'routing-invalid'],
  ],
)
check(
  'banking.accountNumber',
  bank('accountNumber'),
  ['1234', '12345678901234567', ['1234-5678', '12345678'], '000123456'],
  [
    ['', 'required'],
    ['123', 'account-digits'],
    ['123456789012345678', 'account-digits'],
    ['12a4', 'account-digits'],
    ['0000', 'account-invalid'],
    ['021000021', 'account-is-routing'],
    ['0210 0002 1', 'account-is-routing'],
  ],
)
