// The three ports of the demo: given or free ones, checked before the start.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Ports of site, BFF and service. */
export interface Ports {
  readonly site: number
  readonly bff: number
  readonly service: number
}

/** The default address is reachable from this machine only. */
export const HOST = '127.0.0.1'

/** Opens a port briefly to check it; 0 finds a free port. */
const probe = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is in use' : `cannot be taken (${error.code ?? 'unknown reason'})`
      reject(
        new Error(
          `Port ${port} ${why}: stop the program that uses it, or choose others, for example PORT=8900 npm start.`,
        ),
      )
    })
    server.listen(port, HOST, () => {
      const taken = (server.address() as AddressInfo).port
      server.close(() => resolve(taken))
    })
  })

/** Range of free ports: below those that systems give to connections, so that no connection takes one before the start. */
const [LOWEST, COUNT] = [20_000, 12_000]

/** Finds a free port that is not in `taken`. */
async function anyPort(taken: readonly number[]): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = randomInt(LOWEST, LOWEST + COUNT)
    if (taken.includes(port)) continue
    try {
      return await probe(port)
    } catch {
      // The port is in use; any free one is taken.
    }
  }
  return probe(0)
}

/** Chooses three consecutive ports from `first`, or free ports for 0. */
export async function choosePorts(first: number): Promise<Ports> {
  const ports: number[] = []
  for (const offset of [0, 1, 2]) ports.push(first === 0 ? await anyPort(ports) : await probe(first + offset))
  const [site, service, bff] = ports as [number, number, number]
  return { site, service, bff }
}
