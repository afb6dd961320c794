// What a page adds to a sale: the paper receipt, the output of "Print" under its strict policy, and the header of a tracing library.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useTill } from './support/till.ts'

const till = useTill({ terminal: 'Back counter', opens: true })

test('Print prints only the receipt, and the page is unchanged afterwards', async () => {
  const { clerk: person } = till
  const { page } = person
  await person.charge('$42.00', 'Back counter')
  await till.terminal.tap()
  await person.sees(/^\$[\d,.]+ approved$/)
  const reference = await person.fact('Reference')
  // The shop's own server gets the event from the BFF, and its page shows it.
  await page.getByText(`Paid · ${reference}`).waitFor()
  const before = await page.locator('body').innerText()
  // There is no printer here: the test reads the page in its print layout.
  await page.evaluate(() => void (globalThis.print = () => undefined))
  // Paper is white, whatever the screen is.
  await page.evaluate(() => document.querySelector('terminal-pay')!.setAttribute('theme', 'dark'))
  await person.press('Print')
  await page.emulateMedia({ media: 'print' })
  const printed = await page.evaluate(() => {
    const { shadowRoot } = document.querySelector('terminal-pay')!
    const seen = (within: Document | ShadowRoot, selector: string): Element[] =>
      [...within.querySelectorAll(selector)].filter((each) => each.checkVisibility())
    return {
      around: seen(document, '*').filter((each) => !each.contains(shadowRoot!.host)).length,
      receipt: seen(shadowRoot!, '.receipt').map((part) => part.textContent),
      screen: seen(shadowRoot!, 'section').length,
      buttons: seen(shadowRoot!, 'button').length,
      scheme: getComputedStyle(shadowRoot!.host).colorScheme,
    }
  })
  // A4 and a roll of 80 mm, in CSS px: the receipt begins at the edges of the paper and fits on it.
  const screen = page.viewportSize()
  for (const width of [794, 302]) {
    await page.setViewportSize({ width, height: 1123 })
    const { left, right, top, bottom } = await page.evaluate(() =>
      document.querySelector('terminal-pay')!.shadowRoot!.querySelector('.receipt')!.getBoundingClientRect(),
    )
    assert.deepEqual([left, top], [0, 0], `${width} px wide paper`)
    assert.ok(right <= 303 && bottom < 560, `${width} px wide paper: ${right} × ${bottom} px`)
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
  }
  if (screen !== null) await page.setViewportSize(screen)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  assert.deepEqual([printed.around, printed.buttons, printed.screen, printed.scheme], [0, 0, 0, 'light'])
  for (const fact of ['$42.00 approved', reference, 'Back counter', 'Test – no money moved'])
    assert.ok(printed.receipt.join().includes(fact), fact)
  assert.equal(await page.locator('terminal-pay .receipt').count(), 0)
  assert.equal(await page.locator('body').innerText(), before)
  assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length), 0)
})

/** A caller of the page in another origin, as a tracing library has it. */
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('D-187 a tracing library of the page that wraps fetch adds its headers to every request, and the sale succeeds', async () => {
  const { clerk: person } = till
  const { page } = person
  const own = new URL(page.url()).origin
  const sent: (string | undefined)[] = []
  await page.evaluate((traceparent) => {
    const plain = fetch
    globalThis.fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      for (const [name, value] of Object.entries({ traceparent, tracestate: 'a=b', baggage: 'c=d' }))
        headers.set(name, value)
      return plain(input, { ...init, headers })
    }
  }, TRACEPARENT)
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== own && request.method() === 'POST')
      sent.push(request.headers()['traceparent'])
  })
  await person.charge('$42.00', 'Back counter')
  await till.terminal.tap()
  await person.sees(/^\$[\d,.]+ approved$/)
  assert.deepEqual([...new Set(sent)], [TRACEPARENT])
})
