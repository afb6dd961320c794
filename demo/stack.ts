// Service, BFF and the shop's site in one process, with real HTTP between them: nobody calls past a socket. `npm start`,
// the screenshots and the journeys all run this.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { createBff, serveBff, type BffOptions, type UpstreamOptions } from '@tapboard/bff'
import { web } from '@tapboard/contract'
import { openStore } from '@tapboard/store'
import { createService, serveService, type Service, type ServiceOptions } from '@tapboard/service'
import { createHost } from './host/app.ts'
import { createHooks } from './host/hooks.ts'
import { createManagers } from './host/managers.ts'
import { openSignUpBook } from './host/sign-up/book.ts'
import type { SignUpOptions } from './host/sign-up/routes.ts'
import { openOrderBook } from './host/order-book.ts'
import type { SiteFile } from './host/pages.ts'
import { buildSite } from './stack/build-site.ts'
import { OWN_FEATURES } from './stack/features.ts'
import { keptFile } from './stack/kept-file.ts'
import { merchantsOf } from './stack/merchants.ts'
import { createPart, type Part } from './stack/part.ts'
import { choosePorts, HOST } from './stack/ports.ts'
import { readSecrets, writeSecrets } from './stack/secrets.ts'
import { ensurePartner, keptOf } from './stack/partner.ts'
import { ensureKey, ensureTerminals, TERMINALS } from './stack/seed.ts'
import type { OtherUpstream } from './stack/settings.ts'

export { buildSite }

/** How to start; only `dir` has no default. */
export interface StackOptions {
  /** Folder of everything that is kept: databases, orders, secrets, the built site. */
  readonly dir: string
  /** First of three ports in a row (site, service, BFF); 0 = any free ones. Default 0. */
  readonly port?: number
  /** Address that site and service listen on, so that a phone can show a terminal. Default: this machine only. */
  readonly host?: string
  /** One store for ledger and service instead of two files in `dir`. */
  readonly storeUrl?: string
  /** Another upstream with its key; then no service is started and no terminal is drawn. */
  readonly upstream?: OtherUpstream
  /** An already built site, to start many stacks from one build. */
  readonly site?: ReadonlyMap<string, SiteFile>
  /** Gives the address that the BFF calls instead of the service's own: a place for faults between the two. */
  readonly between?: (serviceUrl: string) => Promise<string> | string
  /** Gives the address at which pages and the site's server reach the BFF instead of its own: a place for faults before it. */
  readonly front?: (bffUrl: string) => string
  /** Further options of the service, for example `timings` or `strict`. */
  readonly service?: Partial<Omit<ServiceOptions, 'store'>>
  /** Further options of the BFF, for example `limits`. */
  readonly bff?: Partial<Omit<BffOptions, 'store' | 'publicUrl' | 'merchants' | 'upstream'>>
  /** What the BFF is told about its upstream. */
  readonly features?: Partial<Omit<UpstreamOptions, 'terminalUrl'>>
}

/** A running stack. */
export interface Stack {
  readonly siteUrl: string
  /** The partner's sign-up page; `null` where nobody can be boarded. */
  readonly signUpUrl: string | null
  readonly bffUrl: string
  /** Address of the service, or of the other upstream. */
  readonly serviceUrl: string
  /** The folder with everything that is kept. */
  readonly dir: string
  /** The service by itself, to be stopped and started; `null` with another upstream. */
  readonly service: Part | null
  readonly bff: Part
  readonly site: Part
  /** The service as it runs now (charge log, pairing codes); `null` while it is stopped. */
  readonly runningService: () => Service | null
  /** Key of the shop's account at the upstream. */
  readonly apiKey: string
  /** What the shop's server shows the BFF. */
  readonly hostSecret: string
  /** What the partner's server shows the BFF. */
  readonly partnerSecret: string
  /** What the shop's manager types. */
  readonly managerPin: string
  /** Serial number → device ID of the shop's terminals. */
  readonly devices: ReadonlyMap<string, string>
  /** Stops everything, in the order of who calls whom. */
  close(): Promise<void>
}

/** Nothing is logged unless somebody passes a log. */
const SILENT = { info() {}, warn() {}, error() {} }

/** Starts everything; throws one clear sentence if it cannot. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dir = resolve(options.dir)
  const ports = await choosePorts(options.port ?? 0)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const url = (port: number): string => `http://${HOST}:${port}`
  const store = (name: string): string => options.storeUrl ?? `file:${join(dir, `${name}.db`)}`
  const keptSecrets = keptFile(join(dir, 'demo.json'))
  const secrets = readSecrets(keptSecrets, `Remove the folder ${dir} to begin anew.`)
  const listen = options.host ?? HOST
  const own = options.upstream === undefined
  const serviceUrl = options.upstream?.terminalUrl ?? url(ports.service)
  const [siteUrl, bffUrl] = [url(ports.site), url(ports.bff)]
  const publicUrl = options.front?.(bffUrl) ?? bffUrl
  const begun: Part[] = []

  let running: Service | null = null
  const service = createPart(serviceUrl, async () => {
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

  const begin = async (part: Part): Promise<void> => {
    await part.start()
    begun.unshift(part)
  }
  const close = async (): Promise<void> => {
    for (const part of begun) await part.stop()
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
        writeSecrets(keptSecrets, { ...secrets, apiKey, boardingKey })
      devices = await ensureTerminals(fetch, serviceUrl, apiKey)
    }
    const terminalUrl = (await options.between?.(serviceUrl)) ?? serviceUrl
    const boardingUrl = own ? `${terminalUrl}/boarding` : options.upstream?.boarding?.url

    const bff = createPart(bffUrl, async () => {
      const clock = options.bff?.clock
      // A clock of the caller's own is the ledger's too: its times are compared in the store.
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
      book: openSignUpBook(keptFile(join(dir, 'sign-ups.json')), Date.now, name),
      tokens: { bffUrl: publicUrl, secret: secrets.partnerSecret, fetch },
      lockedTokens: { bffUrl: publicUrl, secret: secrets.lockedSecret, fetch },
      hooks: createHooks(secrets.partnerWebhookSecret),
      kept: async (appId) => (running === null ? null : keptOf(running, appId)),
      name,
    }
    const app = createHost({
      site: await building,
      managers: createManagers(secrets.managerPin, Date.now, name),
      orders: openOrderBook(keptFile(join(dir, 'orders.json')), Date.now),
      hooks: createHooks(secrets.webhookSecret),
      signUp: boardingKey === null ? null : signUp,
      tokens: { bffUrl: publicUrl, secret: secrets.hostSecret, fetch },
      origin: siteUrl,
      terminalUrl: own ? `${serviceUrl.replace('http', 'ws')}/terminal` : null,
      docsUrl: own ? `${serviceUrl}/docs` : null,
      terminals: own ? TERMINALS.filter((terminal) => terminal.onScreen) : [],
      pairingCode: async (serial) => (await running?.devices.pairingCode(devices.get(serial) ?? '')) ?? null,
    })
    const site = createPart(siteUrl, async () => {
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
