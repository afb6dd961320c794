import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports below those that systems give to outgoing connections: one of these could take a free port within a millisecond. */
const [LOWEST_PORT, PORTS] = [10_000, 20_000]

/** Listens and closes again; `false` if the port is taken. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}

/** Returns the first of `count` ports in a row that were free a moment ago, for a program that must know its address before it listens. */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = randomInt(LOWEST_PORT, LOWEST_PORT + PORTS - count)
    const ports = Array.from({ length: count }, (_, index) => first + index)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
}
