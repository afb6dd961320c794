import { assert } from '@open-wc/testing'
import type { Sale } from '@tapboard/contract'
import { sendKeys } from '@web/test-runner-commands'
import { useFastClock } from '../testing/fast-clock.ts'
import { endAnimations } from '../testing/screens/screen.ts'
import { mount, unmountAll, type Setting, type Stage } from '../testing/mount.ts'
import { SALE } from '../testing/scripted-bff.ts'
import type { GetToken } from '../shared/token-source.ts'

type Wish = Parameters<GetToken>[0]

const DOUBT: Partial<Sale> = { state: 'in_doubt', reason: 'no_session', cancelable: false, checkable: true }
const REVIEW: Partial<Sale> = { state: 'review', reason: 'amount_mismatch', sessionId: 'ses_9' }

/** A page that permits its clerk to decide; `wishes` contains its token requests. */
function clerk(setting: Setting = {}): Stage & { readonly wishes: Wish[] } {
  const wishes: Wish[] = []
  const stage = mount({
    sale: DOUBT,
    ...setting,
    attributes: { resolve: '', ...setting.attributes },
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

const free = ({ pay }: Stage): Promise<void> => pay.until(() => pay.buttons.includes('Mark as paid'))
const sent = ({ bff }: Stage): unknown[] => bff.to('POST', '/v1/sales/sale_1/resolve').map(({ body }) => body)

/** Resolves when the stream is open; that changes nothing on the screen. */
async function watched({ bff }: Stage): Promise<void> {
  while (bff.streams === 0) await new Promise(requestAnimationFrame)
}

async function form(stage: Stage, button: 'Mark as paid' | 'Mark as not paid'): Promise<void> {
  await free(stage)
  stage.pay.press(button)
  await stage.pay.until(() => stage.pay.buttons.includes('Back'))
}

describe('<terminal-pay> with a sale of unknown result', () => {
  useFastClock()
  afterEach(unmountAll)

  it('P6 shows that the result is unknown, the reason and the known facts; the references can be copied', async () => {
    const { pay } = mount({ sale: { ...DOUBT, reason: 'overdue', sessionId: 'ses_9' } })
    await pay.phase('doubt')
    assert.equal(pay.title, 'We don’t know if $42.00 was paid. Do not charge again.')
    for (const text of [
      'no result in time',
      'Reference to read aloud: 7Q2M-4K6X',
      SALE.externalId,
      'ses_9',
      '$42.00',
    ])
      assert.include(pay.text, text)
    assert.deepEqual(pay.buttons, ['Ask for the result now', 'Copy the details'])
  })

  it('the longest session ID of an upstream fits into the card at 320 px', async () => {
    const { pay, element } = mount({ sale: { ...REVIEW, sessionId: 's'.repeat(128) } })
    element.style.inlineSize = '320px'
    await pay.phase('review')
    const card = pay.root.querySelector('section')!.getBoundingClientRect()
    for (const fact of pay.root.querySelectorAll('dd'))
      assert.isAtMost(fact.getBoundingClientRect().right, card.right - 16)
  })

  it('P6 a page without the right to decide shows no form and loads nothing for it', async () => {
    for (const sale of [DOUBT, REVIEW]) {
      const { pay, element } = mount({ sale })
      await pay.until(() => /doubt|review/.test(element.phase))
      assert.notInclude(pay.text, 'Mark as')
      assert.notInclude(pay.text, 'Decide')
      assert.isNull(pay.root.querySelector('[part=resolve]'))
    }
  })

  it('P6 a check makes the BFF read now, and is announced', async () => {
    const { pay, bff } = mount({ sale: DOUBT })
    await pay.phase('doubt')
    pay.press('Ask for the result now')
    await pay.until(() => pay.text.includes('Asked again just now.'))
    await pay.until(() => pay.spoken === 'Asked again just now.')
    assert.lengthOf(bff.to('POST', '/v1/sales/sale_1/check'), 1)
    bff.handler = ({ path }) => (path.endsWith('/check') ? bff.json(bff.sale, 200) : null)
    pay.press('Ask for the result now')
    await pay.until(() => pay.text.includes('cannot be asked about this sale'))
    bff.handler = ({ path }) => (path.endsWith('/check') ? bff.problem('rate-limited') : null)
    pay.press('Ask for the result now')
    await pay.until(() => pay.text.includes('The result appears automatically'))
  })

  it('P6 shows a time to wait and no button until the terminal is free, then both buttons', async () => {
    const stage = clerk({ sale: { ...DOUBT, deviceFreeAtMs: SALE.nowMs + 250_000 } })
    const { pay, bff } = stage
    await pay.until(() => pay.text.includes('You can settle this in 4:1'))
    assert.notInclude(pay.buttons, 'Mark as paid')
    await watched(stage)
    bff.move({ deviceFreeAtMs: null }, 'device_released')
    await free(stage)
    await pay.until(() => pay.spoken.includes('You can settle this now'))
    assert.deepEqual(pay.buttons, [
      'Mark as paid',
      'Mark as not paid',
      'Ask for the result now',
      'Copy the details',
    ])
  })

  it('a manager settles directly below the notice, above the other buttons and the facts', async () => {
    for (const sale of [DOUBT, REVIEW]) {
      const stage = clerk({ sale })
      await free(stage)
      const { root } = stage.pay
      const parts = [
        '.notice',
        '[part=resolve]',
        '.row:has(> button):not([part=resolve] .row)',
        '[part=facts]',
      ]
      const tops = parts.map((part) => root.querySelector(part)!.getBoundingClientRect().top)
      assert.deepEqual(
        tops,
        tops.toSorted((one, other) => one - other),
        parts.join(', '),
      )
      assert.isTrue(root.querySelector('.notice + [part=resolve]') !== null)
      unmountAll()
    }
  })

  it('P6 the wait ends by itself without an event', async () => {
    const stage = clerk({ sale: { ...DOUBT, deviceFreeAtMs: SALE.nowMs + 1_200 } })
    await stage.pay.until(() => stage.pay.text.includes('You can settle this in 0:0'))
    await free(stage)
  })

  it('P6 paid needs the reference or the approval code, and is sent once, by a person', async () => {
    const stage = clerk()
    const { pay, events, wishes } = stage
    await form(stage, 'Mark as paid')
    assert.include(pay.text, 'Mark $42.00 as paid')
    pay.press('Mark as paid')
    await pay.until(() => pay.text.includes('Type the reference or the approval code.'))
    assert.equal(pay.field('Reference').getAttribute('aria-invalid'), 'true')
    assert.equal(pay.root.activeElement, pay.field('Reference'))
    await pay.until(() => pay.spoken.includes('Type the reference'))
    assert.deepEqual(sent(stage), [])
    pay.field('Reference').focus()
    await sendKeys({ type: 'R' })
    await pay.until(() => !pay.text.includes('Type the reference'))
    pay.type('Reference', ' 10000441239 ')
    pay.press('Mark as paid')
    await pay.phase('approved')
    assert.deepEqual(sent(stage), [{ outcome: 'paid', reference: '10000441239' }])
    assert.deepEqual(
      wishes.filter(({ kind }) => kind === 'resolve').map(({ sale }) => sale),
      ['sale_1'],
    )
    const settled = events.filter(({ type }) => type === 'terminal-pay-settled')
    assert.lengthOf(settled, 1)
    assert.nestedInclude(settled[0]!, { 'detail.outcome': 'approved', 'detail.by': 'person' })
    assert.include(pay.text, 'A manager entered this result at ')
    await pay.until(() => pay.spoken === '$42.00 marked as paid')
  })

  it('P6 not paid needs a second, explicit confirmation; then the order can be charged again', async () => {
    const stage = clerk({ sale: REVIEW })
    const { pay, events, bff } = stage
    await form(stage, 'Mark as not paid')
    assert.include(pay.text, 'Only if you saw on the terminal or in the merchant portal')
    pay.press('Mark as not paid')
    await pay.until(() => pay.text.includes('Look first'))
    assert.deepEqual(sent(stage), [])
    pay.field('I have looked: no payment was made').click()
    pay.press('Mark as not paid')
    await pay.phase('unpaid')
    assert.deepEqual(sent(stage), [{ outcome: 'unpaid' }])
    assert.equal(pay.title, '$42.00 marked as not paid')
    assert.include(pay.text, 'A manager saw that no payment was made.')
    assert.notInclude(pay.text, 'not charged')
    const settled = events.filter(({ type }) => type === 'terminal-pay-settled')
    assert.nestedInclude(settled[0]!, { 'detail.outcome': 'closed_unpaid', 'detail.by': 'person' })
    bff.checkout = { sale: bff.sale, nextAttempt: 2 }
    pay.press('Charge $42.00 again')
    await pay.phase('contacting')
    await pay.until(() => bff.to('POST', '/v1/sales').length === 1)
    assert.nestedInclude(bff.to('POST', '/v1/sales')[0]!, { 'body.attempt': 2 })
  })

  for (const label of ['Mark as paid', 'Mark as not paid'] as const)
    it(`has one main button while a manager decides: ${label}`, async () => {
      const stage = clerk()
      const { pay } = stage
      await form(stage, label)
      const main = Array.from(pay.root.querySelectorAll('.main'), ({ textContent }) => textContent.trim())
      assert.deepEqual(main, [label])
      assert.include(pay.buttons, 'Ask for the result now')
    })

  it('every decision identifies the person again, and no token is kept', async () => {
    const stage = clerk()
    const { pay, bff, wishes } = stage
    bff.handler = ({ path }) => (path.endsWith('/resolve') ? bff.problem('device-not-free') : null)
    await form(stage, 'Mark as paid')
    pay.type('Approval code', '712304')
    for (const count of [1, 2]) {
      pay.press('Mark as paid')
      await pay.until(() => wishes.filter(({ kind }) => kind === 'resolve').length === count)
      await pay.until(() => pay.can('Mark as paid'))
    }
    assert.include(pay.text, 'The terminal may still be asking for the card. Wait a little.')
    assert.equal(pay.field('Approval code').value, '712304')
  })

  it('P6 a person without the right gets a message, and the page no error event', async () => {
    const stage = clerk({
      properties: {
        getToken: async ({ kind }) => {
          if (kind === 'resolve') throw new Error('sign in first')
          return 'token'
        },
      },
    })
    const { pay, events } = stage
    await form(stage, 'Mark as paid')
    pay.type('Reference', 'R-77')
    pay.press('Mark as paid')
    await pay.until(() => pay.text.includes('You may not settle this.'))
    assert.deepEqual(sent(stage), [])
    assert.notInclude(
      events.map(({ type }) => type),
      'terminal-pay-error',
    )
    pay.press('Back')
    await free(stage)
    assert.notInclude(pay.text, 'You may not settle this.')
  })

  it('a result that arrives while a person types replaces the form', async () => {
    const stage = clerk()
    const { pay, bff } = stage
    await form(stage, 'Mark as not paid')
    await watched(stage)
    bff.move({ state: 'approved', reference: 'R-1', by: 'upstream', settledAtMs: SALE.nowMs }, 'approved')
    await pay.phase('approved')
    assert.notInclude(pay.buttons, 'Back')
  })

  it('shows the present sale if another person decided first', async () => {
    const stage = clerk()
    const { pay, bff } = stage
    await form(stage, 'Mark as paid')
    const sale = { ...SALE, ...DOUBT, state: 'closed_unpaid', reason: null, by: 'person', version: 9 }
    bff.handler = ({ path }) => (path.endsWith('/resolve') ? bff.problem('not-resolvable', { sale }) : null)
    pay.type('Reference', 'R-77')
    pay.press('Mark as paid')
    await pay.phase('unpaid')
    assert.equal(pay.title, '$42.00 marked as not paid')
    assert.include(pay.text, 'Another manager settled this first. Your entry R-77 was not saved.')
    pay.press('Charge $42.00 again')
    await pay.until(() => !pay.text.includes('was not saved'))
  })

  it('shows a clerk who can resolve the sale, and when', async () => {
    const wait = mount({ sale: { ...DOUBT, checkable: false, deviceFreeAtMs: SALE.nowMs + 250_000 } })
    await wait.pay.phase('doubt')
    assert.match(wait.pay.text, /A manager can settle this from \d+:\d\d/)
    assert.deepEqual(wait.pay.buttons, ['Copy the details'])
    wait.element.remove()
    const now = mount({ sale: DOUBT })
    await now.pay.phase('doubt')
    assert.include(now.pay.text, 'A manager can settle this now.')
  })

  it('is used with the keyboard alone, and the focus follows', async () => {
    const stage = clerk()
    const { pay, element } = stage
    await free(stage)
    endAnimations(pay.root)
    pay.button('Mark as paid').focus()
    await sendKeys({ press: 'Enter' })
    await pay.until(() => pay.root.activeElement === pay.field('Reference'))
    endAnimations(pay.root)
    pay.button('Back').focus()
    await sendKeys({ press: 'Enter' })
    await free(stage)
    await pay.until(() => pay.root.activeElement?.textContent === 'Settle this sale')
    pay.press('Mark as paid')
    await pay.until(() => pay.buttons.includes('Back'))
    endAnimations(pay.root)
    pay.field('Reference').focus()
    await sendKeys({ type: 'R-77' })
    await sendKeys({ press: 'Enter' })
    await pay.phase('approved')
    await element.updateComplete
    assert.equal(pay.root.activeElement?.id, 'title')
  })

  it('replaces every text with that of the host', async () => {
    const stage = clerk({
      properties: { strings: { markPaid: 'Als bezahlt melden', decide: 'Von Hand entscheiden' } },
    })
    await stage.pay.until(() => stage.pay.buttons.includes('Als bezahlt melden'))
    assert.include(stage.pay.text, 'Von Hand entscheiden')
  })
})
