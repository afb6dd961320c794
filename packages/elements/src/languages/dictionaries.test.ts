import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SignersStrings } from '../merchant-apply/steps/signers.strings.ts'
import { APPLY_TEXTS, DESK_TEXTS, PAY_TEXTS } from '../testing/pseudo.ts'
import { SAME, SPELLING, STAYS } from '../testing/spelling.ts'
import { APPLY_END_FILES } from './apply-end.files.ts'
import { APPLY_FIELDS_FILES } from './apply-fields.files.ts'
import { APPLY_PEOPLE_FILES } from './apply-people.files.ts'
import { APPLY_FILES } from './apply.files.ts'
import { DESK_FILES } from './desk.files.ts'
import type { OtherLanguage } from './files.ts'
import { TERMS } from './glossary.testing.ts'
import { LANGUAGES } from './languages.ts'
import { PAY_FILES } from './pay.files.ts'
import { PAY_REFUND_FILES } from './pay-refund.files.ts'
import { WORDING } from './wording.testing.ts'

const FILES = {
  pay: [PAY_FILES, PAY_REFUND_FILES],
  desk: [DESK_FILES],
  apply: [APPLY_FILES, APPLY_FIELDS_FILES, APPLY_PEOPLE_FILES, APPLY_END_FILES],
}

/** Sample arguments: numbers that occur in no text. */
const SAMPLES = [71, 73, 79]

/** Every text of a tree by its path; for a function, its result for the samples and its number of arguments. */
function* texts(value: unknown, path = ''): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'function') {
    const { length } = value
    const made: unknown = (value as (...given: unknown[]) => unknown)(...SAMPLES.slice(0, length))
    yield* texts(made, `${path}(${length})`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* texts(each, path ? `${path}.${key}` : key)
  }
}

/** States have names of their own in some languages only, countries are named by the platform, and roles are sent in English. */
const isShared = (path: string): boolean =>
  !/^apply\.(address\.(states|countries)|signers\.titles)\b/.test(path)

const english = new Map(
  Array.from(texts({ pay: PAY_TEXTS, apply: APPLY_TEXTS, desk: { desk: DESK_TEXTS } })).filter(([path]) =>
    isShared(path),
  ),
)

/** All texts of an element in a language. */
async function read(
  element: keyof typeof FILES,
  language: OtherLanguage,
): Promise<Readonly<Record<string, unknown>>> {
  const parts = await Promise.all(FILES[element].map(async (files) => (await files[language]!()).STRINGS))
  return Object.assign({}, ...parts) as Readonly<Record<string, unknown>>
}

// Loads all dictionaries before the first test: the runner can take a file that waits between tests for a finished one.
const dictionaries = new Map(
  await Promise.all(
    LANGUAGES.filter((language) => language !== 'en').map(
      async (language) =>
        [
          language,
          {
            pay: await read('pay', language),
            apply: await read('apply', language),
            desk: await read('desk', language),
          },
        ] as const,
    ),
  ),
)

/** The texts of British English. */
const british = new Map(
  texts({
    pay: {
      ...(await PAY_FILES['en-GB']()).STRINGS,
      ...(await PAY_REFUND_FILES['en-GB']()).STRINGS,
    },
    apply: {
      ...(await APPLY_FIELDS_FILES['en-GB']()).STRINGS,
      ...(await APPLY_PEOPLE_FILES['en-GB']()).STRINGS,
    },
  }),
)

/** More than signs, figures and the names of US numbers. */
const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(STAYS, ''))

const BUTTONS = [
  /^pay\.(checkAgain|charge|chargeAgain|giveUp|stop|cancel|watchAgain|checkNow|tryAgain|otherTerminal|done|copy|copyDetails|copied|print)\b/,
  /^pay\.refund\.(charge|chargeAgain|stop|cancel|watchAgain|markPaid|markUnpaid)\b/,
  /^pay\.(details|register|registerSend|close|markPaid|markUnpaid|back)$/,
  /^apply\.shell\.(begin|continue|back|tryAgain|startOver|startOverYes|keep|loadNewer|keepMine)$/,
  /^apply\.fields\.show$/,
  /^apply\.signers\.(add|addYou|addMore|change|remove|undo|copy|save|cancel)$/,
  /^apply\.(agreement\.(tryAgain|read|close|submit|sending|back)|review\.(change|print))$/,
  /^desk\.desk\.(today|settle|close|clear|newer|older|csv|print|tryAgain)$/,
  /^apply\.done\.(sendAgain|toForm|check|print)$/,
]

test('every button is in the list of measured widths', () => {
  for (const button of BUTTONS) assert.ok(Array.from(english.keys()).some((path) => button.test(path)))
})

for (const language of LANGUAGES) {
  if (language === 'en') continue
  const { quotes, script, wrong, ban, refundBan } = SPELLING[language]
  const dictionary = dictionaries.get(language)!
  const found = new Map(texts(dictionary))
  /** The texts with an error. */
  const bad = (isBad: (text: string, path: string) => boolean): string[] =>
    Array.from(found).flatMap(([path, text]) => (isBad(text, path) ? [`${path}: ${text}`] : []))

  test(`${language}: translates every English text, of the same kind and with all its values`, () => {
    assert.deepEqual(
      Array.from(found.keys()).filter(isShared).toSorted(),
      Array.from(english.keys()).toSorted(),
    )
    const isLost = (text: string, path: string): boolean =>
      SAMPLES.some((sample) => english.get(path)?.includes(`${sample}`) && !text.includes(`${sample}`))
    assert.deepEqual(bad(isLost), [])
    assert.deepEqual(
      bad((text, path) => text === '' && english.get(path) !== ''),
      [],
    )
  })

  test(`${language}: has a plural form for every number of answers`, () => {
    const { missing } = dictionary.apply['signers'] as SignersStrings
    const rules = new Intl.PluralRules(language)
    const said = new Map<string, string>()
    for (let count = 0; count <= 120; count += 1) {
      const text = missing(count)
      assert.match(text, script)
      // A language may omit the figure in the texts for zero, one or two.
      if (rules.select(count) !== rules.select(1) && count > 2) assert.ok(text.includes(`${count}`), text)
      said.set(rules.select(count), text.replaceAll(/\d+/g, '#'))
    }
    if (language === 'ar') assert.equal(said.size, 6)
  })

  test(`${language}: the last step of a refund has the term for a refund`, () => {
    const [, last] = Array.from(found).findLast(([path]) => path.startsWith('pay.refund.steps'))!
    assert.ok(last.toLowerCase().includes(TERMS.refund[language]), last)
  })

  test(`${language}: leaves no text in English`, () => {
    const same = bad(
      (text, path) => text === english.get(path) && hasWords(text) && !SAME[language].includes(text),
    )
    assert.deepEqual(same, [])
    const isEnglish = /\b(the|your|with|this|please|enter|you|of|choose)\b/i
    assert.deepEqual(
      bad((text) => isEnglish.test(text)),
      [],
    )
  })

  test(`D-71 ${language}: uses only letters of the language`, () => {
    const isForeign = (text: string): boolean => {
      const rest = text.replaceAll(STAYS, '')
      return Array.from(rest.matchAll(/\p{L}/gu)).some(([letter]) => !script.test(letter))
    }
    assert.deepEqual(bad(isForeign), [])
  })

  test(`D-71 ${language}: uses the spaces, quotes and signs of the language`, () => {
    const signs = /[<>"'`´‘]|\.\.\.| {2}|^\s|\s$|[\u200e\u200f\u202a-\u202e]/
    assert.deepEqual(
      // The notice is named as the terminal writes it (§1.3).
      bad((text) => signs.test(text.replace('Running...', 'Running')) || wrong.test(text)),
      [],
    )
    const isQuoted = (text: string): boolean =>
      /[«»„“”]/.test(text.replaceAll(new RegExp(`[${quotes}]`, 'g'), ''))
    assert.deepEqual(bad(isQuoted), [])
    // Isolates come in pairs.
    const count = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0
    assert.deepEqual(
      bad((text) => count(text, /[\u2066-\u2068]/g) !== count(text, /\u2069/g)),
      [],
    )
  })

  test(`${language}: no button is much wider than in English`, () => {
    const isWide = (text: string, path: string): boolean =>
      BUTTONS.some((button) => button.test(path)) &&
      text.length > Math.max(12, 1.8 * (english.get(path)?.length ?? 0))
    assert.deepEqual(bad(isWide), [])
  })

  test(`${language}: the titles about a second payment or refund have at most eight words`, () => {
    const titles = [...english, ...found].filter(([path]) => /\.paid(Twice|Stop|Before)$/.test(path))
    assert.equal(titles.length, 12)
    for (const [, title] of titles) assert.ok(title.match(/\S*\p{L}\S*/gu)!.length <= 8, title)
  })

  test(`D-71 ${language}: uses the same words for every warning against a second charge or refund`, () => {
    for (const key of ['doubt', 'reviewNote', 'paidBefore', 'unansweredNote', 'contactingNote'])
      for (const [path, instruction] of [
        ['pay', ban],
        ['pay.refund', refundBan],
      ] as const)
        assert.match((found.get(`${path}.${key}`) ?? found.get(`${path}.${key}(1)`))!, instruction)
    assert.match(found.get('desk.desk.openNote')!, ban)
  })
}

test('D-155 British English has only texts that differ from the English ones', () => {
  for (const [path, text] of british)
    if (!/\.(steps\.[01]|answers\.[023]|nonProfit\.1)$/.test(path)) {
      assert.ok(english.has(path), path)
      assert.notEqual(text, english.get(path), path)
    }
})

test('D-155 British English replaces every American spelling and word of the elements', () => {
  const american =
    /\bauthoriz|\bcancel(ed|ing)\b|\b(color|favor|center|cell phone|toll-free|uncheck|check that box|paper check|nonprofit|apartment)\b|\bin percent\b/i
  const seen = Array.from(english).map(([path, text]) => [path, british.get(path) ?? text] as const)
  assert.deepEqual(
    seen.flatMap(([path, text]) => (american.test(text) ? [`${path}: ${text}`] : [])),
    [],
  )
})

/** The United States, in the languages. */
const OF_THE_US = /\bUS\b|EE\.\xa0UU\.|EUA|américain|美国|미국|Hoa Kỳ|أمريكي|אמריקאי/

for (const language of LANGUAGES) {
  const found = language === 'en' ? english : new Map(texts(dictionaries.get(language)!))

  test(`D-212 ${language}: says that the tax ID and the bank account are those of the United States`, () => {
    for (const index of [0, 2]) assert.match(found.get(`apply.shell.things.${index}`) ?? '', OF_THE_US)
  })

  test(`${language}: uses the words of the glossary`, () => {
    const wrong = WORDING[language].flatMap(([words, say]) =>
      Array.from(found).flatMap(([path, text]) =>
        words.test(text) ? [`${path}: ${text} – say “${say}”`] : [],
      ),
    )
    assert.deepEqual(wrong, [])
  })

  test(`${language}: says every term of the glossary somewhere`, () => {
    const all = Array.from(found.values()).join('\n').toLowerCase()
    const unsaid = Object.values(TERMS).filter((term) => !all.includes(term[language].toLowerCase()))
    assert.deepEqual(unsaid, [])
  })
}
