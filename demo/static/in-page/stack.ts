// Service, BFF and the hosts' server in one page: the code of the live demo on a memory store, connected by
// function calls. One snapshot contains the state of all of them, so it is consistent.
import { createBff } from '@tapboard/bff/fetch'
import {
  createService,
  type Link,
  type ServiceOptions,
  type TerminalConnection,
} from '@tapboard/service/fetch'
import { openMemory, type WasmSqlite } from '@tapboard/store/memory'
import type { Cookies } from '../../host/cookies.ts'
import type { StoredText } from '../../host/stored-text.ts'
import type { SiteFile } from '../../host/pages.ts'
import { ensureAccounts } from '../../stack/accounts.ts'
import { OWN_FEATURES } from '../../stack/features.ts'
import { merchantsOf } from '../../stack/merchants.ts'
import { readSecrets } from '../../stack/secrets.ts'
import { createShopHost } from '../../stack/shop-host.ts'
import { BFF_URL, SERVICE_URL, TERMINAL_URL } from '../addresses.ts'
import { createNetwork } from './network.ts'

/** A consistent snapshot of all state. */
export interface Snapshot {
  /** The database in SQLite's file format. */
  readonly database: Uint8Array
  /** Orders, sign-ups, secrets and cookies. */
  readonly texts: ReadonlyMap<string, string>
}

/** Options of the in-page stack. */
interface InPageOptions {
  /** The module that `initSqlJs()` of sql.js resolves to. */
  readonly sqlite: WasmSqlite
  /** The last snapshot; `null`: start empty. */
  readonly snapshot: Snapshot | null
  /** Origin of the pages, which tokens are bound to. */
  readonly origin: string
  /** Called after a change of the snapshot's state. */
  readonly changed: () => void
}

export interface InPage {
  /** Answers requests of the pages to their own server; URLs have no base path of the site. */
  host(request: Request): Promise<Response>
  /** Answers requests to {@link BFF_URL}. */
  bff(request: Request): Promise<Response>
  /** Accepts a terminal of a page. */
  acceptTerminal(link: Link): TerminalConnection | null
  /** PIN of the shop's manager. */
  readonly managerPin: string
  snapshot(): Promise<Snapshot>
  close(): Promise<void>
}

const SILENT = { info() {}, warn() {}, error() {} }

/** A stable name, so that the terminals and leases of an earlier run are taken over at once. */
const INSTANCE = 'in-page'

/** The site serves the pages as files; the server only needs their paths. */
const PAGES: ReadonlyMap<string, SiteFile> = new Map(
  ['/checkout/index.html', '/sign-up/index.html', '/terminal/index.html'].map((path) => [
    path,
    { body: new Uint8Array(), type: 'text/html' },
  ]),
)

/** Cookies of the only browser. */
const jarOf = (kept: StoredText): Cookies => {
  const read = (): Record<string, string> => JSON.parse(kept.read() ?? '{}') as Record<string, string>
  const write = (name: string, value: string | undefined): void => {
    const { [name]: _, ...others } = read()
    kept.write(JSON.stringify(value === undefined ? others : { ...others, [name]: value }))
  }
  return {
    get: (_, name) => read()[name],
    set: (_, name, value) => write(name, value),
    remove: (_, name) => write(name, undefined),
  }
}

const textIn = (texts: Map<string, string>, name: string, changed: () => void): StoredText => ({
  read: () => texts.get(name) ?? null,
  write(text) {
    texts.set(name, text)
    changed()
  },
})

/** Opens and starts all servers. */
export async function openInPage({ sqlite, snapshot, origin, changed }: InPageOptions): Promise<InPage> {
  const texts = new Map(snapshot?.texts)
  const kept = (name: string): StoredText => textIn(texts, name, changed)
  const secrets = readSecrets(kept('secrets'), 'Begin anew.')
  const store = openMemory<unknown>(sqlite, {
    changed,
    ...(snapshot === null ? {} : { bytes: snapshot.database }),
  })
  const network = createNetwork(SERVICE_URL)
  const service = await createService({
    store: store as unknown as Exclude<ServiceOptions['store'], string>,
    dataKey: secrets.dataKey,
    scriptedTerminals: true,
    privateWebhooks: true,
    instance: INSTANCE,
    fetch: network.fetch,
  })
  network.connect(SERVICE_URL, service.fetch)
  await service.start()
  const { apiKey, boardingKey, devices } = await ensureAccounts(service, {
    fetch: network.fetch,
    serviceUrl: SERVICE_URL,
    bffUrl: BFF_URL,
    secrets,
    secretsFile: kept('secrets'),
  })
  const bff = await createBff({
    secret: secrets.bffSecret,
    log: SILENT,
    store,
    instance: INSTANCE,
    fetch: network.fetch,
    publicUrl: BFF_URL,
    merchants: merchantsOf(origin, apiKey, boardingKey, secrets),
    upstream: {
      ...OWN_FEATURES,
      environment: 'sandbox',
      dialect: 'spec',
      terminalUrl: SERVICE_URL,
      boardingUrl: `${SERVICE_URL}/boarding`,
    },
  })
  network.connect(BFF_URL, (request) => bff.fetch(request))
  await bff.start()

  const host = createShopHost({
    site: PAGES,
    cookies: jarOf(kept('cookies')),
    secrets,
    stored: kept,
    bffUrl: BFF_URL,
    fetch: network.fetch,
    repairLine: network.repair,
    service: () => service,
    devices,
    boarding: true,
    origin,
    terminalUrl: TERMINAL_URL,
    docsUrl: null,
  })
  const answer = async (request: Request): Promise<Response> => host.fetch(request)
  network.connect(origin, answer)

  return {
    host: answer,
    bff: (request) => bff.fetch(request),
    acceptTerminal: (link) => service.acceptTerminal(link),
    managerPin: secrets.managerPin,
    snapshot: async () => ({ database: await store.bytes(), texts: new Map(texts) }),
    async close() {
      await bff.close()
      await service.close()
      await store.close()
    },
  }
}
