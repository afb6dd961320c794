import { assert } from '@open-wc/testing'
import { executeServerCommand, sendKeys } from '@web/test-runner-commands'
import type { DeviceView, Sale } from '@tapboard/contract'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, named, unmountAll, type Setting, type Stage } from '../testing/mount.ts'
import { APPROVED, DEVICES, SALE, ScriptedBff } from '../testing/scripted-bff.ts'

const [FRONT, WORKSHOP] = DEVICES as [DeviceView, DeviceView]

/** Connected terminals: Front counter, Lane 1, Lane 2 … */
const lanes = (count: number): DeviceView[] =>
  Array.from({ length: count }, (_, at) =>
    at ? { ...FRONT, id: `dev_${at}`, name: `Lane ${at}`, serialEnding: String(4000 + at) } : FRONT,
  )

async function choosing(devices: readonly DeviceView[], setting: Setting = {}): Promise<Stage> {
  const bff = new ScriptedBff()
  bff.devices = devices
  const stage = mount({ bff, ...setting })
  await stage.pay.phase('choosing')
  return stage
}

/** The same with a remembered terminal and the list open. */
async function opened(devices: readonly DeviceView[], setting: Setting = {}): Promise<Stage> {
  localStorage.setItem('tapboard:terminal', 'dev_front')
  const stage = await choosing(devices, setting)
  await stage.pay.openTerminals()
  return stage
}

const active = ({ pay }: Stage): string => pay.root.querySelector('.active b')?.textContent ?? ''
const focused = ({ pay }: Stage): Element | null => pay.root.activeElement

describe('<terminal-pay> chooses the terminal', () => {
  useFastClock()
  afterEach(unmountAll)

  it('D-153 of several terminals the only connected one is chosen by itself, once', async () => {
    const stage = await choosing([WORKSHOP, FRONT])
    const { bff, element, pay } = stage
    assert.equal(pay.chosen, 'Front counter')
    assert.lengthOf(
      named(stage).filter((name) => name === 'terminal-pay-device-change'),
      1,
    )
    bff.devices = [
      { ...WORKSHOP, status: 'CONNECTED' },
      { ...FRONT, status: 'DISCONNECTED' },
    ]
    await element.refresh()
    await pay.until(() => pay.text.includes('Front counter is not connected'))
    assert.equal(pay.chosen, 'Front counter')
  })

  it('formats no amount before the terminals are drawn, and then the amount', async () => {
    const early: boolean[] = []
    const { NumberFormat } = Intl
    const bff = new ScriptedBff()
    bff.devices = lanes(3)
    const { element, pay } = mount({ bff })
    // A language of its own: elements of earlier tests may still format amounts.
    element.lang = 'en-US'
    Intl.NumberFormat = new Proxy(NumberFormat, {
      construct(target, given: [string]) {
        if (given[0] === 'en-US') early.push(!element.shadowRoot?.querySelector('[part~=device]'))
        return new target(...given)
      },
    })
    try {
      await pay.until(() => pay.text.includes('Charge $42.00'))
    } finally {
      Intl.NumberFormat = NumberFormat
    }
    assert.isNotEmpty(early)
    assert.notInclude(early, true)
  })

  it('D-153 a background read never chooses between the rows of an open list', async () => {
    const stage = await choosing(lanes(3))
    const { bff, element, pay } = stage
    assert.isNull(pay.chosen)
    assert.include(pay.text, 'Choose a terminal first')
    bff.devices = lanes(3).map((device, at) => ({ ...device, status: at ? 'DISCONNECTED' : 'CONNECTED' }))
    await element.refresh()
    await pay.until(() => pay.text.includes('Not connected'))
    assert.isNull(pay.chosen)
  })

  it('D-154 Charge is off for a moment after a choice, because it moves under the pointer', async () => {
    const { pay } = await opened(lanes(3))
    await pay.until(() => pay.can('Charge $42.00 on Front counter'))
    const rows = pay.root.querySelectorAll<HTMLElement>('[role=option]')
    rows[1]!.click()
    await pay.until(() => pay.chosen === 'Lane 1')
    assert.isFalse(pay.can('Charge $42.00 on Lane 1'))
    await pay.until(() => pay.can('Charge $42.00 on Lane 1'))
  })

  it('opens the list with the focus in it, and Escape gives the focus back', async () => {
    const stage = await opened(lanes(5))
    const { pay } = stage
    await pay.until(() => focused(stage)?.role === 'listbox')
    assert.equal(active(stage), 'Front counter')
    await sendKeys({ press: 'Escape' })
    await pay.until(() => focused(stage)?.className === 'change')
    assert.deepEqual(pay.terminals, ['Front counter'])
  })

  it('moves through the list by arrows, Home, End and letters, and chooses by Enter', async () => {
    const devices = [...lanes(4), { ...FRONT, id: 'dev_yard', name: 'Yard' }]
    const stage = await opened(devices)
    const { pay } = stage
    await pay.until(() => focused(stage)?.role === 'listbox')
    for (const [press, name] of [
      ['ArrowDown', 'Lane 1'],
      ['End', 'Yard'],
      ['ArrowDown', 'Yard'],
      ['Home', 'Front counter'],
      ['y', 'Yard'],
      ['ArrowUp', 'Lane 3'],
    ] as const) {
      await sendKeys({ press })
      await pay.until(() => active(stage) === name)
      const id = focused(stage)?.getAttribute('aria-activedescendant') ?? ''
      assert.include(pay.root.getElementById(id)?.textContent, name)
    }
    await sendKeys({ press: 'Enter' })
    await pay.until(() => pay.chosen === 'Lane 3' && focused(stage)?.className === 'change')
  })

  it('searches above ten terminals by name, model, serial number and place', async () => {
    const short = await opened(lanes(10))
    assert.isNull(short.pay.root.querySelector('.search'))
    unmountAll()
    const stage = await opened(lanes(50), { properties: { places: { dev_7: 'Café' } } })
    const { pay } = stage
    await pay.until(() => focused(stage)?.role === 'combobox')
    await sendKeys({ type: 'cafe' })
    await pay.until(() => pay.terminals.join() === 'Lane 7')
    await sendKeys({ press: 'Backspace' })
    await sendKeys({ type: 'x' })
    await pay.until(() => pay.spoken === 'No terminal matches.')
    for (let letters = 0; letters < 4; letters += 1) await sendKeys({ press: 'Backspace' })
    await sendKeys({ type: '4042' })
    await pay.until(() => pay.terminals.join() === 'Lane 42')
    await sendKeys({ press: 'Enter' })
    await pay.until(() => pay.chosen === 'Lane 42' && focused(stage)?.className === 'change')
  })

  it('groups the terminals by the places that the page gives', async () => {
    const places = { dev_1: 'First floor', dev_front: 'Ground floor', dev_2: 'Ground floor' }
    const { pay } = await opened(lanes(4), { properties: { places } })
    assert.deepEqual(pay.terminals, ['Front counter', 'Lane 2', 'Lane 1', 'Lane 3'])
    const groups = [...pay.root.querySelectorAll('[role=group]')].map((group) =>
      [group.getAttribute('aria-labelledby')!]
        .map((id) => pay.root.getElementById(id)?.textContent.trim())
        .join(),
    )
    assert.deepEqual(groups, ['Ground floor', 'First floor'])
  })

  it('names no age in an option, and marks each status by a word', async () => {
    const away = { ...FRONT, id: 'dev_away', name: 'Bar', status: 'UNKNOWN', ageMs: 600_000 } as const
    const { pay } = await opened([FRONT, WORKSHOP, away])
    const options = [...pay.root.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
    for (const [at, word] of ['Connected', 'Not connected', 'Status unknown'].entries())
      assert.include(options[at], word)
    for (const option of options) assert.notMatch(option, /ago/)
    await pay.choose('Bar')
    await pay.until(() => /Status unknown · checked 1\d minutes ago/.test(pay.text))
  })

  it('chooses a terminal that was just registered', async () => {
    const { bff, pay } = await choosing([FRONT], { attributes: { setup: '' } })
    await pay.openTerminals()
    pay.press('Register a terminal')
    await pay.until(() => pay.buttons.includes('Register'))
    const device = { ...FRONT, id: 'dev_new', name: 'Bar' }
    bff.handler = ({ path }) => (path === '/v1/devices/dev_new' ? bff.json(device) : null)
    pay.type('Serial number', 'SN-0000-7716')
    pay.root.querySelector<HTMLSelectElement>('#make')!.value = 'A77'
    pay.type('Name', 'Bar')
    bff.devices = [FRONT, device]
    pay.press('Register')
    await pay.until(() => pay.text.includes('Bar is connected'))
    pay.press('Close')
    await pay.until(() => pay.chosen === 'Bar' && pay.can('Charge $42.00 on Bar'))
  })
})

/** `setViewport` of web-test-runner does not know WebKitGTK. */
const resize = (width: number, height: number): Promise<unknown> =>
  executeServerCommand('resize-viewport', { width, height })

const SIZES = [
  [1280, 720],
  [1366, 768],
  [768, 1024],
  [390, 844],
  [320, 568],
] as const

describe('<terminal-pay> keeps its next button in the first viewport', () => {
  useFastClock()
  const header = document.createElement('div')
  header.style.blockSize = '72px'

  beforeEach(() => document.body.prepend(header))
  afterEach(async () => {
    unmountAll()
    header.remove()
    await resize(800, 600)
  })

  const states: readonly (readonly [string, () => Promise<Stage>])[] = [
    ['one terminal', () => choosing(lanes(1))],
    ['five terminals, none chosen', () => choosing(lanes(5))],
    ['five terminals, the list open', () => opened(lanes(5))],
    ['fifty terminals, none chosen', () => choosing(lanes(50))],
    ['fifty terminals, the list open', () => opened(lanes(50))],
  ]
  for (const [state, arrange] of states)
    for (const [width, height] of SIZES)
      it(`${width} × ${height}, ${state}`, async () => {
        await resize(width, height)
        const { element, pay } = await arrange()
        const { bottom } = pay.button('Charge').getBoundingClientRect()
        assert.isAtMost(bottom, innerHeight)
        if (width === 320) assert.isAtMost(bottom - element.getBoundingClientRect().top, 400)
      })

  const unpaid = (state: Sale['state'], more: Partial<Sale> = {}): (() => Stage) => {
    const over = { settledAtMs: SALE.nowMs, cancelable: false, by: 'upstream' } as const
    return () => mount({ sale: { ...over, state, ...more } })
  }
  const ends: readonly (readonly [state: string, button: string, arrange: () => Stage])[] = [
    ['declined', 'Charge $42.00 again', unpaid('declined', { message: 'Insufficient funds.' })],
    ['timed out', 'Charge $42.00 again', unpaid('timed_out', { phase: 'present_card' })],
    ['no answer', 'Charge $42.00 again', unpaid('timed_out', { phase: 'authorizing', reference: 'R-1' })],
    ['canceled', 'Charge $42.00 again', unpaid('failed', { reason: 'cancelled' })],
    ['approved', 'New sale', () => mount({ sale: APPROVED })],
    [
      'no news',
      'Hide this sale',
      () => mount({ sale: { state: 'started', phase: 'present_card', staleSinceMs: SALE.nowMs - 7_000 } }),
    ],
  ]
  for (const [state, label, arrange] of ends)
    it(`${state}: headline and button, at ${SIZES.length} sizes`, async () => {
      for (const [width, height] of SIZES) {
        await resize(width, height)
        const { pay } = arrange()
        await pay.until(() => pay.buttons.some((button) => button.startsWith(label)))
        const heading = pay.root.getElementById('title')!
        // Readable from two meters; the sentence of a page without news is smaller on the smallest phone.
        const leastPx = state === 'no news' && width === 320 ? 28 : 32
        assert.isAtLeast(parseFloat(getComputedStyle(heading).fontSize), leastPx, `${width} × ${height}`)
        const title = heading.getBoundingClientRect()
        const { top, bottom } = pay.button(label).getBoundingClientRect()
        assert.isAtLeast(title.top, 0)
        assert.isAtMost(title.bottom, top, `${width} × ${height}: the button covers the headline`)
        assert.isAtMost(bottom, innerHeight, `${width} × ${height}`)
        unmountAll()
      }
    })

  for (const [width, height] of SIZES)
    it(`${width} × ${height}, waiting for the card: Cancel, below the instruction and the time left`, async () => {
      await resize(width, height)
      const { pay } = mount({ sale: { state: 'started', phase: 'present_card' } })
      await pay.until(() => pay.buttons.includes('Cancel the sale'))
      const { left, top, bottom, width: wide } = pay.button('Cancel the sale').getBoundingClientRect()
      assert.isAtMost(bottom, innerHeight)
      for (const above of ['#title', '.panel .quiet'])
        assert.isAtMost(pay.root.querySelector(above)!.getBoundingClientRect().bottom, top, above)
      // Nothing lies above it.
      const hit = pay.root.elementFromPoint(left + wide / 2, (top + bottom) / 2)
      assert.equal(hit?.closest('button')?.textContent.trim(), 'Cancel the sale')
    })
})
