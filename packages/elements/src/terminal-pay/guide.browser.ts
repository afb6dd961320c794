import { assert } from '@open-wc/testing'
import { executeServerCommand } from '@web/test-runner-commands'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, unmountAll } from '../testing/mount.ts'
import { SALE } from '../testing/scripted-bff.ts'

const DOUBT = { state: 'in_doubt', reason: 'overdue', checkable: true } as const

/** The number of lines that the text of an element takes. Letters of two fonts on one line differ in height. */
function linesOf(element: Element): number {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const lines: DOMRect[] = []
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    for (const rect of range.getClientRects()) {
      const middle = (rect.top + rect.bottom) / 2
      if (!lines.some(({ top, bottom }) => top < middle && middle < bottom)) lines.push(rect)
    }
  }
  return lines.length
}

describe('P6 the guide through an unknown result of <terminal-pay>', () => {
  useFastClock()
  afterEach(unmountAll)

  it('D-158 answers with the safe action, and no answer changes the sale, sends a request or offers a charge', async () => {
    const { bff, pay, element } = mount({ sale: DOUBT })
    await pay.until(() => pay.text.includes('What does the terminal show?'))
    await pay.phase('doubt')
    // The page reads the sale meanwhile, instead of a stream that opens slowly; only another request would be an answer's.
    const sent = (): number => bff.requests.filter(({ method }) => method !== 'GET').length
    const [before, requests] = [pay.buttons, sent()]
    const radios = (): NodeListOf<HTMLInputElement> => pay.root.querySelectorAll('.guide input')
    for (const [at, advice] of [
      'Keep the receipt. Do not charge again. Give the reference to your manager.',
      'Do not charge again. Give the reference to your manager.',
      'Wait here. The result appears automatically.',
      'It may still have gone through. Do not charge again. Give the reference to your manager.',
    ].entries()) {
      radios()[at]!.click()
      await pay.until(() => pay.root.querySelector('.advice')?.textContent.trim() === advice)
      await pay.until(() => pay.spoken === advice)
      assert.equal(element.phase, 'doubt')
      assert.deepEqual(pay.buttons, before)
    }
    assert.equal(sent(), requests)
  })

  it('scrolls the safe action into view on a small screen', async () => {
    const { element, pay } = mount({ sale: DOUBT })
    await pay.until(() => pay.root.querySelectorAll('.guide input').length === 4)
    const choices = pay.root.querySelectorAll<HTMLInputElement>('.guide input')
    // The last answer is at the end of the view; the action comes below it.
    element.style.marginBlockStart = `${innerHeight - choices[3]!.getBoundingClientRect().bottom - 20}px`
    element.style.marginBlockEnd = '2000px'
    choices[0]!.click()
    await pay.until(() => pay.root.querySelector('.advice') !== null)
    await element.updateComplete
    await new Promise((resolve) => requestAnimationFrame(resolve))
    assert.isAtMost(pay.root.querySelector('.advice')!.getBoundingClientRect().bottom, innerHeight + 1)
  })

  it('D-192 counts down to the next request of the BFF, says when it asks, and speaks neither', async () => {
    const { bff, pay } = mount({ sale: { ...DOUBT, nextAskAtMs: SALE.nowMs + 90_000 } })
    await pay.until(() => /We ask again in [89]\d sec\./.test(pay.text))
    await pay.until(() => bff.streams === 1 && pay.spoken !== '')
    const { spoken } = pay
    bff.stale(null, SALE.nowMs - 1)
    await pay.until(() => pay.text.includes('We are asking now.'))
    bff.stale(null, SALE.nowMs + 60_000)
    await pay.until(() => /We ask again in [56]\d sec\./.test(pay.text))
    assert.equal(pay.spoken, spoken)
    // An older BFF does not say when it asks.
    bff.stale(null)
    await pay.until(() => !/ask again|are asking/.test(pay.text))
  })

  // Of all engines: their fonts differ in width.
  for (const [width, askedPx, answeredPx] of [
    [390, 340, 620],
    [320, 370, 640],
  ] as const)
    it(`asks its question directly below the headline: the answers end above ${answeredPx} px at ${width} px`, async () => {
      const { element, pay } = mount({ sale: DOUBT })
      element.style.inlineSize = `${width}px`
      await pay.until(() => pay.root.querySelectorAll('.guide .choice').length === 4)
      const { top } = element.getBoundingClientRect()
      const guide = pay.root.querySelector('.guide')!
      assert.isAtMost(guide.querySelector('legend')!.getBoundingClientRect().bottom - top, askedPx)
      assert.isAtMost(guide.getBoundingClientRect().bottom - top, answeredPx)
      // All of the first answer is in the first view of a phone with 568 px.
      assert.isAtMost(guide.querySelector('.choice')!.getBoundingClientRect().bottom - top, 568)
      // Readable from two meters.
      assert.isAtLeast(pay.root.querySelector('.panel svg')!.getBoundingClientRect().height, 72)
      assert.isAtLeast(parseFloat(getComputedStyle(pay.root.querySelector('.panel h2')!).fontSize), 32)
      assert.isTrue(pay.root.querySelector('.panel')!.nextElementSibling === guide)
    })

  // The other engines of the tests draw with a wider font than a phone: there an English headline has a line more.
  const LANGUAGES = navigator.userAgent.includes('Chrome')
    ? ['en', 'en-GB', 'es', 'de', 'fr-CA', 'pt-BR', 'vi', 'zh-Hans', 'ko', 'he', 'ar']
    : []
  for (const language of LANGUAGES)
    it(`has all four answers in the first view of the smallest phone, ${language} (only in chromium)`, async () => {
      await executeServerCommand('resize-viewport', { width: 320, height: 568 })
      try {
        const { element, pay } = mount({
          sale: DOUBT,
          attributes: { lang: language },
          properties: { strings: {} },
        })
        await pay.until(() => pay.root.querySelectorAll('.guide .choice').length === 4)
        const { top } = element.getBoundingClientRect()
        for (const choice of pay.root.querySelectorAll('.guide .choice')) {
          const { bottom, height } = choice.getBoundingClientRect()
          assert.isAtLeast(height, 44)
          assert.isAtMost(bottom - top, 568)
        }
      } finally {
        await executeServerCommand('resize-viewport', { width: 800, height: 600 })
      }
    })

  for (const language of ['en', 'de', 'ar'])
    it(`keeps order, terminal and both groups of the reference on one line each at every width, ${language}`, async () => {
      const { element, pay } = mount({
        sale: DOUBT,
        attributes: { lang: language },
        properties: { strings: {} },
      })
      const reference = (): Element | null => pay.root.querySelector('.notice .whole')
      await pay.until(() => reference()?.textContent === '7Q2M-4K6X')
      for (let width = 280; width <= 420; width += 5) {
        element.style.inlineSize = `${width}px`
        const wholes = [...pay.root.querySelectorAll('.whole')]
        for (const whole of wholes) assert.equal(linesOf(whole), 1, `${whole.textContent}, ${width} px`)
        // The order with its word, the number in it, the terminal, and the reference.
        assert.lengthOf(wholes, 4)
      }
    })

  it('forgets the answer when the sale moves, and is not shown to a manager', async () => {
    // The countdown draws once a second, so that no wait depends on when the stream opens.
    const { bff, pay } = mount({ sale: { ...DOUBT, nextAskAtMs: SALE.nowMs + 600_000 } })
    await pay.until(() => bff.streams === 1)
    await pay.until(() => pay.root.querySelector('.guide') !== null)
    pay.root.querySelector<HTMLInputElement>('.guide input')!.click()
    await pay.until(() => pay.root.querySelector('.advice') !== null)
    bff.move({ reason: 'session_lost' })
    await pay.until(() => pay.root.querySelector('.advice') === null)
    const manager = mount({ sale: DOUBT, attributes: { resolve: '' } })
    await manager.pay.until(() => manager.pay.text.includes('Settle this sale'))
    assert.isNull(manager.pay.root.querySelector('.guide'))
  })
})
