// Runs service, BFF and the shop's site in one process, connected over real HTTP. `npm start`, the screenshots
// and the journeys use it.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { createBff, serveBff, type BffOptions, type UpstreamOptions } from '@tapboard/bff'
import { web } from '@tapboard/contract'
import { openStore } from '@tapboard/store'
import { createService, serveService, type Service, type ServiceOptions } from '@tapboard/service'
import { createHost } from './host/app.ts'
import { createWebhooks } from './host/webhooks.ts'
import { createManagers } from './host/managers.ts'
import { openSignUpStore } from './host/sign-up/sign-up-store.ts'
import type { SignUpOptions } from './host/sign-up/routes.ts'
import { openOrderStore } from './host/order-store.ts'
import type { SiteFile } from './host/pages.ts'
import { buildSite } from './stack/build-site.ts'
import { OWN_FEATURES } from './stack/features.ts'
import { storedFile } from './stack/stored-file.ts'
import { merchantsOf } from './stack/merchants.ts'
import { createRestartableServer, type RestartableServer } from './stack/restartable-server.ts'
import { choosePorts, HOST } from './stack/ports.ts'
import { readSecrets, writeSecrets } from './stack/secrets.ts'
import { ensurePartner, keptOf } from './stack/partner.ts'
import { ensureKey, ensureTerminals, TERMINALS } from './stack/seed.ts'
import type { OtherUpstream } from './stack/settings.ts'

export { buildSite }

/** Options of a stack; only `dir` is required. */
export interface StackOptions {
  /** Folder of all persistent data: databases, orders, secrets, the built site. */
  readonly dir: string
  /** First of three consecutive ports (site, service, BFF); 0: any free ports. Default 0. */
  readonly port?: number
  /** Address that site and service listen on, so that a phone can show a terminal. Default: loopback only. */
  readonly host?: string
  /** One store for ledger and service instead of two files in `dir`. */
  readonly storeUrl?: string
  /** Another upstream with its key; then the stack starts no service and draws no terminal. */
  readonly upstream?: OtherUpstream
  /** An already built site, shared by several stacks. */
  readonly site?: ReadonlyMap<string, SiteFile>
  /** Returns the address that the BFF calls instead of the service's: a place for faults between the two. */
  readonly between?: (serviceUrl: string) => Promise<string> | string
  /** Returns the address at which pages and the site's server reach the BFF: a place for faults before it. */
  readonly front?: (bffUrl: string) => string
  /** Additional options of the service, for example `timings` or `strict`. */
  readonly service?: Partial<Omit<ServiceOptions, 'store'>>
  /** Additional options of the BFF, for example `limits`. */
  readonly bff?: Partial<Omit<BffOptions, 'store' | 'publicUrl' | 'merchants' | 'upstream'>>
  /** Options of the BFF's upstream. */
  readonly features?: Partial<Omit<UpstreamOptions, 'terminalUrl'>>
}

/** A running stack. */
export interface Stack {
  readonly siteUrl: string
  /** URL of the partner's sign-up page; `null` without boarding. */
  readonly signUpUrl: string | null
  readonly bffUrl: string
  /** Address of the service, or of the other upstream. */
  readonly serviceUrl: string
  /** Folder of all persistent data. */
  readonly dir: string
  /** The service, which can be stopped and restarted; `null` with another upstream. */
  readonly service: RestartableServer | null
  readonly bff: RestartableServer
  readonly site: RestartableServer
  /** The running service (charge log, pairing codes); `null` while it is stopped. */
  readonly runningService: () => Service | null
  /** Key of the shop's account at the upstream. */
  readonly apiKey: string
  /** Secret of the shop's server for the BFF. */
  readonly hostSecret: string
  /** Secret of the partner's server for the BFF. */
  readonly partnerSecret: string
  /** PIN of the shop's manager. */
  readonly managerPin: string
  /** Device IDs of the shop's terminals by serial number. */
  readonly devices: ReadonlyMap<string, string>
  /** Stops everything, callers first. */
  close(): Promise<void>
}

/** Default log, which discards everything. */
const SILENT = { info() {}, warn() {}, error() {} }

/** Starts everything; throws one clear sentence on failure. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dir = resolve(options.dir)
  const ports = await choosePorts(options.port ?? 0)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const url = (port: number): string => `http://${HOST}:${port}`
  const store = (name: string): string => options.storeUrl ?? `file:${join(dir, `${name}.db`)}`
  const secretsFile = storedFile(join(dir, 'demo.json'))
  const secrets = readSecrets(secretsFile, `Remove the folder ${dir} to begin anew.`)
  const listen = options.host ?? HOST
  const own = options.upstream === undefined
  const serviceUrl = options.upstream?.terminalUrl ?? url(ports.service)
  const [siteUrl, bffUrl] = [url(ports.site), url(ports.bff)]
  const publicUrl = options.front?.(bffUrl) ?? bffUrl
  const started: RestartableServer[] = []

  let running: Service | null = null
  const service = createRestartableServer(serviceUrl, async () => {
    const made = await createService({
      scriptedTerminals: true,
      privateWebhooks: true,
      instance: `${HOST}:${ports.service}`,
      dataKey: secrets.dataKey,
      ...options.service,
      store: store('service'),
    })
    try {
      await made.start()
      const served = await serveService({ service: made, host: listen, port: ports.service })
      running = made
      return async () => {
        running = null
        await made.close()
        await served.close()
      }
    } catch (error) {
      await made.close()
      throw error
    }
  })

  const begin = async (part: RestartableServer): Promise<void> => {
    await part.start()
    started.unshift(part)
  }
  const close = async (): Promise<void> => {
    for (const part of started) await part.stop()
  }

  try {
    let devices: ReadonlyMap<string, string> = new Map()
    let apiKey = options.upstream?.apiKey ?? ''
    let boardingKey = options.upstream?.boarding?.apiKey ?? null
    const building = options.site ?? buildSite(join(dir, 'site'))
    if (own) {
      await begin(service)
      if (running === null) throw new Error('The service did not start.')
      apiKey = await ensureKey((running as Service).accounts, fetch, serviceUrl, secrets.apiKey)
      boardingKey = await ensurePartner(running as Service, fetch, serviceUrl, secrets.boardingKey, {
        url: `${bffUrl}${web.receiveBoardingEvent.path}`,
        secret: secrets.boardingWebhookSecret,
      })
      if (apiKey !== secrets.apiKey || boardingKey !== secrets.boardingKey)
        writeSecrets(secretsFile, { ...secrets, apiKey, boardingKey })
      devices = await ensureTerminals(fetch, serviceUrl, apiKey)
    }
    const terminalUrl = (await options.between?.(serviceUrl)) ?? serviceUrl
    const boardingUrl = own ? `${terminalUrl}/boarding` : options.upstream?.boarding?.url

    const bff = createRestartableServer(bffUrl, async () => {
      const clock = options.bff?.clock
      // A custom clock applies to the ledger too, because the store compares its times.
      const ledger = clock && (await openStore(store('ledger'), { testClock: () => clock.now() }))
      const made = await createBff({
        secret: secrets.bffSecret,
        log: SILENT,
        ...options.bff,
        store: ledger ?? store('ledger'),
        publicUrl,
        merchants: merchantsOf(siteUrl, apiKey, boardingKey, secrets),
        upstream: {
          ...(own ? OWN_FEATURES : {}),
          environment: 'sandbox',
          dialect: 'spec',
          ...(boardingUrl === undefined ? {} : { boardingUrl }),
          ...options.features,
          terminalUrl,
        },
      })
      try {
        await made.start()
        const served = await serveBff({ bff: made, host: HOST, port: ports.bff })
        return async () => {
          await made.close()
          await served.close()
          await ledger?.close()
        }
      } catch (error) {
        await made.close()
        throw error
      }
    })
    await begin(bff)

    const name = (): string => randomBytes(24).toString('base64url')
    const signUp: SignUpOptions = {
      book: openSignUpStore(storedFile(join(dir, 'sign-ups.json')), Date.now, name),
      tokens: { bffUrl: publicUrl, secret: secrets.partnerSecret, fetch },
      lockedTokens: { bffUrl: publicUrl, secret: secrets.lockedSecret, fetch },
      hooks: createWebhooks(secrets.partnerWebhookSecret),
      kept: async (appId) => (running === null ? null : keptOf(running, appId)),
      name,
    }
    const app = createHost({
      site: await building,
      managers: createManagers(secrets.managerPin, Date.now, name),
      orders: openOrderStore(storedFile(join(dir, 'orders.json')), Date.now),
      hooks: createWebhooks(secrets.webhookSecret),
      signUp: boardingKey === null ? null : signUp,
      tokens: { bffUrl: publicUrl, secret: secrets.hostSecret, fetch },
      origin: siteUrl,
      terminalUrl: own ? `${serviceUrl.replace('http', 'ws')}/terminal` : null,
      docsUrl: own ? `${serviceUrl}/docs` : null,
      terminals: own ? TERMINALS.filter((terminal) => terminal.onScreen) : [],
      pairingCode: async (serial) => (await running?.devices.pairingCode(devices.get(serial) ?? '')) ?? null,
    })
    const site = createRestartableServer(siteUrl, async () => {
      const server = serve({
        fetch: app.fetch,
        hostname: listen,
        port: ports.site,
        overrideGlobalObjects: false,
      })
      await new Promise<void>((listening, failed) =>
        server.once('listening', listening).once('error', failed),
      )
      return () =>
        new Promise((closed) => {
          server.close(() => closed())
          if ('closeAllConnections' in server) server.closeAllConnections()
        })
    })
    await begin(site)

    return {
      siteUrl,
      signUpUrl: boardingKey === null ? null : `${siteUrl}/sign-up/`,
      bffUrl,
      serviceUrl,
      dir,
      service: own ? service : null,
      bff,
      site,
      runningService: () => running,
      apiKey,
      hostSecret: secrets.hostSecret,
      partnerSecret: secrets.partnerSecret,
      managerPin: secrets.managerPin,
      devices,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
