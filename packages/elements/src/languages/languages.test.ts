import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { APPLY_END_FILES } from './apply-end.files.ts'
import { APPLY_FIELDS_FILES } from './apply-fields.files.ts'
import { APPLY_PEOPLE_FILES } from './apply-people.files.ts'
import { APPLY_FILES } from './apply.files.ts'
import { LANGUAGES, languageFor } from './languages.ts'
import { PAY_FILES } from './pay.files.ts'
import { PAY_REFUND_FILES } from './pay-refund.files.ts'

test('every language of the elements is its own nearest match', () => {
  for (const language of LANGUAGES) assert.equal(languageFor(language), language)
})

const CASES: readonly (readonly [tag: string, spoken: string])[] = [
  ['en-GB', 'en-GB'],
  ['en-AU', 'en-GB'],
  ['en-NZ', 'en-GB'],
  ['en-IE', 'en-GB'],
  ['en-Latn-GB', 'en-GB'],
  ['en-ZA', 'en-GB'],
  ['en-IN', 'en-GB'],
  ['en-US', 'en'],
  ['en-CA', 'en'],
  ['en', 'en'],
  ['en-XA', 'en'],
  ['gd-GB', 'en'],
  ['es-MX', 'es'],
  ['fr', 'fr-CA'],
  ['fr-FR', 'fr-CA'],
  ['de-AT', 'de'],
  ['pt-PT', 'pt-BR'],
  ['zh', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  // Readers of the traditional script do not get the simplified one.
  ['zh-TW', 'en'],
  ['zh-HK', 'en'],
  ['zh-Hant-SG', 'en'],
  ['zh-Hans-HK', 'zh-Hans'],
  ['zh-Hant', 'en'],
  ['iw', 'he'],
  ['ar-EG', 'ar'],
  ['ko-KP', 'ko'],
  ['tlh', 'en'],
]

for (const [tag, spoken] of CASES) {
  test(`${tag === 'en-GB' ? 'D-155 ' : ''}a page in ${tag} gets ${spoken}`, () => {
    assert.equal(languageFor(tag), spoken)
  })
}

const FILES = {
  pay: PAY_FILES,
  'pay-refund': PAY_REFUND_FILES,
  apply: APPLY_FILES,
  'apply-fields': APPLY_FIELDS_FILES,
  'apply-people': APPLY_PEOPLE_FILES,
  'apply-end': APPLY_END_FILES,
}

for (const [part, files] of Object.entries(FILES)) {
  test(`${part}.files.ts lists every dictionary in languages/${part}`, () => {
    const there = readdirSync(new URL(part, import.meta.url)).map((name) => name.replace('.ts', ''))
    assert.deepEqual(Object.keys(files).toSorted(), there.toSorted())
  })
}
