// Writes the sales that may be running (`running.ts`). A page needs this only once a sale can start.
import { KEY, readRunning, type Running } from './running.ts'

function write(all: readonly Running[]): void {
  try {
    if (all.length) sessionStorage.setItem(KEY, JSON.stringify(all))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the page cannot warn of a running sale after a reload.
  }
}

/** Remembers that a sale of this order is starting or open. */
export function keepRunning(order: string, terminal: string, nowMs: number): void {
  const others = readRunning().filter((kept) => kept.order !== order)
  write([...others, { order, terminal, atMs: nowMs }])
}

/** Forgets the sale: the order has no open one. */
export const dropRunning = (order: string): void =>
  write(readRunning().filter((kept) => kept.order !== order))
