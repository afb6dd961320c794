// Shared by all lanes of a run: one service process with scripted terminals, whose charge log is the oracle, and a PostgreSQL
// server where one is requested.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService } from '@tapboard/service'
import { openStore, type Store } from '@tapboard/store'
import pg from 'pg'
import type { Tables as ServiceTables } from '../../packages/service/src/schema.ts'
import { run, type Running } from '../kit/process.ts'

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
  /** Ends everything; the folder stays when something went wrong. */
  close(keep: boolean): Promise<void>
}

async function makeKey(store: string): Promise<string> {
  const desk = await createService({ store })
  try {
    const account = await desk.accounts.createAccount('Crash Cycle Repair', { sandbox: true })
    const made = account === null ? null : await desk.accounts.createKey(account.id)
    if (made === null) throw new Error('The folder was used before.')
    return made.key
  } finally {
    await desk.close()
  }
}

/** Starts the shared processes. `postgresUrl`: a server that allows new databases. */
export async function layGround(postgresUrl: string | null): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-crash-'))
  const serviceStore = `file:${join(folder, 'service.db')}`
  const apiKey = await makeKey(serviceStore)
  const service: Running = await run({
    file: 'packages/service/src/main.ts',
    args: ['serve', '--port', '0', '--store', serviceStore, '--scripted'],
    ready: /service on (\S+)/,
  })
  const book = await openStore<ServiceTables>(serviceStore)
  const headers = { authorization: apiKey, 'content-type': 'application/json' }
  let devices = 0
  let databases = 0
  const made: string[] = []
  const onServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: postgresUrl ?? '' })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const isConnected = async (deviceId: string): Promise<boolean> => {
    const answer = await fetch(`${service.url}/v1/Device/${deviceId}`, { headers })
    return /"CONNECTED"/i.test(await answer.text())
  }
  return {
    folder,
    serviceUrl: service.url,
    apiKey,
    book,
    async newDevice() {
      devices += 1
      const answer = await fetch(`${service.url}/v1/Device`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          deviceSerialNumber: `CRASH-${devices}-OK`,
          deviceMake: 'A920',
          deviceFriendlyName: `Counter ${devices}`,
        }),
      })
      const { deviceId } = (await answer.json()) as { readonly deviceId: string }
      for (let looks = 0; !(await isConnected(deviceId)); looks += 1) {
        if (looks > 200) throw new Error('A scripted terminal does not connect.')
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      return deviceId
    },
    async dropDevice(deviceId) {
      const answer = await fetch(`${service.url}/v1/Device/${deviceId}`, { method: 'DELETE', headers })
      await answer.text()
    },
    async newStore(engine) {
      databases += 1
      if (engine === 'sqlite') return `file:${join(folder, `ledger-${databases}.db`)}`
      if (postgresUrl === null) throw new Error('There is no PostgreSQL server.')
      const name = `tapboard_test_crash_${process.pid}_${databases}`
      await onServer(`create database ${name} template template0`)
      made.push(name)
      const url = new URL(postgresUrl)
      url.pathname = `/${name}`
      return url.href
    },
    async close(keep) {
      await service.kill()
      await book.close()
      for (const name of keep ? [] : made) await onServer(`drop database if exists ${name} with (force)`)
      if (!keep) rmSync(folder, { recursive: true, force: true })
    },
  }
}
