// Hostile input in every field. The judges never throw: each text is rejected at its field or accepted as it is. An accepted
// text survives the round trip over the wire.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CONTEXT, goodValues, propertyRuns } from '../testing.ts'
import { ownPath, readBoardingMessage, wirePath, writeBoardingMessage } from './boarding-errors.ts'
import { codeOfMessage, FIELD_MESSAGES, type FieldCode } from './codes.ts'
import { cleanDigits, cleanText } from './clean.ts'
import { judgeApplication } from './judge-application.ts'
import { APPLICATION_FIELDS, SAMPLE, type Fields, type TextKind } from './fields.ts'
import { isList, mapTexts, stepOf } from './paths.ts'
import { readSubmission, writeSubmission, type NameCase, type TokenPlace } from './submission.ts'
import type { ApplicationValues } from './values.ts'

/** One sample of each kind of hostile text: empty and nearly empty, script, markup, invalid numbers, names of JavaScript. */
const NAUGHTY = [
  '',
  ' ',
  '\t\n',
  '\u0000',
  '\u0007\u001B[31m',
  '\u200B\u200C\u200D\uFEFF',
  '\u202Etxet\u202C',
  '\u2028\u2029',
  'undefined',
  'null',
  'NaN',
  'Infinity',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '0',
  '-0',
  '00',
  '1e309',
  '0x1F',
  '1/0',
  '٣٤٥',
  '١٢٣٤٥٦٧٨٩',
  '１２３４５６７８８',
  '1,000',
  '$1',
  '−5',
  '½',
  '²',
  '௧௨',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  '"; DROP TABLE application; --',
  '${7*7}',
  '{{7*7}}',
  '%s%n%x',
  '../../etc/passwd',
  '\\\\server\\share',
  '`id`',
  '$(id)',
  'a\r\nSet-Cookie: x=1',
  'Ω≈ç√∫˜µ≤≥÷',
  '田中さんにあげて下さい',
  '울란바토르',
  'ﷺ',
  'הָיְתָה',
  'الكل',
  'Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪',
  '👩‍👩‍👧‍👦',
  '🇺🇸🇨🇦',
  '🏳️‍🌈',
  '\uD800',
  '\uDFFFa',
  'ﬁ',
  'İstanbul',
  'ß',
  'ﬀ',
  'ǆ',
  'file:///c:/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  'http://[::1',
  'mailto:a@b.co',
  'a@b@c.co',
  'https://a.co/%00',
  'http://0x7f.1/',
  'x'.repeat(10_000),
  '9'.repeat(10_000),
  ' '.repeat(10_000),
  'a\u0301'.repeat(5_000),
  '('.repeat(5_000),
  '1-'.repeat(5_000),
  'a.'.repeat(3_000) + 'co',
]

type Place = readonly [path: string, bend: (sample: string) => ApplicationValues]

/** The sample in which no field is hidden. */
const SHOWN = goodValues({
  dbaSame: false,
  dbaName: 'Harbor Cycles',
  mailingSame: false,
  mailingAddress: { ...SAMPLE.businessAddress },
})

/** Every text of the table of fields; the sample has one signer. */
const places: Place[] = []
mapTexts(SHOWN, (text, _, place) => {
  places.push([place, (sample) => mapTexts(SHOWN, (own, _kind, path) => (path === place ? sample : own))])
  return text
})

/** The kind of business decides which other fields are required. The country decides which state and ZIP code are valid. */
const leadsElsewhere = (path: string, issue: string): boolean =>
  (path === 'ownershipType' && issue === 'taxIdType') ||
  (path.endsWith('.country') && issue.startsWith(path.replace('country', '')))

/** Sends values that the browser accepted; the service reads and judges them. */
function overTheWire(values: ApplicationValues, nameCase: NameCase, tokenPlace: TokenPlace) {
  const body = writeSubmission(values, { token: 'terms' }, { nameCase, tokenPlace })
  const { values: read, parts } = readSubmission(JSON.parse(JSON.stringify(body)) as typeof body)
  assert.equal(parts.token, 'terms')
  return { ...judgeApplication(read, { ...CONTEXT, wire: true }), body }
}

void test(`${places.length} fields × ${NAUGHTY.length} hostile texts: accepted, or rejected at the field, without a throw`, () => {
  for (const [path, bend] of places)
    for (const sample of NAUGHTY) {
      const { issues, values } = judgeApplication(bend(sample), CONTEXT)
      for (const issue of issues)
        assert.ok(
          issue.path === path || leadsElsewhere(path, issue.path),
          `${path} = ${JSON.stringify(sample.slice(0, 40))}: ${issue.path} ${issue.code}`,
        )
      assert.deepEqual(
        judgeApplication(values, CONTEXT).issues.map(({ path, code }) => [path, code]),
        issues.map(({ path, code }) => [path, code]),
        `${path}: judged once more, ${JSON.stringify(sample.slice(0, 40))} is judged otherwise`,
      )
      if (issues.length === 0) assert.deepEqual(overTheWire(values, 'pascal', 'top').issues, [])
    }
})

const digit = fc.integer({ min: 0, max: 9 }).map(String)
const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(digit, { minLength: length, maxLength: length }).map((all) => all.join(''))
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(...NAUGHTY.filter((text) => text.length < 100)),
  fc.constantFrom('Harbor Cycle', 'Ana', "O'Neil", 'Suite 4', '12 Boxwood Ave'),
)
const number = fc.oneof(
  digits(9),
  digits(10),
  fc.constantFrom('123456780', '021000021', '7325550123', '123-45-6788', '987654320'),
  words,
)
/** Random texts of a kind: valid ones, nearly valid ones and hostile ones. */
const BY_KIND: Readonly<Record<TextKind, fc.Arbitrary<string>>> = {
  text: words,
  choice: words,
  name: words,
  place: words,
  email: fc.oneof(fc.constantFrom('', 'a@b.co'), words),
  website: words,
  country: fc.constantFrom('US', 'CA', 'MX', ''),
  phone: number,
  digits: number,
  secret: number,
  money: fc.oneof(fc.constantFrom('', '$250,000'), words),
  percent: fc.oneof(fc.constantFrom('0', '25', '50%', '100', '101'), words),
  date: fc.oneof(fc.constantFrom('2019-02-28', '2026-03-10'), words),
  birthday: fc.oneof(fc.constantFrom('1980-02-29', '1980-2-3', '2015-01-01', '1981-02-29'), words),
}
/** Fields with a set of valid texts, which random words would seldom meet. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<string>>> = {
  tierName: fc.constantFrom('Standard', 'Gold', ''),
  ownershipType: fc.constantFrom('soleProprietorship', 'llc', 'government', 'x', ''),
  taxIdType: fc.constantFrom('EIN', 'SSN', 'ITIN', ''),
  streetAddress: fc.oneof(fc.constant('12 Boxwood Ave'), words),
  streetAddress2: fc.oneof(fc.constant(''), words),
  city: fc.oneof(fc.constant('Newark'), words),
  state: fc.constantFrom('NJ', 'ny', 'ON', 'QC', 'AE', 'XX', ''),
  zip: fc.oneof(fc.constantFrom('07102', '071021234', 'K1A 0B1', 'h2y1c6'), words),
}
/** Random values of all fields of a table. */
const anyOf = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, kind]): [string, fc.Arbitrary<unknown>] => {
        if (typeof kind === 'boolean') return [name, fc.boolean()]
        if (typeof kind === 'string') return [name, BY_NAME[name] ?? BY_KIND[kind]]
        return [name, isList(kind) ? fc.array(anyOf(kind[0]), { maxLength: 6 }) : anyOf(kind)]
      }),
    ),
  )
const anyValues = anyOf(APPLICATION_FIELDS) as fc.Arbitrary<ApplicationValues>
/** A valid application with a few random members. Mostly invalid applications would rarely be accepted. */
const nearlyGood = fc
  .tuple(fc.subarray(Object.keys(goodValues()) as (keyof ApplicationValues)[], { maxLength: 3 }), anyValues)
  .map(([names, any]) => goodValues(Object.fromEntries(names.map((name) => [name, any[name]]))))

const RUNS = propertyRuns(20_260_310, 3_000)

void test('random input: no throw, idempotent cleaning, one issue per path', () => {
  fc.assert(
    fc.property(fc.oneof(anyValues, nearlyGood), (values) => {
      const once = judgeApplication(values, CONTEXT)
      const twice = judgeApplication(once.values, CONTEXT)
      assert.deepEqual(twice.values, once.values)
      assert.deepEqual(twice.issues, once.issues)
      assert.equal(new Set(once.issues.map(({ path }) => path)).size, once.issues.length)
      for (const { path } of once.issues) assert.notEqual(stepOf(path), 'agreement', path)
    }),
    RUNS,
  )
})

void test('D-50 the service accepts what the browser accepts, in both spellings and with both token places', () => {
  let accepted = 0
  fc.assert(
    fc.property(
      nearlyGood,
      fc.constantFrom<NameCase>('pascal', 'camel'),
      fc.constantFrom<TokenPlace>('top', 'signature'),
      (values, nameCase, tokenPlace) => {
        const judged = judgeApplication(values, CONTEXT)
        if (judged.issues.length > 0) return
        accepted += 1
        const there = overTheWire(judged.values, nameCase, tokenPlace)
        assert.deepEqual(there.issues, [])
        // The service writes the values that it read to the same body.
        assert.deepEqual(
          writeSubmission(there.values, { token: 'terms' }, { nameCase, tokenPlace }),
          there.body,
        )
      },
    ),
    RUNS,
  )
  assert.ok(accepted > RUNS.numRuns / 20, `only ${accepted} were accepted`)
})

/** Codes of questions that only the page asks; the wire format has no member for them. */
const PAGE_ONLY = new Set<FieldCode>(['control-person', 'primary-one', 'owners-unconfirmed'])

void test('the browser accepts what the service accepts', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.oneof(anyValues, nearlyGood), (values) => {
      const { values: read } = readSubmission(
        writeSubmission(values, {}, { nameCase: 'pascal', tokenPlace: 'top' }),
      )
      if (judgeApplication(read, { ...CONTEXT, wire: true }).issues.length > 0) return
      accepted += 1
      const here = judgeApplication(read, CONTEXT).issues.filter(({ code }) => !PAGE_ONLY.has(code))
      // The wire format joins the two lines of a street, so that the result can be too long.
      assert.deepEqual(
        here.filter(({ path, code }) => !(path.endsWith('streetAddress') && code === 'too-long')),
        [],
      )
    }),
    RUNS,
  )
  assert.ok(accepted > RUNS.numRuns / 40, `only ${accepted} were accepted`)
})

void test('cleaning is idempotent and removes invisible characters', () => {
  fc.assert(
    fc.property(words, (text) => {
      assert.equal(cleanText(cleanText(text)), cleanText(text))
      assert.equal(cleanDigits(cleanDigits(text)), cleanDigits(text))
      assert.doesNotMatch(
        cleanText(text),
        /[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF\p{Cc}]|^\s|\s$|\s\s/u,
      )
    }),
    RUNS,
  )
})

void test('every issue path maps to its wire name and back, in any case', () => {
  for (const [path] of places) {
    if (path === 'taxIdType' || path.endsWith('streetAddress2')) continue
    assert.equal(ownPath(wirePath(path)), path)
    assert.equal(ownPath(wirePath(path).toLowerCase()), path)
  }
  assert.equal(wirePath('signers[0].dateOfBirth'), 'SignerInformationList[0].DateOfBirth')
  assert.equal(wirePath('banking.routingNumber'), 'BankingInformation.RoutingNumber')
  for (const foreign of [
    '',
    'Nope',
    'Signer[0].Ssn',
    'constructor',
    '__proto__',
    'SignerInformationList[0',
    'SignerInformationList[-1].Ssn',
  ])
    assert.equal(ownPath(foreign), null)
})

void test('reads own messages as key and path, and keeps other texts', () => {
  for (const [code, message] of Object.entries(FIELD_MESSAGES)) {
    const read = readBoardingMessage(writeBoardingMessage('signers[1].address.zip', message))
    assert.deepEqual(read, { path: 'signers[1].address.zip', words: message })
    assert.equal(codeOfMessage(read.words), code)
    assert.deepEqual(readBoardingMessage(writeBoardingMessage('', message)), { path: '', words: message })
  }
  assert.equal(codeOfMessage('Nope: computer says no'), null)
  assert.deepEqual(readBoardingMessage('Note: computer says no'), {
    path: '',
    words: 'Note: computer says no',
  })
  assert.deepEqual(readBoardingMessage('taxid: bad'), { path: 'taxId', words: 'bad' })
})

void test('reads a body without members as an empty application', () => {
  const bodies: readonly Record<string, unknown>[] = [
    {},
    { SignerInformationList: 'x', BankingInformation: [], BusinessAddress: 7, TaxId: {}, Token: ['a'] },
    { SignerInformationList: [null, 1, 'x', []], MailingAddress: [[]], CorporateName: null },
    { signerInformationList: Array.from({ length: 1000 }, () => ({})) },
    JSON.parse('{"__proto__":{"TierName":"Standard"},"constructor":{"prototype":{"x":1}}}') as Record<
      string,
      unknown
    >,
  ]
  for (const body of bodies) {
    const { issues } = judgeApplication(readSubmission(body).values, { ...CONTEXT, wire: true })
    assert.ok(issues.some(({ path }) => path === 'corporateName'))
    assert.ok(issues.length < 300)
  }
})
