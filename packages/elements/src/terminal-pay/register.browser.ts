import { assert } from '@open-wc/testing'
import { mount, unmountAll, type Stage } from '../testing/mount.ts'

async function registering(): Promise<Stage> {
  const stage = mount({ attributes: { setup: '' } })
  const { pay } = stage
  await pay.phase('choosing')
  await pay.openTerminals()
  pay.press('Register a terminal')
  await pay.until(() => pay.buttons.includes('Register'))
  return stage
}

/** Registered, and not connected yet. */
async function pairing(): Promise<Stage> {
  const stage = await registering()
  const { bff, pay } = stage
  bff.handler = ({ path }) =>
    path.startsWith('/v1/devices/')
      ? bff.json({ ...bff.devices[0]!, id: 'dev_new', status: 'DISCONNECTED' })
      : null
  pay.type('Serial number', 'PAX-1')
  pay.type('Name', 'Bar')
  pay.root.querySelector<HTMLSelectElement>('#make')!.value = 'A77'
  pay.press('Register')
  await pay.until(() => pay.text.includes('482 193'))
  return stage
}

describe('the registration of a terminal', () => {
  afterEach(unmountAll)

  it('has fields and buttons of one height, and one arrow in all engines', async () => {
    const { pay } = await registering()
    const controls = Array.from(pay.root.querySelectorAll<HTMLElement>('form :is(input, select, button)'))
    assert.deepEqual(
      controls.map(({ offsetHeight }) => offsetHeight),
      controls.map(() => 48),
    )
    const select = getComputedStyle(pay.root.querySelector('select')!)
    assert.equal(select.appearance, 'none')
    assert.include(select.backgroundImage, 'linear-gradient')
    // The arrow has room beside the longest option.
    assert.equal(select.paddingInlineEnd, '40px')
  })

  it('copies the pairing code, and says so', async () => {
    const copied: string[] = []
    const { clipboard } = navigator
    const stub = { writeText: async (text: string) => void copied.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: stub, configurable: true })
    try {
      const { pay } = await pairing()
      const code = pay.root.querySelector('.code')!.getBoundingClientRect()
      const copy = pay.button('Copy').getBoundingClientRect()
      assert.isBelow(copy.top, code.bottom, 'the button is beside the code')
      pay.press('Copy')
      await pay.until(() => pay.buttons.includes('Copied') && pay.spoken === 'Copied')
    } finally {
      Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    }
    assert.deepEqual(copied, ['482 193'])
  })
})
