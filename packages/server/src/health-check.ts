// Asks a server on this machine for its health, for container runtimes and units: no other program is needed in the image.
import type { Fetch } from './ports.ts'

/** Timeout of the question: less than the timeout of a container's health check. */
const TIMEOUT_MS = 4_000

/** The server to ask, and which question. */
export interface HealthQuestion {
  /** The address that the server listens on; an address of all interfaces means this machine. */
  readonly host: string
  readonly port: number
  /** `live`: the process answers. `ready`: it also takes work. */
  readonly kind: 'live' | 'ready'
  readonly fetch: Fetch
}

/** The answer as a sentence. */
interface Health {
  readonly ok: boolean
  readonly message: string
}

const ALL_INTERFACES: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

const authority = (host: string, port: number): string =>
  `${ALL_INTERFACES[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`

/** Requests `/health/live` or `/health/ready` of a server, as a container's health check does. */
export async function checkHealth({ host, port, kind, fetch }: HealthQuestion): Promise<Health> {
  const url = `http://${authority(host, port)}/health/${kind}`
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { ok: status === 200, message: status === 200 ? kind : `not ${kind}: ${status} at ${url}` }
  } catch {
    return { ok: false, message: `not ${kind}: no answer at ${url}` }
  }
}
