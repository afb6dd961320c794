// The pages to try, the developer's own page, and the routes behind them. For this machine only: the amount of an order is in the
// request, where a real server reads its own order.
import { SECURITY_HEADERS } from '@tapboard/server'
import type { MintedToken, TokenGrant } from '@tapboard/contract'

/** Access of the pages to the other parts. */
export interface SitePorts {
  /** The origin of the pages, which tokens are bound to. */
  readonly origin: string
  /** Mints a token of the merchant; throws an error with a sentence. */
  readonly mintToken: (grant: TokenGrant) => Promise<MintedToken>
  /** A new code for the terminal on the screen. */
  readonly pairingCode: () => Promise<string | null>
  /** Values that replace `%NAME%` in a page. */
  readonly values: Readonly<Record<string, string>>
  /** Reads a file of the pages, of the elements or of the developer; `null` if it does not exist. */
  readonly read: (
    place: 'pages' | 'elements' | 'own',
    name: string,
  ) => Promise<Uint8Array<ArrayBuffer> | null>
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
}

/** The developer's page may have scripts in it; ours have none. */
const policyOf = (place: 'pages' | 'own', values: SitePorts['values']): string => {
  const connect = `'self' ${values['BFF_URL'] ?? ''} ${values['CHANNEL_URL'] ?? ''}`
  const inline = place === 'own' ? " 'unsafe-inline'" : ''
  return [
    "default-src 'none'",
    `script-src 'self'${inline}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src ${connect}`,
    "frame-src 'self' http://localhost:*",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store' }

const json = (body: unknown, status = 200): Response => Response.json(body, { status, headers: HEADERS })

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

async function page(ports: SitePorts, place: 'pages' | 'own', name: string): Promise<Response | null> {
  const bytes = await ports.read(place, name)
  if (bytes === null) return null
  const text = new TextDecoder().decode(bytes)
  const html =
    place === 'own'
      ? text
      : text.replaceAll(/%([A-Z_]+)%/g, (whole, value: string) => escaped(ports.values[value] ?? whole))
  const headers = {
    ...HEADERS,
    'content-type': TYPES['html'] ?? '',
    'content-security-policy': policyOf(place, ports.values),
  }
  return new Response(html, { headers })
}

async function file(ports: SitePorts, place: 'pages' | 'elements', name: string): Promise<Response | null> {
  const type = TYPES[/\.(\w+)$/.exec(name)?.[1] ?? '']
  // Names only: nothing above the folder, no hidden file.
  if (type === undefined || !/^(?:[\w-]+\/)?[\w-][\w.-]*$/.test(name)) return null
  const bytes = await ports.read(place, name)
  return bytes === null ? null : new Response(bytes, { headers: { ...HEADERS, 'content-type': type } })
}

async function token(ports: SitePorts, request: Request, url: URL): Promise<Response> {
  const asked: unknown = await request.json().catch(() => ({}))
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked))
    return json({ detail: 'The body is no JSON object.' }, 400)
  const jkt: unknown = 'jkt' in asked ? asked.jkt : undefined
  const bound = { origin: ports.origin, ...(typeof jkt === 'string' ? { jkt } : {}) }
  const {
    order = 'A-1001',
    amount = '42.00',
    applicant = 'customer-1',
  } = Object.fromEntries(url.searchParams)
  const grant: TokenGrant =
    url.pathname === '/apply-token'
      ? { kind: 'apply', applicant, ...bound }
      : { kind: 'sale', order, amount, currency: 'USD', devices: 'any', ...bound }
  try {
    return json(await ports.mintToken(grant), 201)
  } catch (error) {
    return json({ detail: error instanceof Error ? error.message : 'There is no token.' }, 400)
  }
}

const ROUTES: Readonly<Record<string, readonly ['pages' | 'own', string]>> = {
  '/': ['pages', 'checkout.html'],
  '/sign-up': ['pages', 'sign-up.html'],
  '/terminal': ['pages', 'terminal.html'],
  '/page': ['own', 'checkout.html'],
}

async function answer(ports: SitePorts, request: Request): Promise<Response | null> {
  const url = new URL(request.url)
  const { pathname } = url
  if (request.method === 'POST') {
    // Another site can neither read nor cause an answer.
    if (request.headers.get('origin') !== ports.origin) return json({ detail: 'Another origin asks.' }, 403)
    if (pathname === '/token' || pathname === '/apply-token') return token(ports, request, url)
    if (pathname === '/pairing-code') return json({ code: await ports.pairingCode() })
    return null
  }
  if (pathname === '/favicon.ico') return new Response(null, { status: 204, headers: HEADERS })
  const route = Object.hasOwn(ROUTES, pathname) ? ROUTES[pathname] : undefined
  if (route !== undefined) return page(ports, ...route)
  const [, place, name = ''] = /^\/(pages|elements)\/(.+)$/.exec(pathname) ?? []
  return place === 'pages' || place === 'elements' ? file(ports, place, name) : null
}

/** Answers a request of the pages; a request under another host name is refused, because of DNS rebinding. */
export async function answerSite(ports: SitePorts, request: Request): Promise<Response> {
  const { host } = new URL(request.url)
  const { host: own, port } = new URL(ports.origin)
  if (host !== own && host !== `127.0.0.1:${port}`) return json({ detail: `Open ${ports.origin}.` }, 421)
  return (await answer(ports, request)) ?? json({ detail: 'There is nothing at this address.' }, 404)
}
