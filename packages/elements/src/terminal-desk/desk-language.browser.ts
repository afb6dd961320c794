import { assert } from '@open-wc/testing'
import { deskDictionaries } from '../testing/dictionaries.ts'
import { mountDesk, unmountAllDesks } from '../testing/mount-desk.ts'

describe('the languages of <terminal-desk>', () => {
  afterEach(() => {
    unmountAllDesks()
    document.documentElement.removeAttribute('lang')
  })

  it('shows the day in every language of the page, from right to left where it is written so', async () => {
    for (const [language, texts] of await deskDictionaries()) {
      document.documentElement.lang = language
      const { desk, element } = mountDesk()
      await desk.phase('ready')
      const { desk: words } = texts as { readonly desk: { readonly title: string; readonly csv: string } }
      assert.equal(desk.title, words.title)
      assert.include(desk.buttons, words.csv)
      const isRtl = /^(ar|he)/.test(language)
      assert.equal(element.shadowRoot!.querySelector('section')!.dir, isRtl ? 'rtl' : '', language)
      unmountAllDesks()
    }
  })

  it('cuts the hint of the search in no language at 320 px', async () => {
    const pen = document.createElement('canvas').getContext('2d')!
    for (const [language] of await deskDictionaries()) {
      document.documentElement.lang = language
      const { desk, element } = mountDesk()
      element.style.inlineSize = '320px'
      await desk.phase('ready')
      const field = desk.root.querySelector<HTMLInputElement>('#search')!
      const { paddingLeft, paddingRight } = getComputedStyle(field)
      pen.font = getComputedStyle(field, '::placeholder').font
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      assert.isAtMost(pen.measureText(field.placeholder).width, room, language)
      unmountAllDesks()
    }
  })
})
