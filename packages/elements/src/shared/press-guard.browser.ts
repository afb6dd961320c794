// The age of a part is set by its animation, so that no test depends on how fast the machine is.
import { assert } from '@open-wc/testing'
import { sendKeys, sendMouse } from '@web/test-runner-commands'
import { mount, unmountAll } from '../testing/mount.ts'
import { mountDesk, unmountAllDesks } from '../testing/mount-desk.ts'
import { DEVICES, SALE } from '../testing/scripted-bff.ts'
import { doubted, ScriptedDesk } from '../testing/scripted-desk.ts'
import { untilDrawn } from './drawn.ts'

const DOUBT = { state: 'in_doubt', reason: 'no_session', cancelable: false, checkable: true } as const

/** Makes a part as old as 399 of its 400 ms; it becomes no older. */
function makeNew(part: HTMLElement): Animation {
  part.style.animation = 'none'
  assert.lengthOf(part.getAnimations(), 0)
  part.style.animation = ''
  const [age] = part.getAnimations()
  assert.isDefined(age, 'the part has an age')
  age!.pause()
  age!.currentTime = 399
  return age!
}

async function click(control: Element): Promise<void> {
  control.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = control.getBoundingClientRect()
  await sendMouse({
    type: 'click',
    position: [Math.round(left + width / 2), Math.round(top + height / 2)],
  })
}

/** Waits until all parts are old enough, and keeps each later one new. */
async function stopAges(root: ShadowRoot): Promise<void> {
  await Promise.all(
    [...root.querySelectorAll('.acts, .acts > *')].flatMap((part) =>
      part.getAnimations().map(({ finished }) => finished),
    ),
  )
  const stopped = new CSSStyleSheet()
  stopped.replaceSync('* { animation-play-state: paused !important }')
  root.adoptedStyleSheets.push(stopped)
}

/** Clicks twice at the place of a control, whatever is there the second time. */
async function doubleClick(control: Element): Promise<void> {
  control.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = control.getBoundingClientRect()
  const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  await sendMouse({ type: 'click', position })
  await sendMouse({ type: 'click', position })
}

/** Presses a control of a new part in each way: nothing happens, and the focus stays. Then the part is old enough. */
async function assertGuarded(
  part: HTMLElement,
  control: HTMLElement,
  key: string,
  hasActed: () => boolean,
): Promise<void> {
  const age = makeNew(part)
  await click(control)
  assert.isFalse(hasActed(), 'a press by the pointer')
  control.focus()
  await sendKeys({ press: key })
  assert.isFalse(hasActed(), `a press by the key ${key}`)
  const root = control.getRootNode() as ShadowRoot
  assert.equal(root.activeElement, control)
  assert.isFalse(control.matches(':disabled, [aria-disabled]'))
  age.finish()
  const held = { key: 'Enter', repeat: true, bubbles: true, cancelable: true }
  assert.isFalse(control.dispatchEvent(new KeyboardEvent('keydown', held)), 'Enter is held down')
}

const within = (root: ShadowRoot, selector: string): HTMLElement => root.querySelector<HTMLElement>(selector)!

describe('D-211 a press that was meant for the screen before', () => {
  afterEach(() => {
    unmountAll()
    unmountAllDesks()
  })

  it('opens no form to settle a sale, and sends none', async () => {
    const { bff, pay } = mount({ sale: DOUBT, attributes: { resolve: '' } })
    await pay.until(() => pay.buttons.includes('Mark as paid'))
    const isOpen = (): boolean => pay.buttons.includes('Back')
    await assertGuarded(within(pay.root, '.decide > .row'), pay.button('Mark as paid'), 'Enter', isOpen)
    await click(pay.button('Mark as paid'))
    await pay.until(isOpen)
    const reference = pay.field('Reference')
    reference.value = 'R-77'
    const isSent = (): boolean => bff.to('POST', '/v1/sales/sale_1/resolve').length > 0
    await assertGuarded(within(pay.root, '.decide > form'), reference, 'Enter', isSent)
    reference.focus()
    await sendKeys({ press: 'Enter' })
    await pay.phase('approved')
    assert.isTrue(isSent())
  })

  it('gives no answer about an unknown result', async () => {
    const { pay } = mount({ sale: DOUBT })
    await pay.until(() => pay.root.querySelector('.guide') !== null)
    const answer = within(pay.root, '.guide input') as HTMLInputElement
    const isAnswered = (): boolean => answer.checked || pay.root.querySelector('.advice') !== null
    await assertGuarded(within(pay.root, '.guide'), answer, ' ', isAnswered)
    await click(answer)
    await pay.until(isAnswered)
  })

  it('charges no unpaid sale again: Cancel was in the same place', async () => {
    const { bff, pay } = mount({ sale: { state: 'declined', cancelable: false, settledAtMs: SALE.nowMs } })
    await pay.until(() => pay.buttons.includes('Charge $42.00 again on Front counter'))
    const again = pay.button('Charge $42.00 again on Front counter')
    const isCharged = (): boolean => bff.to('POST', '/v1/sales').length > 0
    await assertGuarded(within(pay.root, '.acts'), again, 'Enter', isCharged)
    again.focus()
    await sendKeys({ press: 'Enter' })
    await pay.until(isCharged)
  })

  it('charges nothing by the second half of a double click on another button', async () => {
    const { bff, element, pay, events } = mount()
    const starts = (): number => events.filter(({ type }) => type === 'terminal-pay-start').length
    bff.handler = ({ path }) => {
      if (path === '/.well-known/jwks.json') throw new TypeError('Failed to fetch')
      return null
    }
    await pay.phase('choosing')
    await pay.until(() => pay.can('Charge $42.00 on Front counter'))
    pay.press('Charge')
    await pay.until(() => pay.buttons.includes('Give up'))
    await stopAges(pay.root)
    await doubleClick(pay.button('Give up'))
    await pay.until(() => pay.buttons.includes('Charge $42.00 again on Front counter'))
    await click(pay.button('Charge $42.00 again on Front counter'))
    await element.updateComplete
    assert.equal(starts(), 1)
  })

  it('charges nothing when news makes the charge possible under the finger', async () => {
    const over = { state: 'declined', cancelable: false, by: 'upstream', settledAtMs: SALE.nowMs } as const
    const { bff, element, pay, events } = mount({ sale: over })
    await pay.until(() => bff.orderStreams === 1)
    bff.offline = true
    bff.cut()
    dispatchEvent(new Event('offline'))
    await pay.until(() => pay.buttons.join() === 'Check again')
    await stopAges(pay.root)
    bff.offline = false
    await doubleClick(pay.button('Check again'))
    await pay.until(() => pay.buttons.includes('Charge $42.00 again on Front counter'))
    await click(pay.button('Charge $42.00 again on Front counter'))
    await element.updateComplete
    assert.notInclude(
      events.map(({ type }) => type),
      'terminal-pay-start',
    )
  })

  it('D-154 charges nothing by the second half of a double click that ends a registration', async () => {
    const { bff, element, pay, events } = mount({ attributes: { setup: '' } })
    bff.handler = ({ method, path }) =>
      method === 'POST' && path === '/v1/devices'
        ? bff.json({ device: DEVICES[0], pairingCode: null }, 201)
        : null
    await pay.phase('choosing')
    await pay.openTerminals()
    pay.press('Register a terminal')
    await pay.until(() => pay.buttons.includes('Close'))
    pay.press('Register')
    await pay.until(() => pay.buttons.join() === 'Close')
    await doubleClick(pay.button('Close'))
    await element.updateComplete
    assert.notInclude(
      events.map(({ type }) => type),
      'terminal-pay-start',
    )
    await pay.until(() => pay.can('Charge $42.00 on Front counter'))
  })

  it('opens no form of <terminal-desk>', async () => {
    const open = doubted(1)
    const { desk, element } = mountDesk({ bff: new ScriptedDesk([open], [open]) })
    await desk.phase('ready')
    desk.press('Settle order R-91')
    await desk.until(() => desk.root.querySelector('.decide button') !== null)
    const isOpen = (): boolean => desk.root.querySelector('.decide form') !== null
    await assertGuarded(within(desk.root, '.decide > .row'), desk.button('Mark as paid'), 'Enter', isOpen)
    await click(desk.button('Mark as paid'))
    await untilDrawn(element, desk.root, isOpen)
  })
})
