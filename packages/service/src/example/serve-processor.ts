// Serves the example processor on a port.
import { secretsIn, systemClock, type Clock, type SecretRing } from '@tapboard/server'
import { openServer, toNodeListener } from '@tapboard/server/node'
import { SIGNING_SECRET_MIN } from '../http/signing-secret.ts'
import { malformed } from '../http/malformed.ts'
import { openBook } from './book.ts'
import { createExampleProcessor } from './processor.ts'

export interface ExampleServerOptions {
  /** Secret of the signatures of applications, at least 24 characters; the same as the service's for its processor. Several are all accepted. */
  readonly secret: SecretRing
  /** Secret of the signatures of authorizations, as the service's for its authorizer. Default: `secret`. */
  readonly authorizerSecret?: SecretRing
  /** The TCP port; 0 selects a free port. */
  readonly port: number
  /** Host name or address to bind. Default `127.0.0.1`. */
  readonly host?: string
  /** File that keeps the decisions across restarts. Default: memory. */
  readonly file?: string
  /** Time between two statuses of an application. Default 3 s. */
  readonly stepMs?: number
  /** A clock for tests; default: the system clock. */
  readonly clock?: Clock
}

/** An example processor on its socket, until `close`. */
export interface ExampleServer {
  /** The base URL; applications go to `/applications`, charges to `/authorizations`. */
  readonly url: string
  close(): Promise<void>
}

const LIMITS = { connections: 100, closeMs: 1_000 }
const STEP_MS = 3_000

/** Serves an example processor. Throws a RangeError for a short secret, and a `ServeError` if the port cannot be opened. */
export async function serveExampleProcessor(options: ExampleServerOptions): Promise<ExampleServer> {
  const { secret, port, host = '127.0.0.1', file = null, stepMs = STEP_MS, clock = systemClock } = options
  const { authorizerSecret = secret } = options
  if ([secret, authorizerSecret].flatMap(secretsIn).some((one) => one.length < SIGNING_SECRET_MIN))
    throw new RangeError(`The secret must have at least ${SIGNING_SECRET_MIN} characters.`)
  const fetch = createExampleProcessor({
    secret,
    authorizerSecret,
    book: await openBook(file),
    clock,
    stepMs,
  })
  const { url, close } = await openServer({
    listener: toNodeListener({ handler: { fetch }, malformed, readHost: true }),
    host,
    port,
    limits: LIMITS,
    malformed,
  })
  return { url, close }
}
