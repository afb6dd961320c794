// The documentation as it is built: nothing in it leads nowhere, everything that is generated is there, and the search finds it.
import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { transformSync } from 'esbuild'
import MiniSearch from 'minisearch'
import { PNG } from 'pngjs'
import { PROBLEMS, SALE_STATES, web } from '@tapboard/contract'
import { SEARCH, type Found } from './browser/search-options.ts'
import { saleChart } from './charts/sale.ts'
import { PAGES, pathOf, upFrom } from './build/menu.ts'
import { plainText, withCode } from './build/html.ts'
import { sampleText } from './parts/manual.ts'
import type { Row } from '../../packages/elements/src/terminal-pay/truth-row.ts'
import { TRUTH_TABLE } from '../../packages/elements/src/terminal-pay/truth-table.ts'
import { fillParts, readPages } from './build/pages.ts'
import { writeSearchIndex } from './build/search-index.ts'
import { SEARCH_WORDS } from './build/search-words.ts'
import { pictures, readSheet, sheetIn, SHEET_THEMES, sizeOf } from './build/sheets.ts'
import { declarationOf } from './parts/manifest.ts'
import { PAY_TEXTS } from './parts/texts.ts'
import { SCREENS } from '../../packages/elements/src/testing/screens/screens.ts'
import { WAYS } from '../checkout/states.ts'
import { PICTURES, SHEET_SCALE, SHEET_WIDTHS, sheetPath } from './screen/sheet.ts'
import { SHOWN } from './screen/shown.ts'

const pages = readPages()
const pageOf = (name: string): (typeof pages)[number] => {
  const found = pages.find((page) => page.name === name)
  assert.ok(found, name)
  return found
}
/** Pages of the demo that the documentation leads to. */
const ELSEWHERE = ['/', '/sign-up/', '/terminal/', '/docs/screen/']

const SHEET_WIDTH = SHEET_WIDTHS.reduce((sum, width) => sum + width * SHEET_SCALE, 0)

const linksOf = (html: string): readonly string[] =>
  [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href)

const idsOfItems = (html: string): readonly string[] =>
  [...html.matchAll(/<li id="([^"]*)"/g)].map(([, id = '']) => id)

test('every link of the documentation has a page, every anchor a heading or an item', () => {
  const anchors = new Map(
    pages.map(({ name, headings, html }) => [
      `/${pathOf(name)}`,
      // The screens of the gallery have an anchor without a heading.
      new Set([...headings.map(({ id }) => id), ...idsOfItems(html)]),
    ]),
  )
  let counted = 0
  for (const { name, html } of pages)
    for (const href of linksOf(html)) {
      if (/^https?:/.test(href)) continue
      const { pathname, hash } = new URL(href, `http://site/${pathOf(name)}`)
      const ids = anchors.get(pathname)
      assert.ok(ids ?? ELSEWHERE.includes(pathname), `${name}: ${href} leads nowhere`)
      assert.ok(hash === '' || ids?.has(hash.slice(1)), `${name}: ${href} has no such anchor`)
      counted += 1
    }
  assert.ok(counted > 300, `only ${counted} links were looked at`)
})

test('links are relative, so the site works in any folder', () => {
  for (const { name, html } of pages)
    for (const href of linksOf(html)) assert.ok(!href.startsWith('/'), `${name}: ${href}`)
  assert.equal(new URL(upFrom('start'), `http://site/a/${pathOf('start')}`).pathname, '/a/')
})

test('no page has an inline style or script, which the policy of the site would refuse', () => {
  for (const { name, html } of pages) {
    assert.doesNotMatch(html, /<(?:style|script|iframe)\b/i, name)
    assert.doesNotMatch(html, /<[^>]*\s(?:style|on\w+)=/i, name)
  }
})

test('no text of a page has the raw marks of code', () => {
  for (const { name, html } of pages) {
    const text = html.replace(/<(pre|code)\b[\s\S]*?<\/\1>/g, '')
    assert.doesNotMatch(text, /`/, name)
  }
  assert.equal(withCode('Run `npm start` & <wait>'), 'Run <code>npm start</code> &amp; &lt;wait&gt;')
})

test('every heading has a unique anchor, below one title', () => {
  for (const { name, headings } of pages) {
    assert.equal(new Set(headings.map(({ id }) => id)).size, headings.length, name)
    for (const [index, { level }] of headings.entries())
      assert.ok(
        level >= 2 && level <= (headings[index - 1]?.level ?? 1) + 1,
        `${name}: ${headings[index]?.text}`,
      )
  }
})

test('the catalogue explains every error of the BFF, and the reference lists every operation', () => {
  const errors = new Set(pageOf('errors').headings.map(({ id }) => id))
  for (const code of Object.keys(PROBLEMS)) assert.ok(errors.has(code), code)
  assert.match(plainText(pageOf('errors').html), /This serial number is already in use/)
  const bff = pageOf('bff').headings.map(({ text }) => text)
  for (const { method, path } of Object.values(web.WEB_ROUTES))
    assert.ok(bff.includes(`${method} ${path}`), path)
})

test('the catalogue has both texts of a code that ends the start and the submission of an application', () => {
  const text = plainText(pageOf('errors').html)
  for (const code of ['forbidden', 'upstream-refused', 'store-restored']) {
    const [, entry = ''] =
      new RegExp(`${code}\\b(.*?Given by)`, 's').exec(text.slice(text.indexOf('Answers of the BFF'))) ?? []
    assert.match(entry, /cannot take applications right now/, code)
  }
})

test('the chart of a sale has every state, and every way that the checkout page draws', () => {
  const { states, ways } = saleChart()
  assert.deepEqual(new Set(states.map(({ id }) => id)), new Set<string>(SALE_STATES))
  for (const [from, to] of WAYS)
    assert.ok(
      ways.some((way) => way.from === from && way.to === to),
      `${from} → ${to}`,
    )
  assert.ok(!ways.some(({ from, to }) => from === 'declined' && to === 'approved'))
})

test('charts, tables and code of the sources are on their pages', () => {
  assert.equal(pageOf('states').html.match(/<svg /g)?.length, 3)
  assert.match(plainText(pageOf('start').html), /npx tapboard-service serve --scripted/)
  assert.match(pageOf('sign-up').html, /partner\.mjs/)
  for (const tab of ['HTML', 'Bundler', 'React', 'Vue', 'Svelte', 'Angular', 'Next'])
    assert.ok(pageOf('start').html.includes(`aria-label="${tab}"`), tab)
  assert.match(pageOf('terminal-pay').html, /<code>stopWatching\(\)<\/code>/)
  assert.match(plainText(pageOf('upstream').html), /D-69/)
  assert.match(plainText(pageOf('events').html), /terminal-pay-settled/)
})

test('the gallery has a link to every screen of the tests but the two with the frame of a vendor', () => {
  const linked = linksOf(pageOf('gallery').html)
    .filter((href) => href.startsWith('../screen/'))
    .map((href) => new URL(href, 'http://site/').searchParams.get('screen') ?? '')
  assert.equal(linked.length, SHOWN.length)
  assert.deepEqual(new Set(linked), new Set(SHOWN.map(({ file }) => file)))
  assert.equal(SCREENS.length - SHOWN.length, 2)
})

test('every screen of the gallery has a sheet, light and dark; no other sheet exists; together they take at most 6 MB', () => {
  const sheets = globSync('*/*/*.png', { cwd: PICTURES })
  const known = new Set(SHOWN.flatMap(({ file }) => [sheetPath(file, 'now'), sheetPath(file, 'before')]))
  assert.deepEqual(
    sheets.filter((path) => !known.has(path)),
    [],
    'sheets without a screen',
  )
  const missing = SHOWN.filter(({ file }) => readSheet(file, 'now') === null)
  assert.deepEqual(missing, [], 'npm run tool -- screen-sheets NAME')
  const bytes = sheets.reduce((sum, path) => sum + statSync(new URL(path, PICTURES)).size, 0)
  assert.ok(bytes <= 6_000_000, `${bytes} bytes`)
  const made = [...pictures()]
  assert.equal(made.length, sheets.length * 2)
  for (const [path, png] of made) assert.equal(sizeOf(png).width, SHEET_WIDTH, path)
})

test('the two pictures of a sheet differ in their colors alone', () => {
  const sheet = readSheet('terminal-pay/approved', 'now')
  assert.ok(sheet)
  const [light, dark] = SHEET_THEMES.map((theme) => PNG.sync.read(sheetIn(theme, sheet)))
  const first = ({ data }: PNG): readonly number[] => [...data.subarray(0, 4)]
  assert.ok(first(light!)[0]! > 200 && first(dark!)[0]! < 50)
  assert.throws(() => sheetIn('dark', sheetIn('light', sheet)), /has no chunk tbDk/)
})

test('the guide for clerks names buttons and messages as the screen shows them', () => {
  const guide = readFileSync(new URL('pages/clerks.md', import.meta.url), 'utf8')
  const named = [...guide.matchAll(/(?<![*\w])\*{1,2}([A-Z][^*\n]+?)\.?\*{1,2}/g)].map(
    ([, words = '']) => words,
  )
  assert.ok(named.length > 15)
  for (const words of named)
    assert.ok(
      words === 'The one rule' || PAY_TEXTS.some((text) => text.includes(words.replace('$42.00', ''))),
      `no text of the element says “${words}”`,
    )
})

test('D-101 the manual for clerks has every situation of the truth table with its words', () => {
  const manual = plainText(pageOf('screens').html)
  for (const [situation, row] of Object.entries<Row>(TRUTH_TABLE)) {
    assert.ok(manual.includes(situation), situation)
    for (const key of [row.title, ...row.sentences, ...row.spoken])
      assert.ok(manual.includes(plainText(sampleText(key))), `${situation}: ${key}`)
  }
  assert.match(manual, /\$42\.00 not sent – not charged/)
})

/** Blocks of code of the pages, those of the sources included. */
const blocks = PAGES.flatMap((name) => {
  const text = fillParts(readFileSync(new URL(`pages/${name}.md`, import.meta.url), 'utf8'))
  return [...text.matchAll(/^(`{3,})(\w+)([^\n]*)\n([\s\S]*?)\n\1$/gm)].map(
    ([, , language = '', , code = '']) => ({ name, language, code }),
  )
})

test('every block of script on the pages parses', () => {
  const loaders = { js: 'js', ts: 'ts', tsx: 'tsx', jsx: 'jsx' } as const
  let counted = 0
  for (const { name, language, code } of blocks) {
    const loader = loaders[language as keyof typeof loaders]
    if (loader === undefined) continue
    const whole = /^(?:detail: |type |interface |const )/.test(code)
      ? code.replace(/^detail: /, 'type D = ')
      : code
    assert.doesNotThrow(
      () => transformSync(whole, { loader, logLevel: 'silent' }),
      `${name}: ${code.slice(0, 80)}`,
    )
    counted += 1
  }
  assert.ok(counted > 30, String(counted))
})

test('the packages export every import of the code on the pages', () => {
  const exported = new Set(
    ['elements', 'bff', 'service'].flatMap((folder) => {
      const file = new URL(`../../packages/${folder}/package.json`, import.meta.url)
      const { name, exports } = JSON.parse(readFileSync(file, 'utf8')) as { name: string; exports: object }
      return Object.keys(exports).map((entry) => name + entry.slice(1))
    }),
  )
  const imported = blocks.flatMap(({ code }) =>
    [...code.matchAll(/(?:from|import) '(@tapboard\/[^']+)'/g)].map(([, entry = '']) => entry),
  )
  assert.ok(imported.length > 10)
  for (const entry of imported) assert.ok(exported.has(entry), entry)
})

test('custom properties and events that the pages name are those of the elements', () => {
  const declared = ['terminal-pay', 'merchant-apply', 'terminal-desk'].map(declarationOf)
  const properties = new Set(
    declared.flatMap(({ cssProperties = [] }) => cssProperties.map(({ name }) => name)),
  )
  const events = new Set(declared.flatMap(({ events: all = [] }) => all.map(({ name }) => name)))
  for (const { name, language, code } of blocks) {
    for (const [property] of language === 'css' ? code.matchAll(/--tapboard-[\w-]+/g) : [])
      assert.ok(properties.has(property), `${name}: ${property}`)
    for (const [, event = ''] of code.matchAll(
      /addEventListener\('((?:terminal-pay|merchant-apply|terminal-desk)-[\w-]+)'/g,
    ))
      assert.ok(events.has(event), `${name}: ${event}`)
  }
})

const index = MiniSearch.loadJSON<Found>(writeSearchIndex(pages), SEARCH)
const search = (text: string): readonly string[] => index.search(text).map(({ id }) => String(id))

const WANTED: readonly (readonly [text: string, found: string])[] = [
  ['device-not-connected', 'docs/errors/#device-not-connected'],
  ['accent', 'docs/theming/#custom-properties'],
  ['result unknown', 'docs/clerks/#result-unknown'],
  ['stolen token', 'docs/tokens/#stolen-tokens'],
  ['terminal-pay-settled', 'docs/events/#terminal-pay-settled'],
  ['trusted types', 'docs/policies/#content-security-policy'],
  ['POST sales', 'docs/bff/#post-v1-sales'],
  ['right to left', 'docs/languages/#right-to-left'],
  ['webhok', 'docs/webhooks/'],
  ['verify signature', 'docs/webhooks/#verify-the-signature'],
  ['environment variables', 'docs/options/#environment-variables'],
  ['alerts', 'docs/monitoring/#alerts'],
  ['resolve a sale', 'docs/recovery/#resolve-a-sale'],
  ['crash runs', 'docs/results/#crash-runs'],
  ['express', 'docs/mount/#frameworks'],
  ['PCI', 'docs/security/#pci-scope'],
  ['threat', 'docs/security/'],
  ['ASVS', 'docs/security/#asvs'],
  ['XSS', 'docs/security/#residual-risks'],
  ['vulnerability', 'docs/security/'],
  ['docker', 'docs/containers/'],
  ['compose', 'docs/containers/'],
  ['kubernetes', 'docs/kubernetes/'],
  ['systemd', 'docs/running/#systemd'],
  ['postgres', 'docs/postgres/'],
  ['postgresql', 'docs/postgres/'],
  ['pgbouncer', 'docs/postgres/#connections'],
  ['nginx', 'docs/proxies/'],
  ['caddy', 'docs/proxies/'],
  ['haproxy', 'docs/proxies/'],
  ['backup', 'docs/backups/'],
  ['restore', 'docs/backups/#restore'],
  ['refund', 'docs/refunds/'],
  ['grafana', 'docs/monitoring/#dashboard-for-grafana'],
  ['prometheus', 'docs/monitoring/'],
  ['opentelemetry', 'docs/tracing/'],
  ['tracing', 'docs/tracing/'],
  ['OTLP', 'docs/tracing/'],
  ['runbook', 'docs/runbooks/'],
  ['go live', 'docs/going-live/'],
  ['PCI plain words', 'docs/going-live/#pci-dss-in-plain-words'],
  ['troubleshooting', 'docs/troubleshooting/'],
  ['502', 'docs/troubleshooting/#behind-a-proxy'],
  ['no-plans', 'docs/troubleshooting/#a-line-of-the-log'],
  ['htu of the DPoP proof', 'docs/troubleshooting/#the-page-shows-an-error'],
  ['getToken has not answered', 'docs/troubleshooting/#the-page-shows-an-error'],
  ['not ready: no answer', 'docs/troubleshooting/#the-bff-does-not-start'],
  ['hook-not-configured', 'docs/troubleshooting/#a-line-of-the-log'],
  ['test data', 'docs/test-data/'],
  ['test SSN', 'docs/test-data/#test-ssn'],
  ['test EIN', 'docs/test-data/#test-ein'],
  ['routing number', 'docs/test-data/#routing-number'],
  ['test amounts', 'docs/test-data/#test-amounts'],
  ['cancel a sale', 'docs/clerks/#hide-or-cancel-a-sale'],
]

for (const [text, wanted] of WANTED)
  test(`the search for “${text}” has the right result among the first five`, () => {
    assert.ok(search(text).slice(0, 5).includes(wanted), search(text).slice(0, 8).join('\n'))
  })

const FIRST: readonly (readonly [text: string, found: string])[] = [
  ['docker', 'docs/containers/'],
  ['postgres', 'docs/postgres/'],
  ['nginx', 'docs/proxies/#nginx-haproxy-and-caddy'],
  ['backup', 'docs/backups/'],
  ['refund', 'docs/refunds/'],
  ['PCI', 'docs/security/#pci-scope'],
  ['webhook', 'docs/webhooks/'],
  ['restore', 'docs/backups/#restore'],
  ['dispute', 'docs/going-live/#what-it-does-not-do'],
  ['chargeback', 'docs/going-live/#what-it-does-not-do'],
  ['opentelemetry', 'docs/tracing/'],
  ['TLS certificate', 'docs/proxies/'],
  ['threat', 'docs/security/'],
  ['threat model', 'docs/security/'],
  ['dark mode', 'docs/theming/'],
  ['high availability', 'docs/running/'],
  ['rotate key', 'docs/options/#rotate-secrets'],
  ['react', 'docs/start/'],
  ['screenshots', 'docs/gallery/'],
  ['go live', 'docs/going-live/'],
  ['theming', 'docs/theming/'],
  ['French', 'docs/languages/'],
  ['CSP', 'docs/policies/'],
  ['TypeScript', 'docs/mount/'],
  ['token', 'docs/tokens/'],
  ['stolen token', 'docs/tokens/#stolen-tokens'],
  ['glossary', 'docs/start/#words-of-these-pages'],
  ['golang', 'docs/webhooks/#in-another-language'],
  ['PHP', 'docs/webhooks/#in-another-language'],
  ['EADDRINUSE', 'docs/errors/#port-in-use'],
  ['pricing', 'docs/going-live/#what-it-does-not-do'],
  ['tip', 'docs/going-live/#what-it-does-not-do'],
  ['duplicate', 'docs/clerks/#pressed-twice-or-two-windows-open'],
  ['timeout', 'docs/clerks/#a-normal-payment'],
  ['terminal health', 'docs/terminals/'],
  ['disconnected', 'docs/terminals/'],
  ['last seen', 'docs/terminals/#last-seen-and-connection-quality'],
  // Words that a clerk searches for.
  ['offline', 'docs/clerks/#no-internet'],
  ['internet down', 'docs/clerks/#no-internet'],
  ['WiFi', 'docs/clerks/#the-terminal-is-not-connected'],
  ['charged twice', 'docs/clerks/#pressed-twice-or-two-windows-open'],
  ['double charge', 'docs/clerks/#pressed-twice-or-two-windows-open'],
  ['receipt', 'docs/clerks/#a-normal-payment'],
  ['cancel', 'docs/clerks/#hide-or-cancel-a-sale'],
  ['end of day report', 'docs/terminal-desk/#what-it-shows'],
  ['export CSV', 'docs/terminal-desk/#csv-and-print'],
  ['partial refund', 'docs/refunds/'],
  ['cash drawer', 'docs/going-live/#what-it-does-not-do'],
  // Words that a developer searches for.
  ['npm create', 'docs/start/#a-project-of-your-own'],
  ['npx tapboard dev', 'docs/start/#from-nothing-to-a-test-sale'],
  ['install', 'docs/start/'],
  ['sandbox', 'docs/test-data/'],
  ['test card', 'docs/test-data/'],
  ['declined', 'docs/test-data/#test-amounts'],
  ['KYC', 'docs/sign-up/'],
  ['resume application', 'docs/sign-up/#the-steps'],
  ['SSR', 'docs/mount/#next'],
  ['Django', 'docs/mount/#a-server-of-its-own'],
  ['ngrok', 'docs/mount/#behind-a-reverse-proxy'],
  ['CORS', 'docs/policies/#headers-of-the-bff'],
  ['rate limit', 'docs/errors/#rate-limited'],
  ['SSE', 'docs/bff/#event-streams'],
  ['bundle size', 'docs/performance/'],
  ['Safari', 'docs/upgrades/#browsers-and-node'],
  ['translation', 'docs/languages/'],
  // Words that an operator searches for.
  ['GDPR', 'docs/security/#assets'],
  ['disk full', 'docs/runbooks/#the-store-is-down'],
  ['scale', 'docs/running/#scale'],
  ['memory', 'docs/capacity/#state-of-each-process'],
  ['migration', 'docs/upgrades/#stores'],
  ['downgrade', 'docs/upgrades/#stores'],
  ['multiple locations', 'docs/options/#merchants'],
  ['clock skew', 'docs/errors/#clock-differs'],
  ['login', 'docs/dashboard/#first-sign-in'],
  ['user roles', 'docs/dashboard/#people'],
  ['register a terminal', 'docs/dashboard/#terminals'],
  ['debug', 'docs/troubleshooting/'],
  ['license', 'docs/upgrades/#license'],
]

test('the words of readers name a page or section each', () => {
  const places = new Set(
    pages.flatMap(({ name, headings }) => [name, ...headings.map(({ id }) => `${name}#${id}`)]),
  )
  for (const place of Object.keys(SEARCH_WORDS)) assert.ok(places.has(place), place)
})

test('a search finds no word that only resembles a short one', () => {
  assert.ok(search('threat').length < 60, String(search('threat').length))
})

for (const [text, wanted] of FIRST)
  test(`the first result of the search for “${text}” answers`, () => {
    assert.equal(search(text)[0], wanted)
  })

test('the page about proxies shows the tested configuration of each', () => {
  const shown = plainText(pageOf('proxies').html).replaceAll(/\s+/g, ' ')
  for (const file of ['nginx.conf', 'haproxy.cfg', 'Caddyfile']) {
    const text = readFileSync(new URL(`../../packages/bff/deploy/${file}`, import.meta.url), 'utf8')
    assert.ok(shown.includes(text.replaceAll(/\s+/g, ' ').trim()), file)
  }
})
