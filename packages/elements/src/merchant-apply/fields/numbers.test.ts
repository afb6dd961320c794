import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanAmount } from '@tapboard/contract'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { LANGUAGES } from '../../languages/languages.ts'
import { formatMoney, formatPercent } from './format.ts'
import { asTyped, isUnclear, readAmount, readPercent, westernDigits } from './numbers.ts'

const TAGS: readonly string[] = [
  ...LANGUAGES,
  'en-US',
  'en-GB',
  'en-IN',
  'es-US',
  'fr-CH',
  'de-CH',
  'pt-PT',
  'ar-EG',
  'ar-MA',
  'fa',
  'mr',
  'hu',
  'tr',
]

/** The result of a rule for the parsed text: an amount, or `null` if it is rejected. */
const understood = (typed: string, lang: string): string | null => {
  const amount = cleanAmount(readAmount(typed, lang))
  return /^\d{1,9}$/.test(amount) ? amount : null
}

const CASES: readonly (readonly [lang: string, typed: string, amount: string | null])[] = [
  ['en', '250000', '250000'],
  ['en', '$250,000.00', '250000'],
  ['en', 'US$ 250,000', '250000'],
  ['en', '250.000', null],
  ['en', '250.000,00', '250000'],
  ['en', '250000.50', null],
  ['en-IN', '2,50,000', '250000'],
  ['es', '250.000', '250000'],
  ['es', '250.000 dólares', '250000'],
  ['es', '250,000', null],
  ['es-US', '250,000', '250000'],
  ['de', '250.000 $', '250000'],
  ['de', '250.000,00', '250000'],
  ['de', '250.000,50', null],
  ['de', '250,000.00', '250000'],
  ['de', '250,000', null],
  ['de', '250.00', null],
  ['de', '250,00', '250'],
  ['de', '250000.00', '250000'],
  ['de', '1.234.567', '1234567'],
  ['de', '1.23.4567', null],
  ['de', '0,500', null],
  ['de', '250.000 €', null],
  ['de-CH', '250’000', '250000'],
  ['fr-CA', '250 000', '250000'],
  ['fr-CA', '250\u00a0000 $', '250000'],
  ['fr-CA', '250\u202f000,00 $ US', '250000'],
  ['fr-CA', '250,000', null],
  ['pt-BR', 'US$ 250.000', '250000'],
  ['vi', '250.000 USD', '250000'],
  ['zh-Hans', '２５０，０００', '250000'],
  ['zh-Hans', '＄250,000', '250000'],
  ['ko', '250,000달러', null],
  ['ar', '٢٥٠٬٠٠٠', '250000'],
  ['ar', '٢٥٠٬٠٠٠٫٠٠', '250000'],
  ['ar', '\u200f٢٥٠٬٠٠٠ US$', '250000'],
  ['ar', '٢٥٠،٠٠٠', '250000'],
  ['ar', '٢٥٠٫٥', null],
  ['he', '\u200f250,000 \u200f$', '250000'],
  ['mr', '२५०,०००', '250000'],
  ['de', '-5', null],
  ['de', '1e5', null],
  ['de', '1234567890', null],
  ['de', '', null],
  ['de', ',', null],
  ['de', '.00', null],
]

for (const [lang, typed, amount] of CASES) {
  test(`${lang}: parses “${typed}” as ${amount ?? 'no amount'}`, () => {
    assert.equal(understood(typed, lang), amount)
  })
}

test('rejects an ambiguous amount and shows it as typed', () => {
  for (const [lang, typed] of [
    ['de', '250,000'],
    ['en', '250.000'],
    ['fr-CA', '250.000'],
    ['es', '250.00'],
  ] as const) {
    const kept = readAmount(typed, lang)
    assert.ok(isUnclear(kept))
    assert.equal(asTyped(kept), typed)
    assert.equal(formatMoney(kept, lang), typed)
    // After more typing the text is parsed again.
    assert.equal(understood(`${kept.slice(0, 3)}000`, lang), '250000')
  }
  // A text that is no amount in any reading is not reported as ambiguous.
  for (const typed of ['12,5', 'twelve', '1.23.4567', ''])
    assert.ok(!isUnclear(readAmount(typed, 'de')), typed)
})

const typing = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('0012345.,. ’$٢٥،٬％')), maxLength: 12 }),
  fc
    .tuple(fc.nat(999_999_999), fc.constantFrom(...TAGS), fc.nat(2))
    .map(([amount, lang, digits]) =>
      new Intl.NumberFormat(lang, { minimumFractionDigits: digits }).format(amount),
    ),
  fc.string({ maxLength: 8 }),
)

test('D-72 one text never parses as two amounts, whatever the language of the page', () => {
  fc.assert(
    fc.property(typing, (typed) => {
      const amounts = new Set(TAGS.map((lang) => understood(typed, lang)).filter((amount) => amount !== null))
      assert.ok(amounts.size < 2, `${typed}: ${[...amounts].join(' or ')}`)
    }),
    propertyRuns(1, 600),
  )
})

test('D-72 parses every amount in the United States format to the same value', () => {
  fc.assert(
    fc.property(typing, (typed) => {
      const amount = cleanAmount(typed)
      if (/^\d{1,9}$/.test(amount)) assert.equal(understood(typed, 'en-US'), amount)
    }),
    propertyRuns(2, 1_000),
  )
})

test('a shown amount parses to the same value in every language', () => {
  const amount = fc.nat(999_999_999).map(String)
  fc.assert(
    fc.property(amount, fc.constantFrom(...TAGS), (value, lang) => {
      assert.equal(readAmount(formatMoney(value, lang), lang), value)
      const written = new Intl.NumberFormat(lang, { minimumFractionDigits: 2 }).format(Number(value))
      assert.equal(understood(written, lang), value, `${lang} ${written}`)
    }),
    propertyRuns(3, 1_000),
  )
  for (let percent = 0; percent <= 100; percent++)
    for (const lang of TAGS) assert.equal(readPercent(formatPercent(`${percent}`, lang)), `${percent}`, lang)
})

test('parses a share with its sign on either side, and keeps a fraction as typed', () => {
  for (const typed of ['50', '50%', '50 %', '%50', '٥٠٪', '５０％', '50\u00a0%\u200f'])
    assert.equal(readPercent(typed), '50', typed)
  for (const typed of ['12,5 %', '12.5', '', '%', '-5', 'half']) assert.equal(readPercent(typed), typed)
})

test('accepts digits of every script', () => {
  assert.equal(westernDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹'), '0123456789 0123456789')
  assert.equal(westernDigits('０１９ ०१९ ০১৯ ๐๑๙'), '019 019 019 019')
  assert.equal(westernDigits('½ ② 五 𝟓'), '½ ② 五 𝟓')
  for (let code = 0; code < 0x10000; code++) {
    const sign = String.fromCharCode(code)
    if (!/\p{Nd}/u.test(sign)) continue
    const value = Number(westernDigits(sign))
    assert.ok(value >= 0 && value <= 9, code.toString(16))
    if (value > 0) assert.equal(Number(westernDigits(String.fromCharCode(code - 1))), value - 1)
  }
})
