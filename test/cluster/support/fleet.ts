// A fleet: any number of service and BFF processes on one store, each kind behind a balancer, with merchants and scripted
// terminals. The callers send the requests; the fleet's books show the results.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService } from '@tapboard/service'
import pg from 'pg'
import { run, type Running } from '../../journeys/support/process.ts'
import { openBalancer, type Balancer } from './balancer.ts'

/** The options of a fleet. */
export interface FleetOptions {
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
  /** A service that holds no reads: the BFF polls. */
  readonly strict?: boolean
  /** Places a proxy between BFF and service: gets the service's address, returns the address for the BFF. */
  readonly between?: (serviceUrl: string) => Promise<string>
  /** More of the BFF's environment. */
  readonly environment?: Readonly<Record<string, string>>
  /** Environment of the service. */
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

/** The kinds of processes. */
export type MemberKind = 'bff' | 'service'

/** A fleet that is up. */
export interface Fleet {
  /** The secret that every BFF of the fleet is started with. */
  readonly secret: string
  readonly origin: string
  /** The BFF's public address. */
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

/** Creates a new database and returns its URL. */
async function makeDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `tapboard_test_${randomBytes(8).toString('hex')}`
  const admin = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await admin(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => admin(`drop database if exists ${name} with (force)`) }
}

interface Desk {
  readonly keys: readonly string[]
}

/** Accounts and their keys, as an operator makes them before the first start. */
async function openAccounts(store: string, count: number): Promise<Desk> {
  const desk = await createService({ store })
  try {
    const keys: string[] = []
    for (let index = 0; index < count; index += 1) {
      const account = await desk.accounts.createAccount(`Shop ${index + 1}`, { sandbox: true })
      const made = account === null ? null : await desk.accounts.createKey(account.id)
      if (made === null) throw new Error('the store was used before')
      keys.push(made.key)
    }
    return { keys }
  } finally {
    await desk.close()
  }
}

async function register(serviceUrl: string, key: string, serial: string): Promise<string> {
  const answer = await fetch(`${serviceUrl}/v1/Device`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: JSON.stringify({
      deviceSerialNumber: serial,
      deviceMake: 'A920',
      deviceFriendlyName: `Counter ${serial}`,
    }),
  })
  const { deviceId } = (await answer.json()) as { deviceId: string }
  if (answer.status !== 201) throw new Error(`a device was not registered: ${answer.status}`)
  return deviceId
}

async function end(process: Running): Promise<void> {
  const { child } = process
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  await gone
}

/** Starts a fleet. */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { postgresUrl, strict = false, terminals = 'OK' } = options
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-fleet-'))
  const database = postgresUrl === undefined ? null : await makeDatabase(postgresUrl)
  const stores = {
    ledger: database?.url ?? `file:${join(folder, 'ledger.db')}`,
    service:
      (options.ownServiceStore === true ? undefined : database?.url) ?? `file:${join(folder, 'service.db')}`,
  }
  const { keys } = await openAccounts(stores.service, options.merchants)
  const [street, line]: [Balancer, Balancer] = [await openBalancer(), await openBalancer()]

  const startService = async (index: number): Promise<Member> => {
    // Scripted terminals live in one process; the others reach them through the store.
    const scripted = index === 0 ? ['--scripted'] : []
    const args = [
      'serve',
      '--port',
      '0',
      '--store',
      stores.service,
      ...scripted,
      ...(strict ? ['--strict'] : []),
    ]
    const ready = /service on (\S+)/
    const environment = options.serviceEnvironment ?? {}
    const running = await run({ file: 'packages/service/src/main.ts', args, environment, ready })
    return { running, metricsUrl: '' }
  }
  const merchants: FleetMerchant[] = []
  let terminalUrl = ''
  const startBff = async (index: number): Promise<Member> => {
    const running = await run({
      file: 'packages/bff/src/main.ts',
      environment: {
        TAPBOARD_SECRET: SECRET,
        STORE_URL: stores.ledger,
        PUBLIC_URL: street.url,
        TERMINAL_URL: terminalUrl,
        UPSTREAM_ENVIRONMENT: 'sandbox',
        UPSTREAM_CANCEL: String(!strict),
        UPSTREAM_LONG_POLL: String(!strict),
        MERCHANTS: JSON.stringify(
          merchants.map(({ id, hostSecret, apiKey }) => ({
            id,
            name: id,
            hostSecret,
            apiKey,
            origins: [ORIGIN],
          })),
        ),
        PORT: '0',
        METRICS_PORT: '0',
        INSTANCE: instanceName(index),
        ...options.environment,
      },
      ready: /listens on (\S+)/,
    })
    return { running, metricsUrl: /metrics at (\S+)/.exec(running.said())?.[1] ?? '' }
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
      await end(member.running)
      return performance.now() - startedAt
    },
    async begin(kind, index) {
      if (kind === 'bff') fleet.bffs[index] = await startBff(index)
      else fleet.services[index] = await startService(index)
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
    for (let index = 0; index < options.services; index += 1) fleet.services.push(await startService(index))
    lead()
    const first = fleet.services[0]?.running.url ?? ''
    for (const [index, apiKey] of keys.entries()) {
      const devices: string[] = []
      for (let device = 0; device < options.devicesEach; device += 1)
        devices.push(await register(first, apiKey, `F${index}-${device}-${terminals}`))
      const hostSecret = `host-secret-of-shop-${index}-${randomBytes(12).toString('hex')}`
      merchants.push({ id: `shop-${index}`, hostSecret, apiKey, devices })
    }
    // A single service needs no balancer, and a measurement must not include one.
    terminalUrl = (await options.between?.(first)) ?? (options.services === 1 ? first : line.url)
    for (let index = 0; index < options.bffs; index += 1) fleet.bffs.push(await startBff(index))
    lead()
    return fleet
  } catch (error) {
    await fleet.close()
    throw error
  }
}
