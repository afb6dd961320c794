// The browser files of <merchant-apply> on a page with the strictest policy, each with its hash (P31). The address of the first
// one has a query; the files that load later use that copy and never load it a second time.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { buildBrowserFile, type BrowserFiles } from '../../packages/elements/build/browser.ts'
import { Applicant } from './support/applicant.ts'
import { business, useSignUps } from './support/sign-ups.ts'

const FIRST = 'merchant-apply.js'
const LATER = 'merchant-apply-steps.js'
const signUps = useSignUps()

let files: BrowserFiles
before(async () => {
  files = await buildBrowserFile('merchant-apply')
})

const hash = (name: 'sha256' | 'sha384', text: string): string =>
  `${name}-${createHash(name).update(text).digest('base64')}`

/** Serves a page of the partner's own origin with the build. Files that load later are replaced by `later`. */
async function open(
  later: string,
): Promise<{ readonly person: Applicant; readonly loaded: readonly string[] }> {
  const { shop, visit } = signUps
  const page = await visit.tab()
  const made = await page.request.post(`${shop.siteUrl}/api/sign-ups`, {
    data: { scenario: 'plans' },
    headers: { origin: shop.siteUrl },
  })
  const { applicant } = (await made.json()) as { readonly applicant: string }
  const script = `
    const form = document.querySelector('merchant-apply')
    form.getToken = async ({ jkt }) => {
      const answer = await fetch('/api/apply-token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ applicant: '${applicant}', jkt }),
      })
      return answer.json()
    }`
  const map = JSON.stringify({
    integrity: { [`/one/${LATER}`]: hash('sha384', files.later.get(LATER) ?? '') },
  })
  const html = `<!doctype html><html lang="en"><title>One file</title>
    <script type="importmap">${map}</script>
    <script type="module" src="/one/${FIRST}?v=7" integrity="${hash('sha384', files.code)}"></script>
    <merchant-apply bff-url="${shop.stack.bffUrl}"></merchant-apply>
    <script type="module" src="/one/page.js" integrity="${hash('sha384', script)}"></script></html>`
  const policy = `default-src 'none'; script-src 'self' '${hash('sha256', map)}'; style-src 'self'; connect-src 'self' ${shop.stack.bffUrl}; require-trusted-types-for 'script'; trusted-types lit-html`
  const loaded: string[] = []
  await page.route('**/one/**', (route) => {
    const { pathname, search } = new URL(route.request().url())
    const name = pathname.replace('/one/', '')
    loaded.push(name + search)
    const bodies: Record<string, string> = {
      '': html,
      [FIRST]: files.code,
      'page.js': script,
      [LATER]: later,
    }
    return route.fulfill({
      body: bodies[name] ?? '',
      contentType: name === '' ? 'text/html' : 'text/javascript',
      headers: { 'content-security-policy': policy },
    })
  })
  // These files do not come over the network, and a page without an address may not connect to this machine.
  await visit.context.grantPermissions(['local-network-access'])
  await page.goto(`${shop.siteUrl}/one/`)
  return { person: new Applicant(page), loaded }
}

test('P31 the browser files submit an application under the strictest policy, and the first file loads once', async () => {
  const { person, loaded } = await open(files.later.get(LATER) ?? '')
  const values = business()
  await person.at('start')
  await person.know(values)
  await person.begin()
  await person.at('review')
  await person.submit(values)
  await person.sees('Your application is approved')
  assert.deepEqual(loaded.toSorted(), ['', LATER, `${FIRST}?v=7`, 'page.js'].toSorted())
})

test('P31 rejects a later file with a wrong hash and shows the remedy', async () => {
  signUps.visit.expect(/integrity|digest/i)
  const { person } = await open(`${files.later.get(LATER)};alert(1)`)
  person.page.on('dialog', () => assert.fail('the changed file ran'))
  await person.at('start')
  await person.press('Start')
  await person.reads(/could not be loaded/)
})
