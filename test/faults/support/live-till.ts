// A BFF process whose merchants a test changes, the service behind it, and a line between them that can lose answers.
import assert from 'node:assert/strict'
import { renameSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createService, serveService } from '@tapboard/service'
import { freePort } from '@tapboard/server/testing/ports'
import { contradictions, openBooks, type Books } from '../../kit/books.ts'
import { run, type Running } from '../../kit/process.ts'
import { registerDevice } from '../../kit/programs.ts'
import { temporaryFolder } from '../../kit/scope.ts'
import type { ShopAddress } from '../../kit/shopper.ts'
import { until } from '../../kit/until.ts'

const ORIGIN = 'https://shop.example'
/** The secret of a merchant's host. */
export const hostSecretOf = (id: string): string => `live-only-secret-of-the-host-of-${id}`

interface Entry {
  readonly id: string
  readonly apiKey: string
  readonly name?: string
}

/** A line to the service. A blocked one loses the answer to each start, and every other request. */
async function openLine(
  serviceUrl: string,
): Promise<{ readonly url: string; block(isBlocked: boolean): void; close(): void }> {
  let isBlocked = false
  const forward = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const isLost = isBlocked && incoming.url?.includes('/Session') === true
    if (isLost && incoming.method === 'GET') return void incoming.socket.destroy()
    const { method, url = '/', headers } = incoming
    const outgoing = request(`${serviceUrl}${url}`, { method: method ?? 'GET', headers }, (given) => {
      if (isLost) return void incoming.socket.destroy()
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    outgoing.on('error', () => incoming.socket.destroy())
    incoming.pipe(outgoing)
  }
  const server: Server = createServer(forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    block: (next) => void (isBlocked = next),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The process and what a test does with it. */
export interface Till {
  /** The process of the BFF that runs now; a restart replaces it. */
  readonly bff: Running
  readonly ledger: Books
  readonly line: Awaited<ReturnType<typeof openLine>>
  /** Keys of the accounts; the first one has two. */
  readonly keys: { readonly old: string; readonly rotated: string; readonly other: string }
  /** Replaces the file of the merchants in one step. */
  write(merchants: readonly Entry[] | string): void
  /** Writes the file, sends SIGHUP and waits until the log has the line this often. */
  reload(merchants: readonly Entry[], code: string, times?: number): Promise<void>
  /** Stops the process with SIGTERM and starts it on the same store and port; returns what the stopped one printed. */
  restart(): Promise<string>
  revokeOld(): Promise<void>
  shop(id: string, device: string): ShopAddress
  device(key: string, serial: string): Promise<string>
  /** Waits until the sale of an order is in one of the states. */
  becomes(order: string, ...states: readonly string[]): Promise<void>
  metric(name: string): Promise<number>
  contradictions(): Promise<readonly string[]>
}

/** How often a process has printed a line with this code. */
export const linesOf = ({ output }: Running, code: string): number =>
  output().split(`"code":"${code}"`).length - 1

/** Opens the service and the process; the end of the test closes them. */
export async function openTill(context: TestContext, ledgerUrl?: string): Promise<Till> {
  const folder = temporaryFolder(context, 'merchants')
  const stores = {
    ledger: ledgerUrl ?? `file:${join(folder, 'ledger.db')}`,
    service: `file:${join(folder, 'service.db')}`,
  }
  const service = await createService({ store: stores.service, scriptedTerminals: true })
  await service.start()
  const served = await serveService({ service, host: '127.0.0.1', port: 0 })
  const [first, second] = [
    await service.accounts.createAccount('First', { sandbox: true }),
    await service.accounts.createAccount('Second', { sandbox: true }),
  ]
  const [old, rotated, other] = await Promise.all(
    [first, first, second].map((account) => service.accounts.createKey(account?.id ?? '')),
  )
  if (!old || !rotated || !other) throw new Error('The store was used before.')
  const line = await openLine(served.url)
  const file = join(folder, 'merchants.json')
  const write = (merchants: readonly Entry[] | string): void => {
    const full =
      typeof merchants === 'string'
        ? []
        : merchants.map((one) => ({
            name: one.id,
            hostSecret: hostSecretOf(one.id),
            origins: [ORIGIN],
            ...one,
          }))
    writeFileSync(`${file}.new`, typeof merchants === 'string' ? merchants : JSON.stringify(full))
    renameSync(`${file}.new`, file)
  }
  write([{ id: 'first', apiKey: old.key }])
  const port = await freePort()
  const program = {
    file: 'packages/bff/src/main.ts',
    environment: {
      TAPBOARD_SECRET: 'live-only-secret-of-the-bff-0123456789',
      TAPBOARD_STORE_URL: stores.ledger,
      TAPBOARD_PUBLIC_URL: `http://127.0.0.1:${port}`,
      TAPBOARD_PORT: String(port),
      TAPBOARD_METRICS_PORT: '0',
      TAPBOARD_TERMINAL_URL: line.url,
      TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
      TAPBOARD_UPSTREAM_LOOKUP: 'authoritative',
      TAPBOARD_MERCHANTS_FILE: file,
      TAPBOARD_LIMITS: JSON.stringify({ mint: { count: 10_000, windowSeconds: 10 } }),
    },
    ready: /listens on (\S+)/,
  }
  let bff = await run(program)
  const ledger = await openBooks(stores.ledger)
  const charges = await openBooks(stores.service)
  context.after(async () => {
    await bff.kill()
    line.close()
    await ledger.close()
    await charges.close()
    await served.close()
    await service.close()
  })
  return {
    get bff() {
      return bff
    },
    ledger,
    line,
    keys: { old: old.key, rotated: rotated.key, other: other.key },
    write,
    async reload(merchants, code, times = 1) {
      write(merchants)
      bff.child.kill('SIGHUP')
      await until(`${times} lines ${code}`, () => linesOf(bff, code) >= times, 30_000)
    },
    async restart() {
      await bff.stop()
      const output = bff.output()
      bff = await run(program)
      return output
    },
    revokeOld: async () => assert.ok(await service.accounts.revokeKey(old.id)),
    shop: (id, device) => ({
      bffUrl: bff.url,
      origin: ORIGIN,
      merchant: { hostSecret: hostSecretOf(id) },
      device,
    }),
    device: async (key, serial) => (await registerDevice(served.url, key, serial)).deviceId,
    async becomes(order, ...states) {
      const list = states.map((state) => `'${state}'`).join(', ')
      const statement = `select count(*) from sale where order_ref = '${order}' and state in (${list})`
      await until(`${order} is ${list}`, async () => (await ledger.count(statement)) === 1, 30_000)
    },
    async metric(name) {
      const metricsUrl = /metrics at (\S+)/.exec(bff.output())?.[1] ?? ''
      const text = await (await fetch(metricsUrl)).text()
      return Number(new RegExp(`^tapboard_${name} (\\S+)$`, 'm').exec(text)?.[1])
    },
    contradictions: () => contradictions(ledger, charges),
  }
}
