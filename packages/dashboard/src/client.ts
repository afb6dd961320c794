// Calls the routes of the dashboard. Types, paths and checks of the answers come from the rows of the contract.
import { fillPath } from '@tapboard/contract'
import {
  CHANGE_HEADER,
  DASHBOARD_PATH,
  DASHBOARD_ROUTES,
  type AnswerOf,
  type BodyOf,
  type DashboardErrorCode,
  type DashboardRoute,
  type DashboardRouteName,
  type DashboardRoutes,
  type QueryOf,
} from '@tapboard/contract/dashboard'

export interface Call<R extends DashboardRoute> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: QueryOf<R>
  readonly body?: BodyOf<R>
  readonly signal?: AbortSignal
}

/** An answer, or a fault with a sentence for the person. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: DashboardErrorCode | 'offline'; readonly message: string }

const OFFLINE = {
  ok: false,
  code: 'offline',
  message: 'The service cannot be reached. Check your connection, then try again.',
} as const

const BROKEN = {
  ok: false,
  code: 'internal',
  message: 'The service gave an answer that this page does not understand. Reload the page.',
} as const

/** The address of a route, with its parameters and query. */
export function urlOf(
  name: DashboardRouteName,
  {
    params = {},
    query = {},
  }: { readonly params?: Readonly<Record<string, string>>; readonly query?: object } = {},
): string {
  const path = `${DASHBOARD_PATH}/api${fillPath(DASHBOARD_ROUTES[name].path, params)}`
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
}

interface ErrorBody {
  readonly error?: { readonly code?: DashboardErrorCode; readonly message?: string }
}

/** Calls a route. Never rejects. */
export async function call<Name extends DashboardRouteName>(
  name: Name,
  { params, query, body, signal }: Call<DashboardRoutes[Name]> = {},
): Promise<Result<AnswerOf<DashboardRoutes[Name]>>> {
  const route: DashboardRoute = DASHBOARD_ROUTES[name]
  try {
    const response = await fetch(urlOf(name, { ...(params && { params }), ...(query && { query }) }), {
      method: route.method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        ...(route.method === 'GET' ? {} : { [CHANGE_HEADER]: '1' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const value: unknown = await response.json()
    if (!response.ok) {
      const { error } = value as ErrorBody
      return { ok: false, code: error?.code ?? 'internal', message: error?.message ?? BROKEN.message }
    }
    if (typeof route.answer === 'string') return { ok: true, value: null as AnswerOf<DashboardRoutes[Name]> }
    const read = route.answer.safeParse(value)
    return read.success ? { ok: true, value: read.data as AnswerOf<DashboardRoutes[Name]> } : BROKEN
  } catch {
    return OFFLINE
  }
}
