// Shared by all lanes of a run: one service process with scripted terminals, whose charge log is the oracle, and a PostgreSQL
// server where one is requested.
import { Agent } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UpstreamOptions } from '@tapboard/bff'
import { openStore, type Store } from '@tapboard/store'
import type { Tables as ServiceTables } from '../../packages/service/src/schema/schema.ts'
import { Page } from '../kit/page.ts'
import { createDatabase, type TestDatabase } from '../kit/postgres.ts'
import { createKeys, registerDevice, startService } from '../kit/programs.ts'
import { until } from '../kit/until.ts'
import type { StartOptions } from './messages.ts'

const ORIGIN = 'https://shop.crash.test'
/** The address that pages would use; the audience of tokens and proofs. */
const PUBLIC_URL = 'https://pay.crash.test'
const HOST_SECRET = 'crash-only-secret-of-the-host'

/** The ground of a run. */
export interface Ground {
  /** Logs and stores of this run. */
  readonly folder: string
  readonly serviceUrl: string
  readonly apiKey: string
  /** The service's own rows: the requests and the charges. Read only. */
  readonly book: Store<ServiceTables>
  /** A device with a connected terminal whose customers pay within half a second. */
  newDevice(): Promise<string>
  /** Removes a device that is not needed any more; one with a live session stays. */
  dropDevice(deviceId: string): Promise<void>
  /** The URL of a new, empty store. */
  newStore(engine: 'sqlite' | 'postgres'): Promise<string>
  /** The options of a BFF on this store that asks the service at `terminalUrl`. */
  bffOptions(store: string, terminalUrl: string, features: Partial<UpstreamOptions>): StartOptions
  /** A page of an order; every request names its instance. */
  page(order: string): Page
  /** Ends everything; the folder stays when something went wrong. */
  close(keep: boolean): Promise<void>
}

/** Starts the shared processes. `postgresUrl`: a server that allows new databases. */
export async function layGround(postgresUrl: string | null): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-crash-'))
  const serviceStore = `file:${join(folder, 'service.db')}`
  const [apiKey = ''] = await createKeys(serviceStore, ['Crash Cycle Repair'])
  const service = await startService({ store: serviceStore, scripted: true })
  const book = await openStore<ServiceTables>(serviceStore)
  const agent = new Agent()
  const databases: TestDatabase[] = []
  let devices = 0
  let files = 0
  const onDevice = (deviceId: string, method = 'GET'): Promise<string> =>
    fetch(`${service.url}/v1/Device/${deviceId}`, { method, headers: { authorization: apiKey } }).then(
      (answer) => answer.text(),
    )
  return {
    folder,
    serviceUrl: service.url,
    apiKey,
    book,
    bffOptions: (store, terminalUrl, features) => ({
      secret: 'crash-only-secret-of-the-bff-0123456789',
      store,
      publicUrl: PUBLIC_URL,
      merchants: [{ id: 'crash', name: 'Crash', hostSecret: HOST_SECRET, apiKey, origins: [ORIGIN] }],
      upstream: { terminalUrl, environment: 'sandbox', ...features },
    }),
    page: (order) =>
      new Page({ askUrl: '', publicUrl: PUBLIC_URL, origin: ORIGIN, hostSecret: HOST_SECRET, agent }, order),
    async newDevice() {
      devices += 1
      const { deviceId } = await registerDevice(service.url, apiKey, `CRASH-${devices}-OK`)
      await until('a terminal connects', async () => /"CONNECTED"/i.test(await onDevice(deviceId)))
      return deviceId
    },
    async dropDevice(deviceId) {
      await onDevice(deviceId, 'DELETE')
    },
    async newStore(engine) {
      files += 1
      if (engine === 'sqlite') return `file:${join(folder, `ledger-${files}.db`)}`
      if (postgresUrl === null) throw new Error('There is no PostgreSQL server.')
      const database = await createDatabase(postgresUrl)
      databases.push(database)
      return database.url
    },
    async close(keep) {
      agent.destroy()
      await service.kill()
      await book.close()
      if (keep) return
      for (const database of databases) await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
