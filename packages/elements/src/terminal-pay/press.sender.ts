// Sends a press (D-99). A start request leaves only after a cheap request has reached the BFF and a token is available: until
// then it is certain that nothing was sent. After a start request without an answer, the same request is repeated until the BFF
// answers.
import { web } from '@tapboard/contract'
import { isRefusal, type Client } from '../shared/client.ts'
import type { Refusal } from '../shared/fault.ts'
import { backOffMs, isTokenFault } from '../shared/follow.ts'
import { own } from '../shared/own.ts'
import { pause } from '../shared/wake.ts'
import { attemptKey, endsPress, isUnsent, mayLeave, needsOrder, type Press } from './press.ts'
import type { MachineEvent } from './terminal-pay.machine.ts'

/** Time limit of the reachability check and of the token before a start request leaves. */
const PROBE_MS = 3_000
/** Time limit of the answer to one start request. */
const START_MS = 10_000

export interface SenderPorts {
  readonly client: Client
  /** Base URL of the BFF without a trailing slash. */
  readonly base: string
  readonly fetch: typeof fetch
  /** The BFF's time, or an earlier one. */
  readonly now: () => number
  readonly random: () => number
  /** The present press; `null` once it has ended. */
  readonly press: () => Press | null
  readonly step: (event: MachineEvent) => void
  readonly readOrder: () => Promise<void>
  /** Reports a refusal by the BFF, or by the page's own server. */
  readonly refused: (refusal: Refusal) => void
  /** Reports a possible mistake in the page. */
  readonly blocked: (refusal: Refusal) => void
}

/**
 * True when the BFF answers, whatever the answer is. Proxies refuse its health check from outside (the rules of the docs), so the page
 * asks for the public keys: small, without a token and without a read of the store.
 */
async function isReachable({ base, fetch }: SenderPorts, signal: AbortSignal): Promise<boolean> {
  const options = own({ mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal } as const)
  return fetch(base + web.getKeys.path, options).then(Boolean, () => false)
}

/** Checks whether a start request may leave. After an unanswered one it always may, because only its answer is missing. */
async function mayPost(ports: SenderPorts, signal: AbortSignal): Promise<boolean> {
  if (ports.press()?.unanswered) return true
  const within = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)])
  const [authority, reached] = await Promise.all([
    ports.client.authorize(web.startSale, { signal: within }),
    isReachable(ports, within),
  ])
  const press = ports.press()
  if (signal.aborted || !press) return false
  const refusal = isRefusal(authority) ? authority : null
  if (reached && !refusal) return mayLeave(press, ports.now())
  if (refusal) ports.blocked(refusal)
  ports.step({ type: 'probed', reached: false })
  return false
}

/** Sends the press. Resolves when the press has ended or was canceled, or `signal` aborts. */
export async function sendPress(ports: SenderPorts, signal: AbortSignal): Promise<void> {
  const { request } = ports.press()!
  const headers = { 'Idempotency-Key': await attemptKey(request.order, request.attempt) }
  const call = { headers, body: request, timeoutMs: START_MS, signal }
  const isOver = (): boolean => {
    const press = ports.press()
    return signal.aborted || !press || isUnsent(press, ports.now())
  }
  let restMs = 0
  for (let failures = 0; !isOver(); failures += 1) {
    if (failures) await pause(Math.max(restMs, backOffMs(failures + 1, ports.random)), signal)
    restMs = 0
    if (isOver() || !(await mayPost(ports, signal))) continue
    ports.step({ type: 'posted' })
    const answer = await ports.client.call(web.startSale, call)
    if (signal.aborted) return
    if (answer.ok) {
      ports.step({ type: 'seen', sale: answer.value })
      if (!ports.press()) return
      // A cache before the BFF answered with another sale: the answer to this press is missing.
      ports.step({ type: 'unanswered' })
      if (needsOrder(ports.press()!, ports.now())) await ports.readOrder()
      continue
    }
    restMs = answer.retryAfterMs
    const before = !answer.heard && isTokenFault(answer.code)
    if (before || answer.code === 'draining') ports.step({ type: 'probed', reached: false })
    else if (endsPress(ports.press()!, answer, ports.now())) return ports.refused(answer)
    else {
      ports.step({ type: 'unanswered' })
      // The BFF refused before it looked up the idempotency key, for example because a grant was superseded: read the order for
      // its state.
      if (answer.heard && needsOrder(ports.press()!, ports.now())) await ports.readOrder()
    }
  }
}
