// The copied tag in Chromium, under a policy that allows its import map by hash: it loads the element and its language, and a
// file that was changed in transit is refused.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { tagOf, type Hashes } from '../../packages/elements/build/tag.ts'
import { useBrowser } from '../journeys/support/browser.ts'
import { unpacked } from './tarball.ts'

const browser = useBrowser()
const pack = unpacked('elements')
after(() => pack.remove())

/** Files that the line changes on their way to the page. */
let changed = ''
let url = ''

/** The files at another address, as a content delivery network serves them. */
const network = createServer((request, response) => {
  const file = `dist/browser/${(request.url ?? '/').slice(1)}`
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('content-type', 'text/javascript')
  if (pack.files.includes(file)) response.end(pack.text(file))
  else response.writeHead(404).end()
})
let networkUrl = ''

/** The page whose files come from the network. */
function pageOfNetwork(): readonly [policy: string, html: string] {
  const hashes = JSON.parse(pack.text('dist/browser/sri.json')) as Hashes
  const tag = tagOf('terminal-pay', hashes, networkUrl)
  const [, sources = ''] = /script-src ([^>]*) -->/.exec(tag) ?? []
  const html = `<!doctype html><html lang="de"><title>Kasse</title>${tag}<terminal-pay></terminal-pay></html>`
  return [`default-src 'none'; script-src ${sources}`, html]
}

const server = createServer((request, response) => {
  const path = (request.url ?? '/').slice(1)
  if (path === 'network') {
    const [policy, html] = pageOfNetwork()
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', policy)
    response.end(html)
    return
  }
  if (path === '') {
    const tag = pack.text('dist/browser/terminal-pay.tag.html')
    const [source] = /'sha256-[^']+'/.exec(tag) ?? []
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', `default-src 'none'; script-src 'self' ${source}`)
    response.end(
      `<!doctype html><html lang="de"><title>Kasse</title>${tag}<terminal-pay></terminal-pay></html>`,
    )
    return
  }
  const file = `dist/browser/${path}`
  if (!pack.files.includes(file)) return void response.writeHead(path === 'favicon.ico' ? 204 : 404).end()
  response.setHeader('content-type', 'text/javascript')
  response.end(pack.text(file) + (path === changed ? '\n//' : ''))
})
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  network.listen(0, '127.0.0.1')
  await once(network, 'listening')
  networkUrl = `http://127.0.0.1:${(network.address() as AddressInfo).port}/`
})
after(() => {
  for (const each of [server, network]) {
    each.close()
    each.closeAllConnections()
  }
})

describe('a page with the copied tag', () => {
  test('P31 loads the element and its dictionary, each verified by its hash', async () => {
    const visit = await browser.visit()
    // The page names no BFF: the page's language applies to that message, too.
    visit.expect(/bff-url/)
    const page = await visit.tab()
    await page.goto(url)
    await page.getByRole('button', { name: 'Erneut versuchen' }).waitFor()
    await visit.leave()
  })

  test('P31 loads every file from another address, under a policy that allows that address only', async () => {
    const visit = await browser.visit()
    visit.expect(/bff-url/)
    const page = await visit.tab()
    await page.goto(`${url}network`)
    await page.getByRole('button', { name: 'Erneut versuchen' }).waitFor()
    await visit.leave()
  })

  for (const [what, file] of [
    ['a dictionary', 'languages/pay.de.js'],
    ['the first file', 'terminal-pay.js'],
  ] as const)
    test(`P31 rejects ${what} that was changed in transit`, async () => {
      changed = file
      const visit = await browser.visit()
      // The refusal, and what follows from it.
      visit.expect(/integrity|language-missing|bff-url/)
      const page = await visit.tab()
      const complaint = page.waitForEvent('console', (said) => said.text().includes('integrity'))
      await page.goto(url)
      assert.ok((await complaint).text().includes(file))
      await visit.leave()
    })
})
