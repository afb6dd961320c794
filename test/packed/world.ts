// Service and BFF as an operator has them: installed from the tarballs, two processes that talk over HTTP. Each shop has a
// terminal of its own that taps a test card by itself, so shops can sell at the same time.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { run } from '../kit/process.ts'
import { registerDevice } from '../kit/programs.ts'
import { freePort } from '@tapboard/server/testing/ports'
import { install } from './install.ts'
import { openSite, type Site, type Trade } from './site.ts'

export interface Upstream {
  /** Where our packages are installed. */
  readonly folder: string
  readonly url: string
  /** A new account that may board; gives its key. */
  newAccount(name: string): Promise<string>
  /** Registers a scripted terminal, "Counter" (§4.1); returns the device's ID. */
  register(apiKey: string, shop: string): Promise<string>
  /** An account with a terminal: the options of a server with the mounted BFF. */
  newMerchant(name: string): Promise<Readonly<Record<string, string>>>
  close(): Promise<void>
}

/** A shop for each name, one BFF, and the upstream. */
export interface World {
  readonly upstream: Upstream
  readonly bffUrl: string
  siteOf(shop: string): Site
  tradeOf(shop: string): Trade
  /** Is the order paid with its amount, according to the BFF's answer to a shop's server? */
  isPaid(order: string): Promise<boolean>
  close(): Promise<void>
}

const bin = (name: string): string => `node_modules/@tapboard/${name}/bin/tapboard-${name}.js`
const secret = (): string => randomBytes(32).toString('base64url')

export async function openUpstream(): Promise<Upstream> {
  const folder = install({ ours: ['bff', 'service'], libraries: ['better-sqlite3'] })
  const store = 'file:service.db'
  // Never blocks: the process must notice when the other side closes a connection.
  const operate = async (...args: readonly string[]): Promise<string> => {
    const command = [bin('service'), ...args, '--store', store]
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: folder })
    return stdout.trim()
  }
  const newAccount = async (name: string): Promise<string> => {
    await operate('accounts', 'add', name, '--sandbox')
    const key = await operate('keys', 'create', '--account', name, '--sandbox', '--board')
    await operate('tiers', 'add', '--account', name, '--tier', 'Standard', '--sandbox')
    return key
  }
  const service = await run({
    folder,
    file: bin('service'),
    args: ['serve', '--port', '0', '--scripted', '--store', store],
    ready: /service on (\S+)/,
  })
  const register = async (apiKey: string, shop: string): Promise<string> =>
    (await registerDevice(service.url, apiKey, `${shop.toUpperCase()}-OK`, 'Counter')).deviceId
  return {
    folder,
    url: service.url,
    newAccount,
    register,
    async newMerchant(name) {
      const key = await newAccount(name)
      await register(key, name)
      return {
        PORT: String(await freePort()),
        TAPBOARD_SECRET: secret(),
        HOST_SECRET: secret(),
        API_KEY: key,
        TERMINAL_URL: service.url,
      }
    },
    async close() {
      await service.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts all of it for these shops. */
export async function openWorld(shops: readonly string[]): Promise<World> {
  const upstream = await openUpstream()
  const apiKey = await upstream.newAccount('Apps')
  const sites = new Map<string, Site>()
  const devices = new Map<string, string>()
  for (const shop of shops) {
    sites.set(shop, await openSite())
    devices.set(shop, await upstream.register(apiKey, shop))
  }
  const hostSecret = secret()
  const port = await freePort()
  const bff = await run({
    folder: upstream.folder,
    file: bin('bff'),
    environment: {
      TAPBOARD_SECRET: secret(),
      TAPBOARD_STORE_URL: 'file:ledger.db',
      TAPBOARD_PUBLIC_URL: `http://127.0.0.1:${port}`,
      TAPBOARD_PORT: String(port),
      TAPBOARD_TERMINAL_URL: upstream.url,
      TAPBOARD_BOARDING_URL: `${upstream.url}/boarding`,
      TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
      TAPBOARD_MERCHANT_ID: 'apps',
      TAPBOARD_MERCHANT_NAME: 'Apps',
      TAPBOARD_MERCHANT_HOST_SECRET: hostSecret,
      TAPBOARD_MERCHANT_API_KEY: apiKey,
      TAPBOARD_MERCHANT_BOARDING: JSON.stringify({ apiKey }),
      TAPBOARD_MERCHANT_ORIGINS: [...sites.values()].map(({ url }) => url).join(','),
      TAPBOARD_LIMITS: JSON.stringify({ mint: { count: 1000, windowSeconds: 1 } }),
    },
    ready: /listens on (\S+)/,
  })
  return {
    upstream,
    bffUrl: bff.url,
    siteOf(shop) {
      const site = sites.get(shop)
      if (site === undefined) throw new Error(`There is no shop ${shop}.`)
      return site
    },
    tradeOf: (shop) => ({ bffUrl: bff.url, hostSecret, device: devices.get(shop) ?? '' }),
    async isPaid(order) {
      // `site.ts` grants every order this amount.
      const answer = await fetch(`${bff.url}/v1/orders/${order}?amount=42.00&currency=USD`, {
        headers: { authorization: `Bearer ${hostSecret}` },
      })
      const { paid } = (await answer.json()) as { readonly paid?: unknown }
      return paid === true
    },
    async close() {
      await bff.kill()
      await upstream.close()
      for (const site of sites.values()) site.close()
    },
  }
}
