import { assert } from '@open-wc/testing'
import { listen } from '../testing/listen.ts'
import { mount, unmountAll, type Stage } from '../testing/mount.ts'
import { APPROVED, DEVICES, SALE } from '../testing/scripted-bff.ts'

/** The terminal is held from the first send on. */
const HELD = { cancelable: false, deviceFreeAtMs: SALE.nowMs + 360_000 }
const LOST = { ...HELD, state: 'in_doubt', reason: 'no_session', checkable: true } as const
const SENDING = { ...HELD, state: 'sending', reason: null, checkable: false } as const
const UNKNOWN = 'We don’t know if $42.00 was paid. Do not charge again.'

/** Every value that a text of the page takes from now on, without repetitions. */
function follow({ pay }: Stage, read: () => string): readonly string[] {
  const values = [read()]
  const note = (): void => void (values.at(-1) !== read() && values.push(read()))
  new MutationObserver(note).observe(pay.root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
  return values
}

/** A sale that is on its way to the terminal, with all titles and announcements from now on. */
async function pressed() {
  const stage = mount({ checkout: { devices: [DEVICES[0]!] } })
  const { pay, bff } = stage
  await pay.until(() => pay.buttons.some((label) => label.startsWith('Charge $42.00')))
  await pay.until(() => pay.can('Charge $42.00'))
  pay.press('Charge $42.00')
  await pay.until(() => bff.streams === 1 && pay.title === 'Contacting Front counter')
  return { ...stage, titles: follow(stage, () => pay.title), said: listen(pay.root) }
}

describe('<terminal-pay> while states change fast', () => {
  afterEach(unmountAll)

  it('shows and says of a sale of a moment its contact and its result', async () => {
    const { bff, pay, titles, said } = await pressed()
    bff.move({ state: 'started', phase: 'contacting' })
    bff.move({ phase: 'present_card' })
    bff.move({ phase: 'authorizing' })
    bff.move(APPROVED, 'approved')
    await pay.until(() => pay.spoken === '$42.00 approved')
    assert.deepEqual(titles, ['Contacting Front counter', '$42.00 approved'])
    assert.deepEqual(said.slice(-1), ['$42.00 approved'])
    assert.isAtMost(said.length, 2)
  })

  it('keeps an unknown result while the request is repeated, with its text, facts and buttons', async () => {
    const stage = await pressed()
    const { bff, pay, titles, said } = stage
    for (const change of [LOST, SENDING, LOST, SENDING, LOST]) bff.move(change)
    await pay.until(() => pay.title === UNKNOWN && pay.spoken.startsWith(UNKNOWN))
    await pay.until(() => pay.can('Ask for the result now'))
    const buttons = follow(stage, () => pay.buttons.join())
    const facts = follow(stage, () => pay.root.querySelector('dl')?.textContent ?? '')
    const reasons = follow(stage, () => pay.root.querySelector('.notice')?.textContent ?? '')
    bff.move(SENDING)
    await pay.until(() => !pay.can('Ask for the result now'))
    bff.move(LOST)
    await pay.until(() => pay.can('Ask for the result now'))
    assert.deepEqual(buttons, ['Ask for the result now,Copy the details'])
    assert.lengthOf(facts, 1)
    assert.lengthOf(reasons, 1)
    bff.move(SENDING)
    bff.move({ state: 'started', phase: 'contacting' })
    bff.move(APPROVED, 'approved')
    await pay.until(() => pay.spoken === '$42.00 approved')
    assert.deepEqual(titles, ['Contacting Front counter', UNKNOWN, '$42.00 approved'])
    assert.match(said.at(-2)!, /^We don’t know if \$42\.00 was paid\. .* A manager can settle this from /)
    assert.isAtMost(said.length, 3)
  })
})
