// The shop's server: pages, orders, tokens and pairing codes. A real host writes this code; everything else is
// Tapboard's.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { addBackOfficeRoutes } from './back-office-routes.ts'
import { readJson } from './body.ts'
import { HTTP_COOKIES, type Cookies } from './cookies.ts'
import { addDocs, addFiles } from './files.ts'
import type { Webhooks } from './webhooks.ts'
import { addManagerRoutes } from './manager-routes.ts'
import type { Managers } from './managers.ts'
import type { OrderStore } from './order-store.ts'
import { decimal, isScenario, SCENARIOS, totalMinor, type Order } from './orders.ts'
import { paidOf, readOrderState } from './order-state.ts'
import { fillPage, type SiteFile } from './pages.ts'
import { addRefundRoutes, refundsOf } from './refund-routes.ts'
import { securityHeaders } from './security.ts'
import { addSignUpRoutes, type SignUpOptions } from './sign-up/routes.ts'
import { addTokenRoute } from './token-routes.ts'
import type { TokenSource } from './tokens.ts'

/** A terminal that the site shows. */
interface ScreenTerminal {
  readonly serial: string
  readonly name: string
  readonly deviceId: string
}

/** Dependencies of the shop's server. */
export interface HostOptions {
  readonly site: ReadonlyMap<string, SiteFile>
  readonly orders: OrderStore
  /** Managers, who may decide about a sale of unknown outcome. */
  readonly managers: Managers
  readonly tokens: TokenSource
  /** Webhooks of the BFF about orders. */
  readonly hooks: Webhooks
  /** The partner's sign-up page; `null` without boarding. */
  readonly signUp: SignUpOptions | null
  /** Identification of browsers; default: cookies. */
  readonly cookies?: Cookies
  /** Origin of the site, which tokens are bound to. */
  readonly origin: string
  /** `ws://…/terminal` of the service; `null` if another upstream has its own terminals. */
  readonly terminalUrl: string | null
  /** URL of the service's documentation, or `null`. */
  readonly docsUrl: string | null
  /** Simulated terminals of the page; the first one is beside the checkout. */
  readonly terminals: readonly ScreenTerminal[]
  /** Ends the losses of answers between BFF and service that the demo's amounts cause; absent without such losses. */
  readonly repairLine?: () => void
  /** Creates a one-time code for a terminal of `terminals`. */
  readonly pairingCode: (serial: string) => Promise<string | null>
}

/** Long-poll limit for a page that waits for a webhook. */
const EVENT_WAIT_MS = 4_000

const view = (order: Order): object => {
  const minor = totalMinor(order.lines)
  return {
    ...order,
    total: decimal(minor),
    lines: order.lines.map((line) => ({ ...line, price: decimal(line.priceMinor) })),
  }
}

/** Whether the request uses the shop's own address. */
const isOwn = ({ origin }: HostOptions, request: Request): boolean =>
  new URL(request.url).host === new URL(origin).host

/** URL of the terminal channel from the caller's view: a phone uses another address of this machine. */
function channelFor(options: HostOptions, request: Request): string | null {
  if (options.terminalUrl === null || isOwn(options, request)) return options.terminalUrl
  const { hostname } = new URL(request.url)
  // The name becomes part of a policy, so only an address or a plain host name is allowed.
  if (!/^([\w.-]+|\[[\da-f:]+\])$/.test(hostname)) return options.terminalUrl
  const channel = new URL(options.terminalUrl)
  channel.hostname = hostname
  return channel.href
}

/** Headers, redirects and limits of bodies, before any route. */
function addGuards(app: Hono, options: HostOptions): void {
  const { site, origin } = options
  app.use(
    securityHeaders((request) => {
      const channel = channelFor(options, request)
      return [options.tokens.bffUrl, ...(channel === null ? [] : [new URL(channel).origin])]
    }),
  )
  app.get('*', async (c, next) => {
    const { hostname, pathname, search } = new URL(c.req.url)
    if (isOwn(options, c.req.raw)) return next()
    // Tokens are bound to the shop's own address, so other names of this machine redirect to it.
    if (['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      return c.redirect(`${origin}${pathname}${search}`)
    // Other machines may use the terminal and the documentation, but not the till.
    return /^\/(terminal|docs)/.test(pathname) || (site.has(pathname) && !pathname.endsWith('.html'))
      ? next()
      : c.redirect('/terminal/')
  })
  app.use('/webhooks/*', bodyLimit({ maxSize: 65_536 }))
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: 4096,
      onError: (c) => c.json({ message: 'The request is too large. Send at most 4096 bytes.' }, 413),
    }),
  )
}

/** A page of the site with its placeholders filled for the request. */
function renderPage(options: HostOptions, path: string, request: Request): Response {
  const { site, terminals } = options
  const file = site.get(path)
  if (file === undefined) return new Response('Not found', { status: 404 })
  // Clients on other machines must enter the pairing code.
  const own = isOwn(options, request) ? terminals : []
  const values = {
    BFF_URL: options.tokens.bffUrl,
    TERMINAL_URL: channelFor(options, request) ?? '',
    TERMINAL_SERIAL: terminals[0]?.serial ?? '',
    OWN_SERIALS: own.map(({ serial }) => serial).join(','),
    OWN_NAMES: own.map(({ name }) => name).join('\n'),
    DOCS_URL: options.docsUrl ?? '',
    SIGN_UP_URL: options.signUp === null ? '' : '/sign-up/',
  }
  const headers = { 'content-type': file.type, 'cache-control': 'no-cache' }
  return new Response(fillPage(file, values), { headers })
}

function addPages(app: Hono, options: HostOptions): void {
  const { site, orders } = options
  app.get('/', (c) => c.redirect(`/orders/${orders.newest().id}`))
  app.get('/orders/:id', (c) =>
    orders.find(c.req.param('id')) === undefined
      ? c.redirect('/')
      : renderPage(options, '/checkout/index.html', c.req.raw),
  )
  app.get('/terminal/', (c) =>
    options.terminalUrl === null ? c.redirect('/') : renderPage(options, '/terminal/index.html', c.req.raw),
  )
  app.get('/back-office/', (c) => renderPage(options, '/back-office/index.html', c.req.raw))
  app.get('/back-office', (c) => c.redirect('/back-office/'))
  addDocs(app, site)
  app.get('/terminal', (c) => c.redirect(`/terminal/${new URL(c.req.url).search}`))
}

/** What the BFF knows of an order's payment and refunds. */
async function paymentOf(tokens: TokenSource, order: Order): Promise<object> {
  const state = await readOrderState(tokens, order.id, {
    amountMinor: totalMinor(order.lines),
    currency: 'USD',
  })
  return { paid: paidOf(state), ...refundsOf(state) }
}

/** The state of an order, and the webhooks about it. */
function addOrderReads(app: Hono, { orders, tokens, hooks }: HostOptions): void {
  app.get('/api/orders/:id', async (c) => {
    const order = orders.find(c.req.param('id'))
    return order === undefined
      ? c.json({ message: 'There is no such order.' }, 404)
      : c.json({ ...view(order), ...(await paymentOf(tokens, order)) })
  })

  app.post('/webhooks/tapboard', (c) => hooks.receive(c.req.raw))
  app.get('/api/orders/:id/received', async (c) => {
    const after = Number(c.req.query('after') ?? 0)
    return c.json(await hooks.received(c.req.param('id'), after, EVENT_WAIT_MS, c.req.raw.signal))
  })
}

function addNewOrders(app: Hono, { orders }: HostOptions): void {
  app.post('/api/orders', async (c) => {
    const { scenario } = await readJson(c.req.raw)
    return isScenario(scenario)
      ? c.json(view(orders.add(scenario)), 201)
      : c.json({ message: `scenario must be one of ${Object.keys(SCENARIOS).join(', ')}.` }, 400)
  })
}

/** Repairs the line before a scene: the BFF then finds the results of earlier sales and frees their terminals. */
function addLine(app: Hono, { repairLine }: HostOptions): void {
  app.post('/api/line/repair', (c) => {
    repairLine?.()
    return c.json({})
  })
}

function addTerminals(app: Hono, { terminals, pairingCode }: HostOptions): void {
  app.get('/api/terminal', (c) => c.json({ deviceId: terminals[0]?.deviceId ?? null }))
  app.post('/api/terminal/pair', async (c) => {
    const { serial } = await readJson(c.req.raw)
    const known = terminals.find((terminal) => terminal.serial === serial)
    const code = known === undefined ? null : await pairingCode(known.serial)
    return code === null
      ? c.json({ message: 'Pair this terminal with the code that its registration showed.' }, 404)
      : c.json({ code })
  })
}

/** Creates the shop's server as a function `Request → Response`. */
export function createHost(options: HostOptions): Hono {
  const { site, orders, managers, tokens, origin, signUp, cookies = HTTP_COOKIES } = options
  const app = new Hono()
  addGuards(app, options)
  addPages(app, options)
  addOrderReads(app, options)
  app.post('/api/*', async (c, next) =>
    c.req.header('origin') === origin
      ? next()
      : c.json({ message: 'Only pages of this shop may send this request.' }, 403),
  )
  addManagerRoutes(app, managers, cookies)
  addRefundRoutes(app, { managers, cookies, tokens })
  const page = (path: string, request: Request): Response => renderPage(options, path, request)
  if (signUp !== null) addSignUpRoutes(app, signUp, { origin, page, cookies, waitMs: EVENT_WAIT_MS })
  addNewOrders(app, options)
  addTokenRoute(app, { orders, managers, cookies, tokens, origin })
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  addBackOfficeRoutes(app, { managers, cookies, tokens, origin, timeZone })
  addTerminals(app, options)
  addLine(app, options)
  addFiles(app, site)
  return app
}
