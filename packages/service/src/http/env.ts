// Values that belong to one request of the HTTP application.
import type { Peer, Span } from '@tapboard/server'

/** What the log says about a refused request. */
export interface LoggedRefusal {
  readonly code: string
  /** Why a key was refused. */
  readonly reason?: string
  readonly accountId?: string
  readonly keyId?: string
}

/** The authenticated caller in the log: a key or a person. */
interface LoggedCaller {
  readonly accountId: string
  readonly keyId?: string
  readonly userId?: string
}

/** Variables of a request, and the connection that it came from. */
export type RequestEnv = {
  Variables: {
    reference: string
    route: string
    caller: LoggedCaller | null
    refusal: LoggedRefusal | null
  }
  Bindings: {
    readonly peer?: Peer | undefined
    /** The span of the request; `null` without OpenTelemetry. */
    readonly span?: Span | null
  }
}
