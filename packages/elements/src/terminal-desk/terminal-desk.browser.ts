import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { useFastClock } from '../testing/fast-clock.ts'
import { listen } from '../testing/listen.ts'
import { mountDesk, readyDesk, unmountAllDesks, type DeskStage } from '../testing/mount-desk.ts'
import { DESK_NOW_MS, deskRow, doubted, ScriptedDesk } from '../testing/scripted-desk.ts'

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => deskRow(n))

/** The field or button that has the focus. */
const focused = ({ element }: DeskStage): Element | null => element.shadowRoot!.activeElement

describe('<terminal-desk>', () => {
  useFastClock()
  afterEach(unmountAllDesks)

  it('shows the day, its totals and the newest rows', async () => {
    const { desk, element, events } = await readyDesk()
    assert.isTrue(element.matches(':state(ready)'))
    assert.equal(desk.title, 'Sales')
    assert.include(desk.text, 'Monday, November 23, 2026')
    assert.deepEqual(desk.totals, ['Approved 5 $776.23', 'Not paid 3 $477.09'])
    assert.lengthOf(desk.rows, 8)
    assert.deepEqual(desk.rows[0]?.slice(1), ['R-1042', '$42.00', 'Approved', '•••• 4242', 'Front counter'])
    assert.match(desk.rows[0]![0]!, /^12:42/)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['terminal-desk-ready'],
    )
  })

  it('says that there are no sales', async () => {
    const { desk } = await readyDesk({ bff: new ScriptedDesk([]) })
    assert.deepEqual(desk.totals, ['Approved 0 $0.00'])
    assert.include(desk.text, 'No sales yet.')
  })

  it('names the cause of a failed read, and reads again by itself', async () => {
    const bff = new ScriptedDesk()
    bff.handler = () => bff.problem('store-unavailable')
    const stage = mountDesk({ bff })
    await stage.desk.phase('fault')
    assert.include(stage.desk.text, 'The payment server is not ready right now.')
    bff.handler = null
    await stage.desk.phase('ready')
  })

  it('names a missing right without trying again', async () => {
    const bff = new ScriptedDesk()
    bff.handler = () => bff.problem('forbidden')
    const { desk, events } = mountDesk({ bff })
    await desk.phase('fault')
    assert.include(desk.text, 'You may not see the sales.')
    assert.notInclude(desk.text, 'Trying again')
    assert.deepInclude(events[0]?.detail, { code: 'forbidden' })
  })

  it('calls the page of a removed merchant not set up, and says whom to ask', async () => {
    const bff = new ScriptedDesk()
    bff.handler = () => bff.problem('token-invalid')
    const { desk } = mountDesk({ bff })
    await desk.phase('fault')
    assert.include(desk.text, 'This page is not set up. Ask the company that runs it.')
    assert.equal(desk.title, 'Sales', 'nothing is loading')
    assert.notInclude(desk.text, 'Trying again')
  })

  it('D-117 shows a sale as it arrives, and keeps the focus on its row', async () => {
    const stage = await readyDesk()
    const { desk, bff } = stage
    desk.button('Details of order R-1043').focus()
    bff.news([deskRow(50, { order: 'NEW-1', createdAtMs: DESK_NOW_MS }), ...rowsOf(8)])
    await desk.until(() => desk.orders[0] === 'NEW-1')
    assert.equal(focused(stage)?.getAttribute('aria-label'), 'Details of order R-1043')
  })

  it('says since when there is no news, and catches up', async () => {
    const { desk, bff } = await readyDesk()
    bff.offline = true
    bff.cut()
    await desk.until(() => desk.text.includes('Not up to date since'))
    bff.rows = [deskRow(50, { order: 'NEW-1', createdAtMs: DESK_NOW_MS }), ...bff.rows]
    bff.offline = false
    await desk.until(() => desk.orders[0] === 'NEW-1' && desk.text.includes('Live'))
  })

  it('pauses ever longer between streams that end after their first frame', async () => {
    const bff = new ScriptedDesk()
    bff.brief = true
    const { desk } = mountDesk({ bff })
    await desk.phase('ready')
    await bff.streaming()
    const beganAtMs = performance.now()
    for (let opened = 0; opened < 5; opened += 1) await bff.streaming()
    assert.isAtLeast(performance.now() - beganAtMs, 2_500)
    assert.include(desk.text, 'Live')
  })

  it('polls where a proxy buffers streams', async () => {
    const bff = new ScriptedDesk()
    bff.buffering = true
    const { desk } = mountDesk({ bff })
    await desk.phase('ready')
    bff.rows = [deskRow(50, { order: 'NEW-1' }), ...bff.rows]
    await desk.until(() => desk.orders[0] === 'NEW-1')
  })

  it('D-117 reads a row of a further page whose end no frame reports', async () => {
    const running = deskRow(26, { state: 'started', version: 2 })
    const bff = new ScriptedDesk([...rowsOf(26), running], [running])
    const { desk } = await readyDesk({ bff })
    desk.press('Older')
    await desk.until(() => desk.rows.length === 2)
    assert.equal(desk.rows[1]?.[3], 'At the terminal')
    bff.news([...rowsOf(26), { ...running, state: 'approved', version: 5 }], [])
    await desk.until(() => desk.rows[1]?.[3] === 'Approved')
  })

  it('pages through 10,000 rows with at most 25 of them in the page', async () => {
    const { desk, bff } = await readyDesk({ bff: new ScriptedDesk(rowsOf(10_000)) })
    assert.lengthOf(desk.rows, 25)
    assert.include(desk.text, '1–25 of 10,000')
    assert.isFalse(desk.can('Newer'))
    desk.press('Older')
    await desk.until(() => desk.text.includes('26–50 of 10,000'))
    assert.equal(desk.orders[0], 'R-1067')
    assert.lengthOf(desk.rows, 25)
    desk.press('Newer')
    await desk.until(() => desk.orders[0] === 'R-1042')
    assert.equal(bff.to('GET', '/v1/desk/sales').length, 1)
  })

  it('names the rows that are shown while a further page fails to load', async () => {
    const bff = new ScriptedDesk(rowsOf(30))
    const { desk } = await readyDesk({ bff })
    bff.handler = ({ path }) => (path === '/v1/desk/sales' ? bff.problem('store-unavailable') : null)
    desk.press('Older')
    await desk.until(() => desk.root.querySelector('.notice.bad') !== null)
    assert.include(desk.text, '1–25 of 30')
    assert.equal(desk.orders[0], 'R-1042')
    assert.isFalse(desk.can('Older'))
    bff.handler = null
    desk.press('Try again')
    await desk.until(() => desk.text.includes('26–30 of 30'))
    assert.equal(desk.orders[0], 'R-1067')
  })

  it('D-114 searches after a pause in typing, and exactly on all days', async () => {
    const stage = await readyDesk()
    const { desk, bff } = stage
    const said = listen(desk.root)
    for (const text of ['z', 'zz', 'zzz']) desk.search(text)
    await desk.until(() => desk.text.includes('No sale matches.'))
    assert.deepEqual(
      bff.to('GET', '/v1/desk/sales').map(({ query }) => query),
      ['?search=zzz'],
    )
    assert.include(said, 'No sale matches.')
    bff.handler = ({ query }) =>
      query === '?exact=zzz' ? bff.json({ sales: [deskRow(3)], cursor: null, nowMs: DESK_NOW_MS }) : null
    desk.press('Find exactly zzz on all days')
    await desk.until(() => desk.orders.join() === 'R-1045')
    assert.include(desk.rows[0]![0]!, 'Nov 23, 2026')
    assert.include(desk.text, 'Exactly zzz, on all days')
    bff.handler = null
    desk.press('Clear')
    await desk.until(() => desk.rows.length === 8)
    desk.search('front')
    await desk.until(() => desk.rows.length === 3 && desk.can('Find exactly front on all days'))
    bff.handler = ({ query }) =>
      query === '?exact=front' ? bff.json({ sales: [], cursor: null, nowMs: DESK_NOW_MS }) : null
    desk.press('Find exactly front on all days')
    await desk.until(() => desk.text.includes('No sale matches.'))
    assert.include(desk.text, 'Exactly front, on all days')
  })

  it('shows the details of a row by keyboard', async () => {
    const stage = await readyDesk()
    const { desk } = stage
    const button = desk.button('Details of order R-1044')
    button.focus()
    await sendKeys({ press: 'Enter' })
    await desk.until(() => desk.root.querySelector('.details dl') !== null)
    assert.equal(button.getAttribute('aria-expanded'), 'true')
    assert.include(desk.root.querySelector('.details')!.textContent, 'Insufficient funds')
    assert.equal(focused(stage), button)
    await sendKeys({ press: 'Enter' })
    await desk.until(() => desk.root.querySelector('.details') === null)
  })

  it('D-113 shows another day, and returns to the present one', async () => {
    const { desk, bff } = await readyDesk()
    desk.press('Previous day')
    await desk.until(() => desk.text.includes('Sunday, November 22, 2026'))
    assert.equal(bff.to('GET', '/v1/desk').at(-1)?.query, '?day=2026-11-22')
    desk.chooseDay('2026-10-01')
    await desk.until(() => desk.text.includes('October 1, 2026'))
    desk.press('Today')
    await desk.until(() => desk.text.includes('Monday, November 23, 2026'))
    // The present day has no name, so that it turns at midnight.
    assert.equal(bff.to('GET', '/v1/desk').at(-1)?.query, '')
    assert.isFalse(desk.can('Next day'))
  })

  it('settles a sale with a token for it, and says so once', async () => {
    const wishes: unknown[] = []
    const open = doubted(1)
    const bff = new ScriptedDesk([open, ...rowsOf(2)], [open])
    const stage = await readyDesk({
      bff,
      properties: {
        getToken: async ({ kind, sale }) => {
          wishes.push([kind, sale])
          return { token: 'token', expiresInSeconds: 900, nonce: 'nonce' }
        },
      },
    })
    const { desk, events } = stage
    assert.include(desk.open[0], 'R-91 · $')
    assert.include(desk.open[0], 'We lost the answer of the payment service.')
    desk.press('Settle order R-91')
    await desk.until(() => desk.root.querySelector('.decide button') !== null)
    assert.equal(focused(stage)?.id, 'settling')
    desk.press('Mark as paid')
    await desk.until(() => desk.root.querySelector('.decide form') !== null)
    desk.field('Reference').value = 'R-77'
    desk.press('Mark as paid')
    await desk.until(() => desk.root.querySelector('.notice.good') !== null)
    assert.include(desk.text, 'Order R-91 is marked as paid.')
    assert.deepEqual(desk.open, [])
    assert.deepEqual(bff.to('POST', '/v1/sales/doubt_1/resolve')[0]?.body, {
      outcome: 'paid',
      reference: 'R-77',
    })
    assert.deepEqual(wishes.at(-1), ['resolve', 'doubt_1'])
    const settled = events.filter(({ type }) => type === 'terminal-desk-settled')
    assert.lengthOf(settled, 1)
    assert.deepInclude(settled[0]?.detail, { outcome: 'paid' })
    assert.equal(focused(stage)?.id, 'title')
  })

  it('keeps a typed reference while other sales are settled elsewhere', async () => {
    const open = [doubted(1), doubted(2), doubted(3)]
    const { desk, bff } = await readyDesk({ bff: new ScriptedDesk(open, open) })
    desk.press('Settle order R-93')
    await desk.until(() => desk.root.querySelector('.decide button') !== null)
    desk.press('Mark as paid')
    await desk.until(() => desk.root.querySelector('.decide form') !== null)
    desk.field('Reference').value = 'typed'
    bff.news(open, open.slice(2))
    await desk.until(() => desk.root.querySelector('#open-title .count')?.textContent === '1')
    assert.equal(desk.field('Reference').value, 'typed')
  })

  it('says that another person was first', async () => {
    const open = doubted(1)
    const stage = await readyDesk({ bff: new ScriptedDesk([open], [open]) })
    const { desk, bff, events } = stage
    desk.press('Settle order R-91')
    await desk.until(() => desk.root.querySelector('.decide button') !== null)
    desk.press('Mark as not paid')
    await desk.until(() => desk.root.querySelector('.decide form') !== null)
    desk.root.querySelector<HTMLInputElement>('[name=seen]')!.click()
    bff.handler = async ({ method, path, ...rest }) => {
      if (method !== 'POST') return null
      const paid = { ...rest, method, path, body: { outcome: 'paid', reference: 'X' } }
      bff.handler = null
      const sale: unknown = await (await bff.fetch(`http://bff${path}`, { ...init(paid), method })).json()
      return bff.problem('not-resolvable', { sale: sale as object })
    }
    desk.press('Mark as not paid')
    await desk.until(() => desk.text.includes('has its result by now'))
    assert.deepEqual(
      events.filter(({ type }) => type === 'terminal-desk-settled'),
      [],
    )
  })

  it('offers to settle only with the right to do it', async () => {
    const open = doubted(1)
    const bff = new ScriptedDesk([open], [open])
    bff.desk = { rights: ['view'] }
    const { desk } = await readyDesk({ bff })
    assert.include(desk.open[0], 'A manager can settle this.')
    assert.notInclude(desk.buttons.join(), 'Settle')
  })

  it('D-126 saves all rows of the day as a file', async () => {
    const { desk, bff } = await readyDesk({ bff: new ScriptedDesk(rowsOf(1_203)) })
    const saved = new Promise<HTMLAnchorElement>((resolve) => {
      const { click } = HTMLAnchorElement.prototype
      HTMLAnchorElement.prototype.click = function stop(this: HTMLAnchorElement) {
        HTMLAnchorElement.prototype.click = click
        resolve(this)
      }
    })
    desk.press('Download CSV')
    const link = await saved
    assert.equal(link.download, 'sales-2026-11-23.csv')
    const text = await (await fetch(link.href)).text()
    assert.lengthOf(text.trim().split('\r\n'), 1_204)
    assert.equal(bff.to('GET', '/v1/desk/sales').length, 3)
  })

  it('prints all rows of the day, and shows the page again afterwards', async () => {
    const { print } = globalThis
    let printed = 0
    const { desk } = await readyDesk({ bff: new ScriptedDesk(rowsOf(60)) })
    globalThis.print = () => (printed = desk.rows.length)
    desk.press('Print')
    await desk.until(() => printed > 0)
    globalThis.print = print
    assert.equal(printed, 60)
    dispatchEvent(new Event('afterprint'))
    await desk.until(() => desk.rows.length === 25)
  })

  it('begins anew with another getToken, and aborts everything when it is removed', async () => {
    const { desk, element, bff } = await readyDesk()
    element.getToken = async () => ({ token: 'other', expiresInSeconds: 900, nonce: 'nonce' })
    await desk.phase('loading')
    await desk.phase('ready')
    await bff.streaming()
    element.remove()
    await new Promise((resolve) => setTimeout(resolve))
    assert.equal(bff.deskStreams, 0)
  })
})

/** A request with the headers and the body of another one. */
const init = ({ headers, body }: { readonly headers: Headers; readonly body: unknown }): RequestInit => ({
  headers,
  body: JSON.stringify(body),
})
