// P25 and P28: keys are changed while customers pay, and one merchant exceeds its share by far.
import { createBff } from '@tapboard/bff'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'node:http'
import { openFleet } from '../../kit/fleet.ts'
import { Page } from '../../kit/page.ts'
import { countsOf, ms, type Line, type LoadOptions, type Section } from '../common/report.ts'
import { withDurablePostgres } from '../../kit/postgres.ts'
import { noisyMerchant, shoppers } from '../generator/spawn.ts'

const silent = { info() {}, warn() {}, error() {} }
const REVOKED_MS = 60_000

async function keys({ quick }: LoadOptions): Promise<readonly Line[]> {
  return withDurablePostgres(async (postgresUrl) => {
    const fleet = await openFleet({ bffs: 2, services: 1, postgresUrl, merchants: 10, devicesEach: 4 })
    const agent = new Agent({ keepAlive: true })
    const desk = await createBff({
      secret: fleet.secret,
      store: fleet.stores.ledger,
      publicUrl: fleet.bffUrl,
      merchants: fleet.merchants.map(({ id, hostSecret, apiKey }) => ({
        id,
        name: id,
        hostSecret,
        apiKey,
        origins: [fleet.origin],
      })),
      upstream: { terminalUrl: fleet.serviceUrl, environment: 'sandbox' },
      log: silent,
    })
    try {
      const { bffUrl, merchants, origin } = fleet
      const seconds = quick ? 10 : 60
      const paying = shoppers({
        askUrl: bffUrl,
        publicUrl: bffUrl,
        origin,
        merchants,
        perSecond: 5,
        seconds,
        prefix: 'keys',
      })
      const rotations = 3
      for (let turn = 0; turn < rotations; turn += 1) {
        await pause((seconds * 1000) / (rotations + 1))
        await desk.rotateKeys()
      }
      const seen = await paying
      const pages = fleet.bffs.map(({ running }) => {
        const hostSecret = merchants[0]?.hostSecret ?? ''
        return new Page({ askUrl: running.url, publicUrl: bffUrl, origin, agent, hostSecret }, 'revoked')
      })
      for (const page of pages) await page.mint()
      const checkout = { method: 'GET', path: '/v1/checkout' } as const
      const good = await Promise.all(pages.map((page) => page.ask(checkout)))
      await desk.revokeKey(pages[0]?.keyId ?? '')
      const revokedAt = performance.now()
      const refusedAfter = await Promise.all(
        pages.map(async (page) => {
          while (performance.now() - revokedAt < 2 * REVOKED_MS) {
            if ((await page.ask(checkout)).status === 401) return performance.now() - revokedAt
            await pause(500)
          }
          return Number.POSITIVE_INFINITY
        }),
      )
      const last = Math.max(...refusedAfter)
      return [
        {
          promise: `P25 the signing key changed ${rotations} times under load, two instances`,
          wanted: '0 refused',
          measured: `${seen.sent} sales, faults: ${countsOf(seen.faults)}`,
          held: seen.approved === seen.sent,
        },
        {
          promise: 'P25 a key revoked',
          wanted: 'refused everywhere ≤ 60 s',
          measured: `${(last / 1000).toFixed(1)} s (accepted before: ${good.map(({ status }) => status).join(', ')})`,
          held: last <= REVOKED_MS && good.every(({ status }) => status === 200),
        },
      ]
    } finally {
      agent.destroy()
      await desk.close()
      await fleet.close()
    }
  })
}

async function noisy({ quick }: LoadOptions): Promise<readonly Line[]> {
  const fleet = await openFleet({ bffs: 1, services: 1, merchants: 11, devicesEach: 4 })
  try {
    const askUrl = fleet.bffs[0]?.running.url ?? ''
    const [loud, ...quiet] = fleet.merchants
    const seconds = quick ? 10 : 30
    const plan = {
      askUrl,
      publicUrl: fleet.bffUrl,
      origin: fleet.origin,
      merchants: quiet,
      perSecond: 5,
      seconds,
    }
    await shoppers({ ...plan, prefix: 'warm' })
    const before = await shoppers({ ...plan, prefix: 'before' })
    const { origin } = fleet
    const hostSecret = loud?.hostSecret ?? ''
    const [meanwhile, noise] = await Promise.all([
      shoppers({ ...plan, prefix: 'meanwhile' }),
      noisyMerchant({ askUrl, origin, hostSecret, perSecond: 200, seconds }),
    ])
    return [
      {
        promise: 'P28 one merchant asks 200 times a second for tokens, the others pay',
        wanted: `the others' p99 unchanged (≤ 300 ms), 0 refused`,
        measured: `start p99 ${ms(before.start.p99)} → ${ms(meanwhile.start.p99)}, p50 ${ms(before.start.p50)} → ${ms(meanwhile.start.p50)}, faults: ${countsOf(meanwhile.faults)}; the loud one: ${countsOf(noise)}`,
        held:
          meanwhile.start.p99 <= Math.max(300, 2 * before.start.p99) && meanwhile.approved === meanwhile.sent,
      },
    ]
  } finally {
    await fleet.close()
  }
}

/** The section `neighbours`. */
export const neighbours: Section = {
  name: 'neighbours',
  run: async (options) => [...(await keys(options)), ...(await noisy(options))],
}
