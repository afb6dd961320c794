// The fields of the business with accepted and rejected samples, next to the rules that they test.
import { goodValues } from '../testing.ts'
import { check, LONG, member, type PutSample } from './samples.testing.ts'
import { emptyAddress } from './values.ts'

check(
  'tierName',
  member('tierName'),
  ['Standard'],
  [
    ['', 'choose'],
    ['standard', 'tier-unavailable'],
    ['Standard ', 'tier-unavailable'],
    ['Gold', 'tier-unavailable'],
    ['__proto__', 'tier-unavailable'],
  ],
)
check(
  'ownershipType',
  member('ownershipType'),
  ['partnership', 'llc', 'corporation', 'nonProfit', 'government'],
  [
    ['', 'choose'],
    ['LLC', 'choose'],
    ['sole', 'choose'],
    ['toString', 'choose'],
  ],
)
check(
  'corporateName',
  member('corporateName'),
  [
    'AB',
    'O’Brien & Sons, Inc.',
    ['  Harbor   Cycle\tWorks ', 'Harbor Cycle Works'],
    ['Cafe\u0301 Noir', 'Café Noir'],
    ['Harbor\u200B Cycle\u202E', 'Harbor Cycle'],
    'Łódź Bäckerei (1999) #4',
    'A'.repeat(60),
  ],
  [
    ['', 'required'],
    ['   ', 'required'],
    ['\u200B\u200F', 'required'],
    ['A', 'too-short'],
    ['A'.repeat(101), 'too-long'],
    [LONG, 'too-long'],
    ['株式会社', 'latin'],
    ['Мастер', 'latin'],
    ['株 Harbor', 'latin'],
    ['Harbor 🚲', 'latin'],
    ['<b>Harbor</b>', 'latin'],
    ['--', 'latin'],
  ],
)
check(
  'dbaName',
  (dbaName) => goodValues({ dbaSame: false, dbaName }),
  ['HC', 'Harbor Cycle', 'A'.repeat(60), 'Joe’s Bikes & Beans'],
  [
    ['', 'required'],
    ['H', 'too-short'],
    ['A'.repeat(61), 'too-long'],
    ['自転車', 'latin'],
    ['🚲🚲', 'latin'],
  ],
)
check(
  'productSold',
  member('productSold'),
  ['Tea', 'Fahrräder, Ersatzteile', 'x'.repeat(200), 'Bikes 🚲 and <b>parts</b>', '自転車の修理'],
  [
    ['', 'required'],
    ['ab', 'too-short'],
    ['x'.repeat(201), 'too-long'],
    ['!!!', 'text-characters'],
    [LONG, 'too-long'],
  ],
)
check(
  'website',
  member('website'),
  [
    '',
    'https://www.harborcycle.com',
    'http://harborcycle.com/shop?x=1#top',
    ['harborcycle.com', 'https://harborcycle.com'],
    ['harborcycle.com:8443/a', 'https://harborcycle.com:8443/a'],
    'https://bücher.de',
    ['WWW.Harbor.COM', 'https://WWW.Harbor.COM'],
  ],
  [
    ['harbor', 'website'],
    ['https://', 'website'],
    ['ftp://harborcycle.com', 'website'],
    ['javascript:alert(1)', 'website'],
    ['https://user:pw@harborcycle.com', 'website'],
    ['https://harbor cycle.com', 'website'],
    ['https://-harbor.com', 'website'],
    ['https://localhost', 'website-private'],
    ['https://127.0.0.1/', 'website-private'],
    ['https://10.1.2.3:80', 'website-private'],
    ['https://[::1]/', 'website-private'],
    ['https://shop.internal', 'website-private'],
    ['printer.local', 'website-private'],
    [`https://${'a'.repeat(60)}.com/${'a'.repeat(200)}`, 'too-long'],
  ],
)
check(
  'businessStartDate',
  member('businessStartDate'),
  ['1800-01-01', '2026-03-10', '2024-02-29', ['2019-2-8', '2019-02-08'], ['2019 - 02 - 08', '2019-02-08']],
  [
    ['', 'required'],
    ['--', 'required'],
    ['2019--', 'date-incomplete'],
    ['-2-3', 'date-incomplete'],
    ['19-02-03', 'date-incomplete'],
    ['2023-02-29', 'date-not-real'],
    ['1900-02-29', 'date-not-real'],
    ['2021-13-01', 'date-not-real'],
    ['2021-04-31', 'date-not-real'],
    ['2021-00-10', 'date-not-real'],
    ['02/03/2019', 'date-not-real'],
    ['2026-03-11', 'date-future'],
    ['9999-12-31', 'date-future'],
    ['1799-12-31', 'date-too-early'],
  ],
)
check(
  'annualCreditCardSales',
  member('annualCreditCardSales'),
  [
    '',
    '0',
    '250000',
    ['$250,000', '250000'],
    ['$ 250,000.00', '250000'],
    ['250 000 USD', '250000'],
    ['007', '7'],
    '999999999',
  ],
  [
    ['1000000000', 'amount'],
    ['-1', 'amount'],
    ['2.50', 'amount'],
    ['1.005', 'amount'],
    ['1e5', 'amount'],
    ['a lot', 'amount'],
    ['2.50', 'amount'],
    ['1.005', 'amount'],
    ['0x10', 'amount'],
  ],
)
check(
  'taxId',
  member('taxId'),
  ['123456780', ['12-3456780', '123456780'], ['12 345 6780', '123456780'], '999999998', '010000001'],
  [
    ['', 'required'],
    ['12345678', 'nine-digits'],
    ['1234567890', 'nine-digits'],
    ['12345678a', 'nine-digits'],
    ['001234567', 'ein-invalid'],
    ['111111111', 'ein-invalid'],
    ['123456789', 'ein-invalid'],
  ],
)
check(
  'businessPhone',
  member('businessPhone'),
  [
    '7325550123',
    ['(732) 555-0123', '7325550123'],
    ['+1 732.555.0123', '7325550123'],
    ['1-732-555-0123', '7325550123'],
    '8005550123',
    ['７３２５５５０１２３', '7325550123'],
  ],
  [
    ['', 'required'],
    ['555-0123', 'phone'],
    ['0325550123', 'phone'],
    ['1325550123', 'phone'],
    ['7320550123', 'phone'],
    ['9115550123', 'phone'],
    ['7329110123', 'phone'],
    ['+44 20 7946 0958', 'phone'],
    ['1-800-FLOWERS', 'phone'],
    ['7325550123 x12', 'phone'],
  ],
)
check(
  'businessEmail',
  member('businessEmail'),
  ['', 'a@b.co', 'till+web@harbor-cycle.com', 'jürgen@bücher.de', [' a@b.co ', 'a@b.co']],
  [
    ['a', 'email'],
    ['a@b', 'email'],
    ['a@@b.co', 'email'],
    ['a b@c.co', 'email'],
    ['.a@b.co', 'email'],
    ['a,b@c.co', 'email'],
    ['a..b@c.co', 'email'],
    ['a@-b.co', 'email'],
    [`${'a'.repeat(64)}@${'b'.repeat(40)}.co`, 'too-long'],
  ],
)

const US = { ...emptyAddress(), streetAddress: '12 Boxwood Ave', city: 'Newark', state: 'NJ', zip: '07102' }
const CA = {
  ...emptyAddress('CA'),
  streetAddress: '80 Wellington St',
  city: 'Ottawa',
  state: 'ON',
  zip: 'K1A 0A6',
}
const us =
  (name: string): PutSample =>
  (sample) =>
    goodValues({ businessAddress: { ...US, [name]: sample } })
const canada =
  (name: string): PutSample =>
  (sample) =>
    goodValues({ businessAddress: { ...CA, [name]: sample } })

check(
  'businessAddress.streetAddress',
  us('streetAddress'),
  [
    '1 A',
    '12 Boxwood Ave',
    'Poplar Box Rd 4',
    '55 Po Boxwood Lane',
    'ul. Długa 5',
    '80 Bd René-Lévesque',
    'x'.repeat(100),
  ],
  [
    ['', 'required'],
    ['12', 'too-short'],
    ['x'.repeat(101), 'too-long'],
    ['P.O. Box 12', 'po-box'],
    ['PO Box 12', 'po-box'],
    ['p o box 9', 'po-box'],
    ['POB 12', 'po-box'],
    ['Post Office Box 3', 'po-box'],
    ['12 Main St PMB 4', 'po-box'],
    ['Box 44', 'po-box'],
    ['Case postale 7', 'po-box'],
    ['C.P. 12', 'po-box'],
    ['###', 'text-characters'],
  ],
)
check(
  'businessAddress.streetAddress2',
  us('streetAddress2'),
  ['', 'Suite 4', 'x'.repeat(100)],
  [
    ['x'.repeat(101), 'too-long'],
    ['PMB 4', 'po-box'],
    ['PO Box 1', 'po-box'],
  ],
)
check(
  'businessAddress.city',
  us('city'),
  ['Rye', "Coeur d'Alene", 'St. Louis', 'Saint-Jérôme', 'Ho'],
  [
    ['', 'required'],
    ['A', 'too-short'],
    ['x'.repeat(51), 'too-long'],
    ['12345', 'text-characters'],
    ['New<York>', 'text-characters'],
    ['<York', 'text-characters'],
  ],
)
check(
  'businessAddress.state',
  us('state'),
  ['NJ', ['nj', 'NJ'], 'PR', 'DC', 'GU', ' NY '.trim()],
  [
    ['', 'state-unknown'],
    ['XX', 'state-unknown'],
    ['ON', 'state-unknown'],
    ['New Jersey', 'state-unknown'],
    ['AE', 'state-military'],
    ['AP', 'state-military'],
  ],
)
check(
  'businessAddress.zip',
  us('zip'),
  [
    '07102',
    ['071021234', '07102-1234'],
    '07102-1234',
    ['07102 1234', '07102-1234'],
    ['07102–1234', '07102-1234'],
  ],
  [
    ['', 'required'],
    ['00000', 'zip-format'],
    ['7102', 'zip-format'],
    ['071020', 'zip-format'],
    ['0710a', 'zip-format'],
    ['K1A 0B1', 'zip-format'],
  ],
)
check(
  'businessAddress.zip',
  canada('zip'),
  ['K1A 0B1', ['k1a0b1', 'K1A 0B1'], ['K1A-0B1', 'K1A 0B1'], 'H0H 0H0'],
  [
    ['', 'required'],
    ['07102', 'postal-format'],
    ['D1A 0B1', 'postal-format'],
    ['K1A 0D1', 'postal-format'],
    ['W1A 0B1', 'postal-format'],
    ['K1A 0B', 'postal-format'],
  ],
)
check(
  'businessAddress.state',
  canada('state'),
  ['ON', 'QC', 'NU', ['bc', 'BC']],
  [
    ['', 'state-unknown'],
    ['NJ', 'state-unknown'],
  ],
)
check(
  'businessAddress.country',
  us('country'),
  ['US'],
  [
    ['', 'country'],
    ['USA', 'country'],
    ['us', 'country'],
    ['MX', 'country'],
    ['constructor', 'country'],
  ],
)
check(
  'mailingAddress.streetAddress',
  (streetAddress) => goodValues({ mailingSame: false, mailingAddress: { ...US, streetAddress } }),
  ['PO Box 12', '12 Boxwood Ave', 'PMB 4'],
  [
    ['', 'required'],
    ['ab', 'too-short'],
    ['x'.repeat(101), 'too-long'],
  ],
)
check(
  'mailingAddress.state',
  (state) => goodValues({ mailingSame: false, mailingAddress: { ...US, state } }),
  ['AE', 'AA', 'AP', 'NJ'],
  [
    ['', 'state-unknown'],
    ['ZZ', 'state-unknown'],
  ],
)
