// A service with fault switches, for tests and demonstrations only: it stands before the service's own handler, which
// knows nothing of it. No option and no argument of the program leads here; it refuses to be made in production.
import { systemClock, type Clock } from '../ports.ts'
import type { Service } from '../service.ts'
import { bend, never, type Fault } from './switches.ts'

/** Requests that a switch can be set at. */
export type Operation = 'initiate' | 'read' | 'look_up' | 'device' | 'cancel'

/** One switch. */
export interface Switch {
  readonly fault: Fault
  readonly at: Operation
  /** How many requests meet it; default: until it is switched off. */
  readonly times?: number
  /** Only answers with a result meet it; default: all. */
  readonly ofResults?: boolean
  /** For `delay`; default 15,000 ms, past every time-out. */
  readonly delayMs?: number
  /** For `status`; default 500. */
  readonly status?: number
}

/** A service with switches. */
export interface FaultyService extends Service {
  /** Switches a fault on; the answer switches it off. Several at one operation: the oldest counts. */
  turnOn(one: Switch): () => void
  /** Requests that met a switch so far. */
  readonly met: number
}

const OPERATIONS: readonly (readonly [operation: Operation, method: string, path: RegExp])[] = [
  ['initiate', 'POST', /^\/v1\/session\/initiate$/i],
  ['cancel', 'POST', /^\/v1\/session\/cancel$/i],
  ['look_up', 'GET', /^\/v1\/session$/i],
  ['read', 'GET', /^\/v1\/session\/[^/]+$/i],
  ['device', 'GET', /^\/v1\/device\/[^/]+$/i],
]

const operationOf = ({ method, url }: Request): Operation | undefined => {
  const { pathname } = new URL(url)
  return OPERATIONS.find(([, one, path]) => one === method && path.test(pathname))?.[0]
}

/** Does an answer tell how a transaction ended? */
const hasResult = async (answer: Response): Promise<boolean> =>
  /"transactionResult":\{/.test(await answer.clone().text())

/** Puts switches before a service; throws where the environment is production. */
export function withSwitches(
  service: Service,
  { environment, clock = systemClock }: { readonly environment: string | undefined; readonly clock?: Clock },
): FaultyService {
  if (environment === undefined || /^prod/i.test(environment) || /^prod/i.test(process.env['NODE_ENV'] ?? ''))
    throw new Error('Fault switches are for tests: name an environment that is not production.')
  const switches: { readonly one: Switch; left: number }[] = []
  let met = 0
  const off = (entry: (typeof switches)[number]): void => {
    const at = switches.indexOf(entry)
    if (at >= 0) switches.splice(at, 1)
  }
  const use = (entry: (typeof switches)[number]): void => {
    met += 1
    entry.left -= 1
    if (entry.left <= 0) off(entry)
  }
  return {
    ...service,
    async fetch(request) {
      const operation = operationOf(request)
      const entry = switches.find(({ one }) => one.at === operation)
      if (entry === undefined) return service.fetch(request)
      const { fault, ofResults = false, delayMs = 15_000, status = 500 } = entry.one
      if (fault === 'drop_request') {
        use(entry)
        return never(request.signal)
      }
      const honest = await service.fetch(request)
      if (ofResults && !(await hasResult(honest))) return honest
      use(entry)
      return bend(fault, honest, { clock, delayMs, status, gone: request.signal })
    },
    turnOn(one) {
      const entry = { one, left: one.times ?? Infinity }
      switches.push(entry)
      return () => off(entry)
    },
    get met() {
      return met
    },
  }
}
