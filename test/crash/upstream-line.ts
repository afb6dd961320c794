// The line from the BFFs of a lane to the service. It forwards bytes and counts the initiates with at least one body byte on the
// wire. The count relies on the wire, not on any report (INV-4).
import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'

/** A line with a counter. */
export interface CountingLine {
  readonly url: string
  /** Initiates with at least one byte of body, since the line was opened. */
  initiates(): number
  close(): void
}

const INITIATE = 'POST /v1/Session/initiate'
const HEAD_END = '\r\n\r\n'

/** Opens a line on loopback to `farUrl`. */
export async function openCountingLine(farUrl: string): Promise<CountingLine> {
  const far = new URL(farUrl)
  const sockets = new Set<Socket>()
  let initiates = 0
  const server = createServer((near) => {
    const away = connect({ host: far.hostname, port: Number(far.port) })
    let head: string | null = ''
    for (const [socket, other] of [
      [near, away],
      [away, near],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('data', (bytes) => other.write(bytes))
      socket.on('end', () => other.end())
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.on('data', (bytes) => {
      // An initiate has a connection of its own, so its head comes first or never.
      if (head === null) return
      head += bytes.toString('latin1')
      const end = head.indexOf(HEAD_END)
      if (!head.startsWith(INITIATE.slice(0, head.length))) head = null
      else if (end >= 0 && head.length > end + HEAD_END.length) {
        if (head.startsWith(INITIATE)) initiates += 1
        head = null
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    initiates: () => initiates,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
