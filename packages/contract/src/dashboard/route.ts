// A route of the dashboard as data. The page's client and the service's handlers derive their types from it.
import type * as z from 'zod/mini'

/** Roles of a user. A viewer changes nothing. */
export const ROLES = ['owner', 'viewer'] as const

/** The role of a user. */
export type Role = (typeof ROLES)[number]

/** Path below which the dashboard and its routes are served. */
export const DASHBOARD_PATH = '/dashboard'

/**
 * Header of every request that changes something. A page of another origin cannot send it without a preflight, which
 * the service never allows.
 */
export const CHANGE_HEADER = 'x-tapboard-dashboard'

/** Error codes of the dashboard with their statuses. */
export const DASHBOARD_ERRORS = {
  invalid: 400,
  'signed-out': 401,
  'wrong-credentials': 401,
  'other-site': 403,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  'link-ended': 410,
  'too-large': 413,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
} as const

/** An error code of the dashboard. */
export type DashboardErrorCode = keyof typeof DASHBOARD_ERRORS

/** A route of the dashboard, below `/dashboard/api`. */
export interface DashboardRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below `/dashboard/api`; `{name}` is a parameter. */
  readonly path: string
  /** Who may call it. `none`: without a session. `owner`: only an owner. */
  readonly role: 'none' | Role
  /** Schema of the query. Values are texts. */
  readonly query?: z.ZodMiniType<object>
  /** Schema of the JSON body. */
  readonly request?: z.ZodMiniType<object>
  /** Schema of the JSON answer, or another content. */
  readonly answer: z.ZodMiniType | 'empty' | 'csv' | 'event-stream'
}

/** Body of a request; `undefined` without one. */
export type BodyOf<R extends DashboardRoute> = R extends {
  readonly request: infer S extends z.ZodMiniType<object>
}
  ? z.output<S>
  : undefined

/** Query of a request; an empty object without one. */
export type QueryOf<R extends DashboardRoute> = R extends {
  readonly query: infer S extends z.ZodMiniType<object>
}
  ? z.output<S>
  : Readonly<Record<string, never>>

/** Value of an answer; `null` for an empty one. */
export type AnswerOf<R extends DashboardRoute> = R['answer'] extends z.ZodMiniType
  ? z.output<R['answer']>
  : R['answer'] extends 'empty'
    ? null
    : never
