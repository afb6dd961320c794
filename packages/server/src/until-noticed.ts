import type { Clock } from './ports.ts'

/**
 * How long a leaving process still does all work. HAProxy needs two checks for it, a second apart, and Caddy one. A proxy that has
 * not noticed would send a request on a connection that is being closed, and could not repeat it.
 */
const NOTICE_MS = 3_000

/** Resolves when proxies that check the readiness once a second send requests to other instances only. */
export const untilNoticed = (clock: Pick<Clock, 'after'>): Promise<void> =>
  new Promise((resolve) => void clock.after(NOTICE_MS, resolve))
