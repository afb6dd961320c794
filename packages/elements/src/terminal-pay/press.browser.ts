// A press of Charge over a bad connection to the BFF (D-99): the page reports a press as unsent only if no request has left it.
import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, unmountAll, type Stage } from '../testing/mount.ts'
import { SALE, ScriptedBff, type Seen } from '../testing/scripted-bff.ts'

const POST = '/v1/sales'
const UNSENT = '$42.00 not sent – not charged'

async function charge(stage: Stage): Promise<Stage> {
  const { pay } = stage
  await pay.phase('choosing')
  if (!pay.chosen) await pay.choose('Front counter')
  await pay.until(() => pay.can('Charge $42.00 on Front counter'))
  pay.press('Charge')
  return stage
}

const starts = ({ bff }: Stage): Seen[] => bff.to('POST', POST)

describe('<terminal-pay> when a press of Charge meets a bad connection', () => {
  useFastClock()
  afterEach(unmountAll)

  it('D-99 V1 sends no start without a connection, and giving up is final', async () => {
    const stage = mount()
    const { bff, pay } = stage
    await pay.phase('choosing')
    bff.handler = ({ path }) => {
      if (path === '/.well-known/jwks.json') throw new TypeError('Failed to fetch')
      return null
    }
    await charge(stage)
    await pay.until(() => pay.title === 'Not sent yet – no connection')
    assert.match(pay.text, /Nothing has reached the terminal\. We keep trying for 0:\d\d\./)
    assert.deepEqual(pay.buttons, ['Give up'])
    pay.press('Give up')
    await pay.until(() => pay.title === UNSENT)
    assert.deepEqual(pay.buttons, ['Charge $42.00 again on Front counter', 'Choose another terminal'])
    assert.lengthOf(starts(stage), 0)
    bff.handler = null
    await pay.until(() => pay.can('Charge'))
    pay.press('Charge $42.00 again')
    await pay.until(() => bff.streams === 1)
    assert.lengthOf(starts(stage), 1)
    assert.propertyVal(starts(stage)[0]?.body, 'attempt', 1)
  })

  it('D-99 V1 sends no start without a token', async () => {
    const stage = mount()
    const { bff, pay, element } = stage
    await pay.phase('choosing')
    await pay.choose('Front counter')
    await pay.until(() => pay.can('Charge $42.00 on Front counter'))
    element.getToken = () => Promise.reject(Object.assign(new Error('down'), { status: 503 }))
    pay.press('Charge')
    await pay.until(() => pay.title === 'Not sent yet – no connection')
    assert.lengthOf(starts(stage), 0)
    element.getToken = async () => 'token'
    await pay.until(() => bff.streams === 1)
    assert.lengthOf(starts(stage), 1)
  })

  it('D-99 V1 repeats a start without an answer unchanged until the BFF reports that it never starts', async () => {
    const stage = mount()
    const { bff, pay } = stage
    await pay.phase('choosing')
    let lost = 0
    bff.handler = ({ method, path }) => {
      if (method !== 'POST' || path !== POST) return null
      if (lost++ < 2) throw new TypeError('Failed to fetch')
      bff.sale = { ...SALE, state: 'abandoned', reason: 'expired', settledAtMs: SALE.nowMs, version: 2 }
      return bff.json(bff.sale)
    }
    await charge(stage)
    await pay.until(() => pay.title === 'No answer yet – look at the terminal')
    assert.include(pay.text, 'The sale may have started. Do not charge again. We keep asking.')
    assert.deepEqual(pay.buttons, [])
    await pay.until(() => pay.title === UNSENT)
    const [first, ...others] = starts(stage)
    assert.lengthOf(others, 2)
    for (const other of others) {
      assert.deepEqual(other.body, first!.body)
      assert.equal(other.headers.get('Idempotency-Key'), first!.headers.get('Idempotency-Key'))
    }
    const { deadlineAtMs } = first!.body as { deadlineAtMs: number }
    assert.approximately(deadlineAtMs, SALE.createdAtMs + 15_000, 15_000)
    await pay.until(() => pay.buttons.includes('Charge $42.00 again on Front counter'))
  })

  it('D-99 a refusal after a start without an answer ends nothing before the deadline', async () => {
    const stage = mount()
    const { bff, pay } = stage
    await pay.phase('choosing')
    let asked = 0
    bff.handler = ({ method, path }) => {
      if (method !== 'POST' || path !== POST) return null
      if (!asked++) throw new TypeError('Failed to fetch')
      return asked < 4 ? bff.problem('device-busy') : null
    }
    await charge(stage)
    await pay.until(() => asked === 3)
    assert.equal(pay.title, 'No answer yet – look at the terminal')
    await pay.until(() => bff.streams === 1)
  })

  it('D-99 repeats the same start when it is put back after a removal mid-start', async () => {
    const stage = mount()
    const { bff, pay, element } = stage
    await pay.phase('choosing')
    bff.handler = ({ method }) => (method === 'POST' ? new Promise(() => undefined) : null)
    await charge(stage)
    while (!starts(stage).length) await new Promise(requestAnimationFrame)
    element.remove()
    await element.updateComplete
    bff.handler = null
    document.body.append(element)
    await pay.until(() => bff.streams === 1)
    assert.lengthOf(new Set(starts(stage).map(({ body }) => JSON.stringify(body))).size ? [1] : [], 1)
    assert.equal(new Set(starts(stage).map(({ body }) => JSON.stringify(body))).size, 1)
  })

  it('retries a BFF that is restarting, and reports that nothing was sent', async () => {
    const bff = new ScriptedBff()
    const stage = mount({ bff })
    await stage.pay.phase('choosing')
    let asked = 0
    bff.handler = ({ method, path }) =>
      method === 'POST' && path === POST && asked++ < 1 ? bff.problem('draining') : null
    await charge(stage)
    await stage.pay.until(() => bff.streams === 1)
    assert.equal(asked, 2)
  })
})
