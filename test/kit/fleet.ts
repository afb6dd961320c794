// A fleet: any number of service and BFF processes on one store, each kind behind a balancer, with merchants and scripted
// terminals. The callers send the requests; the fleet's books show the results.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBalancer } from './line/balancer.ts'
import { createDatabase } from './postgres.ts'
import type { Running } from './process.ts'
import { createKeys, registerDevice, startBff, startService } from './programs.ts'

/** The options of a fleet. */
interface FleetOptions {
  readonly bffs: number
  readonly services: number
  /** A PostgreSQL server that allows new databases; without it: embedded files. */
  readonly postgresUrl?: string
  readonly merchants: number
  readonly devicesEach: number
  /** The behaviour of the terminals, encoded at the end of their serial numbers. Default `OK`: a card at once. */
  readonly terminals?: 'OK' | 'SLOW' | 'NEVER'
  /** The service keeps its own embedded file, as another company's would: PostgreSQL is the BFF's alone. */
  readonly ownServiceStore?: boolean
  /** URL of the ledger's database, which the caller makes; the service keeps its own embedded file. */
  readonly ledgerUrl?: string
  /** A service that holds no reads: the BFF polls. */
  readonly strict?: boolean
  /** Places a proxy between BFF and service: gets the service's address, returns the address for the BFF. */
  readonly between?: (serviceUrl: string) => Promise<string>
  /** More of the BFF's environment. */
  readonly environment?: Readonly<Record<string, string>>
  readonly serviceEnvironment?: Readonly<Record<string, string>>
}

/** A merchant of the fleet. */
export interface FleetMerchant {
  readonly id: string
  readonly hostSecret: string
  /** Key of its account at the service. */
  readonly apiKey: string
  readonly devices: readonly string[]
}

/** A process of the fleet. */
export interface Member {
  readonly running: Running
  /** Where its metrics are, for a BFF. */
  readonly metricsUrl: string
}

type MemberKind = 'bff' | 'service'

export interface Fleet {
  /** The secret that every BFF of the fleet is started with. */
  readonly secret: string
  readonly origin: string
  readonly bffUrl: string
  readonly serviceUrl: string
  readonly merchants: readonly FleetMerchant[]
  /** Store of BFF and service. */
  readonly stores: { readonly ledger: string; readonly service: string }
  readonly bffs: Member[]
  readonly services: Member[]
  /** Stops the process (SIGTERM) and waits for its end; resolves to the duration, ms. */
  stop(kind: MemberKind, index: number): Promise<number>
  /** Starts a process that was stopped. */
  begin(kind: MemberKind, index: number): Promise<void>
  close(): Promise<void>
}

const ORIGIN = 'http://shop.test'

/** The name of a BFF: the owner of its leases is this, `#` and the name of the run. */
export const instanceName = (index: number): string => `fleet-${index}`

const SECRET = 'fleet-only-secret-of-the-bff-0123456789'

/** The merchants as a BFF is configured with them. */
const configured = (merchants: readonly FleetMerchant[]) =>
  merchants.map(({ id, hostSecret, apiKey }) => ({ id, name: id, hostSecret, apiKey, origins: [ORIGIN] }))

/** The settings of the fleet's BFFs for a command, on their ledger or on this other store. */
export const commandEnvironment = (fleet: Fleet, store = fleet.stores.ledger): Record<string, string> => ({
  TAPBOARD_SECRET: fleet.secret,
  TAPBOARD_STORE_URL: store,
  TAPBOARD_PUBLIC_URL: fleet.bffUrl,
  TAPBOARD_TERMINAL_URL: fleet.serviceUrl,
  TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
  TAPBOARD_MERCHANTS: JSON.stringify(configured(fleet.merchants)),
})

export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { postgresUrl, strict = false, terminals = 'OK' } = options
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-fleet-'))
  const database = postgresUrl === undefined ? null : await createDatabase(postgresUrl)
  const stores = {
    ledger: options.ledgerUrl ?? database?.url ?? `file:${join(folder, 'ledger.db')}`,
    service:
      (options.ownServiceStore === true ? undefined : database?.url) ?? `file:${join(folder, 'service.db')}`,
  }
  const names = Array.from({ length: options.merchants }, (_, index) => `Shop ${index + 1}`)
  const keys = await createKeys(stores.service, names)
  const [street, line] = [await openBalancer(), await openBalancer()]

  const beginService = async (index: number): Promise<Member> => {
    // Scripted terminals live in one process; the others reach them through the store.
    const running = await startService({
      store: stores.service,
      strict,
      scripted: index === 0,
      environment: options.serviceEnvironment ?? {},
    })
    return { running, metricsUrl: '' }
  }
  const merchants: FleetMerchant[] = []
  let terminalUrl = ''
  const beginBff = async (index: number): Promise<Member> => {
    const running = await startBff({
      store: stores.ledger,
      secret: SECRET,
      publicUrl: street.url,
      terminalUrl,
      strict,
      merchants: configured(merchants),
      environment: {
        TAPBOARD_METRICS_PORT: '0',
        TAPBOARD_INSTANCE: instanceName(index),
        ...options.environment,
      },
    })
    return { running, metricsUrl: /metrics at (\S+)/.exec(running.output())?.[1] ?? '' }
  }
  const lead = (): void => {
    line.lead(fleet.services.map(({ running }) => running.url))
    street.lead(fleet.bffs.map(({ running }) => running.url))
  }
  const fleet: Fleet = {
    secret: SECRET,
    origin: ORIGIN,
    bffUrl: street.url,
    serviceUrl: line.url,
    merchants,
    stores,
    bffs: [],
    services: [],
    async stop(kind, index) {
      const member = (kind === 'bff' ? fleet.bffs : fleet.services)[index]
      if (member === undefined) throw new Error(`there is no ${kind} ${index}`)
      const startedAt = performance.now()
      await member.running.stop()
      return performance.now() - startedAt
    },
    async begin(kind, index) {
      if (kind === 'bff') fleet.bffs[index] = await beginBff(index)
      else fleet.services[index] = await beginService(index)
      lead()
    },
    async close() {
      await Promise.all([...fleet.bffs, ...fleet.services].map(({ running }) => running.kill()))
      await street.close()
      await line.close()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    for (let index = 0; index < options.services; index += 1) fleet.services.push(await beginService(index))
    lead()
    const first = fleet.services[0]?.running.url ?? ''
    for (const [index, apiKey] of keys.entries()) {
      const devices: string[] = []
      for (let device = 0; device < options.devicesEach; device += 1)
        devices.push((await registerDevice(first, apiKey, `F${index}-${device}-${terminals}`)).deviceId)
      const hostSecret = `host-secret-of-shop-${index}-${randomBytes(12).toString('hex')}`
      merchants.push({ id: `shop-${index}`, hostSecret, apiKey, devices })
    }
    // A single service needs no balancer, and a measurement must not include one.
    terminalUrl = (await options.between?.(first)) ?? (options.services === 1 ? first : line.url)
    for (let index = 0; index < options.bffs; index += 1) fleet.bffs.push(await beginBff(index))
    lead()
    return fleet
  } catch (error) {
    await fleet.close()
    throw error
  }
}
