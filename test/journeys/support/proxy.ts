// A line between two processes that a test can cut: plain TCP, bytes forwarded as they come. It also hears which requests
// went over it, and can lose one answer after its request was delivered.
import { createServer, connect, type Server, type Socket } from 'node:net'
import { once } from 'node:events'

/** A line on loopback. */
export interface Line {
  /** Its near end, for example `http://127.0.0.1:4010`. */
  readonly url: string
  /** First lines of the requests that were delivered, such as `POST /v1/Session/initiate`. */
  readonly requests: readonly string[]
  /** Where the far end is from now on. */
  lead(url: string): void
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>
  /** Takes connections again. */
  heal(): Promise<void>
  /**
   * The next answer to such a request never arrives: the request is delivered, and `act` is called when the far end
   * begins to answer. Both connections are ended unless `act` is given.
   */
  loseAnswer(request: RegExp, act?: () => void): Promise<void>
  close(): Promise<void>
}

const FIRST_LINE = /^(GET|POST|PUT|DELETE) (\S+) HTTP\/1\.1\r$/gm

interface Trap {
  readonly request: RegExp
  readonly sprung: (end: () => void) => void
}

/** Opens a line; it refuses connections until it is led somewhere. */
export async function openLine(): Promise<Line> {
  const sockets = new Set<Socket>()
  const requests: string[] = []
  let traps: Trap[] = []
  let port = 0
  let far: URL | null = null
  let server: Server | null = null

  const carry = (near: Socket): void => {
    if (far === null) return void near.destroy()
    const away = connect({ host: far.hostname, port: Number(far.port) })
    let trap: Trap | null = null
    const end = (): void => {
      near.destroy()
      away.destroy()
    }
    for (const socket of [near, away]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    near.on('data', (bytes) => {
      for (const [, method = '', path = ''] of bytes.toString('latin1').matchAll(FIRST_LINE)) {
        const request = `${method} ${path}`
        requests.push(request)
        const found = traps.find((one) => one.request.test(request))
        if (found === undefined) continue
        traps = traps.filter((one) => one !== found)
        trap = found
      }
      away.write(bytes)
    })
    away.on('data', (bytes) => {
      if (trap === null) return void near.write(bytes)
      away.removeAllListeners('data')
      trap.sprung(end)
    })
  }

  const listen = async (): Promise<void> => {
    server = createServer(carry)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The line has no port.')
    port = address.port
  }

  const cut = async (): Promise<void> => {
    const closing = server
    server = null
    const closed = closing === null ? null : once(closing, 'close')
    closing?.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await listen()
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    lead: (url) => (far = new URL(url)),
    cut,
    heal: async () => (server === null ? listen() : undefined),
    loseAnswer: (request, act) =>
      new Promise((resolve) => {
        const sprung = (end: () => void): void => {
          if (act === undefined) end()
          else act()
          resolve()
        }
        traps.push({ request, sprung })
      }),
    close: cut,
  }
}
