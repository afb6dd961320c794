// P1, P85, P86 and P87 at their full length: the same parts as in the tests of `test/cluster`.
import { Agent } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sale } from '@tapboard/contract'
import { contradictions, openBooks } from '../../kit/books.ts'
import { openFleet } from '../../kit/fleet.ts'
import { hangOwner, openHungFleet } from '../../cluster/support/hung-owner.ts'
import { Page } from '../../kit/page.ts'
import { restartUnderLoad } from '../../cluster/support/rolling-restart.ts'
import { sendAtOnce } from '../../cluster/support/same-start.ts'
import { loseStore, openStoppable } from '../../cluster/support/store-away.ts'
import { countsOf, ms, type Line, type LoadOptions, type Section } from '../common/report.ts'
import { withDurablePostgres } from '../../kit/postgres.ts'

const TOGETHER = 200

async function sameStart({ quick }: LoadOptions): Promise<readonly Line[]> {
  const rounds = quick ? 5 : 100
  return withDurablePostgres(async (postgresUrl) => {
    const fleet = await openFleet({ bffs: 2, services: 2, postgresUrl, merchants: rounds, devicesEach: 1 })
    const agent = new Agent({ keepAlive: true })
    try {
      const instances = fleet.bffs.map(({ running }) => running.url)
      const odd: Record<string, number> = {}
      for (const [round, { hostSecret, devices }] of fleet.merchants.entries()) {
        const askUrl = instances[round % 2] ?? ''
        const shop = { askUrl, publicUrl: fleet.bffUrl, origin: fleet.origin, agent, hostSecret }
        const page = new Page(shop, `same-${round}`)
        await page.mint()
        const answers = await sendAtOnce(page, page.start(devices[0] ?? ''), TOGETHER, instances)
        const ids = new Set(
          answers.map(({ status, body }) => (status < 202 ? (JSON.parse(body) as Sale).id : `${status}`)),
        )
        if (ids.size !== 1) odd[[...ids].join(' ')] = 1
      }
      const books = await openBooks(fleet.stores.ledger)
      const rows = await books.count('select count(*) from sale')
      const sessions = await books.count('select count(*) from service_session')
      const wrong = await contradictions(books, books)
      return [
        {
          promise: `P1 ${TOGETHER} identical starts at two instances at once, ${rounds} rounds`,
          wanted: `1 row, 1 session, one sale ID each`,
          measured: `${rows} rows, ${sessions} sessions, other answers: ${countsOf(odd)}`,
          held: rows === rounds && sessions === rounds && Object.keys(odd).length === 0 && wrong.length === 0,
        },
      ]
    } finally {
      agent.destroy()
      await fleet.close()
    }
  })
}

async function restarts({ quick }: LoadOptions): Promise<readonly Line[]> {
  return withDurablePostgres(async (postgresUrl) => {
    const fleet = await openFleet({ bffs: 2, services: 2, postgresUrl, merchants: 10, devicesEach: 4 })
    try {
      const times = quick ? 4 : 40
      const seen = await restartUnderLoad(fleet, times, 24)
      const books = await openBooks(fleet.stores.ledger)
      const wrong = await contradictions(books, books)
      return [
        {
          promise: `P85 each of two instances restarted ${times / 2} times under load`,
          wanted: '0 failed, 0 duplicate',
          measured: `${seen.visits} sales, failed: ${countsOf(seen.failed)}, ${wrong.length} contradictions; ${seen.repeats} requests repeated unseen; a stop took at most ${ms(Math.max(...seen.stopsMs))}`,
          held: Object.keys(seen.failed).length === 0 && wrong.length === 0,
        },
      ]
    } finally {
      await fleet.close()
    }
  })
}

async function hangs({ quick }: LoadOptions): Promise<readonly Line[]> {
  const seconds = quick ? 20 : 60
  return withDurablePostgres(async (postgresUrl) => {
    const hung = await openHungFleet(postgresUrl, 5, 4)
    try {
      const seen = await hangOwner(hung, seconds * 1000)
      return [
        {
          promise: `P86 the owner of ${seen.sales} open sales stands still for ${seconds} s`,
          wanted: 'taken over ≤ 20 s, stale owner writes 0 rows',
          measured: `${(seen.takenOverMs / 1000).toFixed(1)} s, ${seen.staleWrites.length} rows, ${seen.brokenChains} broken chains`,
          held: seen.takenOverMs <= 20_000 && seen.staleWrites.length === 0 && seen.brokenChains === 0,
        },
      ]
    } finally {
      await hung.close()
    }
  })
}

async function away({ quick }: LoadOptions): Promise<readonly Line[]> {
  const seconds = quick ? 10 : 60
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-away-'))
  const server = await openStoppable(join(folder, 'data'))
  try {
    const fleet = await openFleet({
      bffs: 2,
      services: 1,
      postgresUrl: server.url,
      ownServiceStore: true,
      merchants: 17,
      devicesEach: 3,
      terminals: 'SLOW',
    })
    try {
      const seen = await loseStore(fleet, server, seconds * 1000)
      return [
        {
          promise: `P87 the store away for ${seconds} s with ${seen.sales} open sales`,
          wanted: 'start 503 ≤ 2 s, all right ≤ 30 s after return',
          measured: `${seen.refusals.join(', ')} within ${ms(seen.refusedWithinMs)}; ${countsOf(seen.ends)} ${(seen.healedMs / 1000).toFixed(1)} s after return, ${seen.contradictions.length} contradictions`,
          held:
            seen.refusals.join() === '503 store-unavailable' &&
            seen.refusedWithinMs <= 2_000 &&
            seen.healedMs <= 30_000 &&
            seen.ends['approved'] === seen.sales &&
            seen.contradictions.length === 0,
        },
      ]
    } finally {
      await fleet.close()
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The section `cluster`. */
export const cluster: Section = {
  name: 'cluster',
  async run(options) {
    const lines: Line[] = []
    for (const part of [sameStart, restarts, hangs, away]) {
      options.note(`  ${part.name} …`)
      lines.push(...(await part(options)))
    }
    return lines
  },
}
