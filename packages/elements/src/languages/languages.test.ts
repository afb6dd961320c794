import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES, languageFor } from './languages.ts'

test('every language of the elements is its own nearest one', () => {
  for (const language of LANGUAGES) assert.equal(languageFor(language), language)
})

const CASES: readonly (readonly [tag: string, spoken: string])[] = [
  ['en-GB', 'en'],
  ['es-MX', 'es'],
  ['fr', 'fr-CA'],
  ['fr-FR', 'fr-CA'],
  ['de-AT', 'de'],
  ['pt-PT', 'pt-BR'],
  ['zh', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  // Who reads the traditional script is not given the simplified one.
  ['zh-TW', 'en'],
  ['zh-Hant', 'en'],
  ['iw', 'he'],
  ['ar-EG', 'ar'],
  ['ko-KP', 'ko'],
  ['tlh', 'en'],
]

for (const [tag, spoken] of CASES) {
  test(`a page in ${tag} is spoken to in ${spoken}`, () => {
    assert.equal(languageFor(tag), spoken)
  })
}
