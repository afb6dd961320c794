// HTTP application: the contract's routes, API keys (§5.1), body parsing, and errors in the form of D-20.
// The handlers implement the operations.
import { upstream } from '@tapboard/contract'
import { isStoreUnavailable } from '@tapboard/store'
import { Hono } from 'hono'
import { findCaller, keyOfHeader } from '../account/caller.ts'
import { base32 } from '@tapboard/server'
import { mountBoarding, type BoardingMount } from '../boarding/mount.ts'
import { docsRoutes } from './docs.ts'
import { json, writeFault, writeRefusal } from '../http/answer.ts'
import { readBody, type Body } from '../http/body.ts'
import type { Handler } from '../http/call.ts'
import { plainPath, routerPath } from '../http/paths.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import type { Kernel } from '../kernel.ts'

type RouteName = upstream.UpstreamRouteName

/** Dependencies of the HTTP application. */
export interface AppDeps {
  readonly kernel: Kernel
  readonly handlers: Readonly<Record<RouteName, Handler>>
  /** Handlers of the boarding API by operation name. */
  readonly boarding: BoardingMount['handlers']
  /** False during shutdown or while the service cannot follow sessions. */
  readonly accepting: () => boolean
}

const unauthorized = () =>
  refuse('UNAUTHORIZED', 'The API key is missing, wrong or revoked. Send it in the Authorization header.')

const keyOfBody = (body: Body): string | null => {
  const given = Object.entries(body).find(([name]) => name.toLowerCase() === 'xkey')?.[1]
  return typeof given === 'string' ? given : null
}

/** Creates the HTTP application of the service. */
export function createApp({
  kernel,
  handlers,
  boarding,
  accepting,
}: AppDeps): (request: Request) => Promise<Response> {
  const app = new Hono<{ Variables: { reference: string; route: string } }>({
    getPath: (request) => plainPath(new URL(request.url).pathname),
  })
  const routes = Object.entries(upstream.UPSTREAM_ROUTES).filter(
    ([, route]) => !(kernel.strict && 'addition' in route),
  )

  app.use(async (context, next) => {
    const startedMs = kernel.clock.now()
    context.set('reference', `call_${base32(kernel.random(10))}`)
    context.set('route', 'unknown')
    await next()
    // Health probes arrive every few seconds and would flood the log.
    if (context.req.path.startsWith('/health/')) return
    kernel.log.info(
      {
        reference: context.get('reference'),
        method: context.req.method,
        route: context.get('route'),
        status: context.res.status,
        durationMs: kernel.clock.now() - startedMs,
      },
      'answered',
    )
  })

  const rejectOtherMethods = (path: string, methods: readonly string[]): void => {
    const list = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
    const refusal = refuse('INVALID_REQUEST', `This path takes ${list}.`, {
      status: 405,
      headers: { Allow: list },
    })
    app.all(path, (context) => writeRefusal(refusal, context.get('reference')))
  }
  const methodsOf = (path: string): string[] =>
    routes.filter(([, route]) => route.path === path).map(([, route]) => route.method)
  // Static paths before parameters: /v1/Session/initiate is never a session ID, whatever the method.
  const rank = (path: string): number => Number(path.includes('{'))
  routes.sort(([, a], [, b]) => rank(a.path) - rank(b.path) || (a.path < b.path ? -1 : 1))
  for (const [index, [name, route]] of routes.entries()) {
    const handler = handlers[name as RouteName]
    app.on(route.method, routerPath(route.path), async (context) => {
      const { raw } = context.req
      const reference = context.get('reference')
      context.set('route', name)
      const withBody = 'request' in route
      // A report may carry its key in the body (D-18). For other operations the body of an unauthenticated
      // caller is not read.
      const headerKey = keyOfHeader(raw.headers.get('authorization'))
      const early = withBody && name === 'report' && headerKey === null ? await readBody(raw) : null
      if (early !== null && isRefusal(early)) return writeRefusal(early, reference)
      const key = headerKey ?? (early === null ? null : keyOfBody(early))
      const caller = key === null ? null : await findCaller(kernel, key)
      if (caller === null) return writeRefusal(unauthorized(), reference)
      const body = early ?? (withBody ? await readBody(raw) : {})
      if (isRefusal(body)) return writeRefusal(body, reference)
      const result = await handler({
        caller,
        reference,
        params: context.req.param() as Readonly<Record<string, string>>,
        query: new URL(raw.url).searchParams,
        headers: raw.headers,
        body,
        signal: raw.signal,
      })
      if (isRefusal(result)) return writeRefusal(result, reference)
      return json(result.status, result.body, result.headers)
    })
    if (routes[index + 1]?.[1].path !== route.path)
      rejectOtherMethods(routerPath(route.path), methodsOf(route.path))
  }

  mountBoarding(app, { kernel, handlers: boarding })
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
  for (const path of ['/health/live', '/health/ready', ...documents]) rejectOtherMethods(path, ['GET'])

  app.notFound((context) =>
    writeRefusal(
      refuse('INVALID_REQUEST', 'There is nothing at this path. The paths are listed at /docs.', {
        status: 404,
      }),
      context.get('reference'),
    ),
  )
  app.onError((error, context) => {
    const reference = context.get('reference')
    kernel.log.error({ reference, route: context.get('route'), reason: error.name }, 'failed')
    return writeFault(isStoreUnavailable(error), reference)
  })
  return async (request) => app.fetch(request)
}
