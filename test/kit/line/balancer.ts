// A TCP load balancer: each new connection goes to the next process that reports ready, and to another one when the connection is
// refused. It does not parse the traffic.
import { createServer, type Socket } from 'node:net'
import { connectTo, listen, Sockets } from '../sockets.ts'

/** A load balancer on loopback, whose targets a test can change. */
interface Balancer {
  /** The stable address of the balancer. */
  readonly url: string
  /** The addresses of the processes from now on; existing connections to removed ones go on until they end. */
  lead(urls: readonly string[]): void
  close(): Promise<void>
}

/** Interval of the readiness checks. */
const PROBE_MS = 200

interface Target {
  readonly url: string
  ready: boolean
}

export async function openBalancer(): Promise<Balancer> {
  let targets: readonly Target[] = []
  let turn = 0
  const sockets = new Sockets()
  const forward = (near: Socket, left: readonly Target[]): void => {
    const [target, ...others] = left
    if (target === undefined || near.destroyed) return void near.destroy()
    const far = connectTo(target.url)
    const refused = (): void => {
      target.ready = false
      forward(near, others)
    }
    far.once('error', refused)
    far.once('connect', () => {
      far.off('error', refused)
      sockets.join(near, far)
    })
  }
  const server = createServer({ pauseOnConnect: true }, (near) => {
    sockets.add(near)
    turn += 1
    const ready = targets.filter((target) => target.ready)
    const some = ready.length > 0 ? ready : targets
    const first = turn % Math.max(1, some.length)
    forward(near, [...some.slice(first), ...some.slice(0, first)])
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
  return {
    url: await listen(server),
    lead(urls) {
      const known = new Map(targets.map((target) => [target.url, target]))
      targets = urls.map((url) => known.get(url) ?? { url, ready: true })
    },
    async close() {
      clearInterval(probing)
      await sockets.close(server)
    },
  }
}
