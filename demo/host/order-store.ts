// Stores the shop's orders as JSON, so that they survive a restart.
import * as z from 'zod/mini'
import type { StoredText } from './stored-text.ts'
import { newOrder, type Order, type Scenario } from './orders.ts'

/** Maximum number of orders; the oldest are dropped. */
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

export interface OrderStore {
  find(id: string): Order | undefined
  /** The newest order; at least one exists. */
  newest(): Order
  add(scenario: Scenario): Order
}

/** Opens the stored orders, or starts with a first order. `now` is in ms since 1970. */
export function openOrderStore(kept: StoredText, now: () => number): OrderStore {
  const text = kept.read()
  let { next, orders } = text === null ? { next: 1042, orders: [] } : Book.parse(JSON.parse(text))

  const add = (scenario: Scenario): Order => {
    const order = newOrder(next, scenario, now())
    next += 1
    orders = [...orders, { ...order, lines: [...order.lines] }].slice(-KEPT)
    kept.write(JSON.stringify({ next, orders }, null, 1))
    return order
  }

  return {
    find: (id) => orders.find((order) => order.id === id),
    newest: () => orders.at(-1) ?? add('approved'),
    add,
  }
}
