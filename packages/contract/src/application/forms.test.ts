// Exact forms: a valid text with anything before or after it is another text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTEXT } from '../testing.ts'
import { isRoutingNumber, looksLikeCard } from './bank.ts'
import { isOneDigit } from './clean.ts'
import { cleanDate, isRealDate } from './date.ts'
import { einRule, isItin, isSampleSsn, isSsn, judgeSsn } from './identity.ts'
import { cleanAmount } from './judge-business.ts'
import { percentSum } from './judge-signers.ts'
import { cleanZip, fitsState } from './place.ts'
import { cleanPhone, cleanWebsite, emailRule, websiteRule } from './reach.ts'
import { optional, rule } from './rule.ts'
import { emptySigner } from './values.ts'

const EXACT: Readonly<Record<string, readonly [(text: string) => boolean, ...(readonly string[])]>> = {
  'a routing number': [isRoutingNumber, '021000021', '322271627'],
  'an SSN': [isSsn, '123456788', '001010001', '899999998'],
  'an ITIN': [isItin, '900500000', '999650001', '912880001', '999999998'],
  'a sample SSN': [isSampleSsn, '987654320', '987654329'],
  'a card number': [looksLikeCard, '4242424242424242', '378282246310005', '6011111111111117'],
  'a repeated digit': [isOneDigit, '111', '00'],
  'a real date': [isRealDate, '2024-02-29', '2000-02-29', '0001-01-01', '2026-12-31', '2026-04-30'],
}

for (const [what, [holds, ...samples]] of Object.entries(EXACT))
  test(`${what} has exactly its number of characters`, () => {
    for (const sample of samples) {
      assert.ok(holds(sample), sample)
      for (const other of [`x${sample}`, `${sample}x`, ` ${sample}`, `${sample}\n`, `9${sample}0`])
        assert.equal(holds(other), false, JSON.stringify(other))
    }
    assert.equal(holds(''), false)
  })

test('rejects numbers outside of the issued ranges', () => {
  for (const [holds, ...samples] of [
    [isSsn, '000123456', '666123456', '900123456', '123006789', '123450000', '078051120', '219099999'],
    [isSsn, '123456789', '111111111', '12345678', '1234567880'],
    [isItin, '900490001', '900660001', '900690001', '900890001', '900930001', '800500001', '9005000010'],
    [isRoutingNumber, '000000000', '131000021', '021000022', '02100002', '0210000210', '333000021'],
    [looksLikeCard, '4242424242424243', '2424242424242424', '424242424242', '42424242424242420'],
    [
      isRealDate,
      '2023-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-01',
      '2026-01-00',
      '0000-01-01',
    ],
  ] as const)
    for (const sample of samples) assert.equal(holds(sample), false, sample)
})

test('nine digits that are no SSN get their reason', () => {
  const codes = (sandbox: boolean): string[] =>
    ['12345678', '1234567890', '987654321', '123456788', '900500000', '000123456'].map((digits) =>
      judgeSsn(digits, { ...CONTEXT, sandbox }),
    )
  assert.deepEqual(codes(false), ['nine-digits', 'nine-digits', 'ssn-sample', '', '', 'ssn-invalid'])
  assert.deepEqual(codes(true), ['nine-digits', 'nine-digits', '', '', '', 'ssn-invalid'])
})

test('rejects an EIN that cannot have been issued and warns of a rare prefix', () => {
  const found = (digits: string): (string | undefined)[] => {
    const { code, warning } = einRule(digits, CONTEXT)
    return [code, warning]
  }
  assert.deepEqual(found('12-3456780'), ['', undefined])
  assert.deepEqual(found('123456789'), ['ein-invalid', undefined])
  assert.deepEqual(found('001234567'), ['ein-invalid', undefined])
  assert.deepEqual(found('222222222'), ['ein-invalid', undefined])
  assert.deepEqual(einRule('12-3456789', { ...CONTEXT, sandbox: true }), { value: '123456789', code: '' })
  assert.deepEqual(found('12345678'), ['nine-digits', undefined])
  assert.deepEqual(found('1234567890'), ['nine-digits', undefined])
  for (const prefix of ['07', '09', '17', '19', '28', '29', '49', '69', '70', '78', '79', '89', '96', '97'])
    assert.deepEqual(found(`${prefix}1234567`), ['', 'ein-prefix'], prefix)
  assert.deepEqual(found('101234507'), ['', undefined])
})

test('cleaning changes only a text that has the form', () => {
  const cases: readonly (readonly [clean: (typed: string) => string, typed: string, cleaned: string])[] = [
    [cleanZip, '07102', '07102'],
    [cleanZip, '071021234', '07102-1234'],
    [cleanZip, '07102–1234', '07102-1234'],
    [cleanZip, 'x071021234', 'X071021234'],
    [cleanZip, '0710212345', '0710212345'],
    [cleanZip, 'k1a-0b1', 'K1A 0B1'],
    [cleanZip, 'k1a 0b1', 'K1A 0B1'],
    [cleanZip, 'kk1a0b1', 'KK1A0B1'],
    [cleanZip, 'k1a0b12', 'K1A0B12'],
    [cleanPhone, '+1 (732) 555-0123', '7325550123'],
    [cleanPhone, '1 732 555 0123', '7325550123'],
    [cleanPhone, '732/555/0123', '7325550123'],
    [cleanPhone, '+1 732 555 01234', '+173255501234'],
    [cleanPhone, '1 732 555 01234', '173255501234'],
    [cleanPhone, '+11 732 555 0123', '+117325550123'],
    [cleanPhone, '21 732 555 0123', '217325550123'],
    [cleanDate, '2019-2-8', '2019-02-08'],
    [cleanDate, '12019-2-8', '12019-2-8'],
    [cleanDate, '2019-2-811', '2019-2-811'],
    [cleanDate, '--', ''],
    [cleanDate, '-2-', '-2-'],
    [cleanAmount, 'US$ 1,250,000.00', '1250000'],
    [cleanAmount, '$5 dollars', '5'],
    [cleanAmount, '1,25', '1,25'],
    [cleanAmount, '000', '0'],
    [cleanAmount, '1.5', '1.5'],
    [cleanAmount, 'x$5', 'x$5'],
    [cleanAmount, '5 USD x', '5USDx'],
    [cleanWebsite, 'shop.com', 'https://shop.com'],
    [cleanWebsite, 'shop.com:8080', 'https://shop.com:8080'],
    [cleanWebsite, 'mailto:a@b.com', 'mailto:a@b.com'],
    [cleanWebsite, '?ftp://x', 'https://?ftp://x'],
    [cleanWebsite, '', ''],
  ]
  for (const [clean, typed, cleaned] of cases) assert.equal(clean(typed), cleaned, typed)
})

test('a website is private by its host and not by its path', () => {
  const code = (address: string): string => websiteRule(address, CONTEXT).code
  for (const address of [
    'https://shop.com/http://localhost',
    'https://localhost.com',
    'https://shop.com/.local',
  ])
    assert.equal(code(address), '', address)
  for (const address of [
    'http://LOCALHOST:80',
    'https://a.lan/x',
    'https://10.0.0.1?x',
    'https://shop.test#x',
  ])
    assert.equal(code(address), 'website-private', address)
  for (const address of ['xhttps://shop.com', 'https://shop.com x', 'https://shop.com:123456'])
    assert.equal(code(address), 'website', address)
  assert.equal(code(`https://shop.com/${'a'.repeat(238)}`), '')
  assert.equal(code(`https://shop.com/${'a'.repeat(239)}`), 'too-long')
})

test('an e-mail address has at most 100 characters, one @ and a domain', () => {
  const code = (address: string): string => emailRule(address, CONTEXT).code
  const long = `${'a'.repeat(60)}@${'b'.repeat(35)}.com`
  assert.deepEqual([long.length, code(long), code(`a${long}`)], [100, '', 'too-long'])
  for (const address of [
    'a@b.c',
    '.a@b.com',
    'a.@b.com',
    'a..b@c.com',
    'a@b@c.com',
    'a b@c.com',
    'a@-b.com',
    'a@b-.com',
  ])
    assert.equal(code(address), 'email', address)
  for (const address of ['a@b.co', 'a.b+c@d-e.com', 'ä@bücher.de']) assert.equal(code(address), '', address)
})

test('the total of the shares ignores values that are no whole percentage', () => {
  const sum = (...shares: string[]): number =>
    percentSum(shares.map((ownershipPercentage) => ({ ...emptySigner(false), ownershipPercentage })))
  assert.equal(sum('10', ' 20 % ', '30%', '100'), 160)
  assert.equal(sum('x10', '10x', '1000', '1.5', '', '-5', '10%%'), 0)
})

test('a ZIP or postal code fits its state, from the first prefix of a range to the last', () => {
  for (const [zip, state] of [
    ['00501', 'NY'],
    ['00600', 'PR'],
    ['00801', 'VI'],
    ['00901', 'PR'],
    ['01001', 'MA'],
    ['02801', 'RI'],
    ['06390', 'NY'],
    ['06390-1234', 'NY'],
    ['07001', 'NJ'],
    ['08999', 'NJ'],
    ['09001', 'AE'],
    ['83414', 'WY'],
    ['96799', 'AS'],
    ['96799-0001', 'AS'],
    ['96910', 'GU'],
    ['96940', 'PW'],
    ['96950', 'MP'],
    ['99950', 'AK'],
    ['A1A 1A1', 'NL'],
    ['H1A 1A1', 'QC'],
    ['X0A 0A0', 'NU'],
    ['X0A 0A0', 'NT'],
  ] as const)
    assert.ok(fitsState(zip, state), `${zip} ${state}`)
  for (const [zip, state] of [
    ['00501', 'NJ'],
    ['06390', 'CT'],
    ['06389', 'NY'],
    ['08999', 'AE'],
    ['10000', 'NJ'],
    ['96799', 'HI'],
    ['96910', 'HI'],
    ['96801', 'GU'],
    ['A1A 1A1', 'ON'],
    ['Y1A 1A1', 'NT'],
  ] as const)
    assert.equal(fitsState(zip, state), false, `${zip} ${state}`)
  // Prefixes without a state, and letters without a province, are unknown and fit every state.
  for (const zip of ['00100', '00499', '09900', '26900', '42800', 'Z1A 1A1'])
    assert.ok(fitsState(zip, 'NY'), zip)
})

test('an optional field is empty when its cleaned text is empty', () => {
  const amount = optional(rule(cleanAmount, (value) => (/^[0-9]+$/.test(value) ? '' : 'amount')))
  for (const typed of ['', '  ', '$', 'US$', ' USD '])
    assert.deepEqual(amount(typed, CONTEXT), { value: '', code: '' }, typed)
  assert.deepEqual(amount('$5', CONTEXT), { value: '5', code: '' })
  assert.equal(amount('five', CONTEXT).code, 'amount')
})
