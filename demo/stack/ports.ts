// The three ports of the demo: given, or free ones; each checked before anything is started.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Where site, BFF and service listen. */
export interface Ports {
  readonly site: number
  readonly bff: number
  readonly service: number
}

/** The address everything listens on unless somebody asks for more: nothing is open to the network. */
export const HOST = '127.0.0.1'

/** Takes a port for a moment: proof that it can be had, and for 0 a free one. */
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

/** The ports of a stack: three in a row from `first`, or any free ones for 0. */
export async function choosePorts(first: number): Promise<Ports> {
  const next = (offset: number): number => (first === 0 ? 0 : first + offset)
  const [site, service, bff] = [await probe(next(0)), await probe(next(1)), await probe(next(2))]
  return { site, service, bff }
}
