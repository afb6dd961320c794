// A complete shop on a folder of its own: in one process as `npm start` runs it (`openShop`), or as processes that can be killed
// (`processes.ts`).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from '@tapboard/bff'
import { silentLog } from '@tapboard/server'
import type { SiteFile } from '../../../demo/host/pages.ts'
import { readSite } from '../../../demo/host/read-site.ts'
import type { Scenario } from '../../../demo/host/orders.ts'
import { startStack, type Stack, type StackOptions } from '../../../demo/stack.ts'
import { Books } from './books.ts'
import { openFaultLine, type FaultLine } from '../../kit/line/fault-line.ts'
import { plugInTerminal } from '../../kit/programs.ts'
import type { CounterTerminal } from '../../kit/terminal.ts'
import { until } from '../../kit/until.ts'

/** The built pages of the demo; `test/runner/parts.ts` builds them. */
export const SITE_FOLDER = fileURLToPath(
  new URL('../../../node_modules/.cache/journeys/site', import.meta.url),
)

/** The demo's pages as they were built for this run. */
export const builtSite = (): ReadonlyMap<string, SiteFile> => readSite(SITE_FOLDER)

/** The options of {@link openShop}. */
export type ShopOptions = Omit<StackOptions, 'dir' | 'between'>

/** A shop as a journey uses it. */
export interface Shop {
  readonly siteUrl: string
  /** From the BFF to the service. */
  readonly line: FaultLine
  readonly books: Books
  /** Creates an order; returns its ID. */
  newOrder(scenario?: Scenario): Promise<string>
  /** Registers a terminal and connects it. */
  terminal(name: string): Promise<CounterTerminal>
  close(): Promise<void>
}

/** A shop in one process. */
export interface StackShop extends Shop {
  readonly stack: Stack
  /** Waits until the service reports this status for the terminal with this serial number. */
  serviceSays(serial: string, status: 'CONNECTED' | 'DISCONNECTED'): Promise<void>
}

/** A new folder for one shop. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'tapboard-journey-'))

/** Creates an order like the page's "New order". */
export async function makeOrder(siteUrl: string, scenario: Scenario): Promise<string> {
  const answer = await fetch(`${siteUrl}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: siteUrl },
    body: JSON.stringify({ scenario }),
  })
  const { id } = (await answer.json()) as { readonly id: string }
  return id
}

/** Journeys load pages faster than any shop. */
const LIMITS = { mint: { count: 1000, windowSeconds: 1 }, start: { count: 1000, windowSeconds: 1 } }

/** The request that starts a session at the service. */
export const INITIATE = /^POST \/v1\/Session\/initiate$/
/** A terminal whose sale has no known result is free after this time. */
export const FENCE_MS = 371_000

/** Options of a shop in which a lost answer of {@link INITIATE} leaves the result unknown. */
export const withoutLookup = (clock: Clock, features: ShopOptions['features'] = {}): ShopOptions => ({
  features: { lookup: 'none', repeat: 'unknown', ...features },
  bff: { clock },
})

/** Opens a shop in this process; its processor answers at once. */
export async function openShop(options: ShopOptions = {}): Promise<StackShop> {
  const dir = newFolder()
  const line = await openFaultLine()
  const terminals: CounterTerminal[] = []
  const between = (serviceUrl: string): string => {
    line.lead(serviceUrl)
    return line.url
  }
  const stack = await startStack({
    site: builtSite(),
    ...options,
    service: { ...options.service, timings: { authorizeMs: 0, ...options.service?.timings } },
    bff: { log: silentLog, limits: LIMITS, ...options.bff },
    dir,
    between,
  })
  const books = new Books(dir)
  return {
    stack,
    siteUrl: stack.siteUrl,
    line,
    books,
    newOrder: (scenario = 'approved') => makeOrder(stack.siteUrl, scenario),
    async serviceSays(serial, status) {
      const headers = { authorization: stack.apiKey }
      await until(`the service lists ${serial} as ${status}`, async () => {
        const answer = await fetch(`${stack.serviceUrl}/v1/Device`, { headers })
        return new RegExp(`"${serial}"[^}]*"${status}"`).test(await answer.text())
      })
    },
    async terminal(name) {
      const serial = `JOURNEY-${terminals.length + 1}`
      const { terminal } = await plugInTerminal(stack.serviceUrl, stack.apiKey, serial, name)
      terminals.push(terminal)
      return terminal
    },
    async close() {
      for (const terminal of terminals) terminal.unplug()
      await stack.close()
      await line.close()
      books.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** A shop in one process, with a line between its pages and the BFF. */
interface StreetShop extends StackShop {
  /** From the browser, and from the shop's server, to the BFF. */
  readonly street: FaultLine
}

/** Opens a shop in this process with a line to the BFF that can be cut. */
export async function openStreetShop(options: Omit<ShopOptions, 'front'> = {}): Promise<StreetShop> {
  const street = await openFaultLine()
  const front = (bffUrl: string): string => {
    street.lead(bffUrl)
    return street.url
  }
  const shop = await openShop({ ...options, front })
  return {
    ...shop,
    street,
    async close() {
      await shop.close()
      await street.close()
    },
  }
}
