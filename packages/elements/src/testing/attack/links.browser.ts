// Addresses of the server and of the page: a frame is http(s) or absent, and a hostile attribute sends no request.
import { assert } from '@esm-bundle/chai'
import { atAgreement } from '../filled-stage.ts'
import { mountApply, unmountAllApply } from '../mount-apply.ts'
import { mountDesk, unmountAllDesks } from '../mount-desk.ts'
import { mount, unmountAll } from '../mount.ts'
import { untilStill } from '../screens/screen.ts'
import { attacks, ATTACKED, FEW } from './corpus.ts'

const ran: unknown[] = []

/** Spellings of addresses that run script, or show a page of the attacker's text. */
const ADDRESSES = [
  `javascript:parent.${ATTACKED}(1)`,
  `JavaScript:parent.${ATTACKED}(1)`,
  ` javascript:parent.${ATTACKED}(1)`,
  `\tjava\nscript:parent.${ATTACKED}(1)`,
  `javascript://https://terms.example/%0aparent.${ATTACKED}(1)`,
  `data:text/html,<script>parent.${ATTACKED}(1)</script>`,
  `blob:https://terms.example/1`,
  `about:srcdoc`,
  `vbscript:${ATTACKED}(1)`,
]

/** Attributes of the page for each element. */
const ATTRIBUTES = ['bff-url', 'lang', 'dir', 'theme', 'density', 'refund', 'tier', 'title', 'id', 'class']

describe('hostile addresses', () => {
  const { error } = console
  before(() => {
    Object.assign(globalThis, { [ATTACKED]: (number: unknown) => ran.push(number) })
  })
  // Each element reports each wrong attribute.
  beforeEach(() => {
    console.error = () => undefined
  })
  afterEach(() => {
    console.error = error
    unmountAll()
    unmountAllApply()
    unmountAllDesks()
  })

  for (const frameUrl of ADDRESSES)
    it(`show no frame of ${JSON.stringify(frameUrl)}`, async () => {
      const { form } = await atAgreement({ page: { terms: { mode: 'frame', frameUrl } } })
      await untilStill(form.element)
      assert.isNull(form.root.querySelector('iframe'))
      assert.deepEqual(ran, [])
    })

  for (const attribute of ATTRIBUTES)
    it(`start nothing in the attribute ${attribute}`, async () => {
      const asked: string[] = []
      const fetcher: typeof fetch = (input) => {
        asked.push(new URL(input instanceof Request ? input.url : input).origin)
        return Promise.reject(new TypeError('offline'))
      }
      for (const [number, text] of attacks(FEW).entries()) {
        if (number % 10) continue
        const setting = { attributes: { [attribute]: text }, properties: { fetcher } }
        const elements = [mount(setting), mountApply(setting), mountDesk(setting)].map(
          ({ element }) => element,
        )
        await Promise.all(elements.map((element) => element.updateComplete))
        for (const { shadowRoot } of elements)
          assert.isNull(shadowRoot!.querySelector('script, iframe, object, embed, img, style, link, base'))
        for (const element of elements) element.remove()
      }
      assert.isTrue(asked.every((origin) => origin === location.origin))
      assert.deepEqual(ran, [])
    })
})
