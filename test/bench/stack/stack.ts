// The processes of a shop: the service and the BFF as separate processes on files of their own, with a counting line between
// them, and terminals that the benchmark operates.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MintedToken, type SaleGrant } from '@tapboard/contract'
import { createService } from '@tapboard/service'
import { run } from '../../journeys/support/process.ts'
import { openLine, type Line } from '../../journeys/support/proxy.ts'
import { CounterTerminal } from '../../journeys/support/terminal.ts'

/** The options of a stack. */
export interface BenchStackOptions {
  /** The bare specification: the BFF can only poll (D-16). */
  readonly strict: boolean
  /** Origin of the pages that use it. */
  readonly origin: string
}

/** A terminal on the counter with its device. */
export interface Counter {
  readonly deviceId: string
  readonly terminal: CounterTerminal
}

/** A stack that is up. */
export interface BenchStack {
  readonly serviceUrl: string
  readonly bffUrl: string
  readonly apiKey: string
  /** Process ID of the BFF. */
  readonly bffPid: number
  /** From the BFF to the service. */
  readonly line: Line
  /** Asks the BFF for a token of 42.00, as a host's server does. */
  mint(grant: Pick<SaleGrant, 'order' | 'jkt' | 'devices'>): Promise<MintedToken>
  /** Registers a device and connects its terminal; results are shown only on command. */
  counter(name: string): Promise<Counter>
  close(): Promise<void>
}

const HOST_SECRET = 'bench-only-secret-of-the-host'

/** A port that was free a moment ago: the BFF must know its public address before it listens. */
async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function makeKey(store: string): Promise<string> {
  const desk = await createService({ store })
  try {
    const account = await desk.accounts.createAccount('Bench Repairs', { sandbox: true })
    const made = account === null ? null : await desk.accounts.createKey(account.id)
    if (made === null) throw new Error('the folder was used before')
    return made.key
  } finally {
    await desk.close()
  }
}

/** Starts service and BFF. */
export async function openStack({ strict, origin }: BenchStackOptions): Promise<BenchStack> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tapboard-bench-'))
  const serviceStore = `file:${path.join(folder, 'service.db')}`
  const apiKey = await makeKey(serviceStore)
  const line = await openLine()
  const service = await run({
    file: 'packages/service/src/main.ts',
    args: ['serve', '--port', '0', '--store', serviceStore, ...(strict ? ['--strict'] : [])],
    ready: /service on (\S+)/,
  })
  line.lead(service.url)
  const port = await freePort()
  const bffUrl = `http://127.0.0.1:${port}`
  const bff = await run({
    file: 'packages/bff/src/main.ts',
    environment: {
      TAPBOARD_SECRET: 'bench-only-secret-of-the-bff-0123456789',
      STORE_URL: `file:${path.join(folder, 'ledger.db')}`,
      PUBLIC_URL: bffUrl,
      TERMINAL_URL: line.url,
      UPSTREAM_ENVIRONMENT: 'sandbox',
      UPSTREAM_CANCEL: String(!strict),
      UPSTREAM_LONG_POLL: String(!strict),
      MERCHANT_ID: 'bench',
      MERCHANT_NAME: 'Bench Repairs',
      MERCHANT_HOST_SECRET: HOST_SECRET,
      MERCHANT_API_KEY: apiKey,
      MERCHANT_ORIGINS: origin,
      PORT: String(port),
    },
    ready: /listens on (\S+)/,
  })
  const counters: CounterTerminal[] = []
  return {
    serviceUrl: service.url,
    bffUrl,
    apiKey,
    bffPid: bff.child.pid ?? 0,
    line,
    async mint(grant) {
      const body: SaleGrant = { kind: 'sale', amount: '42.00', currency: 'USD', origin, ...grant }
      const answer = await fetch(`${bffUrl}/v1/tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${HOST_SECRET}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (answer.status !== 201) throw new Error(`the BFF answered ${answer.status}: ${await answer.text()}`)
      return MintedToken.parse(await answer.json())
    },
    async counter(name) {
      const serial = `BENCH-${counters.length + 1}`
      const answer = await fetch(`${service.url}/v1/Device`, {
        method: 'POST',
        headers: { authorization: apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ deviceSerialNumber: serial, deviceMake: 'A920', deviceFriendlyName: name }),
      })
      const { deviceId, xPairingCode } = (await answer.json()) as Record<'deviceId' | 'xPairingCode', string>
      const terminal = new CounterTerminal(service.url, serial, xPairingCode)
      terminal.habits.slowResult = true
      counters.push(terminal)
      await terminal.plugIn()
      return { deviceId, terminal }
    },
    async close() {
      for (const terminal of counters) terminal.unplug()
      await bff.kill()
      await service.kill()
      await line.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
