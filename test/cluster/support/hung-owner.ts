// The process that follows the sales stands still (SIGSTOP) and goes on much later, believing that it still holds them.
import { Agent } from 'node:http'
import type { Sale } from '@tapboard/contract'
import { until } from '../../journeys/support/until.ts'
import { openBooks, type Row } from './books.ts'
import type { Fleet } from './fleet.ts'
import { Page } from './page.ts'

/** What was seen. */
export interface HungFindings {
  readonly sales: number
  /** From the stop until every sale had another owner or its end, ms. */
  readonly takenOverMs: number
  /** What the stale owner changed after it went on: descriptions of rows, before and after. */
  readonly staleWrites: readonly string[]
  /** Sales whose events do not count up to their version. */
  readonly brokenChains: number
}

/** Longest wait for things that have no promise of their own. */
const LONG_MS = 90_000

const FACTS = `select id, state, version, fence, lease_owner, event_hash, next_at_ms from sale order by id`

/** Stops the owner for at least `stoppedMs` with a sale at every terminal of the fleet. */
export async function hangOwner(fleet: Fleet, stoppedMs: number): Promise<HungFindings> {
  const books = await openBooks(fleet.stores.ledger)
  const agent = new Agent({ keepAlive: true })
  const [first, other] = fleet.bffs
  if (first === undefined || other === undefined) throw new Error('two instances are needed')
  const counters = fleet.merchants.flatMap((merchant) =>
    merchant.devices.map((device) => ({ merchant, device })),
  )
  // The other one stands still while the sales begin, so that all of them are the first one's.
  other.running.child.kill('SIGSTOP')
  for (const [index, { merchant, device }] of counters.entries()) {
    const shop = { askUrl: first.running.url, publicUrl: fleet.bffUrl, origin: fleet.origin, agent }
    const page = new Page({ ...shop, hostSecret: merchant.hostSecret }, `hung-${index}`)
    await page.mint()
    const answer = await page.ask(page.start(device))
    if (answer.status !== 201) throw new Error(`a start was answered ${answer.status}: ${answer.text}`)
    JSON.parse(answer.text) as Sale
  }
  const started = (): Promise<number> =>
    books.count(`select count(*) from sale where state = 'started' and lease_owner is not null`)
  await until('every sale is followed', async () => (await started()) === counters.length, LONG_MS)
  const [{ lease_owner: owner = null } = {}] = await books.read('select lease_owner from sale limit 1')
  other.running.child.kill('SIGCONT')
  const { child } = first.running
  child.kill('SIGSTOP')
  const stoppedAt = performance.now()
  try {
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
    child.kill('SIGCONT')
    // It is awake again when it answers; by then its reads have come back and its renewal was tried.
    await until(
      'the stale owner answers again',
      async () => (await fetch(`${first.running.url}/health/ready`)).ok,
      LONG_MS,
    )
    const wokenAt = performance.now()
    await until('it had time to write', () => performance.now() - wokenAt > 7_000)
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
    return { sales: counters.length, takenOverMs, staleWrites, brokenChains }
  } finally {
    child.kill('SIGCONT')
    other.running.child.kill('SIGCONT')
    agent.destroy()
    await books.close()
  }
}
