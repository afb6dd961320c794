// A merchant that exceeds its share by far: it requests tokens without end and ignores the answers.
import { setTimeout as pause } from 'node:timers/promises'
import { exchange } from '../../kit/page.ts'
import { keepAliveAgent } from '../../kit/keep-alive.ts'

/** The plan of the noisy merchant. */
export interface NoisePlan {
  readonly askUrl: string
  readonly hostSecret: string
  readonly origin: string
  readonly perSecond: number
  readonly seconds: number
}

export type NoiseReport = Readonly<Record<string, number>>

export async function noise(plan: NoisePlan): Promise<NoiseReport> {
  const agent = keepAliveAgent({ maxSockets: 100 })
  const seen: Record<string, number> = {}
  const body = JSON.stringify({
    kind: 'sale',
    order: 'noise',
    amount: '42.00',
    currency: 'USD',
    devices: 'any',
    origin: plan.origin,
    jkt: 'A'.repeat(43),
  })
  const headers = { authorization: `Bearer ${plan.hostSecret}`, 'content-type': 'application/json' }
  const one = async (): Promise<void> => {
    const answer = await exchange(agent, plan.askUrl, { method: 'POST', path: '/v1/tokens', headers, body })
    seen[answer.status] = (seen[answer.status] ?? 0) + 1
  }
  const begunAt = performance.now()
  const under: Promise<void>[] = []
  for (let index = 0; index < plan.perSecond * plan.seconds; index += 1) {
    const waitMs = begunAt + (index * 1000) / plan.perSecond - performance.now()
    if (waitMs > 1) await pause(waitMs)
    under.push(one().catch(() => void (seen['fault'] = (seen['fault'] ?? 0) + 1)))
  }
  await Promise.all(under)
  agent.destroy()
  return seen
}
