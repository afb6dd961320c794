// A TCP load balancer: each new connection goes to the next process that reports ready, and to another one when the connection is
// refused. It does not parse the traffic.
import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'

/** A balancer on loopback. */
export interface Balancer {
  /** The address that outlives every process behind it. */
  readonly url: string
  /** The addresses of the processes from now on; existing connections to removed ones go on until they end. */
  lead(urls: readonly string[]): void
  close(): Promise<void>
}

/** How often processes are asked whether they take work. */
const PROBE_MS = 200

interface Target {
  readonly url: string
  ready: boolean
}

/** Opens a balancer; `port` where the address must be one that is known already. */
export async function openBalancer(port = 0): Promise<Balancer> {
  let targets: readonly Target[] = []
  let turn = 0
  const sockets = new Set<Socket>()

  const keep = (socket: Socket, end: () => void): void => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', end)
    socket.on('close', () => {
      sockets.delete(socket)
      end()
    })
  }
  const carry = (near: Socket, left: readonly Target[]): void => {
    const [target, ...others] = left
    if (target === undefined || near.destroyed) return void near.destroy()
    const { hostname, port: farPort } = new URL(target.url)
    const far = connect({ host: hostname, port: Number(farPort) })
    sockets.add(far)
    const refused = (): void => {
      sockets.delete(far)
      target.ready = false
      carry(near, others)
    }
    far.once('error', refused)
    far.once('connect', () => {
      far.off('error', refused)
      const end = (): void => {
        near.destroy()
        far.destroy()
      }
      keep(far, end)
      near.once('close', end)
      near.pipe(far)
      far.pipe(near)
    })
  }
  const server = createServer({ pauseOnConnect: true }, (near) => {
    keep(near, () => near.destroy())
    turn += 1
    const ready = targets.filter((target) => target.ready)
    const some = ready.length > 0 ? ready : targets
    carry(
      near,
      some.map((_, index) => some[(turn + index) % some.length] as Target),
    )
  })
  const probe = async (target: Target): Promise<void> => {
    try {
      const answer = await fetch(`${target.url}/health/ready`, { signal: AbortSignal.timeout(2_000) })
      await answer.body?.cancel()
      target.ready = answer.ok
    } catch {
      target.ready = false
    }
  }
  const probing = setInterval(() => {
    for (const target of targets) void probe(target)
  }, PROBE_MS)
  probing.unref()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    lead(urls) {
      const known = new Map(targets.map((target) => [target.url, target]))
      targets = urls.map((url) => known.get(url) ?? { url, ready: true })
    },
    async close() {
      clearInterval(probing)
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
