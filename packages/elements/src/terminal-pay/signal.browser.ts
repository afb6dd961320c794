import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, unmountAll, type Setting, type Stage } from '../testing/mount.ts'
import { APPROVED, DEVICES, SALE } from '../testing/scripted-bff.ts'
import { SPOKEN } from '../testing/spoken.ts'

/** Replaces a property of an object; returns the function that restores it. */
function replaced(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name)
  Object.defineProperty(object, name, { value, configurable: true, writable: true })
  return () => {
    if (before) Object.defineProperty(object, name, before)
    else Reflect.deleteProperty(object, name)
  }
}

/** An audio context without a device: on a machine without one, the first real context blocks the page for seconds. */
class WithoutDevice extends OfflineAudioContext {
  constructor() {
    super(1, 44_100, 44_100)
    states.push('open')
  }

  override get state(): AudioContextState {
    return permitted ? 'running' : 'suspended'
  }

  close(): Promise<void> {
    states.push('closed')
    for (const look of looks) look()
    return Promise.resolve()
  }
}

/** What became of the audio contexts, in order. */
let states: string[] = []
/** Whether the browser permits sounds. */
let permitted = true
/** Called after each tone and each change of a context. */
let looks: (() => void)[] = []

/** Resolves when the condition about tones and contexts holds: the element draws nothing at that moment. */
const heard = (condition: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (condition()) resolve()
    }
    looks.push(look)
    look()
  })

describe('<terminal-pay> with the attribute "sound"', () => {
  useFastClock()
  /** Frequencies of the tones that began, and the patterns of the vibrations. */
  let tones: number[] = []
  let pulses: (readonly number[])[] = []
  let restore: (() => void)[] = []

  beforeEach(() => {
    tones = []
    pulses = []
    states = []
    looks = []
    permitted = true
    const { start } = OscillatorNode.prototype
    restore = [
      replaced(globalThis, 'AudioContext', WithoutDevice),
      replaced(OscillatorNode.prototype, 'start', function begin(this: OscillatorNode, at?: number) {
        tones.push(Math.round(this.frequency.value))
        for (const look of looks) look()
        start.call(this, at)
        // A context without a device renders nothing: its tones never end by themselves.
        queueMicrotask(() => this.dispatchEvent(new Event('ended')))
      }),
      replaced(navigator, 'vibrate', (pattern: readonly number[]) => {
        pulses.push(pattern)
        for (const look of looks) look()
      }),
    ]
  })
  afterEach(() => {
    for (const undo of restore.toReversed()) undo()
    unmountAll()
  })

  /** The person has pressed Charge, and the terminal asks for the card. */
  async function charged(setting: Setting): Promise<Stage> {
    const stage = mount({ checkout: { devices: [DEVICES[0]!] }, ...setting })
    const { bff, pay } = stage
    await pay.until(() => pay.buttons.some((label) => label.startsWith('Charge $42.00')))
    await pay.until(() => pay.can('Charge $42.00'))
    pay.press('Charge $42.00')
    await pay.until(() => bff.streams === 1)
    bff.move({ state: 'started', phase: 'present_card' })
    await pay.phase('waiting')
    return stage
  }

  it('D-186 signals an approval once, by two rising tones and a short vibration', async () => {
    const { bff, pay } = await charged({ attributes: { sound: '' } })
    assert.deepEqual(tones, [])
    bff.move(APPROVED, 'approved')
    await pay.phase('approved')
    await heard(() => tones.length > 0)
    pay.press('Details')
    await pay.until(() => pay.text.includes('Batch'))
    assert.deepEqual(tones, [659, 988])
    assert.deepEqual(pulses, [[80]])
  })

  it('signals a decline and an unknown result in their own ways', async () => {
    const first = await charged({ attributes: { sound: '' } })
    first.bff.move({ state: 'in_doubt', reason: 'overdue', cancelable: false })
    await first.pay.phase('doubt')
    await heard(() => tones.length > 0)
    assert.deepEqual(tones, [523, 523, 523])
    first.bff.move({ state: 'declined', reason: null, settledAtMs: SALE.nowMs })
    await first.pay.phase('unpaid')
    await heard(() => tones.length > 3)
    assert.deepEqual(tones.slice(3), [311, 233])
    assert.lengthOf(pulses, 2)
  })

  it('opens its audio in the press itself, and closes it after the sound of the result and when the element is removed', async () => {
    const { bff, pay } = mount({ checkout: { devices: [DEVICES[0]!] }, attributes: { sound: '' } })
    await pay.until(() => pay.buttons.some((label) => label.startsWith('Charge $42.00')))
    await pay.until(() => pay.can('Charge $42.00'))
    assert.deepEqual(states, [])
    pay.press('Charge $42.00')
    assert.deepEqual(states, ['open'])
    await pay.until(() => bff.streams === 1)
    bff.move({ state: 'started', phase: 'present_card' })
    await pay.phase('waiting')
    bff.move({ state: 'in_doubt', reason: 'overdue', cancelable: false })
    await heard(() => tones.length === 3)
    assert.deepEqual(states, ['open'], 'the result has a sound, too')
    bff.move(APPROVED, 'approved')
    await heard(() => states.length === 2)
    assert.deepEqual(
      [states, tones.slice(3)],
      [
        ['open', 'closed'],
        [659, 988],
      ],
    )
    unmountAll()
    const left = await charged({ attributes: { sound: '' } })
    left.element.remove()
    await heard(() => states.length === 4)
    assert.deepEqual(states.slice(2), ['open', 'closed'])
  })

  it('closes its audio also where the browser permits no sound', async () => {
    permitted = false
    const { bff } = await charged({ attributes: { sound: '' } })
    bff.move(APPROVED, 'approved')
    await heard(() => states.length === 2)
    assert.deepEqual([states, tones, pulses], [['open', 'closed'], [], [[80]]])
  })

  it('charges without a sound where the browser opens no further audio', async () => {
    class NoneLeft {
      constructor() {
        throw new DOMException('Too many contexts', 'NotSupportedError')
      }
    }
    restore.push(replaced(globalThis, 'AudioContext', NoneLeft))
    const { bff, pay } = await charged({ attributes: { sound: '' } })
    bff.move(APPROVED, 'approved')
    await pay.phase('approved')
    await heard(() => pulses.length === 1)
    assert.deepEqual(tones, [])
  })

  it('D-186 signals no result that was there when the page was loaded', async () => {
    for (const sale of [APPROVED, { state: 'declined' } as const, { state: 'in_doubt' } as const]) {
      const { pay } = mount({ sale, attributes: { sound: '' } })
      await pay.until(() => pay.title.includes('$42.00'))
      unmountAll()
    }
    assert.deepEqual([tones, pulses], [[], []])
  })

  it('is silent without the attribute', async () => {
    const { bff, pay } = await charged({})
    bff.move(APPROVED, 'approved')
    await pay.until(() => pay.spoken === '$42.00 approved')
    assert.deepEqual([tones, pulses], [[], []])
  })

  it('shares the facts of a sale where the system can, and has no such button elsewhere', async () => {
    const shared: ShareData[] = []
    restore.push(replaced(navigator, 'share', (data: ShareData) => Promise.resolve(shared.push(data))))
    const { pay } = mount({ sale: APPROVED })
    await pay.phase('approved')
    await pay.until(() => pay.buttons.includes('Share'))
    pay.press('Share')
    assert.equal(shared[0]?.title, 'Corner Repair')
    for (const line of ['Order R-1042', 'State: $42.00 approved', 'Reference: 10000441239'])
      assert.include(SPOKEN.read(shared[0]?.text ?? ''), line)
    unmountAll()
    Reflect.deleteProperty(navigator, 'share')
    const bare = mount({ sale: APPROVED })
    await bare.pay.phase('approved')
    await bare.pay.until(() => bare.pay.buttons.includes('Print'))
    assert.equal(bare.pay.buttons.includes('Share'), 'share' in navigator)
  })
})
