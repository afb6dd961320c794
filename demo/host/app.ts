// The shop's own little server: its pages, its orders, and the two things a page cannot do itself: ask for a token and
// for a pairing code. Everything here is what a host would write; the rest is Tapboard's.
import { Hono } from 'hono'
import type { TokenGrant } from '@tapboard/contract'
import { bodyLimit } from 'hono/body-limit'
import { readJson, thumbprint } from './body.ts'
import { HTTP_COOKIES, type Cookies } from './cookies.ts'
import { addDocs, addFiles } from './files.ts'
import type { Hooks } from './hooks.ts'
import { addManagerRoutes, managerOf } from './manager-routes.ts'
import type { Managers } from './managers.ts'
import type { OrderBook } from './order-book.ts'
import { decimal, isScenario, SCENARIOS, totalMinor, type Order } from './orders.ts'
import { paidOf, readOrderState } from './paid.ts'
import { fillPage, type SiteFile } from './pages.ts'
import { securityHeaders } from './security.ts'
import { addSignUpRoutes, type SignUpOptions } from './sign-up/routes.ts'
import { requestToken, type TokenSource } from './tokens.ts'

/** A terminal that the site can show. */
export interface ScreenTerminal {
  readonly serial: string
  readonly name: string
}

/** What the shop's server needs. */
export interface HostOptions {
  readonly site: ReadonlyMap<string, SiteFile>
  readonly orders: OrderBook
  /** Who may decide what became of a sale. */
  readonly managers: Managers
  readonly tokens: TokenSource
  /** What the BFF tells this server of its orders. */
  readonly hooks: Hooks
  /** The partner's sign-up page, or `null` where nobody can be boarded. */
  readonly signUp: SignUpOptions | null
  /** Who a browser is; default: its cookies. */
  readonly cookies?: Cookies
  /** The site's own origin: tokens are bound to it. */
  readonly origin: string
  /** `ws://…/terminal` of the service, or `null` where another upstream has its own terminals. */
  readonly terminalUrl: string | null
  /** Where the service explains itself, or `null`. */
  readonly docsUrl: string | null
  /** Terminals that are drawn on the page, the one beside the checkout first. */
  readonly terminals: readonly ScreenTerminal[]
  /** A fresh one-time code for a terminal of `terminals`. */
  readonly pairingCode: (serial: string) => Promise<string | null>
}

/** A page that asks what was heard waits so long; a webhook takes a moment. */
const HEARD_WAIT_MS = 4_000

const view = (order: Order): object => {
  const minor = totalMinor(order.lines)
  return {
    ...order,
    total: decimal(minor),
    lines: order.lines.map((line) => ({ ...line, price: decimal(line.priceMinor) })),
  }
}

/** Does the request come to the address that the shop knows itself by? */
const isOwn = ({ origin }: HostOptions, request: Request): boolean =>
  new URL(request.url).host === new URL(origin).host

/** The terminal channel as the caller reaches it: a phone knows this machine by another address. */
function channelFor(options: HostOptions, request: Request): string | null {
  if (options.terminalUrl === null || isOwn(options, request)) return options.terminalUrl
  const { hostname } = new URL(request.url)
  // The name goes into a policy: nothing but an address or a plain name may.
  if (!/^([\w.-]+|\[[\da-f:]+\])$/.test(hostname)) return options.terminalUrl
  const channel = new URL(options.terminalUrl)
  channel.hostname = hostname
  return channel.href
}

/** The shop's server as a function `Request → Response`. */
export function createHost(options: HostOptions): Hono {
  const { site, orders, origin, terminals, cookies = HTTP_COOKIES } = options
  const app = new Hono()
  app.use(
    securityHeaders((request) => {
      const channel = channelFor(options, request)
      return [options.tokens.bffUrl, ...(channel === null ? [] : [new URL(channel).origin])]
    }),
  )
  app.get('*', async (c, next) => {
    const { hostname, pathname, search } = new URL(c.req.url)
    if (isOwn(options, c.req.raw)) return next()
    // Tokens are bound to the shop's own address; another name of this machine leads there.
    if (['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      return c.redirect(`${origin}${pathname}${search}`)
    // From elsewhere there are the terminal and the documentation, and nothing of the till.
    return /^\/(terminal|docs)/.test(pathname) || (site.has(pathname) && !pathname.endsWith('.html'))
      ? next()
      : c.redirect('/terminal/')
  })
  app.use('/webhooks/*', bodyLimit({ maxSize: 65_536 }))
  app.use(
    '/api/*',
    bodyLimit({ maxSize: 4096, onError: (c) => c.json({ message: 'That is too much.' }, 413) }),
  )

  const marks = (request: Request): Record<string, string> => ({
    BFF_URL: options.tokens.bffUrl,
    TERMINAL_URL: channelFor(options, request) ?? '',
    TERMINAL_SERIAL: terminals[0]?.serial ?? '',
    // Only this machine's pages pair without a code: whoever stands elsewhere types what the registration showed.
    OWN_SERIALS: isOwn(options, request) ? terminals.map((terminal) => terminal.serial).join(',') : '',
    DOCS_URL: options.docsUrl ?? '',
    SIGN_UP_URL: options.signUp === null ? '' : '/sign-up/',
  })
  const page = (path: string, request: Request): Response => {
    const file = site.get(path)
    return file === undefined
      ? new Response('Not found', { status: 404 })
      : new Response(fillPage(file, marks(request)), {
          headers: { 'content-type': file.type, 'cache-control': 'no-cache' },
        })
  }

  app.get('/', (c) => c.redirect(`/orders/${orders.newest().id}`))
  app.get('/orders/:id', (c) =>
    orders.find(c.req.param('id')) === undefined ? c.redirect('/') : page('/checkout/index.html', c.req.raw),
  )
  app.get('/terminal/', (c) =>
    options.terminalUrl === null ? c.redirect('/') : page('/terminal/index.html', c.req.raw),
  )
  addDocs(app, site)
  app.get('/terminal', (c) => c.redirect(`/terminal/${new URL(c.req.url).search}`))

  app.get('/api/orders/:id', async (c) => {
    const order = orders.find(c.req.param('id'))
    return order === undefined
      ? c.json({ message: 'There is no such order.' }, 404)
      : c.json({
          ...view(order),
          paid: paidOf(await readOrderState(options.tokens, order.id), {
            amountMinor: totalMinor(order.lines),
            currency: 'USD',
          }),
        })
  })

  app.post('/webhooks/tapboard', (c) => options.hooks.receive(c.req.raw))
  app.get('/api/orders/:id/heard', async (c) => {
    const after = Number(c.req.query('after') ?? 0)
    return c.json(await options.hooks.heard(c.req.param('id'), after, HEARD_WAIT_MS, c.req.raw.signal))
  })

  const sameSite = (request: Request): boolean => request.headers.get('origin') === origin

  app.post('/api/*', async (c, next) =>
    sameSite(c.req.raw) ? next() : c.json({ message: 'Only pages of this shop may ask.' }, 403),
  )

  addManagerRoutes(app, options.managers, cookies)
  if (options.signUp !== null)
    addSignUpRoutes(app, options.signUp, { origin, page, cookies, waitMs: HEARD_WAIT_MS })

  app.post('/api/orders', async (c) => {
    const { scenario } = await readJson(c.req.raw)
    return isScenario(scenario)
      ? c.json(view(orders.add(scenario)), 201)
      : c.json({ message: `scenario must be one of ${Object.keys(SCENARIOS).join(', ')}.` }, 400)
  })

  app.post('/api/token', async (c) => {
    const asked = await readJson(c.req.raw)
    const bound = { origin, ...thumbprint(asked['jkt']) }
    const order = typeof asked['order'] === 'string' ? orders.find(asked['order']) : undefined
    if (asked['kind'] === 'resolve') {
      const person = managerOf(options.managers, cookies, c)
      if (person === null) return c.json({ message: 'Sign in as a manager first.' }, 403)
      // A manager decides on the sale of this order and on no other, whatever the page names.
      const state = order === undefined ? false : await readOrderState(options.tokens, order.id)
      const sale = state ? [state.sale, ...state.reviews].find(({ id }) => id === asked['sale']) : undefined
      if (sale === undefined) return c.json({ message: 'This is not the sale of that order.' }, 404)
      const answer = await requestToken(options.tokens, {
        kind: 'resolve',
        sale: sale.id,
        person,
        ...bound,
      })
      return answer.ok
        ? c.json(answer.minted, 201)
        : c.json({ message: answer.message }, answer.status, answer.headers)
    }
    const grant: TokenGrant | null =
      asked['kind'] === 'setup'
        ? { kind: 'setup', ...bound }
        : order === undefined
          ? null
          : {
              kind: 'sale',
              order: order.id,
              amount: decimal(totalMinor(order.lines)),
              currency: 'USD',
              ...bound,
            }
    if (grant === null) return c.json({ message: 'There is no such order.' }, 404)
    const answer = await requestToken(options.tokens, grant)
    return answer.ok
      ? c.json(answer.minted, 201)
      : c.json({ message: answer.message }, answer.status, answer.headers)
  })

  app.post('/api/terminal/pair', async (c) => {
    const { serial } = await readJson(c.req.raw)
    const known = terminals.find((terminal) => terminal.serial === serial)
    const code = known === undefined ? null : await options.pairingCode(known.serial)
    return code === null
      ? c.json({ message: 'Pair this terminal with the code that its registration showed.' }, 404)
      : c.json({ code })
  })

  addFiles(app, site)
  return app
}
