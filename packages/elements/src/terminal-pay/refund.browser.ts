import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import type { GetToken } from '../shared/token-source.ts'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, named, unmountAll, type Setting, type Stage } from '../testing/mount.ts'
import { withoutLater } from '../testing/screens/screen.ts'
import { APPROVED, REFUND, type ScriptedBff } from '../testing/scripted-bff.ts'

type Wish = Parameters<GetToken>[0]

/** A page that refunds; `wishes` contains its token requests. */
function refund(setting: Setting = {}): Stage & { readonly wishes: Wish[] } {
  const wishes: Wish[] = []
  const stage = mount({
    checkout: REFUND,
    ...setting,
    ...(setting.sale && { sale: { kind: 'refund', refundOf: 'sale_0', refund: 'first', ...setting.sale } }),
    attributes: { refund: 'sale_0', ...setting.attributes },
    properties: {
      getToken: async (wish) => {
        wishes.push(wish)
        return { token: `token-${wish.kind}`, expiresInSeconds: 900, nonce: 'nonce' }
      },
      ...setting.properties,
    },
  })
  return { ...stage, wishes }
}

async function ready(stage: Stage): Promise<void> {
  await stage.pay.until(() => stage.pay.terminals.length > 0)
  await stage.pay.choose('Front counter')
  await stage.pay.until(() => stage.pay.buttons.some((label) => label.startsWith('Refund $42.00')))
}

/** A page that was closed after its refund began; its BFF keeps the refund. */
async function leaveMidRefund(): Promise<ScriptedBff> {
  const stage = refund()
  await ready(stage)
  stage.pay.press('Refund $')
  await stage.pay.phase('contacting')
  await streamed(stage)
  stage.bff.sale = { ...stage.bff.sale!, kind: 'refund', refundOf: 'sale_0', refund: 'first' }
  stage.element.remove()
  return stage.bff
}

const RUNNING = 'A transaction may be running. Look at the terminal.'

async function streamed({ bff }: Stage): Promise<void> {
  while (bff.streams === 0) await new Promise(requestAnimationFrame)
}

describe('<terminal-pay> that refunds a sale', () => {
  useFastClock()
  afterEach(unmountAll)

  it('asks for refund tokens of the sale only, and names amount, card and part', async () => {
    const stage = refund()
    await ready(stage)
    const { bff, pay, wishes } = stage
    assert.deepEqual(
      wishes.map(({ kind, sale }) => [kind, sale]),
      [['refund', 'sale_0']],
    )
    for (const { headers } of bff.requests)
      assert.match(headers.get('Authorization') ?? 'DPoP token-refund', /^DPoP token-refund$/)
    for (const text of ['Refund $42.00', 'to the card ending in 4242', 'Part of $100.00'])
      assert.include(pay.text, text)
  })

  it('refunds by keyboard from the button to the result, and its events carry the kind', async () => {
    const stage = refund()
    const { bff, events, pay } = stage
    await ready(stage)
    pay.button('Refund $42.00 on Front counter').focus()
    await sendKeys({ press: 'Enter' })
    await pay.phase('contacting')
    await streamed(stage)
    bff.move({ state: 'started', phase: 'present_card' })
    await pay.phase('waiting')
    assert.equal(pay.title, 'Tap, insert or swipe the card')
    await pay.until(() => pay.spoken === 'Refund $42.00. Tap, insert or swipe the card')
    assert.include(pay.buttons, 'Cancel the refund')
    bff.move({ ...APPROVED })
    await pay.phase('approved')
    assert.equal(pay.title, '$42.00 refunded')
    await pay.until(() => pay.spoken === '$42.00 refunded')
    pay.press('Details')
    await pay.until(() => pay.text.includes('Reference of the payment 10000441200'))
    pay.press('Done')
    await pay.phase('done')
    assert.equal(pay.title, 'Refunded $42.00')
    assert.includeMembers(named(stage), ['terminal-pay-ready', 'terminal-pay-start', 'terminal-pay-settled'])
    for (const { detail } of events) {
      const { kind, sale } = { kind: undefined, sale: undefined, ...detail } as {
        readonly kind?: string
        readonly sale?: { readonly kind: string } | null
      }
      assert.equal(kind ?? sale?.kind ?? 'refund', 'refund')
    }
    assert.notMatch(`${pay.text} ${pay.spoken}`, /charge|paid/i)
  })

  it('says in each state of the stage that it refunds: the word at the amount, and an arrow that turns back', async () => {
    const stage = refund({ sale: { state: 'sending' } })
    const { bff, pay } = stage
    const panel = (): string => pay.root.querySelector('.panel')?.textContent ?? ''
    const has = (picture: string): boolean => pay.root.querySelector(`.panel svg.${picture}`) !== null
    await pay.until(() => panel().includes('Refund $42.00'))
    await streamed(stage)
    for (const [phase, picture] of [
      ['present_card', 'picture'],
      ['authorizing', 'picture.back'],
    ] as const) {
      bff.move({ state: 'started', phase })
      await pay.until(() => has(picture) && panel().includes('Refund $42.00'))
    }
    bff.move({ ...APPROVED })
    await pay.until(() => has('sign.back') && panel().includes('$42.00 refunded'))
    assert.isFalse(has('sign.good'))
  })

  it('says after a decline that nothing was refunded, and tries again', async () => {
    const stage = refund({ sale: { state: 'declined', cancelable: false, by: 'upstream' } })
    const { bff, pay } = stage
    await pay.phase('unpaid')
    assert.equal(pay.title, '$42.00 not refunded – declined')
    await pay.until(() => pay.buttons.includes('Try again: refund $42.00 on Front counter'))
    pay.press('Try again')
    await pay.phase('contacting')
    while (!bff.to('POST', '/v1/sales').length) await new Promise(requestAnimationFrame)
  })

  it('P6 says that the result of a refund is unknown, and a manager states it with a resolve token', async () => {
    const stage = refund({
      sale: { state: 'in_doubt', reason: 'no_session', cancelable: false, checkable: true },
      attributes: { resolve: '' },
    })
    const { bff, pay, wishes } = stage
    await pay.phase('doubt')
    assert.equal(pay.title, 'We don’t know if $42.00 was refunded. Do not refund again.')
    await pay.until(() => pay.buttons.includes('Was refunded'))
    pay.press('Was refunded')
    await pay.until(() => pay.buttons.includes('Back'))
    pay.type('Reference', '10000441300')
    pay.press('Was refunded')
    await pay.phase('approved')
    assert.equal(pay.title, '$42.00 marked as refunded')
    assert.deepEqual(wishes.at(-1), { kind: 'resolve', jkt: wishes[0]!.jkt, sale: 'sale_1' })
    assert.deepEqual(
      bff.to('POST', '/v1/sales/sale_1/resolve').map(({ body }) => body),
      [{ outcome: 'paid', reference: '10000441300' }],
    )
  })

  for (const [code, text] of [
    ['refund-exceeds-sale', 'more than is left to refund'],
    ['refund-open', 'Another refund of this order has no result yet'],
    ['sale-not-refundable', 'This order cannot be refunded here. Refund it in the merchant portal.'],
  ] as const)
    it(`says why nothing was sent: ${code}`, async () => {
      const stage = refund()
      const { bff, pay } = stage
      await ready(stage)
      bff.handler = ({ method }) => (method === 'POST' ? bff.problem(code) : null)
      pay.press('Refund $')
      await pay.until(() => pay.text.includes(text))
      assert.include(pay.text, 'Nothing was sent.')
    })

  for (const [refundedAmountMinor, text] of [
    [7_000, 'Only $30.00 is left to refund. Start a new refund of $30.00 where you started this one.'],
    [10_000, 'Nothing is left to refund.'],
  ] as const)
    it(`says what is left after a refund of another till, offers no more, and tells the page: ${text}`, async () => {
      const stage = refund()
      const { bff, events, pay } = stage
      await ready(stage)
      const detail = 'The amount must be at most 30.00, what is left of the sale.'
      bff.handler = ({ method }) =>
        method === 'POST' ? bff.problem('refund-exceeds-sale', { detail }) : null
      bff.checkout = { ...REFUND, refund: { ...REFUND.refund!, refundedAmountMinor } }
      pay.press('Refund $')
      await pay.until(() => pay.text.includes(`Nothing was sent. ${text}`))
      await pay.until(() => pay.spoken.includes(text))
      assert.isFalse(pay.can('Refund $42.00'))
      assert.deepEqual(
        events.filter(({ type }) => type === 'terminal-pay-error').map((event) => event.detail),
        [{ code: 'refund-exceeds-sale', name: null, message: detail }],
      )
    })

  for (const [asked, given] of [
    ['sale_0', 'sale'],
    ['', 'refund'],
  ] as const)
    it(`D-127 starts nothing with a token of kind ${given} where the page asked for the other kind`, async () => {
      const stage = refund({ attributes: { refund: asked }, checkout: given === 'refund' ? REFUND : {} })
      const { bff, pay, events } = stage
      await pay.phase('fault')
      assert.include(pay.title, 'not set up')
      assert.deepInclude(
        events.map(({ detail }) => ('code' in detail ? detail.code : '')),
        'token-refused',
      )
      await stage.element.start()
      assert.deepEqual(bff.to('POST', '/v1/sales'), [])
    })

  it('D-127 never takes a sale for the result of its refund', async () => {
    const stage = refund()
    const { bff, pay } = stage
    await ready(stage)
    const sale = { ...bff.decide({ ...APPROVED, kind: 'sale', attempt: 9 }) }
    bff.handler = ({ method }) => (method === 'POST' ? bff.problem('order-already-paid', { sale }) : null)
    pay.press('Refund $')
    while (!bff.to('POST', '/v1/sales').length) await new Promise(requestAnimationFrame)
    await pay.until(() => pay.element.phase !== 'contacting')
    assert.notEqual(pay.element.phase, 'approved')
  })

  it('D-107 warns of a running refund in words that are true of it if the network is gone', async () => {
    const bff = await leaveMidRefund()
    bff.offline = true
    const { pay } = refund({ bff })
    await pay.phase('fault')
    assert.equal(pay.title, RUNNING)
    assert.include(pay.text, 'Front counter')
    await pay.until(() => pay.spoken.startsWith(RUNNING))
    assert.notMatch(`${pay.text} ${pay.spoken}`, /sale|charge|pay/i)
    bff.offline = false
    await pay.phase('contacting')
  })

  it('D-77 shows an open refund as one that may be running if its words do not load', async () => {
    const bff = await leaveMidRefund()
    sessionStorage.clear()
    await withoutLater(1, async () => {
      const { pay } = refund({ bff })
      await pay.phase('fault')
      assert.equal(pay.title, RUNNING)
      assert.include(pay.text, 'Front counter')
      assert.notMatch(pay.text, /sale|charge|pay/i)
    })
  })

  it('D-107 a page with the paid sale of the order keeps the entry of its refund', async () => {
    const bff = await leaveMidRefund()
    const kept = (): unknown => JSON.parse(sessionStorage.getItem('tapboard:sale') ?? '[]')
    const before = kept()
    const paid = mount({ sale: { ...APPROVED } })
    await paid.pay.phase('approved')
    assert.deepEqual(kept(), before)
    const { pay } = refund({ bff })
    await pay.phase('contacting')
    bff.move({ ...APPROVED })
    await pay.phase('approved')
    assert.deepEqual(kept(), [])
  })

  it('names a person without the right in words that are true of a refund', async () => {
    const getToken = (): Promise<never> =>
      Promise.reject(new Error('no token', { cause: new Response(null, { status: 403 }) }))
    const { pay } = refund({ properties: { getToken } })
    await pay.phase('fault')
    assert.equal(pay.title, 'You are signed out, or may not do this here. Sign in again, or ask a manager.')
  })

  it('changes to another sale, and back to taking payments, with new tokens', async () => {
    const stage = refund({ sale: { ...APPROVED } })
    const { bff, element, pay, wishes } = stage
    await pay.phase('approved')
    bff.sale = null
    element.refund = 'sale_7'
    await pay.phase('choosing')
    await pay.until(() => wishes.length === 2)
    assert.deepEqual([wishes[1]?.kind, wishes[1]?.sale], ['refund', 'sale_7'])
    bff.checkout = {}
    element.refund = ''
    await pay.until(() => wishes.some(({ kind }) => kind === 'sale'))
    await pay.until(() => !pay.text.includes('Refund'))
    await pay.phase('choosing')
    assert.notInclude(pay.text, 'Refund')
  })

  it('keeps the words of its head in order on a page that is written in the other direction', async () => {
    const { pay } = refund({ attributes: { lang: 'ar', dir: 'ltr' }, properties: { strings: {} } })
    const head = (): HTMLElement | null => pay.root.querySelector('[part=amount]')
    await pay.until(() => head()?.textContent.startsWith('رد') === true)
    const walker = document.createTreeWalker(head()!, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    const text = texts.find(({ data }) => data.includes('رد'))!
    const edge = (at: number): number => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().right
    }
    // The first word is the rightmost one, although the page runs from left to right.
    assert.isAbove(edge(0), edge(text.data.indexOf('$')))
  })

  for (const [lang, head, title] of [
    ['de', /auf die Karte mit der Endung 4242/, /^42,00\s\$ erstattet$/],
    // WebKit writes the amount with Arabic digits.
    ['ar', /4242/, /^تم رد .*(?:42\.00|٤٢٫٠٠)/],
  ] as const)
    it(`shows all texts of a refund in the language of the page: ${lang}`, async () => {
      const { pay } = refund({
        sale: { ...APPROVED },
        attributes: { lang },
        properties: { strings: {} },
      })
      await pay.phase('approved')
      // The texts of the language may arrive after the result.
      await pay.until(() => title.test(pay.title) && head.test(pay.text))
      const section = pay.root.querySelector('section')!
      // On a page from right to left, Arabic needs no attribute.
      if (lang === 'ar') assert.equal(getComputedStyle(section).direction, 'rtl')
      else assert.equal(section.dir, '')
    })
})
