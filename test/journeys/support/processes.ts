// A shop whose service and BFF are processes of their own, to be killed with SIGKILL and restarted on the same files. The lines
// between them and in front of the BFF can be cut. The shop's own server runs in the test.
import { createServer } from 'node:http'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createHost } from '../../../demo/host/app.ts'
import { createWebhooks, type Webhooks } from '../../../demo/host/webhooks.ts'
import { createManagers } from '../../../demo/host/managers.ts'
import { openOrderStore } from '../../../demo/host/order-store.ts'
import { storedFile } from '../../../demo/stack/stored-file.ts'
import { Books } from './books.ts'
import type { Running } from '../../kit/process.ts'
import { createKeys, plugInTerminal, startBff, startService } from '../../kit/programs.ts'
import { listen } from '../../kit/sockets.ts'
import { openFaultLine, type FaultLine } from '../../kit/line/fault-line.ts'
import { builtSite, makeOrder, newFolder, type Shop } from './shop.ts'
import type { CounterTerminal } from '../../kit/terminal.ts'

/** The options of the processes. */
interface ProcessOptions {
  /** A service without the additions of D-16; the BFF polls and cannot cancel. */
  readonly strict?: boolean
  /** Does the BFF look sessions up by external ID? Default `none`. */
  readonly lookup?: 'none' | 'authoritative'
  /** The line between pages and BFF. */
  readonly front?: FaultLine
}

/** A process behind a line: killed, it refuses connections; started again, it is found at the same address. */
interface Mortal {
  /** Ends the process at once, as `kill -9` does. */
  kill(): Promise<void>
  /** Starts it again on the same files; resolves when it answers. */
  revive(): Promise<void>
}

export interface ProcessShop extends Shop {
  /** From the browser to the BFF. */
  readonly street: FaultLine
  readonly service: Mortal
  readonly bff: Mortal
  /** The events that the shop's server received from the BFF. */
  readonly hooks: Webhooks
}

const SECRET = 'journeys-only-secret-of-the-bff-0123456789'
const HOST_SECRET = 'journeys-only-secret-of-the-host'
const WEBHOOK_SECRET = 'journeys-only-secret-of-webhooks'

async function mortal(line: FaultLine, start: () => Promise<Running>): Promise<Mortal> {
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

/** Opens a shop of processes. */
export async function openProcesses(options: ProcessOptions = {}): Promise<ProcessShop> {
  const { strict = false, lookup = 'none' } = options
  const dir = newFolder()
  const [line, street] = [await openFaultLine(), await openFaultLine()]
  options.front?.lead(street.url)
  const publicUrl = options.front?.url ?? street.url
  const site = createServer()
  const siteUrl = await listen(site)
  const serviceStore = `file:${join(dir, 'service.db')}`
  const [apiKey = ''] = await createKeys(serviceStore, ['Harbor Cycle Repair'])

  const service = await mortal(line, () => startService({ store: serviceStore, strict }))
  const bff = await mortal(street, () =>
    startBff({
      store: `file:${join(dir, 'ledger.db')}`,
      secret: SECRET,
      publicUrl,
      terminalUrl: line.url,
      strict,
      merchants: [
        {
          id: 'harbor-cycle',
          name: 'Harbor Cycle Repair',
          hostSecret: HOST_SECRET,
          apiKey,
          origins: [siteUrl],
          webhook: { url: `${siteUrl}/webhooks/tapboard`, secret: WEBHOOK_SECRET },
        },
      ],
      environment: { TAPBOARD_UPSTREAM_LOOKUP: strict ? 'none' : lookup },
    }),
  )
  const hooks = createWebhooks(WEBHOOK_SECRET)
  const app = createHost({
    site: builtSite(),
    orders: openOrderStore(storedFile(join(dir, 'orders.json')), Date.now),
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
      const { terminal } = await plugInTerminal(line.url, apiKey, `JOURNEY-${terminals.length + 1}`, name)
      terminals.push(terminal)
      return terminal
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
