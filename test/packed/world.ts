// Service and BFF as an operator has them: installed from the tarballs, two processes that talk over HTTP. Each app has a
// terminal of its own that taps a test card by itself, so that apps can sell at the same time.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { run } from '../journeys/support/process.ts'
import { install } from './install.ts'
import { openSite, type Site, type Trade } from './site.ts'

/** A shop for each app, and everything behind them. */
export interface World {
  readonly bffUrl: string
  readonly serviceUrl: string
  readonly apiKey: string
  siteOf(app: string): Site
  tradeOf(app: string): Trade
  /** Is the order paid, as the BFF says it to a shop's server? */
  isPaid(order: string): Promise<boolean>
  close(): Promise<void>
}

const bin = (name: string): string => `node_modules/@tapboard/${name}/bin/tapboard-${name}.js`

/** Registers a scripted terminal (§4.1); gives the device's ID. */
async function register(serviceUrl: string, apiKey: string, app: string): Promise<string> {
  const answer = await fetch(`${serviceUrl}/v1/Device`, {
    method: 'POST',
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      deviceSerialNumber: `${app.toUpperCase()}-OK`,
      deviceMake: 'A920',
      deviceFriendlyName: 'Counter',
    }),
  })
  const { deviceId } = (await answer.json()) as { readonly deviceId: string }
  return deviceId
}

/** Starts all of it for these apps. */
export async function openWorld(apps: readonly string[]): Promise<World> {
  const folder = install({ ours: ['bff', 'service'] })
  const store = 'file:service.db'
  const operator = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [bin('service'), ...args, '--store', store], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
  const apiKey = operator('keys', 'create', '--account', 'Apps', '--sandbox', '--board')
  operator('tiers', 'add', '--account', 'Apps', '--tier', 'Standard', '--sandbox')
  const sites = new Map<string, Site>()
  for (const app of apps) sites.set(app, await openSite())
  const origins = [...sites.values()].map(({ url }) => url)
  const service = await run({
    folder,
    file: bin('service'),
    args: ['serve', '--port', '0', '--scripted', '--store', store],
    ready: /service on (\S+)/,
  })
  const hostSecret = randomBytes(24).toString('base64url')
  const publicUrl = await openSite()
  const port = new URL(publicUrl.url).port
  publicUrl.close()
  const bff = await run({
    folder,
    file: bin('bff'),
    environment: {
      TAPBOARD_SECRET: randomBytes(32).toString('base64url'),
      STORE_URL: 'file:ledger.db',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORT: port,
      TERMINAL_URL: service.url,
      BOARDING_URL: `${service.url}/boarding`,
      UPSTREAM_ENVIRONMENT: 'sandbox',
      MERCHANT_ID: 'apps',
      MERCHANT_NAME: 'Apps',
      MERCHANT_HOST_SECRET: hostSecret,
      MERCHANT_API_KEY: apiKey,
      MERCHANT_ORIGINS: origins.join(','),
      MERCHANT_BOARDING: JSON.stringify({ apiKey }),
      LIMITS: JSON.stringify({ mint: { count: 1000, windowSeconds: 1 } }),
    },
    ready: /listens on (\S+)/,
  })
  const devices = new Map<string, string>()
  for (const app of apps) devices.set(app, await register(service.url, apiKey, app))
  return {
    bffUrl: bff.url,
    serviceUrl: service.url,
    apiKey,
    siteOf(app) {
      const site = sites.get(app)
      if (site === undefined) throw new Error(`There is no shop for ${app}.`)
      return site
    },
    tradeOf: (app) => ({ bffUrl: bff.url, hostSecret, device: devices.get(app) ?? '' }),
    async isPaid(order) {
      const answer = await fetch(`${bff.url}/v1/orders/${order}`, {
        headers: { authorization: `Bearer ${hostSecret}` },
      })
      const { paid } = (await answer.json()) as { readonly paid?: unknown }
      return paid === true || (typeof paid === 'object' && paid !== null)
    },
    async close() {
      await bff.kill()
      await service.kill()
      for (const site of sites.values()) site.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
