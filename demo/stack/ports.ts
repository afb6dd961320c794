// The three ports of the demo: given or free ones, checked before the start.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Ports of site, BFF and service. */
export interface Ports {
  readonly site: number
  readonly bff: number
  readonly service: number
}

/** Default address: loopback only. */
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

/** Chooses three consecutive ports from `first`, or free ports for 0. */
export async function choosePorts(first: number): Promise<Ports> {
  const next = (offset: number): number => (first === 0 ? 0 : first + offset)
  const [site, service, bff] = [await probe(next(0)), await probe(next(1)), await probe(next(2))]
  return { site, service, bff }
}
