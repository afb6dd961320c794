// The process that follows the sales is paused (SIGSTOP) and resumes much later, still assuming that it owns them. An answer of
// the service waits for it then: news that only this process has, and that it must not write any more.
import { Agent } from 'node:http'
import pg from 'pg'
import { until } from '../../kit/until.ts'
import { readMetric } from '../../kit/measure.ts'
import { openFaultLine, type FaultLine } from '../../kit/line/fault-line.ts'
import { openBooks, type Row } from '../../kit/books.ts'
import { openFleet, type Fleet } from '../../kit/fleet.ts'
import { Page } from '../../kit/page.ts'

/** The findings of the run. */
interface HungFindings {
  readonly sales: number
  /** Answers that waited for the stale owner when it resumed, each with news for the ledger. */
  readonly waiting: number
  /** From the stop until every sale had another owner or its end, ms. */
  readonly takenOverMs: number
  /** The stale owner stopped its work while no renewal could tell it about its lease: its writes were refused. */
  readonly stoppedByFence: boolean
  /** Changes by the stale owner after it resumed: descriptions of rows, before and after. */
  readonly staleWrites: readonly string[]
  /** Sales whose number of events differs from their version. */
  readonly brokenChains: number
}

/** A fleet of two instances whose reads can be delayed, with a function that closes it. */
interface HungFleet {
  readonly fleet: Fleet
  readonly line: FaultLine
  close(): Promise<void>
}

export async function openHungFleet(
  postgresUrl: string,
  merchants: number,
  devicesEach: number,
): Promise<HungFleet> {
  const line = await openFaultLine()
  const between = async (serviceUrl: string): Promise<string> => {
    line.lead(serviceUrl)
    return line.url
  }
  try {
    const size = { bffs: 2, services: 1, merchants, devicesEach }
    const fleet = await openFleet({ ...size, postgresUrl, terminals: 'NEVER', between })
    const close = async (): Promise<void> => {
      await fleet.close()
      await line.close()
    }
    return { fleet, line, close }
  } catch (error) {
    await line.close()
    throw error
  }
}

/** Longest wait for things that have no promise of their own. */
const LONG_MS = 90_000

/** Time for the refusal of the writes; shorter than the time after which a lease that is not renewed is claimed. */
const REFUSED_MS = 1_000

/** Reads that are at the service now, or were when their reader was stopped. */
const READS = /^GET \/v1\/Session\//

const FACTS = `select id, state, version, fence, lease_owner, event_hash, next_at_ms, seen, seen_count, seen_first_ms
  from sale order by id`

/** Ends every session at the service. */
async function cancelAll(fleet: Fleet, sales: readonly Row[]): Promise<void> {
  for (const { merchant, session_id: xSessionId, device_id: xDeviceId } of sales) {
    const apiKey = fleet.merchants.find(({ id }) => id === merchant)?.apiKey ?? ''
    const answer = await fetch(`${fleet.serviceUrl}/v1/Session/cancel`, {
      method: 'POST',
      headers: { authorization: apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ xSessionId, xDeviceId }),
    })
    if (!answer.ok) throw new Error(`a cancel was answered ${answer.status}: ${await answer.text()}`)
    await answer.body?.cancel()
  }
}

/** Lets no process renew a lease until the returned function is called; other writes go on. */
async function holdRenewals(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_advisory_lock(86)`)
  await client.query(`create function wait_if_renewal() returns trigger language plpgsql as $$ begin
    if current_query() like 'update "sale" set "lease_until_ms"%' then perform pg_advisory_xact_lock(86); end if;
    return null;
  end $$`)
  await client.query(
    'create trigger renewals before update on sale for each statement execute function wait_if_renewal()',
  )
  return () => client.end()
}

/** Stops the owner for at least `stoppedMs` with a sale at every terminal of the fleet. */
export async function hangOwner({ fleet, line }: HungFleet, stoppedMs: number): Promise<HungFindings> {
  const books = await openBooks(fleet.stores.ledger)
  const agent = new Agent()
  const [first, other] = fleet.bffs
  if (first === undefined || other === undefined) throw new Error('two instances are needed')
  const counters = fleet.merchants.flatMap((merchant) =>
    merchant.devices.map((device) => ({ merchant, device })),
  )
  const gate = Promise.withResolvers<void>()
  const { child } = first.running
  try {
    // The other instance is paused while the sales begin, so the first one owns all of them.
    other.running.child.kill('SIGSTOP')
    for (const [index, { merchant, device }] of counters.entries()) {
      const shop = { askUrl: first.running.url, publicUrl: fleet.bffUrl, origin: fleet.origin, agent }
      await new Page({ ...shop, hostSecret: merchant.hostSecret }, `hung-${index}`).begin(device)
    }
    const open = () => line.exchanges.filter((one) => READS.test(one.request) && one.answered().length === 0)
    await until('every sale is read', () => open().length === counters.length, LONG_MS)
    const sales = await books.read('select merchant, session_id, device_id, lease_owner from sale')
    child.kill('SIGSTOP')
    const stoppedAt = performance.now()
    // Its pending reads are answered during the pause; later reads of other processes are not.
    const reads = open()
    line.plan({ request: READS, up: { type: 'wait', at: 0, until: gate.promise }, times: Infinity })
    await cancelAll(fleet, sales)
    const hasNews = (): number => reads.filter((one) => /CANCEL/.test(one.answered().toString())).length
    await until('the service has answered', () => hasNews() === reads.length, LONG_MS)
    other.running.child.kill('SIGCONT')
    const owner = String(sales[0]?.['lease_owner'])
    const held = (): Promise<number> =>
      books.count(`select count(*) from sale where lease_owner = '${owner}' and settled_at_ms is null`)
    await until('another instance has taken over', async () => (await held()) === 0, LONG_MS)
    const takenOverMs = performance.now() - stoppedAt
    await until(
      'it stood still for long enough',
      () => performance.now() - stoppedAt > stoppedMs,
      2 * LONG_MS,
    )
    const before = await books.read(FACTS)
    const renew = await holdRenewals(fleet.stores.ledger)
    child.kill('SIGCONT')
    // It stops following a sale when a write or a renewal shows that another process has the lease.
    const followed = (): Promise<number> =>
      readMetric(first.metricsUrl, 'tapboard_sales_followed').catch(() => Number.NaN)
    const hasStopped = async (): Promise<boolean> => (await followed()) === 0
    const stoppedByFence = await until('its writes are refused', hasStopped, REFUSED_MS).catch(() => false)
    await renew()
    await until('the stale owner has stopped', hasStopped, LONG_MS)
    const after = await books.read(FACTS)
    const said = (rows: readonly Row[]): Map<string, string> =>
      new Map(rows.map(({ id, ...facts }) => [String(id), JSON.stringify(facts)]))
    const now = said(after)
    const staleWrites = [...said(before)].flatMap(([id, facts]) =>
      now.get(id) === facts ? [] : [`${id}: ${facts} became ${now.get(id)}`],
    )
    const brokenChains = await books.count(
      `select count(*) from sale where version <> (select count(*) from sale_event where sale_id = sale.id)`,
    )
    const waiting = hasNews()
    return { sales: counters.length, waiting, takenOverMs, stoppedByFence, staleWrites, brokenChains }
  } finally {
    child.kill('SIGCONT')
    other.running.child.kill('SIGCONT')
    gate.resolve()
    agent.destroy()
    await books.close()
  }
}
