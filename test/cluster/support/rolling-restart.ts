// Shoppers keep coming while one instance after the other is stopped as a deployment does it (SIGTERM) and started anew.
import { setTimeout as wait } from 'node:timers/promises'
import { seeded } from '../../bench/common/order.ts'
import type { Fleet } from './fleet.ts'
import { visit } from './shopper.ts'

/** What was seen. */
export interface RestartFindings {
  readonly visits: number
  /** What was shown other than an approval, and how often. */
  readonly failed: Readonly<Record<string, number>>
  /** Requests that pages repeated without anybody noticing. */
  readonly repeats: number
  /** How long each stopped process took to end, ms. */
  readonly stopsMs: readonly number[]
}

/** Restarts the BFFs in turn while `shoppers` pay for one order after the other, each at a terminal of its own. */
export async function restartUnderLoad(
  fleet: Fleet,
  restarts: number,
  shoppers: number,
): Promise<RestartFindings> {
  const counters = fleet.merchants.flatMap((merchant) =>
    merchant.devices.map((device) => ({ merchant, device })),
  )
  const random = seeded(1)
  const failed: Record<string, number> = {}
  let visits = 0
  let repeats = 0
  let open = true
  const { bffUrl, origin } = fleet
  const shop = async (counter: (typeof counters)[number], name: string): Promise<void> => {
    for (let order = 0; open; order += 1) {
      const seen = await visit({ bffUrl, origin, ...counter }, `${name}-${order}`, random).catch(
        (error: Error) => ({ shown: `fault: ${error.message}`, repeats: 0 }),
      )
      visits += 1
      repeats += seen.repeats
      if (seen.shown !== 'approved') failed[seen.shown] = (failed[seen.shown] ?? 0) + 1
    }
  }
  if (counters.length < shoppers) throw new Error('every shopper needs a terminal')
  const shopping = counters.slice(0, shoppers).map((counter, index) => shop(counter, `restart-${index}`))
  const stopsMs: number[] = []
  for (let time = 0; time < restarts; time += 1) {
    await wait(500)
    stopsMs.push(await fleet.restart('bff', time % fleet.bffs.length))
  }
  open = false
  await Promise.all(shopping)
  return { visits, failed, repeats, stopsMs }
}
