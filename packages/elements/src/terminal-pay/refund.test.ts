import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OtherLanguage } from '../languages/files.ts'
import { LANGUAGES } from '../languages/languages.ts'
import { PAY_FILES } from '../languages/pay.files.ts'
import { PAY_REFUND_FILES } from '../languages/pay-refund.files.ts'
import { NOW_MS, refunding, samples } from '../testing/pay-views.ts'
import { over } from '../shared/over.ts'
import { PAY_ENGLISH } from './english.ts'
import { phrases, type Spoken } from './phrases.ts'
import { REFUND_ENGLISH } from './refund.strings.ts'
import { rowOf } from './truth-table.ts'

const SAMPLES = ['$42.00', 'Front counter']

/** Texts of a tree by their path; a function with each of its arguments given, and with none. */
function* texts(value: unknown, path = ''): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'function') {
    const make = value as (...given: readonly string[]) => string
    yield [path, `${make(...SAMPLES)} ${make('', '')}`]
  } else for (const [key, each] of Object.entries(value as object)) yield* texts(each, `${path}.${key}`)
}

/** The words of a sale in a text; the payment service and the refunded payment may be named. */
const saleWords = (text: string): readonly string[] =>
  text
    .replaceAll(/payment serv(ice|er)|payment is in doubt|of the payment/g, '')
    .match(/\b(charg|pay|paid|sale)\w*/gi) ?? []

/** A refund has no newer grant (D-122). */
const NEVER = ['.problems.grant-superseded', '.problems.grant-withdrawn']

const { refund, ...SALE_TEXTS } = PAY_ENGLISH

test('no English text of a refund has the words of a sale', () => {
  const all = Array.from(texts(over(SALE_TEXTS, refund)))
  assert.ok(all.length > 150)
  assert.deepEqual(
    all.filter(([path, text]) => saleWords(text).length > 0 && !NEVER.includes(path)),
    [],
  )
})

test('D-101 no row has the words of a sale in a refund', () => {
  for (const [situation, { view }] of samples()) {
    const { title, sentences, spoken } = rowOf(situation)
    const keys = [title, ...sentences, ...spoken]
    const shown = (text: object): string =>
      phrases(keys, { view: refunding(view), nowMs: NOW_MS, lang: 'en', text } as Spoken).join(' ')
    assert.deepEqual(saleWords(shown(over(PAY_ENGLISH, REFUND_ENGLISH))), [], situation)
    // The same row in a sale: its result always names the sale or the charge.
    if (/approved|twice|unpaid|declined/.test(situation))
      assert.notEqual(shown(over(PAY_ENGLISH, REFUND_ENGLISH)), shown(PAY_ENGLISH), situation)
  }
})

for (const language of LANGUAGES) {
  if (language === 'en') continue
  test(`${language}: every text of a refund differs from that of a sale`, async () => {
    const [{ STRINGS: sale }, { STRINGS: own }] = await Promise.all([
      PAY_FILES[language as OtherLanguage](),
      PAY_REFUND_FILES[language as OtherLanguage](),
    ])
    const ofSale = new Map(texts(sale))
    const same = Array.from(texts(own.refund)).filter(([path, text]) => ofSale.get(path) === text)
    // The first steps are those of a sale, and "show again" may be, too.
    const shared = /^\.(steps\.[01]|watchAgain|unpaid\.timed_out)$/
    assert.deepEqual(
      same.filter(([path]) => !shared.test(path)),
      [],
    )
  })
}
