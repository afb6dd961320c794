import { assert } from '@open-wc/testing'
import { mount, named, unmountAll } from '../testing/mount.ts'
import { APPROVED, ScriptedBff } from '../testing/scripted-bff.ts'

/** Every text that the element shows, as it changes. */
function titlesOf({ pay }: ReturnType<typeof mount>): string[] {
  const titles: string[] = []
  const look = (): void => {
    if (pay.title && pay.title !== titles.at(-1)) titles.push(pay.title)
  }
  look()
  new MutationObserver(look).observe(pay.root, { subtree: true, childList: true, characterData: true })
  return titles
}

describe('<terminal-pay> in the language of the page', () => {
  afterEach(() => {
    unmountAll()
    document.documentElement.lang = 'en'
    document.documentElement.removeAttribute('dir')
  })

  it('renders Spanish on a Spanish page, never English before, and formats money as the page does', async () => {
    document.documentElement.lang = 'es-MX'
    const stage = mount()
    const { pay } = stage
    await stage.element.updateComplete
    const titles = titlesOf(stage)
    await pay.phase('choosing')
    await pay.choose('Front counter')
    await pay.until(() => !pay.buttons.includes('…') && pay.can('Cobrar'))
    assert.notInclude(titles.join(), 'Getting ready')
    assert.notMatch(pay.text, /Order|Connected|terminal\b.*Choose/)
    assert.match(pay.button('Cobrar').textContent, /USD\s42\.00 en Front counter/)
  })

  it('follows a change of the page’s language mid-sale without losing state', async () => {
    const bff = new ScriptedBff()
    const stage = mount({ bff, sale: { state: 'started', phase: 'present_card' } })
    const { pay } = stage
    await pay.until(() => pay.title === 'Tap, insert or swipe the card' && bff.streams === 1)
    const requests = bff.requests.length
    document.documentElement.lang = 'de'
    await pay.until(() => /Karte/.test(pay.title))
    assert.lengthOf(bff.requests, requests)
    bff.move(APPROVED, 'approved')
    await pay.phase('approved')
    assert.match(pay.text, /42,00\s\$/)
    assert.lengthOf(
      named(stage).filter((name) => name === 'terminal-pay-settled'),
      1,
    )
    document.documentElement.lang = 'en'
    await pay.until(() => pay.title.endsWith('approved'))
  })

  it('keeps the chosen terminal and typed text when the language changes', async () => {
    const { pay } = mount({ attributes: { setup: '' } })
    await pay.openTerminals()
    pay.press('Register a terminal')
    await pay.until(() => pay.title === 'Register a terminal')
    pay.type('Serial number', 'SN-77')
    document.documentElement.lang = 'de'
    await pay.until(() => pay.title !== 'Register a terminal')
    assert.equal(pay.root.querySelector('input')?.value, 'SN-77')
  })

  it('the page’s texts override those of the language', async () => {
    document.documentElement.lang = 'de'
    const { pay } = mount({ properties: { strings: { choosing: 'Gerät aussuchen' } } })
    await pay.phase('choosing')
    await pay.until(() => pay.title === 'Gerät aussuchen')
    assert.notInclude(pay.text, 'Connected')
  })

  it('keeps the other sentences of a table of which the page replaces one', async () => {
    document.documentElement.lang = 'de'
    const { pay } = mount({
      properties: {
        strings: { problems: { 'device-busy': 'Besetzt' } },
        fetcher: () => Promise.reject(new TypeError('offline')),
      },
    })
    await pay.phase('fault')
    assert.include(pay.title, 'Server')
  })

  it('marks the language of its texts if the page has another', async () => {
    document.documentElement.lang = 'it'
    const { pay } = mount()
    await pay.phase('choosing')
    assert.equal(pay.root.querySelector('section')?.lang, 'en')
  })
})
