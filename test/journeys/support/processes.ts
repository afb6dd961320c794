// A shop whose service and BFF are processes of their own, to be killed with SIGKILL and restarted on the same files. The lines
// between them and in front of the BFF can be cut. The shop's own server runs in the test.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createService } from '@tapboard/service'
import { createHost } from '../../../demo/host/app.ts'
import { createHooks, type Hooks } from '../../../demo/host/hooks.ts'
import { createManagers } from '../../../demo/host/managers.ts'
import { openOrderBook } from '../../../demo/host/order-book.ts'
import { storedFile } from '../../../demo/stack/stored-file.ts'
import { Books } from './books.ts'
import { run, type Running } from './process.ts'
import { openLine, type Line } from './proxy.ts'
import type { FaultLine } from '../../support/fault-line/fault-line.ts'
import { builtSite, makeOrder, newFolder, registerTerminal, type Shop } from './shop.ts'
import type { CounterTerminal } from './terminal.ts'

/** The options of the processes. */
export interface ProcessOptions {
  /** A service without the additions of D-16; the BFF polls and cannot cancel. */
  readonly strict?: boolean
  /** Does the BFF look sessions up by external ID? Default `none`. */
  readonly lookup?: 'none' | 'authoritative'
  /** Stands before the street: pages reach the BFF through it. */
  readonly front?: FaultLine
}

/** A process behind a line: killed, it refuses connections; started again, it is found at the same address. */
export interface Mortal {
  /** `kill -9`. */
  kill(): Promise<void>
  /** Starts it again on the same files; resolves when it answers. */
  revive(): Promise<void>
}

/** A shop of processes. */
export interface ProcessShop extends Shop {
  /** From the browser to the BFF. */
  readonly street: Line
  readonly service: Mortal
  readonly bff: Mortal
  /** The events that the shop's server received from the BFF. */
  readonly hooks: Hooks
}

const SECRET = 'journeys-only-secret-of-the-bff-0123456789'
const HOST_SECRET = 'journeys-only-secret-of-the-host'
const WEBHOOK_SECRET = 'journeys-only-secret-of-webhooks'

async function mortal(line: Line, start: () => Promise<Running>): Promise<Mortal> {
  let running = await start()
  line.lead(running.url)
  return {
    async kill() {
      await running.kill()
      await line.cut()
    },
    async revive() {
      running = await start()
      line.lead(running.url)
      await line.heal()
    },
  }
}

/** Makes the shop's account and its key, as an operator does before the first start. */
async function makeKey(store: string): Promise<string> {
  const desk = await createService({ store })
  try {
    const account = await desk.accounts.createAccount('Harbor Cycle Repair', { sandbox: true })
    const made = account === null ? null : await desk.accounts.createKey(account.id)
    if (made === null) throw new Error('The folder was used before.')
    return made.key
  } finally {
    await desk.close()
  }
}

/** Opens a shop of processes. */
export async function openProcesses(options: ProcessOptions = {}): Promise<ProcessShop> {
  const { strict = false, lookup = 'none' } = options
  const dir = newFolder()
  const [line, street] = [await openLine(), await openLine()]
  options.front?.lead(street.url)
  const publicUrl = options.front?.url ?? street.url
  const site = createServer()
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = site.address()
  const siteUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const serviceStore = `file:${join(dir, 'service.db')}`
  const apiKey = await makeKey(serviceStore)

  const service = await mortal(line, () =>
    run({
      file: 'packages/service/src/main.ts',
      args: ['serve', '--port', '0', '--store', serviceStore, ...(strict ? ['--strict'] : [])],
      ready: /service on (\S+)/,
    }),
  )
  const bff = await mortal(street, () =>
    run({
      file: 'packages/bff/src/main.ts',
      environment: {
        TAPBOARD_SECRET: SECRET,
        STORE_URL: `file:${join(dir, 'ledger.db')}`,
        PUBLIC_URL: publicUrl,
        TERMINAL_URL: line.url,
        UPSTREAM_ENVIRONMENT: 'sandbox',
        UPSTREAM_CANCEL: String(!strict),
        UPSTREAM_LONG_POLL: String(!strict),
        UPSTREAM_LOOKUP: strict ? 'none' : lookup,
        MERCHANT_ID: 'harbor-cycle',
        MERCHANT_NAME: 'Harbor Cycle Repair',
        MERCHANT_HOST_SECRET: HOST_SECRET,
        MERCHANT_API_KEY: apiKey,
        MERCHANT_ORIGINS: siteUrl,
        MERCHANT_WEBHOOK_URL: `${siteUrl}/webhooks/tapboard`,
        MERCHANT_WEBHOOK_SECRET: WEBHOOK_SECRET,
        PORT: '0',
      },
      ready: /listens on (\S+)/,
    }),
  )
  const hooks = createHooks(WEBHOOK_SECRET)
  const app = createHost({
    site: builtSite(),
    orders: openOrderBook(storedFile(join(dir, 'orders.json')), Date.now),
    managers: createManagers('4821', Date.now, () => 'session-of-the-journey'),
    hooks,
    signUp: null,
    tokens: { bffUrl: publicUrl, secret: HOST_SECRET, fetch },
    origin: siteUrl,
    terminalUrl: null,
    docsUrl: null,
    terminals: [],
    pairingCode: () => Promise.resolve(null),
  })
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  site.on('request', (request, response) => void answer(request, response))
  const books = new Books(dir)
  const terminals: CounterTerminal[] = []
  return {
    siteUrl,
    line,
    street,
    hooks,
    service,
    bff,
    books,
    newOrder: (scenario = 'approved') => makeOrder(siteUrl, scenario),
    async terminal(name) {
      const made = await registerTerminal(line.url, apiKey, name, `JOURNEY-${terminals.length + 1}`)
      terminals.push(made)
      return made
    },
    async close() {
      for (const terminal of terminals) terminal.unplug()
      await bff.kill()
      await service.kill()
      site.close()
      site.closeAllConnections()
      books.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
