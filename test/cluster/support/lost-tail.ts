// The ledger's server fails over to an asynchronous standby that was detached unnoticed: the rows of charged sales are gone.
// `tapboard reconcile` then compares the charges, and every shopper tries to pay once more.
import { Agent } from 'node:http'
import { seeded } from '../../bench/common/order.ts'
import { openBooks } from '../../kit/books.ts'
import { commandEnvironment, type Fleet } from '../../kit/fleet.ts'
import { Page } from '../../kit/page.ts'
import { launch, untilEnded } from '../../kit/process.ts'
import type { ReplicatedPostgres } from '../../kit/replicated-postgres.ts'
import { visit } from '../../kit/shopper.ts'
import { until } from '../../kit/until.ts'
import { isReady } from './fail-over.ts'

/** The findings of the run. */
interface LostTailFindings {
  /** Sales that were shown as approved before the fail-over. */
  readonly approved: number
  /** Charges without a row after it. */
  readonly lost: number
  /** State of a lost sale that is started again before the comparison. */
  readonly repeated: string
  /** Exit code and output of the comparison. */
  readonly code: number | NodeJS.Signals
  readonly named: number
  /** Displayed results of the lost orders after the comparison. */
  readonly shown: readonly string[]
  /** Charges that were added since the fail-over. */
  readonly secondCharges: number
}

const LONG_MS = 90_000

/** Loses the tail of the ledger with `rounds` sales at each terminal in it. */
export async function loseTail(
  fleet: Fleet,
  pair: ReplicatedPostgres,
  database: string,
  rounds: number,
): Promise<LostTailFindings> {
  const { bffUrl, origin } = fleet
  const random = seeded(3)
  const counters = fleet.merchants.flatMap((merchant) =>
    merchant.devices.map((device) => ({ merchant, device })),
  )
  const pay = (order: string, counter: (typeof counters)[number]): Promise<string> =>
    visit({ bffUrl, origin, ...counter }, order, random).then(({ shown }) => shown)
  const service = await openBooks(fleet.stores.service)
  const charges = (): Promise<number> =>
    service.count(`select count(*) from service_charge where status = 'approved'`)
  await pair.becomeAsynchronous()
  const orders = counters.flatMap((counter, index) =>
    Array.from({ length: rounds }, (_, round) => ({ counter, order: `lost-${index}-${round}` })),
  )
  const first = await Promise.all(
    counters.map(async (counter) => {
      const shown: string[] = []
      for (const { order } of orders.filter((one) => one.counter === counter))
        shown.push(await pay(order, counter))
      return shown
    }),
  )
  const before = await charges()
  await pair.failOver()
  await until(
    'every process is ready',
    async () => (await Promise.all(fleet.bffs.map(({ running }) => isReady(running.url)))).every(Boolean),
    LONG_MS,
  )
  const books = await openBooks(pair.primaryUrl(database))
  const rows = new Set((await books.read('select external_id from sale')).map((row) => row['external_id']))
  const reported = await service.read(`select external_id from service_charge where status = 'approved'`)
  const lost = reported.filter((row) => !rows.has(row['external_id'] ?? null)).length
  const [tried, ...left] = orders
  if (tried === undefined) throw new Error('a terminal is needed')
  const agent = new Agent()
  const { hostSecret } = tried.counter.merchant
  const page = new Page({ askUrl: bffUrl, publicUrl: bffUrl, origin, agent, hostSecret }, tried.order)
  const { id } = await page.begin(tried.counter.device)
  const stateOf = async (): Promise<string> =>
    String((await books.read(`select state from sale where id = '${id}'`))[0]?.['state'])
  const repeated = await until('the repeat was sent', async () => {
    const state = await stateOf()
    return state === 'intent' || state === 'sending' ? null : state
  })
  agent.destroy()
  const command = launch({
    file: 'packages/bff/src/tapboard.ts',
    args: ['reconcile', '--json'],
    environment: commandEnvironment(fleet, pair.urlOf(database)),
  })
  const code = await untilEnded(command.child)
  const shown: string[] = []
  for (const { order, counter } of left) shown.push(await pay(order, counter))
  const after = await charges()
  await service.close()
  return {
    approved: first.flat().filter((one) => one === 'approved').length,
    lost,
    repeated,
    code,
    named: command
      .output()
      .split('\n')
      .filter((line) => line.includes('"type":"lost"')).length,
    shown,
    secondCharges: after - before,
  }
}
