// A deployment: a service and a BFF as processes of their own, with one merchant that sells and boards, behind a real reverse proxy or
// without one. Pages, terminals and the BFF itself reach the servers through the proxy; the host's server reaches the BFF at
// an address of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService } from '@tapboard/service'
import type { MintedToken } from '@tapboard/contract'
import { Partner, TEST_DATA_KEY } from '../../packages/service/src/testing.ts'
import type { Running } from './process.ts'
import { createKeys, registerDevice, startBff, startService } from './programs.ts'
import { startProxy, untilLeads, type Proxy, type ProxyKind } from './proxy.ts'
import { openSignUpPage, type SignUpPage } from './sign-up-page.ts'
import { freePort } from '@tapboard/server/testing/ports'
import type { ShopAddress } from './shopper.ts'
import { CounterTerminal } from './terminal.ts'

/** The options of a deployment. */
interface DeploymentOptions {
  readonly proxy?: ProxyKind
  /** The bare specification: the BFF can only poll (D-16). */
  readonly strict?: boolean
  /** Origins of pages beside that of the shop. */
  readonly origins?: readonly string[]
  /** More of the environment of both processes. */
  readonly environment?: Readonly<Record<string, string>>
}

interface Secrets {
  readonly hostSecret: string
  readonly terminalKey: string
  readonly boardingKey: string
  /** The secret of the BFF. */
  readonly bffSecret: string
  readonly dataKey: string
}

export interface Deployment {
  readonly proxy: Proxy | null
  readonly bff: Running
  readonly service: Running
  /** The addresses that pages and terminals use. */
  readonly bffUrl: string
  readonly serviceUrl: string
  readonly metricsUrl: string
  readonly origin: string
  readonly secrets: Secrets
  /** Registers a terminal and connects it through the proxy. */
  terminal(serial: string): Promise<{ readonly deviceId: string; readonly terminal: CounterTerminal }>
  /** Asks the BFF for a token of the page of an origin, as the host's server does. */
  mint(grant: object): Promise<MintedToken>
  /** The page of a shopper; `send` is its browser's connection. */
  shop(device: string, send?: typeof fetch): ShopAddress
  /** Opens the page of a sign-up; `send` is its browser's connection. */
  signUp(applicant: string, send?: typeof fetch): SignUpPage
  close(): Promise<void>
}

const ORIGIN = 'https://shop.example'
const HOST_SECRET = 'deployment-only-secret-of-the-host'
const BFF_SECRET = 'deployment-only-secret-of-the-bff-0123456789'
const PLENTY = { count: 100_000, windowSeconds: 10 }

/** Creates the keys of the merchant in a new store of the service. */
async function createMerchant(store: string) {
  const [terminalKey = ''] = await createKeys(store, ['Shop'])
  const service = await createService({ store, dataKey: TEST_DATA_KEY })
  const { testKey } = await Partner.join(service)
  await service.close()
  return { terminalKey, boardingKey: testKey }
}

/** Environment of a process behind a proxy, which it also calls. */
const behind = (proxy: Proxy | null, name: string): Readonly<Record<string, string>> =>
  proxy === null ? {} : { [name]: '1', NODE_EXTRA_CA_CERTS: proxy.authorityFile }

/** Starts the processes; the proxy listens before them, because the BFF reaches the service through it. */
export async function openDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-deployment-'))
  const started: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async (): Promise<void> => {
    for (const end of started.splice(0).toReversed()) await end()
  }
  try {
    return await start(folder, options, started, close)
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts everything in `folder`; adds the end of each part to `started`. */
async function start(
  folder: string,
  options: DeploymentOptions,
  started: (() => unknown)[],
  close: () => Promise<void>,
): Promise<Deployment> {
  const { strict = false } = options
  const serviceStore = `file:${join(folder, 'service.db')}`
  const keys = await createMerchant(serviceStore)
  const [bffPort, servicePort] = [await freePort(), await freePort()]
  const proxy =
    options.proxy === undefined
      ? null
      : await startProxy(options.proxy, {
          bffPorts: [bffPort, bffPort],
          servicePorts: [servicePort, servicePort],
        })
  if (proxy !== null) started.push(() => proxy.close())
  const bffUrl = proxy?.bffUrl ?? `http://127.0.0.1:${bffPort}`
  const serviceUrl = proxy?.serviceUrl ?? `http://127.0.0.1:${servicePort}`
  const service = await startService({
    store: serviceStore,
    port: servicePort,
    strict,
    environment: {
      TAPBOARD_SERVICE_DATA_KEY: TEST_DATA_KEY,
      ...behind(proxy, 'TAPBOARD_SERVICE_PROXIES'),
      ...(proxy === null ? {} : { TAPBOARD_SERVICE_PUBLIC_URL: serviceUrl }),
      ...options.environment,
    },
  })
  started.push(() => service.kill())
  const bff = await startBff({
    store: `file:${join(folder, 'ledger.db')}`,
    secret: BFF_SECRET,
    publicUrl: bffUrl,
    terminalUrl: serviceUrl,
    strict,
    port: bffPort,
    merchants: [
      {
        id: 'shop',
        name: 'Shop',
        hostSecret: HOST_SECRET,
        apiKey: keys.terminalKey,
        origins: [ORIGIN, ...(options.origins ?? [])],
        boarding: { apiKey: keys.boardingKey },
      },
    ],
    environment: {
      TAPBOARD_BOARDING_URL: `${serviceUrl}/boarding`,
      TAPBOARD_METRICS_PORT: '0',
      TAPBOARD_LIMITS: JSON.stringify({ mint: PLENTY, start: PLENTY, submit: PLENTY }),
      ...behind(proxy, 'TAPBOARD_PROXIES'),
      ...options.environment,
    },
  })
  started.push(() => bff.kill())
  if (proxy !== null) await untilLeads(proxy)
  // The shop's own server asks the BFF at an address that pages do not reach.
  const hostUrl = proxy?.ownUrl ?? bff.url
  const terminals: CounterTerminal[] = []
  started.push(() => terminals.forEach((terminal) => terminal.unplug()))
  const mint = async (grant: object): Promise<MintedToken> => {
    const answer = await fetch(`${hostUrl}/v1/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${HOST_SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify(grant),
    })
    return (await answer.json()) as MintedToken
  }
  return {
    proxy,
    bff,
    service,
    bffUrl,
    serviceUrl,
    metricsUrl: /metrics at (\S+)/.exec(bff.output())?.[1] ?? '',
    origin: ORIGIN,
    secrets: { hostSecret: HOST_SECRET, ...keys, bffSecret: BFF_SECRET, dataKey: TEST_DATA_KEY },
    async terminal(serial) {
      const { deviceId, xPairingCode } = await registerDevice(service.url, keys.terminalKey, serial)
      const terminal = new CounterTerminal(serviceUrl, serial, xPairingCode, proxy?.authority)
      terminals.push(terminal)
      await terminal.plugIn()
      return { deviceId, terminal }
    },
    mint,
    shop: (device, send) => ({
      bffUrl,
      hostUrl,
      origin: ORIGIN,
      merchant: { hostSecret: HOST_SECRET },
      device,
      ...(send === undefined ? {} : { fetch: send }),
    }),
    signUp: (applicant, send) =>
      openSignUpPage({
        mint,
        base: bffUrl,
        applicant,
        origin: ORIGIN,
        ...(send === undefined ? {} : { fetch: send }),
      }),
    close,
  }
}
