// Service and BFF as an operator has them: installed from the tarballs, two processes that talk over HTTP. Each app has a
// terminal of its own that taps a test card by itself, so that apps can sell at the same time.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { run } from '../journeys/support/process.ts'
import { install } from './install.ts'
import { freePort, openSite, type Site, type Trade } from './site.ts'

/** A shop for each app, and everything behind them. */
export interface World {
  readonly bffUrl: string
  siteOf(app: string): Site
  tradeOf(app: string): Trade
  /** An account of its own with a terminal: what a server that has the BFF mounted is told. */
  newMerchant(name: string): Promise<Readonly<Record<string, string>>>
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
  // Never blocks: a connection that the other side closes meanwhile must be noticed.
  const operate = async (...args: readonly string[]): Promise<string> => {
    const command = [bin('service'), ...args, '--store', store]
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: folder })
    return stdout.trim()
  }
  const account = async (name: string): Promise<string> => {
    const key = await operate('keys', 'create', '--account', name, '--sandbox', '--board')
    await operate('tiers', 'add', '--account', name, '--tier', 'Standard', '--sandbox')
    return key
  }
  const apiKey = await account('Apps')
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
  const port = await freePort()
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
    siteOf(app) {
      const site = sites.get(app)
      if (site === undefined) throw new Error(`There is no shop for ${app}.`)
      return site
    },
    tradeOf: (app) => ({ bffUrl: bff.url, hostSecret, device: devices.get(app) ?? '' }),
    async newMerchant(name) {
      const key = await account(name)
      await register(service.url, key, name)
      return {
        PORT: await freePort(),
        TAPBOARD_SECRET: randomBytes(32).toString('base64url'),
        HOST_SECRET: randomBytes(24).toString('base64url'),
        API_KEY: key,
        TERMINAL_URL: service.url,
      }
    },
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
