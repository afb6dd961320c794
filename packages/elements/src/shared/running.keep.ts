// Writes the sales and refunds that may be running (`running.ts`). A page needs this only once one can start.
import { KEY, readRunning, type Running } from './running.ts'

function write(all: readonly Running[]): void {
  try {
    if (all.length) sessionStorage.setItem(KEY, JSON.stringify(all))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the page cannot warn of a running sale after a reload.
  }
}

/** All but the sale of this order, or the refund of this sale. */
const others = (order: string, refund: string | undefined): readonly Running[] =>
  readRunning().filter((kept) => kept.order !== order || kept.refund !== refund)

/** Remembers that a sale or refund is starting or open. */
export const keepRunning = (running: Running): void =>
  write([...others(running.order, running.refund), running])

/** Forgets it: the order has no open sale, or the sale no open refund. */
export const dropRunning = (order: string, refund?: string): void => write(others(order, refund))
