import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { listen } from '../testing/listen.ts'
import { mount, unmountAll, type Stage } from '../testing/mount.ts'
import { endAnimations } from '../testing/screens/screen.ts'
import { APPROVED, SALE } from '../testing/scripted-bff.ts'

async function watched({ bff }: Stage): Promise<void> {
  while (bff.streams === 0) await new Promise(requestAnimationFrame)
}

/** Presses Enter on the focused control, which has been there long enough to take a press (D-211). */
async function enter({ pay }: Stage): Promise<void> {
  endAnimations(pay.root)
  await sendKeys({ press: 'Enter' })
}

const press = (stage: Stage, button: string): Promise<void> => {
  stage.pay.button(button).focus()
  return enter(stage)
}

/** Resolves when the live region contains the text. */
const hears = ({ pay }: Stage, words: string): Promise<void> => pay.until(() => pay.spoken.startsWith(words))

/** Presses Tab until the focused control has this name. */
async function tabTo({ pay }: Stage, words: string): Promise<void> {
  const met: string[] = []
  for (let presses = 0; presses < 20; presses += 1) {
    await sendKeys({ press: 'Tab' })
    const at = pay.root.activeElement as HTMLInputElement | null
    const name = (at?.labels?.[0] ?? at)?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
    if (name.startsWith(words)) return
    met.push(name)
  }
  throw new Error(`Tab does not lead to "${words}", only to ${met.join(' | ')}`)
}

describe('announcements and keyboard of <terminal-pay>', () => {
  let before: HTMLButtonElement

  // The start of the Tab order: just before the element.
  beforeEach(() => {
    before = document.createElement('button')
    document.body.prepend(before)
  })
  afterEach(() => {
    unmountAll()
    before.remove()
  })

  it('a whole sale with the keyboard alone: announces each step once, in order, and moves the focus along', async () => {
    const stage = mount()
    const { pay, bff, element } = stage
    const said = listen(pay.root)
    await hears(stage, 'Front counter')
    before.focus()
    await tabTo(stage, 'Change')
    await sendKeys({ press: 'Enter' })
    await pay.until(() => pay.root.activeElement?.role === 'listbox')
    await sendKeys({ press: 'ArrowDown' })
    await sendKeys({ press: 'ArrowUp' })
    await sendKeys({ press: 'Enter' })
    await pay.until(() => pay.can('Charge $42.00 on Front counter'))
    await tabTo(stage, 'Charge $42.00')
    await sendKeys({ press: 'Enter' })
    await pay.phase('contacting')
    await watched(stage)
    await hears(stage, 'Contacting')
    bff.move({ state: 'started', phase: 'contacting' })
    await hears(stage, 'Follow')
    bff.move({ phase: 'present_card' })
    await hears(stage, 'Tap')
    bff.move({ phase: 'authorizing' })
    await hears(stage, 'Authorizing')
    bff.move(APPROVED, 'approved')
    await hears(stage, '$42.00 approved')
    await element.updateComplete
    assert.equal(pay.root.activeElement?.id, 'title')
    await tabTo(stage, 'New sale')
    await enter(stage)
    await hears(stage, 'Paid')
    assert.equal(pay.root.activeElement?.id, 'title')
    // As one text: a failure then shows what was said, and not the number of announcements alone.
    assert.equal(
      said.join(' | '),
      [
        'Front counter. Connected',
        'Contacting Front counter',
        'Follow the terminal Front counter',
        'Tap, insert or swipe the card',
        'Authorizing the card',
        '$42.00 approved',
        'Paid $42.00',
      ].join(' | '),
    )
  })

  it('a sale that becomes unknown is decided with the keyboard alone', async () => {
    const stage = mount({
      sale: { state: 'started', phase: 'present_card' },
      attributes: { resolve: '' },
    })
    const { pay, bff } = stage
    // On a busy machine the stream opens later than this is announced.
    await hears(stage, 'Tap')
    const said = listen(pay.root)
    await watched(stage)
    bff.move({ stillWaiting: true })
    await hears(stage, 'Still')
    bff.move({ state: 'in_doubt', reason: 'overdue', cancelable: false, settledAtMs: null }, 'doubted')
    await pay.phase('doubt')
    await hears(stage, 'You can settle')
    before.focus()
    await tabTo(stage, 'Mark as paid')
    await enter(stage)
    await pay.until(() => pay.root.activeElement === pay.field('Reference'))
    await enter(stage)
    await hears(stage, 'Type the reference')
    await pay.until(() => pay.root.activeElement === pay.field('Reference'))
    await sendKeys({ type: 'R-77' })
    await enter(stage)
    await hears(stage, '$42.00 marked')
    // The title is spoken, too, if the form takes longer than 400 ms to load.
    const steps = said.filter((text) => !text.startsWith('We don’t know'))
    assert.deepEqual(
      steps,
      [
        'Still waiting – check the terminal',
        'You can settle this now. First look at the terminal, its receipt, or the merchant portal.',
        'Type the reference or the approval code.',
        '$42.00 marked as paid',
      ],
      said.join(' | '),
    )
  })

  it('announces a lost connection and its return once each', async () => {
    const stage = mount({ sale: { ...SALE, state: 'started', phase: 'present_card' } })
    const { pay, bff } = stage
    await pay.phase('waiting')
    await watched(stage)
    await hears(stage, 'Tap')
    const said = listen(pay.root)
    dispatchEvent(new Event('offline'))
    await hears(stage, 'No news since')
    bff.move({ phase: 'authorizing' })
    await hears(stage, 'Authorizing')
    assert.lengthOf(said, 2)
    assert.match(said[0]!, /^No news since .* – the terminal shows the result\. This page gets no news/)
    assert.equal(said[1], 'Authorizing the card')
  })

  it('B3 announces the reason of a refusal before the title', async () => {
    const stage = mount()
    const { pay, bff } = stage
    await hears(stage, 'Front counter')
    bff.handler = ({ method }) => (method === 'POST' ? bff.problem('device-busy') : null)
    await pay.choose('Front counter')
    await pay.phase('choosing')
    await pay.until(() => pay.can('Charge'))
    const said = listen(pay.root)
    await press(stage, 'Charge')
    await hears(stage, 'The terminal was still taking another payment.')
    // The press is announced, too, if the answer takes longer than 400 ms.
    assert.deepEqual(
      said.filter((text) => !text.startsWith('Contacting')),
      [
        'The terminal was still taking another payment. Wait, or choose another terminal. Front counter. Connected',
      ],
      said.join(' | '),
    )
  })

  it('a terminal is registered with the keyboard alone', async () => {
    const stage = mount({ attributes: { setup: '' } })
    const { pay, bff } = stage
    await pay.phase('choosing')
    await pay.openTerminals()
    await press(stage, 'Register a terminal')
    await pay.until(() => pay.buttons.includes('Register'))
    await hears(stage, 'Register a terminal')
    const said = listen(pay.root)
    const issues = [{ path: 'serial', code: 'invalid', message: 'x' }]
    bff.handler = ({ path }) => (path === '/v1/devices' ? bff.problem('invalid-request', { issues }) : null)
    await tabTo(stage, 'Serial number')
    await sendKeys({ press: 'Enter' })
    await hears(stage, 'Serial number: ')
    bff.handler = null
    pay.field('Serial number').focus()
    await sendKeys({ type: 'SN-0000-7716' })
    await tabTo(stage, 'Model')
    await sendKeys({ type: 'A77' })
    await tabTo(stage, 'Name')
    await sendKeys({ type: 'Bar' })
    await sendKeys({ press: 'Enter' })
    await hears(stage, 'Type this code')
    const device = { ...bff.devices[0]!, id: 'dev_new', name: 'Bar' }
    bff.handler = ({ path }) => (path === '/v1/devices/dev_new' ? bff.json(device) : null)
    dispatchEvent(new Event('online'))
    await hears(stage, 'Bar is connected')
    await tabTo(stage, 'Close')
    await sendKeys({ press: 'Enter' })
    await hears(stage, 'Front counter')
    assert.deepEqual(said, [
      'Serial number: Enter the serial number from the back of the terminal',
      'Type this code on the terminal: 482 193 Waiting for Bar to connect',
      'Bar is connected',
      'Front counter. Connected',
    ])
  })
})
