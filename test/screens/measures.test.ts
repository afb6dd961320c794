import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Gallery } from './support/gallery.ts'
import type { Measure } from './support/page.ts'
import { compare } from './support/compare.ts'
import { palettePng } from './support/palette-png.ts'
import { fingerprintOf, LOOKS, picturedLooks, pixelsOf } from './support/pictures.ts'
import { spoken } from './support/spoken.ts'
import { walk } from './support/walk.ts'

const gallery = await Gallery.open()
const approved = gallery.list.find(({ file }) => file === 'terminal-pay/approved-details')!

/** Shows a screen that is well, with this style laid over it. */
async function spoilt(css: string): Promise<void> {
  await gallery.page.emulateMedia({ reducedMotion: 'reduce' })
  await gallery.size(320, 600)
  await gallery.show(approved)
  await gallery.page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.querySelector('terminal-pay')!.shadowRoot!.adoptedStyleSheets.push(sheet)
  }, css)
}

const MEASURED: readonly (readonly [Measure, string, RegExp])[] = [
  ['unfit', 'section { inline-size: 400px }', /scrolls sideways: 400 of 320 px/],
  ['unfit', 'dd { overflow: hidden; inline-size: 10px; white-space: nowrap }', /cut off at its side/],
  ['unfit', 'h2 { overflow: hidden; block-size: 5px }', /h2#title "\$42\.00 approved" is cut off below/],
  ['covered', 'dl div { block-size: 5px; padding: 0; min-block-size: 0 }', /cover one another/],
  [
    'small',
    '.row button { min-block-size: 0; block-size: 40px }',
    /button "Copy" is \d+ × 40 px, at least 44/,
  ],
  [
    'moving',
    '@keyframes about { to { rotate: 1turn } } h2 { animation: about 1s infinite !important }',
    /h2#title "\$42\.00 approved" moves/,
  ],
  ['edgeless', 'button { border: 0 }', /button "New sale" has no edge/],
]

describe('the measures of screens detect faults', () => {
  after(() => gallery.close())

  for (const [measure, css, fault] of MEASURED)
    test(`${measure}: ${css}`, async () => {
      await spoilt('')
      assert.deepEqual(await gallery.measure(measure), [])
      await spoilt(css)
      assert.match((await gallery.measure(measure)).join('\n'), fault)
    })

  test('a Tab walk detects a wrong order, an invisible focus and a covered focus', async () => {
    await spoilt('')
    assert.deepEqual(await walk(gallery), [])
    await spoilt('.acts { order: 1 }')
    assert.match((await walk(gallery)).join('\n'), /follows .* but is placed before it/)
    await spoilt(':focus-visible { outline: 0 !important }')
    assert.match((await walk(gallery)).join('\n'), /nothing shows that the focus is on button "New sale"/)
    await spoilt('header::after { position: fixed; inset: 0; content: "" }')
    assert.match((await walk(gallery)).join('\n'), /is covered by something else/)
  })

  test('detects a focus trap', async () => {
    await spoilt('')
    await gallery.page.evaluate(() => {
      const root = document.querySelector('terminal-pay')!.shadowRoot!
      root.addEventListener('keydown', (event) => event.preventDefault())
    })
    assert.match((await walk(gallery)).join('\n'), /Tab stops \d+ times, there are 4 things/)
  })

  test('each file keeps its picture below the visible difference, and a changed screen differs', async () => {
    await gallery.still()
    await gallery.show(approved)
    for (const look of picturedLooks(approved.file)) {
      const shot = pixelsOf(await gallery.shot(look))
      assert.equal(compare(pixelsOf(palettePng(shot)), shot).pixels, 0)
    }
    const [look] = picturedLooks(approved.file)
    const before = pixelsOf(await gallery.shot(look!))
    await spoilt('.main { background: green }')
    const changed = pixelsOf(await gallery.shot(look!))
    assert.notEqual(fingerprintOf(changed), fingerprintOf(before))
    assert.ok(compare(pixelsOf(palettePng(before)), changed).pixels > 1000)
  })

  test('each screen has two pictures of different width, direction and theme, and each look has some', () => {
    const files = gallery.list.map(({ file }) => picturedLooks(file))
    for (const looks of files)
      for (const member of ['width', 'dir', 'theme'] as const)
        assert.equal(new Set(looks.map((look) => look[member])).size, 2)
    assert.equal(new Set(files.flat()).size, LOOKS.length)
  })

  test('spoken text omits and repeats nothing', () => {
    const value = (held: unknown): { readonly value: unknown } => ({ value: held })
    const node = (nodeId: string, role: string, name: string, childIds: string[] = [], more = {}) => ({
      nodeId,
      ignored: false,
      role: value(role),
      name: value(name),
      childIds,
      ...more,
    })
    const tree = [
      node('1', 'RootWebArea', 'Page', ['2', '4', '6']),
      node('2', 'LabelText', '', ['3']),
      node('3', 'StaticText', 'Reference'),
      node('4', 'textbox', 'Reference', [], {
        description: value('From the receipt'),
        value: value('R-7'),
        properties: [{ name: 'invalid', value: value('true') }],
      }),
      node('6', 'button', 'Send', ['7']),
      node('7', 'StaticText', 'Send'),
    ]
    assert.deepEqual(spoken(tree, new Set()), [
      'field "Reference" = "R-7" invalid – From the receipt',
      'button "Send"',
    ])
  })
})
