// Keeps the shop's orders in one JSON file, written whole and renamed into place, so that they are there after a restart.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { newOrder, type Order, type Scenario } from './orders.ts'

/** Orders kept; the oldest leave, so that the file never grows without end. */
const KEPT = 200

const Book = z.object({
  next: z.int(),
  orders: z.array(
    z.object({
      id: z.string(),
      customer: z.string(),
      bicycle: z.string(),
      lines: z.array(z.object({ text: z.string(), note: z.string(), priceMinor: z.int() })),
      createdAtMs: z.number(),
    }),
  ),
})

/** The shop's orders. */
export interface OrderBook {
  find(id: string): Order | undefined
  /** The newest order; there is always one. */
  newest(): Order
  add(scenario: Scenario): Order
}

/** Opens the book at `path`, or begins one with a first order. `now` is milliseconds since 1970. */
export function openOrderBook(path: string, now: () => number): OrderBook {
  let { next, orders } = existsSync(path)
    ? Book.parse(JSON.parse(readFileSync(path, 'utf8')))
    : { next: 1042, orders: [] }

  const add = (scenario: Scenario): Order => {
    const order = newOrder(next, scenario, now())
    next += 1
    orders = [...orders, { ...order, lines: [...order.lines] }].slice(-KEPT)
    writeFileSync(`${path}.new`, JSON.stringify({ next, orders }, null, 1))
    renameSync(`${path}.new`, path)
    return order
  }

  return {
    find: (id) => orders.find((order) => order.id === id),
    newest: () => orders.at(-1) ?? add('approved'),
    add,
  }
}
