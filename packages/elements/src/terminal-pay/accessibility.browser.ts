import { assert, expect } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { mount, unmountAll, type Setting } from '../testing/mount.ts'
import { APPROVED, DEVICES } from '../testing/scripted-bff.ts'
import type { Phase } from './terminal-pay.machine.ts'

const STATES: Readonly<Record<string, readonly [Phase, Setting]>> = {
  'the choice of a terminal': ['choosing', { attributes: { setup: '' } }],
  'no terminal yet': ['choosing', { checkout: { devices: [] } }],
  'a terminal that is away': ['choosing', { checkout: { devices: [DEVICES[1]!] } }],
  'contacting the terminal': ['contacting', { sale: { state: 'sending' } }],
  'presenting the card': ['waiting', { sale: { state: 'started', phase: 'present_card' } }],
  authorising: ['waiting', { sale: { state: 'started', phase: 'authorizing' } }],
  'still waiting': ['waiting', { sale: { state: 'started', phase: 'present_card', stillWaiting: true } }],
  'an unknown result': ['doubt', { sale: { state: 'in_doubt', reason: 'overdue' } }],
  'a contradiction': ['review', { sale: { state: 'review', reason: 'amount_mismatch' } }],
  approved: ['approved', { sale: APPROVED }],
  declined: ['unpaid', { sale: { state: 'declined', message: 'Insufficient funds.' } }],
}

describe('<terminal-pay> for everyone', () => {
  afterEach(unmountAll)

  for (const [name, [phase, setting]] of Object.entries(STATES)) {
    for (const theme of ['light', 'dark']) {
      it(`passes axe: ${name}, ${theme}`, async () => {
        const { pay, element } = mount({ ...setting, attributes: { ...setting.attributes, theme } })
        await pay.phase(phase)
        await expect(element).to.be.accessible()
      })
    }
  }

  it('passes axe while loading, after a mistake, when nobody watches, and when out of reach', async () => {
    const loading = mount({ properties: { fetcher: () => new Promise(() => undefined) } })
    await loading.pay.phase('loading')
    await expect(loading.element).to.be.accessible()
    const open = mount({ sale: { state: 'started' } })
    await open.pay.phase('waiting')
    dispatchEvent(new Event('offline'))
    await open.pay.until(() => open.pay.text.includes('Reconnecting'))
    await expect(open.element).to.be.accessible()
    open.element.stopWatching()
    await open.pay.phase('unwatched')
    await expect(open.element).to.be.accessible()
  })

  it('passes axe in the form that registers a terminal, with its errors', async () => {
    const { bff, pay, element } = mount({ attributes: { setup: '' } })
    await pay.phase('choosing')
    pay.press('Register a terminal')
    const issues = [{ path: 'serial', code: 'invalid', message: 'x' }]
    bff.handler = ({ path }) => (path === '/v1/devices' ? bff.problem('invalid-request', { issues }) : null)
    await pay.until(() => pay.buttons.includes('Register'))
    pay.press('Register')
    await pay.until(() => pay.text.includes('Letters, digits'))
    await expect(element).to.be.accessible()
  })

  it('is used with the keyboard alone, and the focus never falls out', async () => {
    const { pay, element, bff } = mount()
    await pay.phase('choosing')
    const radio = pay.root.querySelector('input')!
    radio.focus()
    await sendKeys({ press: ' ' })
    await pay.until(() => pay.chosen === 'Front counter')
    pay.button('Charge $42.00').focus()
    await sendKeys({ press: 'Enter' })
    await pay.phase('contacting')
    await element.updateComplete
    assert.equal(pay.root.activeElement?.id, 'title')
    await pay.until(() => bff.streams === 1)
    bff.move({ state: 'started', phase: 'present_card' })
    await pay.until(() => pay.title.startsWith('Tap'))
    bff.move(APPROVED)
    await pay.phase('approved')
    await element.updateComplete
    assert.equal(pay.root.activeElement?.id, 'title')
  })

  it('leaves the focus where it is when the person did not act', async () => {
    const outside = document.createElement('input')
    document.body.append(outside)
    const { pay, bff } = mount({ sale: { state: 'started' } })
    await pay.phase('waiting')
    outside.focus()
    await pay.until(() => bff.streams === 1)
    bff.move(APPROVED)
    await pay.phase('approved')
    assert.equal(document.activeElement, outside)
    outside.remove()
  })

  it('says each step once in one polite live region', async () => {
    const { pay, bff } = mount({ sale: { state: 'started', phase: 'present_card' } })
    await pay.phase('waiting')
    assert.equal(pay.spoken, 'Tap, insert or swipe the card')
    await pay.until(() => bff.streams === 1)
    bff.move(APPROVED)
    await pay.phase('approved')
    await pay.until(() => pay.spoken === 'Approved')
    assert.equal(pay.root.querySelectorAll('[role=status], [aria-live]').length, 1)
  })

  it('fits into 320 px with targets of at least 44 px', async () => {
    const frame = document.createElement('div')
    frame.style.inlineSize = '320px'
    document.body.append(frame)
    const { pay, element } = mount({ attributes: { setup: '' } })
    frame.append(element)
    await pay.phase('choosing')
    const section = pay.root.querySelector('section')!
    assert.isAtMost(section.scrollWidth, 320)
    for (const target of pay.root.querySelectorAll('button, label.choice')) {
      assert.isAtLeast(target.getBoundingClientRect().height, 44)
    }
    frame.remove()
  })

  it('holds no style attribute and no style element, as a strict policy wants', async () => {
    const { pay } = mount({ sale: { state: 'started', phase: 'present_card' } })
    await pay.phase('waiting')
    assert.equal(pay.root.querySelectorAll('[style], style').length, 0)
  })
})
