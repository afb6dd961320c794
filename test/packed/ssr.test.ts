// The packed elements on a server: importing them has no side effect, @lit-labs/ssr renders their first state, and Chromium
// hydrates it under a strict policy without a mismatch, until a sale is approved.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { useBrowser, type Visit } from '../journeys/support/browser.ts'
import { Clerk } from '../journeys/support/clerk.ts'
import { install } from './install.ts'
import { openWorld, type World } from './world.ts'

const SHOP = 'ssr'
const folder = install({ ours: ['elements'], libraries: ['@lit-labs/ssr', '@lit/react', 'react'] })
const served = join(folder, 'served')

/** The output of a few lines of code that Node runs in the app's folder. */
function inNode(code: string): unknown {
  const file = join(folder, 'server.mjs')
  writeFileSync(file, code)
  const said = execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8', timeout: 20_000 })
  return JSON.parse(said)
}

/** Names that the libraries themselves add to the global scope of a server. */
const LIBRARIES = /^(lit\w+|reactiveElementVersions|customElements|__zod_\w+)$/

const browser = useBrowser()
let world: World
let visit: Visit
before(async () => {
  world = await openWorld([SHOP])
  visit = await browser.visit()
})
after(async () => {
  await visit.leave()
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Draws both elements as a server would. */
const draw = (bffUrl: string): readonly [pay: string, apply: string] =>
  inNode(`
    import '@tapboard/elements/terminal-pay/define'
    import '@tapboard/elements/merchant-apply/define'
    import { render } from '@lit-labs/ssr'
    import { collectResult } from '@lit-labs/ssr/lib/render-result.js'
    import { html } from 'lit'
    const url = ${JSON.stringify(bffUrl)}
    const pay = await collectResult(render(html\`<terminal-pay bff-url=\${url}></terminal-pay>\`))
    const apply = await collectResult(render(html\`<merchant-apply bff-url=\${url}></merchant-apply>\`))
    console.log(JSON.stringify([pay, apply]))
  `) as [string, string]

/** Writes the server's markup and the page's script into the folder that the shop serves. */
async function publish(drawn: string, tag: string, lang = 'en'): Promise<void> {
  mkdirSync(served, { recursive: true })
  const { 'style-src': styles } = JSON.parse(
    readFileSync(join(folder, 'node_modules/@tapboard/elements/dist/ssr.json'), 'utf8'),
  ) as { readonly 'style-src': Readonly<Record<string, string>> }
  const policy =
    `default-src 'none'; script-src 'self'; style-src 'self' ${styles[tag]}; connect-src 'self' ${world.bffUrl}; ` +
    `require-trusted-types-for 'script'; trusted-types lit-html`
  writeFileSync(
    join(served, `${tag}.html`),
    `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>Shop</title>
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    ${drawn}<script type="module" src="/${tag}.js"></script></html>`,
  )
  const entry = join(folder, `${tag}.js`)
  writeFileSync(
    entry,
    `import '@tapboard/elements/${tag}/hydrate'
    const order = new URLSearchParams(location.search).get('order')
    document.querySelector('${tag}').getToken = async ({ kind, jkt }) => {
      const answer = await fetch('/api/token', { method: 'POST', body: JSON.stringify({ kind, jkt, order }) })
      return answer.json()
    }`,
  )
  await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: served,
  })
}

/** A page that remembers the server's markup. Browser errors fail the test at the end of the visit. */
async function open(tag: string, order: string): Promise<Page> {
  const page = await visit.tab()
  await page.addInitScript((name) => {
    document.addEventListener('readystatechange', () => {
      const section = document.querySelector(name)?.shadowRoot?.querySelector('section')
      if (document.readyState === 'interactive') Object.assign(window, { drawnByServer: section })
    })
  }, tag)
  await page.goto(`${world.siteOf(SHOP).url}/${tag}.html?order=${order}`)
  return page
}

/** Is the displayed tree the server's, and the only one? */
const isTheServers = (page: Page, tag: string): Promise<boolean> =>
  page.evaluate((name) => {
    const sections = document.querySelector(name)?.shadowRoot?.querySelectorAll('section') ?? []
    const { drawnByServer } = window as unknown as { readonly drawnByServer?: Element }
    return sections.length === 1 && sections[0] === drawnByServer
  }, tag)

describe('on a server', () => {
  for (const entry of [
    '',
    '/terminal-pay/define',
    '/merchant-apply/define',
    '/terminal-desk/define',
    '/react',
    '/terminal-pay/hydrate',
  ])
    test(`importing @tapboard/elements${entry} has no side effects, opens nothing, and lets Node exit`, () => {
      const added = inNode(`
        const before = new Set(Object.getOwnPropertyNames(globalThis))
        globalThis.fetch = () => { throw new Error('a request') }
        await import('@tapboard/elements${entry}')
        const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name))
        console.log(JSON.stringify(added))
      `) as readonly string[]
      assert.deepEqual(
        added.filter((name) => !LIBRARIES.test(name)),
        [],
      )
    })

  test('server rendering has the first state with its texts, without token or order', () => {
    const [pay, apply] = draw('/tapboard')
    assert.match(pay, /<template shadowroot="open" shadowrootmode="open"><style>/)
    assert.match(pay, />Getting ready</)
    assert.match(apply, />Before you start</)
  })
})

describe('in the browser, under a strict policy', () => {
  test('hydrates a styled <terminal-pay> unchanged, which takes an approved sale', async () => {
    const [pay] = draw(world.bffUrl)
    await publish(pay, 'terminal-pay')
    world.siteOf(SHOP).serve(served, world.tradeOf(SHOP))
    const page = await open('terminal-pay', 'ORDER-ssr')
    const clerk = new Clerk(page)
    await clerk.press('Charge $42.00 on Counter')
    await clerk.sees(/^\$[\d,.]+ approved$/)
    assert.ok(await isTheServers(page, 'terminal-pay'))
    assert.ok(await world.isPaid('ORDER-ssr'))
  })

  test('hydrates <merchant-apply> with a usable first step', async () => {
    const [, apply] = draw(world.bffUrl)
    await publish(apply, 'merchant-apply')
    world.siteOf(SHOP).serve(served, world.tradeOf(SHOP))
    const page = await open('merchant-apply', 'applicant-ssr')
    await page.getByRole('button', { name: 'Start' }).click()
    await page
      .getByRole('heading', { name: 'Choose a plan' })
      .or(page.getByRole('heading', { name: 'Your business' }))
      .waitFor()
    assert.ok(await isTheServers(page, 'merchant-apply'))
  })

  test('a page in another language gets its texts and direction once the script runs', async () => {
    const [pay] = draw(world.bffUrl)
    await publish(pay, 'terminal-pay', 'ar')
    world.siteOf(SHOP).serve(served, world.tradeOf(SHOP))
    const page = await open('terminal-pay', 'ORDER-ssr-ar')
    const section = page.locator('terminal-pay section')
    await section.getByRole('button', { name: 'Counter' }).waitFor()
    assert.match((await section.textContent()) ?? '', /[\u0600-\u06ff]/)
    assert.doesNotMatch((await section.textContent()) ?? '', /Getting ready|Charge/)
    assert.equal(await section.evaluate((one) => getComputedStyle(one).direction), 'rtl')
    assert.ok(await isTheServers(page, 'terminal-pay'))
  })

  test('shows the styled first state before any script runs', async () => {
    const [pay] = draw(world.bffUrl)
    await publish(pay, 'terminal-pay')
    world.siteOf(SHOP).serve(served, world.tradeOf(SHOP))
    const page = await visit.tab()
    await page.route('**/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }))
    await page.goto(`${world.siteOf(SHOP).url}/terminal-pay.html`)
    await page.getByRole('heading', { name: 'Getting ready' }).waitFor()
    const border = page.locator('terminal-pay section')
    assert.equal(await border.evaluate((section) => getComputedStyle(section).borderStyle), 'solid')
  })

  test('renders again if a proxy changed the markup', async () => {
    const [pay] = draw(world.bffUrl)
    await publish(pay.replaceAll(/<!--lit-node \d+-->|<!--lit-part [\w+/=]+-->/g, ''), 'terminal-pay')
    world.siteOf(SHOP).serve(served, world.tradeOf(SHOP))
    const page = await open('terminal-pay', 'ORDER-ssr-2')
    const clerk = new Clerk(page)
    await clerk.press('Charge $42.00 on Counter')
    await clerk.sees(/^\$[\d,.]+ approved$/)
    assert.equal(await page.locator('terminal-pay section').count(), 1)
  })
})
