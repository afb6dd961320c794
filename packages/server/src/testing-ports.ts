import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Ports below those that systems give to outgoing connections, one of which could take a free port within a millisecond, and below
 * those of the demo's servers.
 */
const [LOWEST_PORT, PORTS] = [10_000, 10_000]

/** Waits until it listens; `false` if the port is taken. */
async function listens(one: NodeJS.EventEmitter): Promise<boolean> {
  try {
    await once(one, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}

/** Listens for TCP and closes again. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  if (!(await listens(server))) return false
  server.close()
  await once(server, 'close')
  return true
}

/**
 * Reserves a port until this process ends: its UDP socket has the number, which leaves the TCP port free. A test process that chooses the
 * same number meanwhile, while the program of the first is not listening yet, is refused.
 */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  socket.bind({ port, address: '127.0.0.1', exclusive: true })
  if (await listens(socket)) return true
  socket.close()
  return false
}

/**
 * Returns the first of `count` ports in a row that no program has, for a program that must know its address before it listens. No other
 * call gets them while this process runs.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = randomInt(LOWEST_PORT, LOWEST_PORT + PORTS - count)
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const reserved = (await Promise.all(ports.map(reserve))).every(Boolean)
    if (reserved && (await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
}
