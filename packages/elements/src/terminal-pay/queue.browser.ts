import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { listen } from '../testing/listen.ts'
import { mount, unmountAll, type Setting, type Stage } from '../testing/mount.ts'
import { SAMPLE_NOW_MS } from '../testing/sample-sale.ts'
import { DEVICES, SALE } from '../testing/scripted-bff.ts'

const [FRONT] = DEVICES as [(typeof DEVICES)[0]]
const BUSY = [{ ...FRONT, hold: { freeInMs: null } }]
const WHEN_FREE = 'Charge $42.00 when Front counter is free'

const starts = ({ bff }: Stage): number => bff.to('POST', '/v1/sales').length

/** The person has asked for a charge on a busy terminal. */
async function queued(setting: Setting = {}): Promise<Stage> {
  const stage = mount(setting)
  const { bff, pay } = stage
  bff.devices = BUSY
  const since = performance.now()
  // The BFF's clock runs as fast as the page's: to the page, a slower one would seem to be set back, which ends the wait.
  bff.checkout = {
    get nowMs() {
      return SAMPLE_NOW_MS + performance.now() - since
    },
  }
  await pay.until(() => pay.buttons.includes(WHEN_FREE))
  pay.press(WHEN_FREE)
  await pay.phase('queued')
  return stage
}

/** Resolves after the next read of the order. */
async function reread({ bff }: Stage, times = 1): Promise<void> {
  const count = bff.to('GET', '/v1/checkout').length
  while (bff.to('GET', '/v1/checkout').length < count + times) await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
}

describe('<terminal-pay> with a charge that waits for its terminal', () => {
  useFastClock()
  afterEach(unmountAll)

  it('D-184 shows that it waits and charged nothing, and starts one sale when the terminal is free', async () => {
    const stage = await queued()
    const { bff, pay, events } = stage
    const said = listen(pay.root)
    assert.equal(pay.title, 'Waiting for Front counter – $42.00 not charged yet')
    assert.match(pay.text, /It starts once, when the terminal is free\. .* It waits for [45]:\d\d\./)
    assert.deepEqual(pay.buttons, ['Do not wait'])
    await pay.until(() => pay.spoken === pay.title)
    await reread(stage, 2)
    assert.equal(starts(stage), 0)
    bff.devices = [FRONT]
    await pay.until(() => bff.streams === 1)
    await reread(stage, 0)
    assert.equal(starts(stage), 1)
    assert.equal(events.filter(({ type }) => type === 'terminal-pay-start').length, 1)
    assert.deepEqual(said.slice(0, 1), ['Waiting for Front counter – $42.00 not charged yet'])
  })

  it('D-184 can be taken back: the free terminal then gets nothing', async () => {
    const stage = await queued()
    const { bff, pay } = stage
    pay.press('Do not wait')
    await pay.until(() => pay.buttons.includes(WHEN_FREE))
    bff.devices = [FRONT]
    await pay.until(() => pay.buttons.includes('Charge $42.00 on Front counter'))
    await reread(stage)
    assert.equal(starts(stage), 0)
  })

  it('D-184 goes on waiting if another till was faster', async () => {
    const stage = await queued()
    const { bff, pay } = stage
    bff.handler = ({ method, path }) =>
      method === 'POST' && path === '/v1/sales' ? bff.problem('device-busy') : null
    bff.devices = [FRONT]
    while (starts(stage) === 0) await new Promise(requestAnimationFrame)
    bff.devices = BUSY
    await pay.phase('queued')
    assert.notInclude(pay.text, 'still taking')
    bff.handler = null
    bff.devices = [FRONT]
    await pay.until(() => bff.streams === 1)
    assert.equal(starts(stage), 2)
    const keys = bff.to('POST', '/v1/sales').map(({ headers }) => headers.get('Idempotency-Key'))
    assert.equal(new Set(keys).size, 1)
  })

  it('D-184 ends when another tab starts the order, and shows that sale', async () => {
    const stage = await queued()
    const { bff, pay } = stage
    bff.sale = { ...SALE, state: 'started', phase: 'present_card' }
    await pay.phase('waiting')
    bff.move({ state: 'declined', cancelable: false, settledAtMs: SALE.nowMs })
    bff.devices = [FRONT]
    await pay.phase('unpaid')
    assert.equal(starts(stage), 0)
  })

  it('D-184 ends when the page prevents the start', async () => {
    const stage = await queued()
    stage.element.addEventListener('terminal-pay-start', (event) => event.preventDefault())
    stage.bff.devices = [FRONT]
    await stage.pay.until(() => stage.pay.buttons.includes('Charge $42.00 on Front counter'))
    assert.equal(starts(stage), 0)
  })

  it('D-184 says that it ended after five minutes', async () => {
    const stage = await queued()
    const { pay } = stage
    const now = performance.now.bind(performance)
    // The page stays visible: it looks at least once a minute, also on a slow machine.
    for (let seconds = 20; seconds <= 280; seconds += 20) {
      performance.now = () => now() + seconds * 1_000
      const requests = stage.bff.requests.length
      while (stage.bff.requests.length === requests) await new Promise(requestAnimationFrame)
      // The clock of the tests runs fast, too.
      if (seconds <= 120) assert.equal(pay.element.phase, 'queued')
    }
    performance.now = () => now() + 301_000
    await pay.until(() => pay.text.includes('The terminal was busy for 5 minutes.'))
    performance.now = now
    assert.equal(pay.element.phase, 'choosing')
    assert.equal(starts(stage), 0)
  })
})
