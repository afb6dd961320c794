// The English texts are written for grade 8: the Flesch–Kincaid grade of every sentence, by the syllables that a dictionary counts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'
import { APPLY_TEXTS, DESK_TEXTS, PAY_TEXTS } from '../testing/pseudo.ts'
import { TERMS } from './glossary.testing.ts'

const HIGHEST_GRADE = 8

/** The formula is made for sentences: in a label of few words, one long word decides alone. */
const FEWEST_WORDS = 6

/** Names that no text can replace, with the reason. */
const NAMES: Readonly<Record<string, string>> = {
  'Social Security number': 'its name by the Social Security Administration',
  'individual taxpayer identification number': 'its name by the IRS',
  corporation: 'the legal form',
  terminal: 'the device, as its maker names it',
}

/** A name or a term counts as one word of two syllables: the reader knows it from forms, receipts and the device. */
const KNOWN = new RegExp(
  `\\b(${[...Object.keys(NAMES), ...Object.values(TERMS).map(({ en }) => en)].join('|')})(s?)\\b`,
  'gi',
)

/** Every text of a tree by its path; a function gives its text for numbers. */
function* texts(value: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'function')
    yield* texts((value as (...given: unknown[]) => unknown)(71, 73, 79), path)
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) yield* texts(each, `${path}.${key}`)
}

const wordsOf = (sentence: string): readonly string[] =>
  sentence.replaceAll(KNOWN, 'order').match(/[a-z’'-]+/gi) ?? []

/** The grade of a sentence; `null` for a label. */
function gradeOf(sentence: string): number | null {
  const words = wordsOf(sentence)
  if (words.length < FEWEST_WORDS) return null
  return fleschKincaid({ sentence: 1, word: words.length, syllable: syllable(words.join(' ')) })
}

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?])\s+|\s+–\s+|[:;]\s+/)

const ALL = Array.from(texts({ pay: PAY_TEXTS, desk: DESK_TEXTS, apply: APPLY_TEXTS }, 'en')).filter(
  // Lists of names, not sentences.
  ([path]) => !/\.(states|titles|titleNames)\b.*$/.test(path) || /\.done\.states\b/.test(path),
)

test(`every English sentence is readable at grade ${HIGHEST_GRADE}`, () => {
  const graded = ALL.flatMap(([path, text]) =>
    sentencesOf(text).map((sentence) => [path, sentence, gradeOf(sentence)] as const),
  ).filter(([, , grade]) => grade !== null)
  assert.ok(graded.length > 200, `only ${graded.length} sentences were judged`)
  const hard = graded
    .filter(([, , grade]) => grade! > HIGHEST_GRADE)
    .map(([path, sentence, grade]) => `${path}: grade ${grade!.toFixed(1)}: ${sentence}`)
  assert.deepEqual(hard, [])
})

test('a hard sentence has a grade above 8, a label none', () => {
  assert.ok(gradeOf('The authorization infrastructure is temporarily inaccessible to this application.')! > 8)
  assert.equal(gradeOf('Authorization unavailable'), null)
})
