import { assert } from '@open-wc/testing'
import { SALE_STATES, type Sale } from '@tapboard/contract'
import { executeServerCommand } from '@web/test-runner-commands'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, unmountAll, type Stage } from '../testing/mount.ts'
import { APPROVED, DEVICES, REFUND, SALE, ScriptedBff } from '../testing/scripted-bff.ts'

const panelOf = ({ pay }: Stage): HTMLElement => pay.root.querySelector<HTMLElement>('.panel')!

async function shown(sale: Partial<Sale>, width = 768): Promise<Stage> {
  const stage = mount({ sale })
  stage.element.style.inlineSize = `${width}px`
  await stage.pay.until(() => panelOf(stage) !== null)
  return stage
}

const AT_TERMINAL: readonly Partial<Sale>[] = [
  { state: 'sending' },
  { state: 'started', phase: 'contacting' },
  { state: 'started', phase: 'present_card' },
  { state: 'started', phase: 'authorizing' },
  APPROVED,
  { state: 'declined', message: 'Insufficient funds.' },
]

function offline(): ScriptedBff {
  const bff = new ScriptedBff()
  bff.offline = true
  return bff
}

const OPEN: readonly string[] = ['intent', 'sending', 'started']

describe('the state stage of <terminal-pay>', () => {
  useFastClock()
  afterEach(unmountAll)

  for (const state of SALE_STATES)
    it(`has a picture of at least 72 px, a title of at least 32 px and one amount: ${state}`, async () => {
      const stage = await shown({ state, by: 'upstream' })
      const panel = panelOf(stage)
      const picture = panel.querySelector('svg')!
      assert.isAtLeast(picture.getBoundingClientRect().height, 72)
      assert.isAtLeast(parseFloat(getComputedStyle(panel.querySelector('h2')!).fontSize), 32)
      assert.lengthOf(panel.textContent.match(/\$42\.00/g) ?? [], 1)
      // D-182: one headline says the amount and what became of it.
      assert.equal(stage.pay.title.includes('$42.00'), !OPEN.includes(state))
    })

  for (const width of [320, 768])
    it(`is as high in each state of one sale at ${width} px`, async () => {
      const heights: number[] = []
      for (const sale of AT_TERMINAL) {
        heights.push(panelOf(await shown(sale, width)).offsetHeight)
        unmountAll()
      }
      assert.deepEqual(
        heights,
        heights.map(() => heights[0]),
      )
    })

  const REFUNDED: Partial<Sale> = { kind: 'refund', refundOf: 'sale_0', refund: 'first', state: 'started' }
  const WORDED: readonly (readonly [part: string, sale: Partial<Sale>])[] = [
    ['#title', { state: 'review' }],
    ['ol', { state: 'started', phase: 'authorizing' }],
    ['#title', { ...REFUNDED, phase: 'authorizing' }],
    ['.amount', { ...REFUNDED, phase: 'contacting' }],
  ]
  for (const language of ['en', 'de', 'fr-CA', 'es'])
    it(`B13 breaks no word of a headline or a step at 320 px, ${language}`, async () => {
      for (const [part, sale] of WORDED) {
        const refund = sale.kind && { checkout: REFUND, attributes: { lang: language, refund: 'sale_0' } }
        const stage = mount({ sale, attributes: { lang: language }, properties: { strings: {} }, ...refund })
        stage.element.style.inlineSize = '320px'
        await stage.pay.until(() => stage.pay.root.querySelector(`.panel ${part}`) !== null)
        const texts = document.createTreeWalker(stage.pay.root.querySelector(part)!, NodeFilter.SHOW_TEXT)
        let checked = 0
        while (texts.nextNode())
          for (const { 0: word, index } of texts.currentNode.textContent!.matchAll(/[\p{L}]+/gu)) {
            const range = document.createRange()
            range.setStart(texts.currentNode, index)
            range.setEnd(texts.currentNode, index + word.length)
            assert.lengthOf(range.getClientRects(), 1, word)
            checked += 1
          }
        assert.isAtLeast(checked, part === '.amount' ? 1 : 3)
        unmountAll()
      }
    })

  for (const [sale, reason] of [
    [{ state: 'declined', message: 'Insufficient funds.' }, 'Insufficient funds.'],
    [
      { state: 'timed_out', phase: 'authorizing' },
      'The card was read, but the card processor did not answer in time.',
    ],
    [{ state: 'closed_unpaid', by: 'person' }, 'A manager saw that no payment was made.'],
  ] as const)
    it(`has the reason of an end without a payment, which no other place repeats: ${reason}`, async () => {
      const stage = await shown(sale)
      const title = panelOf(stage).querySelector('h2')!
      assert.equal(title.nextElementSibling?.textContent.trim(), reason)
      assert.lengthOf(stage.pay.text.split(reason), 2)
      await stage.pay.until(() => stage.pay.spoken.endsWith(reason))
    })

  it('has a sign of its own for a page without news, and for a terminal that lost its network', async () => {
    const sale = { state: 'started', phase: 'present_card' } as const
    const lost = mount({ sale })
    lost.bff.devices = DEVICES.map((device) => ({ ...device, status: 'DISCONNECTED' }))
    await lost.pay.until(() => lost.pay.title.endsWith('lost its network'))
    assert.isNotNull(panelOf(lost).querySelector('.sign.unplugged'))
    unmountAll()
    const silent = await shown({ ...sale, staleSinceMs: SALE.nowMs - 7_000 })
    assert.isNotNull(panelOf(silent).querySelector('.sign.offline'))
  }).timeout(30_000)

  for (const [width, mostPx] of [
    [320, 245],
    [768, 140],
  ] as const)
    it(`is at most ${mostPx} px high while the result is unknown, so that the guide is in view at ${width} px`, async () => {
      for (const state of ['in_doubt', 'review'] as const) {
        assert.isAtMost(panelOf(await shown({ state }, width)).offsetHeight, mostPx, state)
        unmountAll()
      }
    })

  it('has one weight for all headlines: an instruction and a page without news are as bold as a result', async () => {
    for (const sale of [
      { state: 'started', phase: 'present_card' },
      { state: 'started', phase: 'present_card', staleSinceMs: SALE.nowMs - 7_000 },
      APPROVED,
    ] as const) {
      const stage = await shown(sale)
      assert.equal(getComputedStyle(panelOf(stage).querySelector('h2')!).fontWeight, '600')
      // No time with seconds: it would change, and be spoken, again and again.
      assert.notMatch(stage.pay.title, /\d:\d\d:\d\d/)
      unmountAll()
    }
  })

  it('shows Cancel in the colour of a refusal, and Hide as underlined words without a frame below what it does not do', async () => {
    const stage = await shown({ state: 'started', phase: 'present_card', cancelable: true })
    await stage.pay.until(() => stage.pay.can('Cancel the sale'))
    const cancel = stage.pay.button('Cancel the sale')
    const hide = stage.pay.button('Hide this sale')
    const ends = getComputedStyle(cancel)
    const hides = getComputedStyle(hide)
    assert.notEqual(ends.color, hides.color)
    assert.equal(ends.borderBlockStartColor, ends.color)
    assert.include(hides.textDecorationLine, 'underline')
    assert.notInclude(ends.textDecorationLine, 'underline')
    assert.isAtMost(hide.offsetWidth, cancel.offsetWidth / 2)
    // A sentence is between them, so that a finger does not find the other one.
    assert.isAtLeast(hide.getBoundingClientRect().top - cancel.getBoundingClientRect().bottom, 24)
    assert.isAtLeast(hide.offsetHeight, 44)
  })

  it('B4 shows a result that a person entered without the colour and the sign of an approval', async () => {
    const stage = await shown({ ...APPROVED, by: 'person' })
    assert.isFalse(panelOf(stage).classList.contains('good'))
    assert.isNull(panelOf(stage).querySelector('.sign.good'))
    assert.isNotNull(panelOf(stage).querySelector('.sign.person'))
  })

  it('shows card and approval code of an approval as far as the service reports them, on one line at 768 px', async () => {
    const line = (stage: Stage): HTMLElement | null => panelOf(stage).querySelector('.evidence')
    const both = line(await shown(APPROVED))!
    assert.equal(both.innerText.replaceAll(/\s+/g, ' ').trim(), 'Visa …4242 Approval code 712304')
    assert.isAtMost(both.offsetHeight, 32)
    unmountAll()
    const neither = await shown({ ...APPROVED, card: null, approvalCode: null })
    assert.equal(line(neither)?.innerText.trim(), '')
    unmountAll()
    assert.isNull(line(await shown({ ...APPROVED, by: 'person' })), 'a manager entered the result')
  })

  const BUSY = DEVICES.map((device) => ({ ...device, hold: { freeInMs: null } }))
  const AWAY = DEVICES.map((device) => ({ ...device, status: 'DISCONNECTED' as const }))
  for (const [kind, devices, words] of [
    ['late', BUSY, 'In use'],
    ['unplugged', AWAY, 'is not connected'],
  ] as const)
    it(`has a picture of a terminal that cannot take the sale now, below Charge: ${words}`, async () => {
      const stage = mount({ checkout: { devices: devices.slice(0, 1) } })
      // The button has its label when the language of the amount is loaded.
      await stage.pay.until(
        () => panelOf(stage) !== null && stage.pay.buttons.some((label) => label.startsWith('Charge')),
      )
      const panel = panelOf(stage)
      assert.isAtLeast(panel.querySelector(`.sign.${kind}`)!.getBoundingClientRect().height, 72)
      const title = panel.querySelector<HTMLElement>('h3')!
      assert.include(title.textContent, words)
      assert.isAtLeast(parseFloat(getComputedStyle(title).fontSize), 32)
      const [charge] = stage.pay.buttons.filter((label) => label.startsWith('Charge'))
      assert.isBelow(
        stage.pay.button(charge!).getBoundingClientRect().bottom,
        panel.getBoundingClientRect().top,
      )
    })

  it('has a picture of a fault before a sale, as every other state has', async () => {
    const silent = mount({ bff: offline() })
    await silent.pay.until(() => panelOf(silent)?.querySelector('.sign.offline') != null)
    assert.equal(panelOf(silent).querySelector('h2')?.textContent, silent.pay.title)
    assert.isNull(panelOf(silent).querySelector('.amount'))
    unmountAll()
    const unset = mount({ properties: { bffUrl: 'nowhere:' } })
    await unset.pay.until(() => panelOf(unset)?.querySelector('.sign.warn') != null)
  })

  it('marks each step that is done with a drawn tick, whatever fonts there are, and a screen reader hears it', async () => {
    const stage = await shown({ state: 'started', phase: 'authorizing' })
    const past = Array.from(panelOf(stage).querySelectorAll('.past'))
    const texts = (selector: string): (string | undefined)[] =>
      past.map((step) => step.querySelector(selector)?.textContent)
    assert.deepEqual(texts('.unseen'), ['Contact, done', 'Card, done'])
    assert.deepEqual(texts('[aria-hidden=true]'), ['Contact', 'Card'])
    for (const step of past) {
      const tick = getComputedStyle(step, '::before')
      assert.equal(tick.content, '""')
      assert.equal(tick.borderBlockEndWidth, '2px')
      assert.equal(tick.borderBlockEndColor, getComputedStyle(step).borderBlockStartColor)
    }
    assert.lengthOf(panelOf(stage).querySelectorAll('[aria-current=step]'), 1)
    assert.equal(panelOf(stage).querySelector('[aria-current=step]')?.textContent.trim(), 'Authorize')
  })

  it('D-156 shows the time left to present a card as an estimate, and the time passed after it', async () => {
    const sale = { state: 'started', phase: 'present_card' } as const
    const early = await shown({ ...sale, nowMs: SALE.createdAtMs + 15_000 })
    assert.match(early.pay.text, /About 1:4[45] left to present the card/)
    const bar = panelOf(early).querySelector('[aria-current=step] .bar .left')!
    // The same picture is the line of the step: there is no second bar.
    assert.match(bar.getAttribute('d')!, /^M0 3h10[45]$/)
    assert.lengthOf(panelOf(early).querySelectorAll('.bar'), 1)
    unmountAll()
    for (const dir of ['ltr', 'rtl']) {
      document.dir = dir
      const { left, right } = panelOf(await shown({ ...sale, nowMs: SALE.createdAtMs + 60_000 }))
        .querySelector('.bar .left')!
        .getBoundingClientRect()
      const line = document.querySelector('terminal-pay')!.shadowRoot!.querySelector('[aria-current=step]')!
      const edges = line.getBoundingClientRect()
      // Half of the time is left: the line begins where reading begins.
      const [gap, rest] = [left - edges.left, edges.right - right]
      assert.isBelow(dir === 'rtl' ? rest : gap, 2, dir)
      assert.isAbove(dir === 'rtl' ? gap : rest, edges.width / 3, dir)
      unmountAll()
    }
    document.dir = ''
    const late = await shown({ ...sale, nowMs: SALE.createdAtMs + 125_000 })
    assert.match(late.pay.text, /Running for 2:0[56]/)
    assert.isNull(panelOf(late).querySelector('.bar'))
  })

  // WebKit evaluates the media queries of a style sheet for the window in which the sheet was made, and all test files share a page.
  if (!navigator.userAgent.includes('Chrome')) return

  it('has the size of a wide element in a high window, and one height at each width (only in chromium)', async () => {
    await executeServerCommand('resize-viewport', { width: 1300, height: 900 })
    try {
      for (const width of [768, 1024, 1280]) {
        const heights = new Set<number>()
        for (const sale of AT_TERMINAL) {
          const panel = panelOf(await shown(sale, width))
          const size = (selector: string): number =>
            parseFloat(getComputedStyle(panel.querySelector(selector) ?? panel).fontSize)
          const leastPx = panel.classList.contains('long') ? 32 : Math.min(52, width / 21)
          assert.isAtLeast(size('h2'), leastPx, `${width} px`)
          if (panel.querySelector('.amount')) assert.isAtLeast(size('.amount'), Math.min(72, width / 18))
          const picture = panel.querySelector('svg')!.getBoundingClientRect()
          assert.isAtLeast(picture.height, Math.min(140, width / 9))
          heights.add(panel.offsetHeight)
          unmountAll()
        }
        assert.equal(heights.size, 1, `${width} px: ${[...heights].join(', ')}`)
      }
    } finally {
      await executeServerCommand('resize-viewport', { width: 800, height: 600 })
    }
  })
})
