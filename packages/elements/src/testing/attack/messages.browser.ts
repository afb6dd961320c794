// Forged messages: a frame of another origin, a frame of this one and the page itself send every kind of message that an element knows.
// Only the vendor's frame of the terms is heard, which `terms-modes.browser.ts` tests.
import { assert } from '@esm-bundle/chai'
import { CONNECT } from '../../isolated-field/protocol.ts'
import { TERMS_MESSAGE } from '../../merchant-apply/terms-frame.ts'
import { atAgreement } from '../filled-stage.ts'
import { unmountAllApply } from '../mount-apply.ts'
import { mount, unmountAll } from '../mount.ts'
import { APPROVED, DEVICES, SALE } from '../scripted-bff.ts'
import { untilStill } from '../screens/screen.ts'

const VENDOR = new URL('../vendor-terms.html?silent', import.meta.url)

/** Messages that would help an attacker if an element believed them. */
const FORGED: readonly unknown[] = [
  CONNECT,
  { type: TERMS_MESSAGE, application: 'app_1', token: 'forged' },
  { type: TERMS_MESSAGE, token: 'forged' },
  { type: TERMS_MESSAGE, application: 'app_1', token: { toString: 'forged' } },
  { type: 'changed', text: '{"sealed":"forged"}' },
  { type: 'submit' },
  { type: 'ready' },
  { type: 'settled' },
  { type: 'sale', sale: { ...SALE, ...APPROVED } },
  JSON.stringify({ sale: { ...SALE, ...APPROVED } }),
  JSON.parse('{"__proto__":{"type":"tapboard-terms","application":"app_1","token":"forged"}}'),
  null,
  'approved',
  new ArrayBuffer(8),
]

/** Sends each message from a frame of this origin, as the frame itself would. */
async function fromFrame(host: string): Promise<void> {
  const url = new URL('../forging-page.html', import.meta.url)
  url.hostname = host
  const frame = document.createElement('iframe')
  frame.src = url.href
  frame.title = 'forging'
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
  const sent = new Promise<void>((resolve) => {
    const count = ({ data, source }: MessageEvent<unknown>): void => {
      if (source !== frame.contentWindow || data !== 'all sent') return
      removeEventListener('message', count)
      resolve()
    }
    addEventListener('message', count)
  })
  frame.contentWindow!.postMessage(FORGED, '*')
  await sent
  frame.remove()
}

async function forge(): Promise<void> {
  await fromFrame('127.0.0.1')
  await fromFrame(location.hostname)
  const { port1, port2 } = new MessageChannel()
  for (const message of FORGED) postMessage(message, '*')
  postMessage(CONNECT, '*', [port2])
  await new Promise((resolve) => {
    addEventListener('message', resolve, { once: true })
    postMessage('last', '*')
  })
  port1.close()
}

describe('forged messages', () => {
  afterEach(() => {
    unmountAllApply()
    unmountAll()
  })

  it('change no sale', async () => {
    const { bff, pay, element } = mount({ checkout: { devices: [DEVICES[0]!] } })
    await pay.phase('choosing')
    await pay.until(() => pay.buttons.some((label) => label.startsWith('Charge $42.00')))
    await forge()
    await untilStill(element)
    assert.equal(element.phase, 'choosing')
    assert.lengthOf(bff.to('POST', '/v1/sales'), 0)
  })

  it('accept no terms', async () => {
    const terms = { mode: 'frame', frameUrl: VENDOR.href } as const
    const { bff, form } = await atAgreement({ page: { terms } })
    await form.until(() => form.root.querySelector('iframe') !== null)
    await forge()
    await untilStill(form.element)
    assert.notInclude(form.text, 'You have agreed')
    assert.lengthOf(bff.submissions, 0)
    assert.equal(form.element.step, 'agreement')
  })
})
