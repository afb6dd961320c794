// Two BFFs behind each proxy with its published configuration: they are restarted in turn, as a deployment does, and no shopper
// notices it.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createDatabase } from '../kit/postgres.ts'
import { createKeys, registerDevice, startBff, startService } from '../kit/programs.ts'
import { findProgram } from '../kit/find-program.ts'
import { startProxy, untilLeads, type Proxy, type ProxyKind } from '../kit/proxy.ts'
import type { Running } from '../kit/process.ts'
import { visit } from '../kit/shopper.ts'
import { freePort } from '@tapboard/server/testing/ports'
import { openBrowser } from './support/browser.ts'

/** Stops of each of the two processes. */
const RESTARTS = 10
/** Terminals at which people pay at the same time. */
const LANES = 8
/** A test that hangs fails after this time: each stop takes 3 s, each start seconds on a busy machine. */
const HANGING_MS = 600_000
const ORIGIN = 'https://shop.example'
const KINDS: readonly ProxyKind[] = ['nginx', 'haproxy', 'caddy']

/** In place of an answer: the connection was cut. */
const LOST = { status: 'cut' } as const

/** The processes behind a proxy. */
interface Pair {
  readonly proxy: Proxy
  readonly hostSecret: string
  readonly devices: readonly string[]
  /** Stops a BFF and starts it again. */
  restart(index: number): Promise<void>
  close(): Promise<void>
}

async function openPair(kind: ProxyKind): Promise<Pair> {
  const database = await createDatabase(process.env['DATABASE_URL'] ?? '')
  const [key = ''] = await createKeys(database.url, ['Shop'])
  const [first, second, servicePort] = [await freePort(), await freePort(), await freePort()]
  const ports = [first, second] as const
  const proxy = await startProxy(kind, { bffPorts: ports, servicePorts: [servicePort, servicePort] })
  const environment = { NODE_EXTRA_CA_CERTS: proxy.authorityFile }
  const service = await startService({
    store: database.url,
    scripted: true,
    port: servicePort,
    environment: { TAPBOARD_SERVICE_PROXIES: '1' },
  })
  const devices: string[] = []
  for (let lane = 0; lane < LANES; lane += 1)
    devices.push((await registerDevice(service.url, key, `ROLL-${lane}-OK`)).deviceId)
  const hostSecret = randomBytes(24).toString('hex')
  const begin = (index: number): Promise<Running> =>
    startBff({
      store: database.url,
      secret: 'rolling-only-secret-of-the-bff-0123456789',
      publicUrl: proxy.bffUrl,
      terminalUrl: proxy.serviceUrl,
      port: ports[index] ?? 0,
      merchants: [{ id: 'shop', name: 'Shop', hostSecret, apiKey: key, origins: [ORIGIN] }],
      environment: {
        ...environment,
        TAPBOARD_INSTANCE: `bff-${index}`,
        TAPBOARD_PROXIES: '1',
        TAPBOARD_LIMITS: JSON.stringify({ mint: { count: 10_000, windowSeconds: 10 } }),
      },
    })
  const bffs = [await begin(0), await begin(1)]
  await untilLeads(proxy)
  return {
    proxy,
    hostSecret,
    devices,
    async restart(index) {
      await bffs[index]?.stop()
      bffs[index] = await begin(index)
    },
    async close() {
      for (const running of [...bffs, service]) await running.kill()
      await proxy.close()
      await database.drop()
    },
  }
}

for (const kind of KINDS) {
  if (findProgram(kind) === null) {
    console.log(`note: ${kind} is not on this machine; the restart behind it is not tested`)
    continue
  }
  test(
    `${kind}: no shopper notices that both BFFs are restarted in turn`,
    { timeout: HANGING_MS },
    async (context) => {
      const pair = await openPair(kind)
      context.after(() => pair.close())
      const browser = openBrowser(pair.proxy, 'HTTP/1.1')
      context.after(() => browser.close())
      const shown: Record<string, number> = {}
      // Pages repeat such requests, so that a person would only wait.
      const unanswered: Record<string, number> = {}
      const counted: typeof fetch = async (...request) => {
        const answer = await browser.fetch(...request)
        if (answer.status === 502 || answer.status === 504)
          unanswered[answer.status] = (unanswered[answer.status] ?? 0) + 1
        return answer
      }
      let open = true
      const pay = async (device: string): Promise<void> => {
        for (let order = 0; open; order += 1) {
          const shop = {
            bffUrl: pair.proxy.bffUrl,
            hostUrl: pair.proxy.ownUrl,
            origin: ORIGIN,
            merchant: { hostSecret: pair.hostSecret },
            device,
            fetch: counted,
          }
          const seen = await visit(shop, `order-${device}-${order}`, () => 0.5).catch((error: Error) => ({
            shown: `fault: ${error.message}`,
          }))
          shown[seen.shown] = (shown[seen.shown] ?? 0) + 1
        }
      }
      // Your own server asks all the time, without a second try.
      let asked = 0
      const ask = async (): Promise<void> => {
        while (open) {
          const { status } = await fetch(`${pair.proxy.ownUrl}/.well-known/jwks.json`).catch(() => LOST)
          if (status !== 200) unanswered[status] = (unanswered[status] ?? 0) + 1
          asked += 1
        }
      }
      const working = [ask(), ...pair.devices.map(pay)]
      try {
        for (let time = 0; time < 2 * RESTARTS; time += 1) await pair.restart(time % 2)
      } finally {
        open = false
        await Promise.all(working)
      }
      const visits = Object.values(shown).reduce((sum, count) => sum + count, 0)
      assert.deepEqual([shown, unanswered], [{ approved: visits }, {}])
      assert.ok(visits >= LANES)
      context.diagnostic(`${visits} visits and ${asked} requests through ${2 * RESTARTS} restarts`)
    },
  )
}
