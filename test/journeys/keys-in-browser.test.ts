// P20: keys and host secrets are nowhere in the browser. The test searches the heap of the page while a sale waits for its card
// and after it was paid, every answer of the site and the BFF, and every file of the build.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { useBrowser } from './support/browser.ts'
import { filesOf } from './support/canaries.ts'
import { CARD, Clerk } from './support/clerk.ts'
import { heapOf } from './support/page-heap.ts'
import { openShop, SITE_FOLDER, type StackShop } from './support/shop.ts'

/** The form of a key of the service (D-19). */
const KEY_FORM = /\btb_(live|test)_[a-z2-7]{20,}/

const browser = useBrowser()
let shop: StackShop
before(async () => {
  shop = await openShop()
})
after(() => shop.close())

/** The keys and secrets of the shop, under the names that the demo keeps them by. */
function secretsOf({ stack }: StackShop): readonly string[] {
  const kept = JSON.parse(readFileSync(join(stack.dir, 'demo.json'), 'utf8')) as Record<string, string | null>
  const all = Object.entries(kept).flatMap(([name, value]) =>
    name === 'managerPin' || value === null ? [] : [value],
  )
  assert.ok(all.includes(stack.apiKey) && all.includes(stack.hostSecret))
  return all
}

// P20 asserts: 0 occurrences of a key or secret in the heap of the page, in what it is sent and in the built files.
test('P20 heap, responses and built files of the page contain no key or secret', async () => {
  const secrets = secretsOf(shop)
  const assertNone = (where: string, text: string): void => {
    for (const secret of secrets) assert.ok(!text.includes(secret), `${where} contains a secret`)
  }
  const terminal = await shop.terminal('Back counter')
  const order = await shop.newOrder()
  const visit = await browser.visit()
  const page = await visit.tab()
  const bodies: Promise<readonly [url: string, text: string]>[] = []
  page.on('response', (response) => {
    // An event stream has no body to read until it ends.
    if (response.headers()['content-type']?.startsWith('text/event-stream')) return
    const read = response.body().then(String, (error: Error) => `not read: ${error.message}`)
    bodies.push(read.then((text) => [response.url(), text] as const))
  })
  const clerk = await new Clerk(page).open(shop.siteUrl, order)
  await clerk.charge('$42.00', 'Back counter')
  await clerk.sees(CARD)
  const waiting = await heapOf(page)
  await terminal.tap()
  await clerk.sees(/^\$[\d,.]+ approved$/)
  const settled = await heapOf(page)
  for (const heap of [waiting, settled]) {
    const texts = heap.texts.join('\n')
    assert.ok(texts.includes(order), 'the search finds what is there')
    assertNone('the heap', texts)
  }
  const answers = await Promise.all(bodies)
  for (const [url, text] of answers) assertNone(url, text)
  const searched = answers.filter(([, text]) => !text.startsWith('not read')).length
  assert.ok(searched > 5, `${searched} answers were searched`)
  const files = filesOf(SITE_FOLDER)
  assert.ok(files.size > 5, `${files.size} files were searched`)
  for (const [file, bytes] of files) {
    assertNone(file, bytes)
    assert.ok(!KEY_FORM.test(bytes), `${file} contains something like a key`)
  }
  await visit.leave()
})
