// Runs a BFF as a server of its own.
import type { FetchHandler } from '@tapboard/server'
import { openServer } from '@tapboard/server/node'
import { malformed, toNodeHandler } from './node.ts'

/** Where to listen. */
export interface ServeOptions {
  readonly bff: FetchHandler
  /** Default `127.0.0.1`: the BFF is not reachable from the network unless configured. */
  readonly host?: string
  /** 0 = any free port. */
  readonly port: number
}

/** A listening BFF. */
export interface Served {
  /** Its own address; pages use the configured publicUrl. */
  readonly url: string
  /** From now on every answer ends its connection, so that callers come back to another instance. */
  leave(): void
  /** Stops listening, ends idle connections, waits for answers under way (at most 5 s). Drain the BFF first, close it after. */
  close(): Promise<void>
}

/** Most open sockets: all streams plus short requests. */
const LIMITS = { connections: 16_384, closeMs: 5_000 }

/** Listens until closed; rejects with a clear sentence when the port is taken. */
export async function serveBff({ bff, port, host = '127.0.0.1' }: ServeOptions): Promise<Served> {
  const listener = toNodeHandler(bff)
  const { url, leave, close } = await openServer({ listener, host, port, limits: LIMITS, malformed })
  return { url, leave, close }
}
