// Types of a handler of the dashboard. `mount.ts` checks origin, session and role, reads query and body, and writes the
// answer.
import type {
  AnswerOf,
  BodyOf,
  DashboardRoute,
  DashboardRouteName,
  DashboardRoutes,
  QueryOf,
} from '@tapboard/contract/dashboard'
import type { SignedIn } from './browser-sessions.ts'
import type { DashboardRefusal } from './refusal.ts'

/** The browser that sent a request. */
export interface Browser {
  /** Address of the caller; `null` if it is unknown. */
  readonly address: string | null
  /** Origin of the dashboard, as the browser sees it. */
  readonly origin: string
  /** Token of the cookie; `null` without one. */
  readonly token: string | null
  /** Sets the cookie of a session with the answer; `null` removes it. */
  setSession(session: { readonly token: string; readonly expiresAtMs: number } | null): void
}

/** A request whose session, role, query and body were checked. */
export interface DashboardCall<R extends DashboardRoute> {
  /** The signed-in person; of a route without a session: `null`. */
  readonly person: R['role'] extends 'none' ? null : SignedIn
  readonly params: Readonly<Record<string, string>>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  readonly browser: Browser
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal
}

/** The result of a handler: JSON or `null`, another content, or an error. */
type DashboardResult<R extends DashboardRoute> = R['answer'] extends 'csv' | 'event-stream'
  ? Response | DashboardRefusal
  : AnswerOf<R> | DashboardRefusal

export type DashboardHandler<R extends DashboardRoute> = (
  call: DashboardCall<R>,
) => Promise<DashboardResult<R>>

/** The handler of each route by its name. */
export type DashboardHandlers = {
  readonly [Name in DashboardRouteName]: DashboardHandler<DashboardRoutes[Name]>
}

/** The handlers of some routes. */
export type HandlersOf<Routes extends Readonly<Record<string, DashboardRoute>>> = {
  readonly [Name in keyof Routes]: DashboardHandler<Routes[Name]>
}
