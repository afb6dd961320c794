// A browser's connection to a proxy: HTTP/1.1 or HTTP/2 over TLS, by ALPN.
import { Agent, fetch as send } from 'undici'
import type { Proxy } from '../../kit/proxy.ts'

/** The protocols between a browser and the proxy. */
export const PROTOCOLS = ['HTTP/1.1', 'HTTP/2'] as const

export type Protocol = (typeof PROTOCOLS)[number]

/** The connection of one browser. */
export interface Browser {
  readonly fetch: typeof fetch
  close(): Promise<void>
}

/** Opens a browser that trusts the proxy's certificate. */
export function openBrowser({ authority }: Proxy, protocol: Protocol): Browser {
  const dispatcher = new Agent({ allowH2: protocol === 'HTTP/2', connect: { ca: authority } })
  return {
    async fetch(input, init) {
      const answer = await send(input as string, { ...(init as object), dispatcher })
      // The client of the element recognizes the runtime's own class.
      const { status, headers } = answer
      return new Response(answer.body as BodyInit | null, { status, headers: [...headers] })
    },
    close: () => dispatcher.destroy(),
  }
}
