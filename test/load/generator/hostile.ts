// Hostile clients of one merchant at a fixed rate: starts with fresh keys on every terminal, reads, streams, unsigned webhooks and
// tokens. They ignore the answers.
import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { exchange, Page, type Counter } from '../../kit/page.ts'
import { keepAliveAgent } from '../../kit/keep-alive.ts'

/** The plan of the hostile clients. */
export interface HostilePlan {
  readonly askUrl: string
  readonly publicUrl: string
  readonly origin: string
  readonly merchant: { readonly id: string; readonly hostSecret: string; readonly devices: readonly string[] }
  readonly clients: number
  /** Requests of each client. */
  readonly perSecond: number
  readonly seconds: number
  /** Prefix of order names, so two runs on one store do not collide. */
  readonly prefix: string
}

/** Answers by action and status, such as `start 429`; `lost` for none. */
export type HostileReport = Readonly<Record<string, number>>

/** A stream is held for so long. */
const HELD_MS = 3_000
const UNSIGNED = JSON.stringify({ padding: 'x'.repeat(8_000) })
const STREAM = { method: 'GET', path: '/v1/checkout/events', timeoutMs: HELD_MS } as const

/** Runs the clients; resolves when every request has its answer or is lost. */
export async function hostile(plan: HostilePlan): Promise<HostileReport> {
  const { askUrl, publicUrl, origin, merchant, clients, perSecond, seconds, prefix } = plan
  const { hostSecret, devices } = merchant
  const agent = keepAliveAgent({ maxSockets: Infinity })
  const counter: Counter = { askUrl, publicUrl, origin, hostSecret, agent }
  const seen: Record<string, number> = {}
  const count = (what: string): void => void (seen[what] = (seen[what] ?? 0) + 1)

  const client = async (number: number): Promise<void> => {
    const page = new Page(counter, `${prefix}-hostile-${number}`)
    const actions = {
      start: (at: number) => {
        const sent = page.start(devices[at % devices.length] ?? '')
        return page.ask({ ...sent, headers: { ...sent.headers, 'idempotency-key': randomUUID() } })
      },
      read: () => page.ask({ method: 'GET', path: '/v1/checkout' }),
      stream: () => page.ask(STREAM),
      webhook: () =>
        exchange(agent, askUrl, {
          method: 'POST',
          path: `/v1/boarding/events/${merchant.id}`,
          headers: {
            'content-type': 'application/json',
            'webhook-id': 'evt',
            'webhook-timestamp': '1',
            'webhook-signature': `v1,${'A'.repeat(43)}=`,
          },
          body: UNSIGNED,
        }),
      mint: () => page.mint(),
    }
    const names = Object.keys(actions) as (keyof typeof actions)[]
    await page.getToken()
    const begunAt = performance.now()
    const under: Promise<void>[] = []
    for (let index = 0; index < perSecond * seconds; index += 1) {
      const waitMs = begunAt + (index * 1000) / perSecond - performance.now()
      if (waitMs > 1) await pause(waitMs)
      const name = names[index % names.length] ?? 'read'
      under.push(
        actions[name](index).then(
          ({ status }) => count(`${name} ${status}`),
          () => count(`${name} lost`),
        ),
      )
    }
    await Promise.all(under)
  }

  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  agent.destroy()
  return seen
}
