// The processes of a shop: the service and the BFF as separate processes on files of their own, and terminals that the benchmark
// operates.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MintedToken, type SaleGrant } from '@tapboard/contract'
import { createKeys, plugInTerminal, startBff, startService } from '../../kit/programs.ts'
import { freePort } from '../../kit/sockets.ts'
import type { CounterTerminal } from '../../kit/terminal.ts'

/** The options of a stack. */
interface BenchStackOptions {
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

/** A running stack. */
export interface BenchStack {
  readonly serviceUrl: string
  readonly bffUrl: string
  readonly apiKey: string
  /** Asks the BFF for a token of 42.00, as a host's server does. */
  mint(grant: Pick<SaleGrant, 'order' | 'jkt'> & Partial<Pick<SaleGrant, 'devices'>>): Promise<MintedToken>
  /** Registers a device and connects its terminal; results are shown only on command. */
  counter(name: string): Promise<Counter>
  close(): Promise<void>
}

const HOST_SECRET = 'bench-only-secret-of-the-host'

export async function openStack({ strict, origin }: BenchStackOptions): Promise<BenchStack> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tapboard-bench-'))
  const serviceStore = `file:${path.join(folder, 'service.db')}`
  const [apiKey = ''] = await createKeys(serviceStore, ['Bench Repairs'])
  const service = await startService({ store: serviceStore, strict })
  const port = await freePort()
  const bffUrl = `http://127.0.0.1:${port}`
  const bff = await startBff({
    store: `file:${path.join(folder, 'ledger.db')}`,
    secret: 'bench-only-secret-of-the-bff-0123456789',
    publicUrl: bffUrl,
    terminalUrl: service.url,
    strict,
    merchants: [{ id: 'bench', name: 'Bench Repairs', hostSecret: HOST_SECRET, apiKey, origins: [origin] }],
    port,
  })
  const counters: CounterTerminal[] = []
  return {
    serviceUrl: service.url,
    bffUrl,
    apiKey,
    async mint(grant) {
      const body: SaleGrant = {
        kind: 'sale',
        amount: '42.00',
        currency: 'USD',
        devices: 'any',
        origin,
        ...grant,
      }
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
      const { deviceId, terminal } = await plugInTerminal(service.url, apiKey, serial, name)
      terminal.habits.slowResult = true
      counters.push(terminal)
      return { deviceId, terminal }
    },
    async close() {
      for (const terminal of counters) terminal.unplug()
      await bff.kill()
      await service.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
