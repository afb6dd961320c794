// Mounts the boarding API under `/boarding` (§4.6, D-21): the key in the body, case-insensitive names,
// answers spelled like the request's `ApiKey`, errors in the form of D-23. The handlers implement the
// operations.
import { BOARDING_ERRORS, boarding, caseOf, spellNames, type NameCase } from '@tapboard/contract'
import { isStoreUnavailable } from '@tapboard/store'
import type { Context, Hono } from 'hono'
import type { KeyAuthentication } from '../account/key-authentication.ts'
import { json } from '../http/answer.ts'
import { readBody, type Body } from '../http/body.ts'
import type { RequestEnv } from '../http/env.ts'
import { routerPath } from '../http/paths.ts'
import { isRefusal } from '../http/refusal.ts'
import type { Kernel } from '../kernel.ts'
import type { Boarder, BoardingHandler, BoardingSuccess } from './call.ts'
import { refuseBoarding, type BoardingRefusal } from './refusal.ts'
import { readSettings } from './settings.ts'

/** Path of the boarding API: `boarding_url` is the service's URL plus this path. */
export const BOARDING_PATH = '/boarding'

/** Body limit in bytes: an application is larger than a sale. */
const BOARDING_BODY_MAX = 262_144

/** Dependencies of the boarding routes. */
export interface BoardingMount {
  readonly kernel: Kernel
  readonly authentication: KeyAuthentication
  readonly handlers: Readonly<Record<boarding.BoardingRouteName, BoardingHandler>>
}

const denied = (): BoardingRefusal =>
  refuseBoarding(
    'AccessDenied',
    'The key is missing, wrong, revoked or not permitted to board accounts. Send a key created with "keys create --board" as ApiKey.',
  )

/** The `ApiKey` of a body in any case; empty if there are several. */
function keyOf(body: Body): string {
  const given = Object.entries(body).filter(([name]) => name.toLowerCase() === 'apikey')
  const [key] = given.length === 1 ? given.map(([, value]) => value) : []
  return typeof key === 'string' ? key : ''
}

const slowed = (): BoardingRefusal =>
  refuseBoarding(
    'AccessDenied',
    'Too many wrong API keys came from this network. Wait a minute, then try again.',
    {
      status: 429,
      reason: 'guesses',
    },
  )

/** The caller that may board, or a refusal with the reason for the log. */
async function findBoarder(
  { kernel, authentication }: BoardingMount,
  key: string,
  address: string | null,
): Promise<Boarder | BoardingRefusal> {
  const found = await authentication.find(key === '' ? null : key, address)
  if ('waitSeconds' in found) return slowed()
  if (!found.ok)
    return { ...denied(), reason: found.reason, ...(found.keyId === undefined ? {} : { keyId: found.keyId }) }
  const { caller } = found
  if (!caller.scopes.includes('board')) return { ...denied(), reason: 'scope', keyId: caller.keyId }
  const { agentId, sandbox } = await readSettings(kernel, caller.accountId)
  return {
    accountId: caller.accountId,
    keyId: caller.keyId,
    sandbox: caller.sandbox || sandbox,
    agentId,
  }
}

/** Operations whose error carries one message; the list is beside it. */
const ONE_MESSAGE: readonly string[] = [boarding.getTiers.path, boarding.getTierNames.path]

function write(
  end: BoardingSuccess | BoardingRefusal,
  operation: string,
  reference: string,
  nameCase: NameCase,
): Response {
  if (end.type === 'success') {
    const body = { Status: 'Success', Refnum: reference, ...end.members }
    return json(200, spellNames(body, nameCase))
  }
  const status = end.status ?? BOARDING_ERRORS[end.code]
  const one = ONE_MESSAGE.includes(operation) ? { ErrorMessage: end.messages.join(' ') } : {}
  const body = {
    Status: 'Error',
    Refnum: reference,
    Error: { ErrorCode: end.code, ...one, ErrorMessages: end.messages },
  }
  const headers = {
    ...(status === 405 ? { Allow: 'POST' } : {}),
    ...(status === 413 ? { Connection: 'close' } : {}),
    ...(status === 503 ? { 'Retry-After': '2' } : {}),
    ...(status === 429 ? { 'Retry-After': '60' } : {}),
  }
  return json(status, spellNames(body, nameCase), headers)
}

/** The answer to an internal error: the outcome of the request is unknown. */
function fault(error: unknown): BoardingRefusal {
  const words = 'Something went wrong on our side. Read the application before submitting it again.'
  return refuseBoarding('InternalError', words, {
    ...(isStoreUnavailable(error) ? { status: 503 } : {}),
    reason: error instanceof Error ? error.name : 'unknown',
  })
}

/** Authenticates the caller and runs the handler; converts exceptions to an error answer. */
async function perform(
  mount: BoardingMount,
  name: boarding.BoardingRouteName,
  reference: string,
  body: Body,
  address: string | null,
) {
  let boarder: Boarder | null = null
  try {
    const found = await findBoarder(mount, keyOf(body), address)
    if ('type' in found) return { boarder, end: found }
    boarder = found
    return { boarder, end: await mount.handlers[name]({ boarder, reference, body }) }
  } catch (error) {
    return { boarder, end: fault(error) }
  }
}

async function answer(
  mount: BoardingMount,
  context: Context<RequestEnv>,
  name: boarding.BoardingRouteName,
): Promise<Response> {
  const reference = context.get('reference')
  const { path } = boarding.BOARDING_ROUTES[name]
  const read = await readBody(context.req.raw, BOARDING_BODY_MAX)
  if (isRefusal(read)) {
    const { status, error } = read
    context.set('refusal', { code: 'ValidationError' })
    return write(refuseBoarding('ValidationError', error.message, { status }), path, reference, 'pascal')
  }
  const address = mount.authentication.addressOf(context.req.raw.headers, context.env.peer)
  const { boarder, end } = await perform(mount, name, reference, read, address)
  if (boarder !== null) context.set('caller', { accountId: boarder.accountId, keyId: boarder.keyId })
  if (end.type === 'refused') {
    const key = end.keyId === undefined ? {} : { keyId: end.keyId }
    const who = boarder === null ? key : { accountId: boarder.accountId, keyId: boarder.keyId }
    const from = address === null ? {} : { source: address }
    const why = end.reason === undefined ? {} : { reason: end.reason }
    context.set('refusal', { code: end.code, ...who, ...why })
    if (end.code === 'InternalError')
      mount.kernel.log.error({ reference, route: name, code: end.code, ...who, ...from, ...why }, 'failed')
  }
  return write(end, path, reference, caseOf(read))
}

/** Adds the boarding routes to the service's application; a strict service omits the additions. */
export function mountBoarding(app: Hono<RequestEnv>, mount: BoardingMount): void {
  for (const [name, route] of Object.entries(boarding.BOARDING_ROUTES)) {
    if (mount.kernel.strict && 'addition' in route) continue
    const path = routerPath(BOARDING_PATH + route.path)
    app.post(path, (context) => {
      context.set('route', name)
      return answer(mount, context, name as boarding.BoardingRouteName)
    })
    app.all(path, (context) => {
      const refusal = refuseBoarding('ValidationError', 'This path takes POST.', { status: 405 })
      context.set('refusal', { code: refusal.code })
      return write(refusal, route.path, context.get('reference'), 'pascal')
    })
  }
  app.all(`${BOARDING_PATH}/*`, (context) => {
    const words = 'There is no such operation. The operations are listed at /docs.'
    context.set('refusal', { code: 'NotFound' })
    return write(refuseBoarding('NotFound', words), '', context.get('reference'), 'pascal')
  })
}
