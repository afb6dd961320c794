import { assert } from '@open-wc/testing'
import { DEVICE_MAKES, statementOf } from '@tapboard/contract'
import { unmountAllApply } from '../testing/mount-apply.ts'
import { unmountAll } from '../testing/mount.ts'
import { applyDictionaries, payDictionaries } from '../testing/dictionaries.ts'
import { COSTLY_CHECKS } from '../testing/engines.ts'
import { brokenWords, overflowing, places, untranslated } from '../testing/examine.ts'
import { FILLED } from '../testing/filled.ts'
import { SUBMITTED } from '../testing/filled-stage.ts'
import { APPLY_TEXTS, inDialect, PAY_TEXTS, type Dialect } from '../testing/pseudo.ts'
import { APPLY_SCENES, PAY_SCENES } from '../testing/scenes.ts'
import { APPROVED, DEVICES, SALE } from '../testing/scripted-bff.ts'
import { APPLY_PAGE, TERMS } from '../testing/scripted-boarding.ts'

const leaves = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leaves)
    : typeof value === 'string' && value.length > 1
      ? [value]
      : []

/** Texts from the server, and texts that the browser formats in the page's language. */
const GIVEN = [
  ...leaves([FILLED, SUBMITTED, APPROVED, DEVICES, SALE, APPLY_PAGE, TERMS]),
  ...Array.from({ length: 12 }, (_, month) =>
    (['long', 'short'] as const).map((style) =>
      new Intl.DateTimeFormat('en', { month: style, timeZone: 'UTC' }).format(Date.UTC(2026, month)),
    ),
  ).flat(),
  ...TERMS.documents.flatMap(({ text }) => text.split('\n\n')),
  statementOf(FILLED.dbaName),
  ...DEVICE_MAKES,
  ...['second', 'seconds', 'minute', 'minutes'].map((unit) => ` ${unit} ago`),
  'Corner Repair',
  'SHA-256',
  'United States',
  'Canada',
  'English',
  ' at ',
  'AM',
  'PM',
  ' or ',
  ' and ',
  ' US$',
]

/** Sets the language and direction of an empty page. */
function page(rtl: boolean): void {
  document.documentElement.lang = 'en-XA'
  document.documentElement.dir = rtl ? 'rtl' : 'ltr'
}

const TEXTS = {
  pay: { 'en-XA': inDialect(PAY_TEXTS, 'en-XA'), 'ar-XB': inDialect(PAY_TEXTS, 'ar-XB') },
  apply: { 'en-XA': inDialect(APPLY_TEXTS, 'en-XA'), 'ar-XB': inDialect(APPLY_TEXTS, 'ar-XB') },
} satisfies Record<string, Record<Dialect, unknown>>

type Element = HTMLElement & { strings: unknown; readonly updateComplete: Promise<boolean> }

async function turn(element: Element, strings: unknown, rtl: boolean): Promise<ShadowRoot> {
  page(rtl)
  element.strings = strings
  await element.updateComplete
  return element.shadowRoot!
}

/**
 * Checks that every text is translated, that nothing is cut or overflows at 320 and 768 px in both directions, and that the two
 * directions mirror each other.
 */
async function examine(name: string, element: Element, texts: Record<Dialect, unknown>): Promise<void> {
  for (const width of [320, 768]) {
    element.style.inlineSize = `${width}px`
    const root = await turn(element, texts['en-XA'], false)
    assert.deepEqual(untranslated(root, GIVEN), [], `${name}: not translated`)
    assert.deepEqual(overflowing(root), [], `${name} at ${width} px`)
    const left = places(root, false)
    await turn(element, texts['ar-XB'], true)
    assert.deepEqual(overflowing(root), [], `${name} at ${width} px, from right to left`)
    const right = places(root, true)
    const off = left.flatMap(([what, from, wide], index) => {
      const [, other = 0, broad = 0] = right[index] ?? []
      return Math.abs(from - other) > 1.5 || Math.abs(wide - broad) > 1.5
        ? [`${what}: ${from.toFixed(1)}+${wide.toFixed(1)}, mirrored ${other.toFixed(1)}+${broad.toFixed(1)}`]
        : []
    })
    assert.deepEqual(off, [], `${name} at ${width} px is not its mirror image`)
  }
}

/** Checks that nothing is cut or overflows at 320 px in any real language. */
async function fits(name: string, element: Element, languages: ReadonlyMap<string, object>): Promise<void> {
  element.style.inlineSize = '320px'
  for (const [language, texts] of languages) {
    const root = await turn(element, texts, /^(ar|he)$/.test(language))
    assert.deepEqual(overflowing(root), [], `${name} in ${language}`)
    if (element.localName === 'terminal-pay')
      assert.deepEqual(brokenWords(root), [], `B13 ${name} in ${language}`)
  }
}

describe('both elements in languages that are 40 % longer, and from right to left', () => {
  afterEach(() => {
    unmountAll()
    unmountAllApply()
    document.documentElement.lang = 'en'
    document.documentElement.removeAttribute('dir')
  })

  const pay = payDictionaries()
  const apply = applyDictionaries()

  for (const [name, scene] of Object.entries(PAY_SCENES))
    it(`<terminal-pay>: ${name}`, async () => {
      page(false)
      const { element } = await scene(TEXTS.pay['en-XA'])
      await examine(name, element, TEXTS.pay)
      if (COSTLY_CHECKS) await fits(name, element, await pay)
    })

  for (const [name, scene] of Object.entries(APPLY_SCENES))
    it(`<merchant-apply>: ${name}`, async () => {
      page(false)
      const { element } = await scene()(TEXTS.apply['en-XA'])
      await examine(name, element, TEXTS.apply)
      if (COSTLY_CHECKS) await fits(name, element, await apply)
    })

  it('finds cut, overflowing, untranslated and unmirrored texts', async () => {
    page(false)
    const { element } = await APPLY_SCENES['the bank account']!()(TEXTS.apply['en-XA'])
    const root = element.shadowRoot!
    const look = (css: string): void => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      root.adoptedStyleSheets.push(sheet)
    }
    const { bank: _, ...rest } = TEXTS.apply['en-XA']
    await turn(element, rest, false)
    assert.include(untranslated(root, GIVEN).join(), 'Name of the bank')
    look('.way button { inline-size: 3em; white-space: nowrap; flex: none }')
    assert.match(overflowing(root).join(), /is cut by \d+ px: <button/)
    look('h2 { position: relative; inset-inline-start: -400px }')
    assert.match(overflowing(root).join(), /sticks out: <h2/)
    const before = places(root, false)
    look('.field { margin-left: 9px }')
    await turn(element, rest, true)
    assert.notDeepEqual(places(root, true), before)
  })
})
