// A shop's server: its pages under a strict policy, the elements' files with SRI hashes, the BFF mounted at /tapboard.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createBff, toNodeHandler } from '@tapboard/bff'

const { PORT, TAPBOARD_SECRET, HOST_SECRET, API_KEY, TERMINAL_URL } = process.env
const shop = `http://127.0.0.1:${PORT}`
const bff = await createBff({
  secret: TAPBOARD_SECRET,
  store: 'file:shop.db',
  publicUrl: `${shop}/tapboard`,
  merchants: [
    {
      id: 'shop',
      name: 'Harbor Cycle Repair',
      hostSecret: HOST_SECRET,
      apiKey: API_KEY,
      origins: [shop],
      boarding: { apiKey: API_KEY },
    },
  ],
  upstream: { terminalUrl: TERMINAL_URL, boardingUrl: `${TERMINAL_URL}/boarding`, environment: 'sandbox' },
})
await bff.start()
const tapboard = toNodeHandler(bff)

// The hash of each browser file, from the packages.
const built = new URL('./node_modules/@tapboard/elements/dist/browser/', import.meta.url)
const hashes = JSON.parse(readFileSync(new URL('sri.json', built), 'utf8'))
const integrity = Object.entries(hashes).map(([file, entry]) => [`/elements/${file}`, entry.integrity])
const importmap = JSON.stringify({ integrity: Object.fromEntries(integrity) })
const mapHash = createHash('sha256').update(importmap).digest('base64')
const filled = { importmap: `<script type="importmap">${importmap}</script>` }
for (const [file, entry] of Object.entries(hashes)) filled[file] = entry.integrity
const policy = [
  `default-src 'none'`,
  `script-src 'self' 'sha256-${mapHash}'`,
  `style-src 'self'`,
  `img-src data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `require-trusted-types-for 'script'`,
  `trusted-types lit-html`,
].join('; ')

function page(file, lang) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const dir = /^(ar|he)\b/.test(lang) ? 'rtl' : 'ltr'
  return text.replace(/\{\{([\w.-]+)\}\}/g, (_, name) => ({ ...filled, lang, dir })[name])
}

async function token(request, response) {
  let body = ''
  for await (const chunk of request) body += chunk
  const { kind, jkt, order, applicant } = JSON.parse(body)
  const grant =
    kind === 'apply'
      ? { kind, applicant }
      : { kind: 'sale', order, amount: '42.00', currency: 'USD', devices: 'any' }
  const minted = await bff.mintToken('shop', { ...grant, origin: shop, jkt })
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(minted))
}

const TYPES = { js: 'text/javascript', css: 'text/css' }

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, shop)
  if (pathname.startsWith('/tapboard/')) return tapboard(request, response)
  if (pathname === '/api/token') return token(request, response)
  if (pathname === '/' || pathname === '/sign-up') {
    const file = pathname === '/' ? 'public/index.html' : 'public/sign-up.html'
    const lang = /^[\w-]{2,12}$/.exec(searchParams.get('lang') ?? '')?.[0] ?? 'en'
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .end(page(file, lang))
  }
  const [, folder, name] = /^\/(elements\/)?([\w./-]+\.(?:js|css))$/.exec(pathname) ?? []
  const file = folder ? new URL(name, built) : new URL(`public/${name}`, import.meta.url)
  if (name === undefined || name.includes('..') || !existsSync(file)) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': TYPES[name.split('.').at(-1)] }).end(readFileSync(file))
}

const server = createServer((request, response) => void answer(request, response))
server.listen(PORT, '127.0.0.1', () => console.log(`The shop is open on ${shop}`))
