// Shoppers keep coming while one instance after the other is stopped as a deployment does it (SIGTERM) and started anew.
import { setTimeout as wait } from 'node:timers/promises'
import { seeded } from '../../bench/common/order.ts'
import { until } from '../../journeys/support/until.ts'
import { openBooks, type Books } from './books.ts'
import { instanceName, type Fleet } from './fleet.ts'
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
  /** Sales whose lease a stopped process still had after its end. */
  readonly keptLeases: number
  /** Sends that were under way when their process was told to stop, and those of them that did not go out then. */
  readonly underWay: number
  readonly brokenOff: number
}

/** Longest wait for things that have no promise of their own. */
const LONG_MS = 60_000

/**
 * Restarts the BFFs in turn while `shoppers` pay for one order after the other, each at a terminal of its own. `midSend`: each
 * process is told to stop while one of its sends is under way.
 */
export async function restartUnderLoad(
  fleet: Fleet,
  restarts: number,
  shoppers: number,
  midSend = false,
): Promise<RestartFindings> {
  const books = await openBooks(fleet.stores.ledger)
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
  let [keptLeases, underWay, brokenOff] = [0, 0, 0]
  try {
    for (let time = 0; time < restarts; time += 1) {
      const index = time % fleet.bffs.length
      await wait(500)
      const heldBy = `lease_owner like '${instanceName(index)}#%'`
      const sends = midSend ? await until('it sends', () => sendsOf(fleet, index, books), LONG_MS) : []
      stopsMs.push(await fleet.stop('bff', index))
      keptLeases += await books.count(`select count(*) from sale where ${heldBy}`)
      underWay += sends.length
      if (sends.length > 0)
        brokenOff += await books.count(
          `select count(*) from sale where id in (${sends.map((id) => `'${id}'`).join()})
           and (session_id is null or send_count > 1)`,
        )
      await fleet.begin('bff', index)
    }
  } finally {
    open = false
    await Promise.all(shopping)
  }
  await books.close()
  return { visits, failed, repeats, stopsMs, keptLeases, underWay, brokenOff }
}

/** Sales whose claim for sending an instance has acknowledged and whose send has no end yet; `null` for none. */
async function sendsOf(fleet: Fleet, index: number, books: Books): Promise<readonly string[] | null> {
  const rows = await books.read(
    `select id from sale where state = 'sending' and lease_owner like '${instanceName(index)}#%'`,
  )
  const lines = fleet.bffs[index]?.running.said().split('\n') ?? []
  const claimed = lines.filter((line) => line.includes('"state":"sending"'))
  const ids = rows.map(({ id }) => String(id)).filter((id) => claimed.some((line) => line.includes(id)))
  return ids.length === 0 ? null : ids
}
