// Runs service, BFF and the shop's site in one process, connected over real HTTP. `npm start`, the screenshots
// and the journeys use it.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BffOptions, UpstreamOptions } from '@tapboard/bff'
import type { Service, ServiceOptions } from '@tapboard/service'
import type { HostOptions } from './host/app.ts'
import type { SiteFile } from './host/pages.ts'
import { ensureAccounts, type UpstreamAccounts } from './stack/accounts.ts'
import { dashboardPage } from './stack/build-dashboard.ts'
import { OWN_FEATURES } from './stack/features.ts'
import { storedFile } from './stack/stored-file.ts'
import { merchantsOf } from './stack/merchants.ts'
import type { RestartableServer } from './stack/restartable-server.ts'
import { choosePorts, HOST } from './stack/ports.ts'
import { readSecrets } from './stack/secrets.ts'
import { createBffServer, createServiceServer, createSiteServer } from './stack/servers.ts'
import type { OtherUpstream } from './stack/settings.ts'
import { createShopHost } from './stack/shop-host.ts'

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
  /** Called before the pages are built, which takes a while. */
  readonly announceBuild?: () => void
  /** Returns the address that the BFF calls instead of the service's: a place for faults between the two. */
  readonly between?: (serviceUrl: string) => Promise<string> | string
  /** Ends the losses of answers that `between` causes; a scene calls it before it begins. */
  readonly repairLine?: () => void
  /** Returns the address at which pages and the site's server reach the BFF: a place for faults before it. */
  readonly front?: (bffUrl: string) => string
  /** Additional options of the service, for example `timings` or `strict`. */
  readonly service?: Partial<Omit<ServiceOptions, 'store'>>
  /** Additional options of the BFF, for example `limits`. */
  readonly bff?: Partial<Omit<BffOptions, 'store' | 'publicUrl' | 'merchants' | 'upstream'>>
  /** Options of the BFF's upstream. */
  readonly features?: Partial<Omit<UpstreamOptions, 'terminalUrl'>>
}

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
  /** Stops everything: first the callers, then the servers that they call. */
  close(): Promise<void>
}

/** Default log, which discards everything. */
const SILENT = { info() {}, warn() {}, error() {} }

/** Builds the pages. The build tools load only where they are needed. */
async function buildSite(folder: string, announce?: () => void): Promise<ReadonlyMap<string, SiteFile>> {
  announce?.()
  const { buildSite: build } = await import('./stack/build-site.ts')
  return build(folder)
}

const urlOf = (port: number): string => `http://${HOST}:${port}`

const serviceOptionsOf = (
  { service }: StackOptions,
  instance: string,
  dataKey: string,
  store: string,
  dir: string,
): ServiceOptions => ({
  scriptedTerminals: true,
  privateWebhooks: true,
  dashboardPage: dashboardPage(dir),
  instance,
  dataKey,
  ...service,
  store,
})

/** Options of the BFF in front of a service. */
function bffOptionsOf(
  { bff, features, upstream }: StackOptions,
  secret: string,
  required: Pick<BffOptions, 'publicUrl' | 'merchants'> & { readonly store: string },
  terminalUrl: string,
): BffOptions & { readonly store: string } {
  const own = upstream === undefined
  const boardingUrl = own ? `${terminalUrl}/boarding` : upstream.boarding?.url
  return {
    secret,
    log: SILENT,
    ...bff,
    ...required,
    upstream: {
      ...(own ? OWN_FEATURES : {}),
      environment: 'sandbox',
      dialect: 'spec',
      ...(boardingUrl === undefined ? {} : { boardingUrl }),
      ...features,
      terminalUrl,
    },
  }
}

/** The parts of the site that exist only with the own service. */
const serviceLinksOf = (
  { upstream, repairLine }: StackOptions,
  serviceUrl: string,
): Pick<HostOptions, 'terminalUrl' | 'docsUrl' | 'repairLine'> => ({
  terminalUrl: upstream === undefined ? `${serviceUrl.replace('http', 'ws')}/terminal` : null,
  docsUrl: upstream === undefined ? `${serviceUrl}/docs` : null,
  ...(repairLine === undefined ? {} : { repairLine }),
})

/** Starts everything; throws one clear sentence on failure. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { upstream, host = HOST } = options
  const dir = resolve(options.dir)
  const ports = await choosePorts(options.port ?? 0)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const store = (name: string): string => options.storeUrl ?? `file:${join(dir, `${name}.db`)}`
  const secretsFile = storedFile(join(dir, 'demo.json'))
  const secrets = readSecrets(secretsFile, `Remove the folder ${dir} to begin anew.`)
  const serviceUrl = upstream?.terminalUrl ?? urlOf(ports.service)
  const [siteUrl, bffUrl] = [urlOf(ports.site), urlOf(ports.bff)]
  const publicUrl = options.front?.(bffUrl) ?? bffUrl
  const started: RestartableServer[] = []
  const begin = async (part: RestartableServer): Promise<void> => {
    await part.start()
    started.unshift(part)
  }
  const close = async (): Promise<void> => {
    for (const part of started) await part.stop()
  }
  const { server: service, running } = createServiceServer(
    { url: serviceUrl, host, port: ports.service },
    serviceOptionsOf(options, `${HOST}:${ports.service}`, secrets.dataKey, store('service'), dir),
  )
  const accountsOf = async (): Promise<UpstreamAccounts> => {
    if (upstream !== undefined)
      return { apiKey: upstream.apiKey, boardingKey: upstream.boarding?.apiKey ?? null, devices: new Map() }
    await begin(service)
    const own = running()
    if (own === null) throw new Error('The service did not start.')
    return ensureAccounts(own, { fetch, serviceUrl, bffUrl, secrets, secretsFile })
  }

  try {
    const building = options.site ?? buildSite(join(dir, 'site'), options.announceBuild)
    const { apiKey, boardingKey, devices } = await accountsOf()
    const terminalUrl = (await options.between?.(serviceUrl)) ?? serviceUrl
    const merchants = merchantsOf(siteUrl, apiKey, boardingKey, secrets)
    const required = { store: store('ledger'), publicUrl, merchants }
    const bff = createBffServer(
      { url: bffUrl, host: HOST, port: ports.bff },
      bffOptionsOf(options, secrets.bffSecret, required, terminalUrl),
    )
    await begin(bff)
    const app = createShopHost({
      site: await building,
      secrets,
      stored: (name) => storedFile(join(dir, `${name}.json`)),
      bffUrl: publicUrl,
      fetch,
      service: running,
      devices,
      boarding: boardingKey !== null,
      origin: siteUrl,
      ...serviceLinksOf(options, serviceUrl),
    })
    const site = createSiteServer({ url: siteUrl, host, port: ports.site }, app)
    await begin(site)
    return {
      siteUrl,
      signUpUrl: boardingKey === null ? null : `${siteUrl}/sign-up/`,
      bffUrl,
      serviceUrl,
      dir,
      service: upstream === undefined ? service : null,
      bff,
      site,
      runningService: running,
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
