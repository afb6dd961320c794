// Wraps a service with fault switches, for tests and demonstrations only. The service does not know it, no
// option or argument enables it, and it throws in production.
import { systemClock, type Clock } from '@tapboard/server'
import type { Service } from '../app/service.ts'
import { applyFault, never, type Fault } from './switches.ts'

/** Operations that a switch can affect. */
export type Operation = 'initiate' | 'read' | 'look_up' | 'device' | 'cancel'

/** A fault with its scope. */
export interface Switch {
  readonly fault: Fault
  readonly at: Operation
  /** Number of affected requests; default: until it is switched off. */
  readonly times?: number
  /** Affects only answers with a result; default: all answers. */
  readonly ofResults?: boolean
  /** Delay for `delay`; default 15,000 ms, longer than every timeout. */
  readonly delayMs?: number
  /** HTTP status for `status`; default 500. */
  readonly status?: number
}

/** A service with fault switches. */
export interface FaultyService extends Service {
  /** Switches a fault on; the result switches it off. Of several at one operation the oldest applies. */
  turnOn(one: Switch): () => void
  /** Number of affected requests so far. */
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

/** Whether an answer contains a transaction result. */
const hasResult = async (answer: Response): Promise<boolean> =>
  /"transactionResult":\{/.test(await answer.clone().text())

/** Wraps a service with switches; throws in production. */
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
      const answer = await service.fetch(request)
      if (ofResults && !(await hasResult(answer))) return answer
      use(entry)
      return applyFault(fault, answer, { clock, delayMs, status, gone: request.signal })
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
