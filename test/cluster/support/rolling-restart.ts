// Shoppers keep arriving while the instances are stopped one after another, as in a deployment (SIGTERM), and started again.
import { setTimeout as wait } from 'node:timers/promises'
import { seeded } from '../../bench/common/order.ts'
import { until } from '../../kit/until.ts'
import { openBooks, type Books } from '../../kit/books.ts'
import { instanceName, type Fleet } from '../../kit/fleet.ts'
import { visit } from '../../kit/shopper.ts'

/** The findings of the run. */
interface RestartFindings {
  readonly visits: number
  /** Displayed results other than an approval, with their counts. */
  readonly failed: Readonly<Record<string, number>>
  /** The events of sales that were not started, with their times after the creation, in ms. */
  readonly notStarted: readonly unknown[]
  /** Requests that pages repeated without a visible effect. */
  readonly repeats: number
  /** How long each stopped process took to end, ms. */
  readonly stopsMs: readonly number[]
  /** Sales whose lease still belonged to a stopped process after its end. */
  readonly keptLeases: number
  /** Sends under way when their process got SIGTERM, and the number of them that were not sent. */
  readonly underWay: number
  readonly brokenOff: number
}

/** Longest wait for things that have no promise of their own. */
const LONG_MS = 60_000

/**
 * Restarts the BFFs in turn while `shoppers` pay for one order after another, each at a terminal of its own. `midSend`: each
 * process gets SIGTERM while one of its sends is under way.
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
  const notStarted = await books.read(
    `select s.id, s.reason, s.send_count, e.type, e.at_ms - s.created_at_ms as after_ms from sale s
     join sale_event e on e.sale_id = s.id where s.state = 'not_started' order by s.id, e.number`,
  )
  await books.close()
  return { visits, failed, notStarted, repeats, stopsMs, keptLeases, underWay, brokenOff }
}

/** Sales with an acknowledged claim for sending by this instance and a send without an end; `null` for none. */
async function sendsOf(fleet: Fleet, index: number, books: Books): Promise<readonly string[] | null> {
  const rows = await books.read(
    `select id from sale where state = 'sending' and lease_owner like '${instanceName(index)}#%'`,
  )
  const lines = fleet.bffs[index]?.running.output().split('\n') ?? []
  const claimed = lines.filter((line) => line.includes('"state":"sending"'))
  const ids = rows.map(({ id }) => String(id)).filter((id) => claimed.some((line) => line.includes(id)))
  return ids.length === 0 ? null : ids
}
