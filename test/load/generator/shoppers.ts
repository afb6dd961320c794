// Shoppers that arrive at a fixed rate, independent of the answers. Each asks the host for a token, loads the checkout, starts a
// sale and watches it to its end. A late answer does not delay later shoppers, so waiting is measured, not hidden.
import { setTimeout as pause } from 'node:timers/promises'
import type { Sale } from '@tapboard/contract'
import { percentile } from '../../bench/common/figures.ts'
import { Page, problemOf, type Counter } from '../../kit/page.ts'
import { keepAliveAgent } from '../../kit/keep-alive.ts'

/** The plan of the shoppers. */
export interface ShoppersPlan {
  readonly askUrl: string
  readonly publicUrl: string
  readonly origin: string
  readonly merchants: readonly { readonly hostSecret: string; readonly devices: readonly string[] }[]
  readonly perSecond: number
  readonly seconds: number
  /** Prefix of order names, so two runs on one store do not collide. */
  readonly prefix: string
}

/** Percentiles of a sample of milliseconds. */
export interface Quantiles {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly most: number
}

/** The findings of the shoppers. */
export interface ShoppersReport {
  readonly sent: number
  readonly approved: number
  /** Failures with their counts: `start 503 store-unavailable`, `end declined`. */
  readonly faults: Readonly<Record<string, number>>
  readonly mint: Quantiles
  readonly checkout: Quantiles
  readonly start: Quantiles
  /** From the answer to the start to the approval on the stream. */
  readonly outcome: Quantiles
}

export const quantiles = (values: readonly number[]): Quantiles => ({
  count: values.length,
  p50: percentile(values, 0.5),
  p99: percentile(values, 0.99),
  most: percentile(values, 1),
})

/** Runs the shoppers; resolves when the last one has its end. */
export async function shop(plan: ShoppersPlan): Promise<ShoppersReport> {
  const agent = keepAliveAgent({ maxSockets: Infinity, scheduling: 'lifo' })
  const counters: readonly (Counter & { readonly device: string })[] = plan.merchants
    .flatMap(({ hostSecret, devices }, shopIndex) =>
      devices.map((device, index) => ({ shopIndex, index, hostSecret, device })),
    )
    .toSorted((a, b) => a.index - b.index || a.shopIndex - b.shopIndex)
    .map(({ hostSecret, device }) => ({
      askUrl: plan.askUrl,
      publicUrl: plan.publicUrl,
      origin: plan.origin,
      hostSecret,
      agent,
      device,
    }))
  const times = {
    mint: [] as number[],
    checkout: [] as number[],
    start: [] as number[],
    outcome: [] as number[],
  }
  const faults: Record<string, number> = {}
  const fault = (what: string): void => void (faults[what] = (faults[what] ?? 0) + 1)
  let approved = 0

  const one = async (index: number): Promise<void> => {
    const counter = counters[index % counters.length]
    if (counter === undefined) return
    const page = new Page(counter, `${plan.prefix}-${index}`)
    const timed = async <T>(what: keyof typeof times, work: Promise<T>): Promise<T> => {
      const from = performance.now()
      const result = await work.catch((error: Error) => {
        throw new Error(`${what}: ${error.message}`, { cause: error })
      })
      times[what].push(performance.now() - from)
      return result
    }
    const minted = await timed('mint', page.mint())
    if (minted.status !== 201) return fault(`mint ${minted.status}`)
    const checkout = await timed('checkout', page.ask({ method: 'GET', path: '/v1/checkout' }))
    if (checkout.status !== 200) return fault(`checkout ${checkout.status}`)
    const started = await timed('start', page.ask(page.start(counter.device)))
    if (started.status !== 201) return fault(`start ${started.status} ${problemOf(started.text)}`)
    const { id } = JSON.parse(started.text) as Sale
    let state = ''
    const last = await timed(
      'outcome',
      page.watch(id, (_event, { sale }) => void (state = sale?.state ?? state)),
    )
    if (state === 'approved') approved += 1
    else fault(`end ${last} ${state}`)
  }

  const begunAt = performance.now()
  const count = Math.round(plan.perSecond * plan.seconds)
  const under: Promise<void>[] = []
  for (let index = 0; index < count; index += 1) {
    const waitMs = begunAt + (index * 1000) / plan.perSecond - performance.now()
    if (waitMs > 1) await pause(waitMs)
    under.push(one(index).catch((error: Error) => fault(`fault ${error.message.slice(0, 60)}`)))
  }
  await Promise.all(under)
  agent.destroy()
  return {
    sent: count,
    approved,
    faults,
    mint: quantiles(times.mint),
    checkout: quantiles(times.checkout),
    start: quantiles(times.start),
    outcome: quantiles(times.outcome),
  }
}
