/** Servers on loopback, and the sockets that must not outlive them. */
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { connect, type Server, type Socket } from 'node:net'

/** Listens on loopback and resolves to the address, `http://127.0.0.1:…`. Port 0 is any free port. */
export async function listen(server: Server | HttpServer, port = 0): Promise<string> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

/** Connects to the host and port of a URL. */
export function connectTo(url: string | URL, options: { readonly allowHalfOpen?: boolean } = {}): Socket {
  const { hostname, port } = new URL(url)
  return connect({ host: hostname, port: Number(port), ...options })
}

/** The open sockets of a server, so that it can be closed at once. */
export class Sockets {
  readonly #open = new Set<Socket>()

  /** Adds a socket without Nagle's delay; `ended` is called after its error and after its close. */
  add(socket: Socket, ended: () => void = () => socket.destroy()): Socket {
    this.#open.add(socket)
    socket.setNoDelay(true)
    socket.on('error', ended)
    socket.once('close', () => {
      this.#open.delete(socket)
      ended()
    })
    return socket
  }

  /** Joins two sockets: bytes flow both ways, and the end of one ends the other. */
  join(near: Socket, far: Socket): void {
    const end = (): void => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) this.add(socket, end)
    near.pipe(far).pipe(near)
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy()
  }

  /** Closes a server together with its sockets. */
  async close(server: Server): Promise<void> {
    this.destroy()
    server.close()
    await once(server, 'close')
  }
}
