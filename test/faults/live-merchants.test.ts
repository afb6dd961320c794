// A BFF process whose merchants change while people pay: added, with a rotated key, removed with an unknown result, refused, and fifty
// reloads under load. Nothing is lost and nothing is charged twice.
import assert from 'node:assert/strict'
import { renameSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createService, serveService } from '@tapboard/service'
import { freePort } from '@tapboard/server/testing/ports'
import { contradictions, openBooks, type Books } from '../kit/books.ts'
import { LONG } from '../kit/limits.ts'
import { createDatabase } from '../kit/postgres.ts'
import { run, type Running } from '../kit/process.ts'
import { registerDevice } from '../kit/programs.ts'
import { temporaryFolder } from '../kit/scope.ts'
import { visit, type ShopAddress, type Visit } from '../kit/shopper.ts'
import { until } from '../kit/until.ts'

/** Reloads with another list each, while people pay. */
const RELOADS = 50
/** Terminals at which people pay during the reloads. */
const LANES = 6

const ORIGIN = 'https://shop.example'
const hostSecretOf = (id: string): string => `live-only-secret-of-the-host-of-${id}`

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

interface Till {
  readonly bff: Running
  readonly ledger: Books
  readonly line: Awaited<ReturnType<typeof openLine>>
  /** Keys of the accounts; the first one has two. */
  readonly keys: { readonly old: string; readonly rotated: string; readonly other: string }
  /** Replaces the file of the merchants in one step. */
  write(merchants: readonly Entry[] | string): void
  /** Writes the file, sends SIGHUP and waits until the log has the line this often. */
  reload(merchants: readonly Entry[], code: string, times?: number): Promise<void>
  revokeOld(): Promise<void>
  shop(id: string, device: string): ShopAddress
  device(key: string, serial: string): Promise<string>
  /** Waits until the sale of an order is in one of the states. */
  becomes(order: string, ...states: readonly string[]): Promise<void>
  metric(name: string): Promise<number>
  contradictions(): Promise<readonly string[]>
}

const linesOf = ({ said }: Running, code: string): number => said().split(`"code":"${code}"`).length - 1

async function openTill(context: TestContext, ledgerUrl?: string): Promise<Till> {
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
  const bff = await run({
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
  })
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
  const metricsUrl = /metrics at (\S+)/.exec(bff.said())?.[1] ?? ''
  return {
    bff,
    ledger,
    line,
    keys: { old: old.key, rotated: rotated.key, other: other.key },
    write,
    async reload(merchants, code, times = 1) {
      write(merchants)
      bff.child.kill('SIGHUP')
      await until(`${times} lines ${code}`, () => linesOf(bff, code) >= times, 30_000)
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
      const text = await (await fetch(metricsUrl)).text()
      return Number(new RegExp(`^tapboard_${name} (\\S+)$`, 'm').exec(text)?.[1])
    },
    contradictions: () => contradictions(ledger, charges),
  }
}

const pay = (till: Till, id: string, device: string, order: string): Promise<Visit> =>
  visit(till.shop(id, device), order, () => 0.5)

async function walk(context: TestContext, ledgerUrl?: string): Promise<void> {
  const till = await openTill(context, ledgerUrl)
  const { old, rotated, other } = till.keys
  const slow = await till.device(old, 'FRONT-SLOW')
  const left = await till.device(old, 'LEFT-OK')
  const quick = await till.device(other, 'BACK-OK')

  // The key of a sale in progress is revoked and replaced, and another merchant is added.
  const rotating = pay(till, 'first', slow, 'order-1')
  await till.becomes('order-1', 'started')
  await till.revokeOld()
  const both = [
    { id: 'first', apiKey: rotated },
    { id: 'second', apiKey: other },
  ]
  await till.reload(both, 'merchant-changed')
  assert.equal((await pay(till, 'second', quick, 'order-2')).shown, 'approved')
  assert.equal((await rotating).shown, 'approved')

  // The merchant of a sale with an unknown result is removed, by a change of the file alone.
  till.line.block(true)
  const unknown = pay(till, 'first', left, 'order-3')
  await till.becomes('order-3', 'sending', 'in_doubt')
  till.write([{ id: 'second', apiKey: other }])
  await until('the merchant is removed', () => linesOf(till.bff, 'merchant-removed') === 1, 30_000)
  const refused = await fetch(`${till.bff.url}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hostSecretOf('first')}`, 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(refused.status, 401)
  assert.equal(await till.metric('merchants_removed'), 1)
  till.line.block(false)
  assert.equal((await unknown).shown, 'approved')

  // A file that is no JSON.
  assert.equal(await till.metric('config_last_reload_successful'), 1)
  till.write('[{')
  await until('the file is refused', () => linesOf(till.bff, 'merchants-refused') === 1, 30_000)
  assert.equal(await till.metric('config_last_reload_successful'), 0)
  assert.equal((await pay(till, 'second', quick, 'order-4')).shown, 'approved')
  assert.deepEqual(await till.contradictions(), [])
  for (const key of Object.values(till.keys)) assert.ok(!till.bff.said().includes(key))
}

test('D-213 merchants are added, rotated and removed while they sell (embedded file)', (context) =>
  walk(context))

// The embedded file shows the same in `npm test`: no statement of a change depends on the engine except one, which has a test on both.
if (LONG)
  test('D-213 merchants are added, rotated and removed while they sell (PostgreSQL)', async (context) => {
    const database = await createDatabase(process.env['DATABASE_URL'] ?? '')
    context.after(() => database.drop())
    await walk(context, database.url)
  })

test('D-213 fifty reloads lose no request and charge nobody twice', async (context) => {
  const till = await openTill(context)
  const { old, other } = till.keys
  const devices = await Promise.all(
    Array.from({ length: LANES }, (_, lane) => till.device(old, `LANE-${lane}-OK`)),
  )
  const over = new AbortController()
  const visits: Visit[] = []
  const lanes = devices.map(async (device, lane) => {
    for (let number = 1; !over.signal.aborted; number += 1)
      visits.push(await pay(till, 'first', device, `lane-${lane}-${number}`))
  })
  for (let round = 1; round <= RELOADS; round += 1) {
    // The reloads are spread over the visits.
    await until('people pay', () => visits.length >= Math.floor(round / 3))
    const list = [{ id: 'first', apiKey: old, name: `First ${round}` }]
    await till.reload(
      round % 2 === 0 ? list : [...list, { id: 'second', apiKey: other }],
      'merchant-changed',
      round,
    )
  }
  over.abort()
  await Promise.all(lanes)
  for (const { shown, repeats } of visits) assert.deepEqual([shown, repeats], ['approved', 0])
  assert.equal(linesOf(till.bff, 'merchants-refused'), 0)
  assert.deepEqual(await till.contradictions(), [])
})
