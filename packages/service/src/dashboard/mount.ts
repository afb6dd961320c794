// Mounts the dashboard: its page, and the routes of the contract below `/dashboard/api`. Every route passes the same
// checks in the same order: origin, session, role, query, body. The handlers implement the operations.
import {
  DASHBOARD_PATH,
  DASHBOARD_ROUTES,
  type DashboardRoute,
  type DashboardRouteName,
} from '@tapboard/contract/dashboard'
import type { Peer } from '@tapboard/server'
import { isStoreUnavailable } from '@tapboard/store'
import type { Context, Hono } from 'hono'
import { json } from '../http/answer.ts'
import { readBody } from '../http/body.ts'
import type { RequestEnv } from '../http/env.ts'
import { routerPath } from '../http/paths.ts'
import { isRefusal } from '../http/refusal.ts'
import type { Kernel } from '../kernel.ts'
import type { BrowserSessions, SignedIn } from './browser-sessions.ts'
import type { Browser, DashboardCall, DashboardHandler, DashboardHandlers } from './call.ts'
import { pageResponse, type ReadPageFile } from './files.ts'
import { isFromOtherSite, isRead, isRebindable, setCookie, tokenOf } from './guard.ts'
import {
  isDashboardRefusal,
  refuseDashboard,
  signedOut,
  writeDashboardRefusal,
  type DashboardRefusal,
} from './refusal.ts'

/** All routes of the dashboard are below this path. */
export const API_PATH = `${DASHBOARD_PATH}/api`

export interface DashboardMount {
  readonly kernel: Kernel
  readonly sessions: BrowserSessions
  readonly handlers: DashboardHandlers
  readonly readFile: ReadPageFile
  /** Origin of the dashboard as browsers see it; `null`: the origin of each request. */
  readonly origin: string | null
  /** The address of the caller; `null` if it is unknown. */
  readonly addressOf: (headers: Headers, peer: string | null) => string | null
}

const otherSite = (origin: string): DashboardRefusal =>
  refuseDashboard(
    'other-site',
    `This request does not come from the dashboard at ${origin}. If that is not its address, start the service with --public-url.`,
  )

const unknownName = (origin: string): DashboardRefusal =>
  refuseDashboard(
    'other-site',
    `The service does not know the name in ${origin}. Start it with --public-url and the address that the browser shows, or open the dashboard by an IP address.`,
  )

const ownersOnly = (method: string): DashboardRefusal =>
  refuseDashboard(
    'not-allowed',
    isRead(method)
      ? 'Your role is viewer: only an owner sees this page.'
      : 'Your role is viewer: you can see this account, but not change it.',
  )

interface Read {
  readonly query: object
  readonly body: object | undefined
}

/** Reads query and body by the schemas of the route. */
async function readInput(route: DashboardRoute, request: Request): Promise<Read | DashboardRefusal> {
  const invalid = (member: unknown): DashboardRefusal =>
    refuseDashboard('invalid', `The value of "${String(member)}" is not valid.`)
  const given = [...new URL(request.url).searchParams]
  // The last one would apply here, and the first one elsewhere.
  const repeated = given.find(([name], index) => given.findIndex(([other]) => other === name) !== index)
  if (repeated !== undefined) return invalid(repeated[0])
  const query: Record<string, string> = Object.fromEntries(given)
  const judged = route.query?.safeParse(query)
  if (judged?.success === false) return invalid(judged.error.issues[0]?.path[0] ?? 'query')
  if (route.request === undefined) return { query: judged?.data ?? {}, body: undefined }
  const read = await readBody(request)
  if (isRefusal(read)) {
    const { status, error } = read
    return refuseDashboard(status === 413 ? 'too-large' : 'invalid', error.message)
  }
  const body = route.request.safeParse(read)
  if (!body.success) return invalid(body.error.issues[0]?.path.join('.') || 'body')
  return { query: judged?.data ?? {}, body: body.data }
}

/** A browser, and the cookie that the answer sets. */
interface Visit {
  readonly browser: Browser
  readonly cookie: () => string | null
}

function visitOf(
  { kernel, origin, addressOf }: DashboardMount,
  request: Request,
  peer: Peer | undefined,
): Visit {
  const own = origin ?? new URL(request.url).origin
  let cookie: string | null = null
  return {
    cookie: () => cookie,
    browser: {
      address: addressOf(request.headers, peer?.address ?? null),
      origin: own,
      token: tokenOf(request.headers, own),
      setSession(session) {
        const nowMs = kernel.clock.now()
        cookie =
          session === null
            ? setCookie(own, '', 0)
            : setCookie(own, session.token, Math.max(1, Math.floor((session.expiresAtMs - nowMs) / 1_000)))
      },
    },
  }
}

/** Finds the person of the session; `null` for a route without one, a refusal without an open session or the role of the route. */
async function admit(
  { sessions }: DashboardMount,
  { role }: DashboardRoute,
  context: Context<RequestEnv>,
  browser: Browser,
): Promise<SignedIn | DashboardRefusal | null> {
  if (role === 'none') return null
  const person = browser.token === null ? null : await sessions.find(browser.token)
  if (person === null) {
    browser.setSession(null)
    return signedOut()
  }
  context.set('caller', { accountId: person.account.id, userId: person.user.id })
  return role === 'owner' && person.user.role !== 'owner' ? ownersOnly(context.req.method) : person
}

/** Checks a request and calls its handler. */
async function answerRoute(
  mount: DashboardMount,
  name: DashboardRouteName,
  context: Context<RequestEnv>,
  { browser }: Visit,
): Promise<unknown> {
  const route: DashboardRoute = DASHBOARD_ROUTES[name]
  const { raw } = context.req
  if (mount.origin === null && isRebindable(browser.origin)) return unknownName(browser.origin)
  if (isFromOtherSite(raw, browser.origin)) return otherSite(browser.origin)
  let person = await admit(mount, route, context, browser)
  if (isDashboardRefusal(person)) return person
  const input = await readInput(route, raw)
  if (isDashboardRefusal(input)) return input
  // A body can take seconds, in which the session ends or the role changes.
  if (input.body !== undefined) person = await admit(mount, route, context, browser)
  if (isDashboardRefusal(person)) return person
  // The row of the route defines the types that its schemas have checked.
  const handler = mount.handlers[name] as unknown as DashboardHandler<DashboardRoute>
  const call: unknown = {
    person,
    params: context.req.param(),
    ...input,
    browser,
    signal: raw.signal,
  }
  const result = await handler(call as DashboardCall<DashboardRoute>)
  if (person !== null && !isRead(raw.method) && !isDashboardRefusal(result))
    mount.kernel.log.info(
      {
        reference: context.get('reference'),
        route: name,
        accountId: person.account.id,
        userId: person.user.id,
      },
      'changed in the dashboard',
    )
  return result
}

function write(result: unknown, cookie: string | null): Response {
  const response = isDashboardRefusal(result)
    ? writeDashboardRefusal(result)
    : result instanceof Response
      ? result
      : json(200, result)
  if (cookie !== null) response.headers.append('set-cookie', cookie)
  return response
}

/** The answer to an internal error; the log has its name. */
function fault({ kernel }: DashboardMount, context: Context<RequestEnv>, error: unknown): DashboardRefusal {
  const fields = { reference: context.get('reference'), route: context.get('route') }
  kernel.log.error({ ...fields, reason: error instanceof Error ? error.name : 'unknown' }, 'failed')
  return isStoreUnavailable(error)
    ? refuseDashboard('unavailable', 'The service cannot reach its data. Try again in a moment.', {
        retryAfterS: 2,
      })
    : refuseDashboard(
        'internal',
        'Something went wrong on our side. Look whether it was done, then try again.',
      )
}

/** Adds the dashboard to the service's application. */
export function mountDashboard(app: Hono<RequestEnv>, mount: DashboardMount): void {
  for (const [name, { method, path }] of Object.entries(DASHBOARD_ROUTES))
    app.on(method, routerPath(API_PATH + path), async (context) => {
      context.set('route', `dashboard.${name}`)
      const visit = visitOf(mount, context.req.raw, context.env.peer)
      try {
        const result = await answerRoute(mount, name as DashboardRouteName, context, visit)
        // The line about the answer then holds the source, so that a guessed password or passkey is traced back.
        if (isDashboardRefusal(result)) context.set('refusal', { code: result.code })
        return write(result, visit.cookie())
      } catch (error) {
        const failed = fault(mount, context, error)
        context.set('refusal', { code: failed.code })
        return write(failed, null)
      }
    })
  app.all(`${API_PATH}/*`, (context) => {
    context.set('refusal', { code: 'not-found' })
    return writeDashboardRefusal(refuseDashboard('not-found', 'There is no such address in this dashboard.'))
  })
  const page = (context: Context<RequestEnv>): Promise<Response> => {
    context.set('route', 'dashboard.page')
    return pageResponse(mount.readFile, new URL(context.req.url).pathname)
  }
  app.get(DASHBOARD_PATH, page)
  app.get(`${DASHBOARD_PATH}/*`, page)
}
