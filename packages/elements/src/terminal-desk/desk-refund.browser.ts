import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import type { DeskRow } from '@tapboard/contract'
import type { GetToken } from '../shared/token-source.ts'
import { useFastClock } from '../testing/fast-clock.ts'
import { readyDesk, unmountAllDesks, type DeskStage } from '../testing/mount-desk.ts'
import { APPROVED, REFUND } from '../testing/scripted-bff.ts'
import { deskRow, doubted, ScriptedDesk } from '../testing/scripted-desk.ts'
import { TerminalPayDriver } from '../terminal-pay/terminal-pay.driver.ts'
import type { TerminalDeskEvent } from './terminal-desk.events.ts'

type Wish = Parameters<GetToken>[0]

/** A desk whose first sale is opened; its refund is offered. */
async function offered(
  rows: readonly DeskRow[] = [deskRow(0), deskRow(2)],
): Promise<DeskStage & { readonly wishes: Wish[] }> {
  const wishes: Wish[] = []
  const bff = new ScriptedDesk(rows)
  bff.checkout = REFUND
  const getToken: GetToken = async (wish) => {
    wishes.push(wish)
    return { token: 'token', expiresInSeconds: 900, nonce: 'nonce' }
  }
  const stage = await readyDesk({ bff, properties: { getToken } })
  stage.desk.press('Details of order R-1042')
  await stage.desk.until(() => stage.desk.buttons.includes('Refund'))
  return { ...stage, wishes }
}

/** The form for the amount. */
async function form(rows?: readonly DeskRow[]): ReturnType<typeof offered> {
  const stage = await offered(rows)
  const { desk } = stage
  desk.press('Refund')
  await desk.until(() => desk.root.querySelector('.refund form') !== null)
  return stage
}

/** The opened refund of an amount. */
async function refunding(
  amount: string,
): Promise<DeskStage & { readonly wishes: Wish[]; readonly pay: TerminalPayDriver }> {
  const stage = await form()
  const { desk } = stage
  desk.field('Amount to refund').value = amount
  desk.press('Continue')
  await desk.until(() => desk.refund !== null)
  return { ...stage, pay: new TerminalPayDriver(desk.refund!) }
}

/** Resolves when the node with this ID has the focus. */
async function focusOn({ element }: DeskStage, id: string): Promise<void> {
  while (element.shadowRoot!.activeElement?.id !== id) await new Promise(requestAnimationFrame)
}

/** Opens the form to settle the first unresolved row. */
async function settling(setting: Parameters<typeof readyDesk>[0] = {}): Promise<DeskStage> {
  const open = doubted(1, { kind: 'refund', order: 'R-1042', refundOf: 'sale_0', refund: 'refund-1' })
  const stage = await readyDesk({ bff: new ScriptedDesk([deskRow(0), open], [open]), ...setting })
  stage.desk.root.querySelector<HTMLButtonElement>('.open li button')!.click()
  await stage.desk.until(() => stage.desk.root.querySelector('.decide button') !== null)
  return stage
}

describe('<terminal-desk> with refunds', () => {
  useFastClock()
  afterEach(() => {
    unmountAllDesks()
    localStorage.clear()
    sessionStorage.clear()
  })

  it('shows refunds in list and totals, and offers to refund what is left of a sale', async () => {
    const refund = { kind: 'refund', order: 'R-1042', refundOf: 'sale_0', requestedBy: 'mia' } as const
    const bff = new ScriptedDesk([
      deskRow(0),
      deskRow(1, { ...refund, amountMinor: 1_000 }),
      deskRow(3, { ...refund, amountMinor: 200, state: 'in_doubt' }),
      deskRow(2, { ...refund, amountMinor: 500, state: 'declined' }),
    ])
    const { desk } = await readyDesk({ bff })
    assert.deepEqual(desk.totals, [
      'Approved 1 $42.00',
      'Refunded 1 $10.00',
      'Net 2 $32.00',
      'Unresolved 1 $2.00 Not counted as paid',
      'Not paid 1 $5.00',
    ])
    assert.deepEqual(
      desk.rows.map(([, order, amount]) => `${order} ${amount}`),
      ['R-1042 $42.00', 'R-1042 Refund -$10.00', 'R-1042 Refund -$2.00', 'R-1042 Refund -$5.00'],
    )
    desk.press('Details of order R-1042')
    await desk.until(() => desk.buttons.includes('Refund'))
    assert.include(desk.root.querySelector('.details')!.textContent, '$30.00')
  })

  it('D-131 offers no refund without the right, and names the merchant portal for a sale marked as paid', async () => {
    const bff = new ScriptedDesk([deskRow(0), deskRow(1, { by: 'person' })])
    bff.desk = { rights: ['view'] }
    const { desk } = await readyDesk({ bff })
    desk.press('Details of order R-1042')
    await desk.until(() => desk.root.querySelector('.details dl') !== null)
    assert.notInclude(desk.buttons, 'Refund')
    assert.notInclude(desk.text, 'merchant portal')
    bff.desk = {}
    bff.news([...bff.rows])
    await desk.element.refresh()
    desk.press('Details of order R-1043')
    await desk.until(() => desk.root.querySelector('#details-sale_1 dl') !== null)
    assert.notInclude(desk.buttons, 'Refund')
    assert.include(desk.text, 'Marked as paid by a manager. Refund it in the merchant portal.')
    assert.equal(bff.to('GET', '/v1/desk/sales').length, 0)
  })

  it('D-130 leaves the refund to a page that prevents the event', async () => {
    const { desk, element, events } = await offered()
    element.addEventListener('terminal-desk-refund', (event) => event.preventDefault())
    desk.press('Refund')
    await element.updateComplete
    assert.deepEqual(events.at(-1)?.detail, {
      order: 'R-1042',
      sale: 'sale_0',
      remainingMinor: 4_200,
      currency: 'USD',
    })
    assert.isTrue(events.at(-1)?.defaultPrevented)
    assert.isNull(desk.root.querySelector('.refund'))
    assert.lengthOf(desk.rows, 2)
  })

  it('D-130 refunds an amount with a token for exactly this refund', async () => {
    const stage = await refunding('12')
    const { bff, desk, events, pay, wishes } = stage
    await focusOn(stage, 'refunding')
    await pay.phase('choosing')
    await pay.choose('Front counter')
    await pay.until(() => pay.buttons.some((label) => label.startsWith('Refund $')))
    pay.press('Refund $')
    while (!bff.streams) await new Promise(requestAnimationFrame)
    const [wish] = wishes.filter(({ kind }) => kind === 'refund')
    assert.deepEqual(
      { ...wish, jkt: '' },
      {
        kind: 'refund',
        jkt: '',
        sale: 'sale_0',
        order: 'R-1042',
        amount: '12.00',
        currency: 'USD',
        refund: 'refund-1',
      },
    )
    bff.move({ ...APPROVED, kind: 'refund' })
    await pay.phase('approved')
    assert.equal(pay.title, '$42.00 refunded')
    const { refund } = (events.at(-1) as TerminalDeskEvent<'terminal-desk-refunded'>).detail
    assert.deepInclude(refund, { kind: 'refund', refundOf: 'sale_0', state: 'approved' })
    pay.press('Done')
    await desk.until(() => desk.refund === null)
    await focusOn(stage, 'row-sale_0')
    assert.lengthOf(desk.rows, 2)
  })

  it('D-130 names the next refund of the sale, and offers what is left', async () => {
    const earlier = { kind: 'refund', order: 'R-1042', refundOf: 'sale_0', amountMinor: 1_000 } as const
    const { desk } = await form([deskRow(0), deskRow(1, { ...earlier, refund: 'refund-1' })])
    assert.equal(desk.field('Amount to refund').value, '32.00')
    assert.include(desk.root.querySelector('.refund')!.textContent, 'At most $32.00')
  })

  it('keeps the form with a wrong amount, and says what is right', async () => {
    const stage = await form()
    const { desk, wishes } = stage
    const field = desk.field('Amount to refund')
    for (const wrong of ['42.01', '', '1.234', 'all']) {
      field.value = wrong
      field.focus()
      await sendKeys({ press: 'Enter' })
      await desk.until(() => field.getAttribute('aria-invalid') === 'true')
      assert.include(desk.root.querySelector('.refund small')!.textContent, 'at most $42.00')
      assert.equal(desk.root.activeElement, field)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await desk.until(() => field.getAttribute('aria-invalid') === 'false')
    }
    assert.deepEqual(
      wishes.filter(({ kind }) => kind !== 'desk'),
      [],
    )
  })

  it('closes a refund, and returns the focus to its row', async () => {
    const stage = await form()
    const { desk, bff } = stage
    await focusOn(stage, 'refunding')
    // A sale that arrives meanwhile moves nothing.
    bff.news([deskRow(9, { order: 'NEW-1' }), ...bff.rows])
    await desk.until(() => desk.totals[0]?.startsWith('Approved 2') ?? false)
    assert.isNotNull(desk.root.querySelector('.refund form'))
    desk.press('Close')
    await desk.until(() => desk.orders[0] === 'NEW-1')
    await focusOn(stage, 'row-sale_0')
  })

  it('gives the refund its language and look', async () => {
    const stage = await offered()
    const { desk, element } = stage
    Object.assign(element, { lang: 'de', theme: 'dark', density: 'compact', strings: {} })
    await desk.until(() => desk.title === 'Zahlungen')
    desk.root.querySelector<HTMLButtonElement>('.details button')!.click()
    await desk.until(() => desk.root.querySelector('.refund form') !== null)
    const field = desk.root.querySelector<HTMLInputElement>('.refund input')!
    assert.equal(field.value, '42,00')
    field.form!.requestSubmit()
    await desk.until(() => desk.refund !== null)
    const pay = new TerminalPayDriver(desk.refund!)
    await pay.phase('choosing')
    assert.deepEqual([pay.element.lang, pay.element.theme, pay.element.density], ['de', 'dark', 'compact'])
    await pay.until(() => pay.text.includes('erstatten'))
  })

  it('settles a refund with the words of a refund', async () => {
    const { desk, events } = await settling()
    const said = (): string => desk.root.querySelector('.decide')!.textContent
    assert.include(said(), 'Settle this refund')
    assert.notMatch(said(), /\bpaid\b|\bsale\b/)
    desk.press('Was not refunded')
    await desk.until(() => desk.root.querySelector('.decide form') !== null)
    assert.notMatch(said(), /\bpaid\b|\bsale\b/)
    desk.root.querySelector<HTMLInputElement>('[name=seen]')!.click()
    desk.press('Was not refunded')
    await desk.until(() => desk.text.includes('Order R-1042 is marked as not refunded.'))
    assert.equal(desk.rows[1]?.[3], 'Marked as not refunded')
    assert.deepInclude(events.at(-1)?.detail, { outcome: 'unpaid' })
  })

  it('settles a refund in the language of the page', async () => {
    const { desk } = await settling({ attributes: { lang: 'de' }, properties: { strings: {} } })
    desk.press('Wurde erstattet')
    await desk.until(() => desk.root.querySelector('.decide form') !== null)
    desk.root.querySelector<HTMLInputElement>('[name=reference]')!.value = '10000441300'
    desk.press('Wurde erstattet')
    await desk.until(() => desk.text.includes('Bestellung R-1042 ist als erstattet markiert.'))
  })
})
