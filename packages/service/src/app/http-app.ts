// HTTP application: the contract's routes, API keys (§5.1), body parsing, and errors in the form of D-20.
// The handlers implement the operations.
import { upstream } from '@tapboard/contract'
import type { KeyScope } from '@tapboard/contract/dashboard'
import { isStoreUnavailable } from '@tapboard/store'
import { Hono, type Context } from 'hono'
import { keyOfHeader, type FoundKey } from '../account/caller.ts'
import { SLOW_BODY_MS, type KeyAuthentication } from '../account/key-authentication.ts'
import { base32, traceRequest, type Peer } from '@tapboard/server'
import { mountBoarding, type BoardingMount } from '../boarding/mount.ts'
import { mountDashboard, type DashboardMount } from '../dashboard/mount.ts'
import { docsRoutes } from './docs.ts'
import { describeRequest } from './request-span.ts'
import { json, writeFault, writeRefusal } from '../http/answer.ts'
import { readBody, type Body } from '../http/body.ts'
import type { Handler } from '../http/call.ts'
import type { LoggedRefusal, RequestEnv } from '../http/env.ts'
import type { RefusalCounter } from '../http/refusal-counter.ts'
import { plainPath, routerPath } from '../http/paths.ts'
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'
import type { Kernel } from '../kernel.ts'
import type { ServiceMeters } from './runtime/meters.ts'

type RouteName = upstream.UpstreamRouteName

/** Dependencies of the HTTP application. */
interface AppDeps {
  readonly kernel: Kernel
  /** Authenticates the keys of both APIs. */
  readonly authentication: KeyAuthentication
  readonly handlers: Readonly<Record<RouteName, Handler>>
  /** Handlers of the boarding API by operation name. */
  readonly boarding: BoardingMount['handlers']
  /** The dashboard; `null` on a runtime without it. */
  readonly dashboard: DashboardMount | null
  readonly refusals: RefusalCounter
  readonly meters: ServiceMeters
  /** False during shutdown or while the service cannot follow sessions. */
  readonly accepting: () => boolean
}

const unauthorized = () =>
  refuse(
    'UNAUTHORIZED',
    'The API key is missing, wrong, expired or revoked. Send it in the Authorization header.',
  )

const tooManyGuesses = (seconds: number) =>
  refuse('UNAUTHORIZED', 'Too many wrong API keys came from this network. Wait, then try again.', {
    status: 429,
    headers: { 'Retry-After': String(seconds) },
  })

/** Scopes of which a route needs one. */
const scopesFor = (name: RouteName): readonly KeyScope[] =>
  name === 'report' ? ['terminal', 'report'] : ['terminal']

const outOfScope = (name: RouteName) =>
  refuse(
    'UNAUTHORIZED',
    `This API key has no access to ${name === 'report' ? 'reports' : 'terminals and payments'}: it has no scope ${scopesFor(
      name,
    )
      .map((scope) => `"${scope}"`)
      .join(' or ')}, or it is a test key of a live account.`,
  )

const keyOfBody = (body: Body): string | null => {
  const given = Object.entries(body).find(([name]) => name.toLowerCase() === 'xkey')?.[1]
  return typeof given === 'string' ? given : null
}

type App = Hono<RequestEnv>

/** Gives each request its reference, counts refusals and writes a line about each answer. */
function logAnswers(app: App, { kernel, authentication, refusals, meters }: AppDeps): void {
  const { clock, random, log } = kernel
  app.use(async (context, next) => {
    const startedMs = clock.now()
    context.set('reference', `call_${base32(random(10))}`)
    context.set('route', 'unknown')
    context.set('caller', null)
    context.set('refusal', null)
    await next()
    // Health probes arrive every few seconds and would flood the log.
    if (context.req.path.startsWith('/health/')) return
    const refusal = context.get('refusal')
    describeRequest(context)
    if (refusal !== null) refusals.count(refusal)
    const answered = {
      route: context.get('route'),
      status: context.res.status,
      durationMs: clock.now() - startedMs,
    }
    meters.answered(answered)
    // A refusal is traced back to its source. The log holds no address of a served caller.
    const source =
      refusal === null ? null : authentication.addressOf(context.req.raw.headers, context.env.peer)
    log.info(
      {
        ...context.get('caller'),
        ...refusal,
        ...(source === null ? {} : { source }),
        reference: context.get('reference'),
        method: context.req.method,
        ...answered,
      },
      'answered',
    )
  })
}

/** Answers the other methods of a path. */
function rejectOtherMethods(app: App, path: string, methods: readonly string[]): void {
  const list = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  const refusal = refuse('INVALID_REQUEST', `This path takes ${list}.`, {
    status: 405,
    headers: { Allow: list },
  })
  app.all(path, (context) => {
    context.set('refusal', { code: refusal.error.code })
    return writeRefusal(refusal, context.get('reference'))
  })
}

/** What the log says about a refused key. */
function knownOf({ reason, accountId, keyId }: Extract<FoundKey, { readonly ok: false }>) {
  return {
    reason,
    ...(accountId === undefined ? {} : { accountId }),
    ...(keyId === undefined ? {} : { keyId }),
  }
}

/** Authenticates a request of the cloud terminal API, reads its body and calls its handler. */
async function answerRoute(
  { kernel, authentication, handlers }: AppDeps,
  name: RouteName,
  context: Context<RequestEnv>,
): Promise<Response> {
  const { raw } = context.req
  const reference = context.get('reference')
  context.set('route', name)
  const refused = (refusal: Refusal, known: Omit<LoggedRefusal, 'code'> = {}): Response => {
    context.set('refusal', { code: refusal.error.code, ...known })
    return writeRefusal(refusal, reference)
  }
  const withBody = 'request' in upstream.UPSTREAM_ROUTES[name]
  // A report may carry its key in the body (D-18). For other operations the body of an unauthenticated caller is not
  // read.
  const headerKey = keyOfHeader(raw.headers.get('authorization'))
  const early = withBody && name === 'report' && headerKey === null ? await readBody(raw) : null
  if (early !== null && isRefusal(early)) return refused(early)
  const key = headerKey ?? (early === null ? null : keyOfBody(early))
  const found = await authentication.find(key, authentication.addressOf(raw.headers, context.env.peer))
  if ('waitSeconds' in found) return refused(tooManyGuesses(found.waitSeconds), { reason: 'guesses' })
  if (!found.ok) return refused(unauthorized(), knownOf(found))
  const { caller } = found
  context.set('caller', { accountId: caller.accountId, keyId: caller.keyId })
  if (!scopesFor(name).some((scope) => caller.scopes.includes(scope)))
    return refused(outOfScope(name), { reason: 'scope' })
  const askedMs = kernel.clock.now()
  const body = early ?? (withBody ? await readBody(raw) : {})
  if (isRefusal(body)) return refused(body)
  if (kernel.clock.now() - askedMs > SLOW_BODY_MS) {
    const again = await authentication.findAgain(key)
    if (!again.ok) return refused(unauthorized(), knownOf(again))
  }
  const result = await handlers[name]({
    caller,
    reference,
    params: context.req.param() as Readonly<Record<string, string>>,
    query: new URL(raw.url).searchParams,
    headers: raw.headers,
    body,
    signal: raw.signal,
  })
  if (isRefusal(result)) return refused(result)
  return json(result.status, result.body, result.headers)
}

/** Static paths before parameters: /v1/Session/initiate is never a session ID, whatever the method. */
const rank = (path: string): number => Number(path.includes('{'))

/** Mounts the cloud terminal API; a strict service omits the additions. */
function mountCloud(app: App, deps: AppDeps): void {
  const routes = Object.entries(upstream.UPSTREAM_ROUTES)
    .filter(([, route]) => !(deps.kernel.strict && 'addition' in route))
    .toSorted(([, a], [, b]) => rank(a.path) - rank(b.path) || (a.path < b.path ? -1 : 1))
  for (const [index, [name, { method, path }]] of routes.entries()) {
    app.on(method, routerPath(path), (context) => answerRoute(deps, name as RouteName, context))
    if (routes[index + 1]?.[1].path === path) continue
    const methods = routes.filter(([, route]) => route.path === path).map(([, route]) => route.method)
    rejectOtherMethods(app, routerPath(path), methods)
  }
}

/** Mounts the probes of the operator and the documentation. */
function mountOperator(app: App, { kernel, accepting }: AppDeps): void {
  app.get('/health/live', () => json(200, { status: 'live' }))
  app.get('/health/ready', async () => {
    const ready =
      accepting() &&
      (await kernel.store.probe().then(
        () => true,
        () => false,
      ))
    return ready
      ? json(200, { status: 'ready' })
      : json(503, { status: 'unavailable' }, { 'Retry-After': '2' })
  })
  const documents = docsRoutes(app, kernel.strict)
  for (const path of ['/health/live', '/health/ready', ...documents]) rejectOtherMethods(app, path, ['GET'])
}

/** Creates the HTTP application of the service. */
export function createApp(deps: AppDeps): (request: Request, peer?: Peer) => Promise<Response> {
  const { kernel } = deps
  const app: App = new Hono({ getPath: (request) => plainPath(new URL(request.url).pathname) })
  logAnswers(app, deps)
  mountCloud(app, deps)
  mountBoarding(app, { kernel, authentication: deps.authentication, handlers: deps.boarding })
  mountOperator(app, deps)
  if (deps.dashboard !== null) mountDashboard(app, deps.dashboard)
  app.notFound((context) => {
    const words = 'There is nothing at this path. The paths are listed at /docs.'
    const refusal = refuse('INVALID_REQUEST', words, { status: 404 })
    context.set('refusal', { code: refusal.error.code })
    return writeRefusal(refusal, context.get('reference'))
  })
  app.onError((error, context) => {
    const reference = context.get('reference')
    const unavailable = isStoreUnavailable(error)
    context.set('refusal', { code: unavailable ? 'UNAVAILABLE' : 'INTERNAL_ERROR' })
    kernel.log.error({ reference, route: context.get('route'), reason: error.name }, 'failed')
    return writeFault(unavailable, reference)
  })
  const { traces } = kernel
  if (traces === null) return async (request, peer) => app.fetch(request, { peer })
  return (request, peer) =>
    traceRequest(traces.tracing, request, async (span) => app.fetch(request, { peer, span }))
}
