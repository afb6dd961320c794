// Redis and NATS of this machine, as a process on loopback that keeps nothing on disk, and can be stopped and started again.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { temporaryFolder, type Closing } from './scope.ts'
import { freePort } from '@tapboard/server/testing/ports'
import { until } from './until.ts'

export type BrokerKind = 'redis' | 'nats'

/** The program of each server. */
export const PROGRAMS: Readonly<Record<BrokerKind, string>> = { redis: 'redis-server', nats: 'nats-server' }

/** A broker at one address, which it keeps after a restart. */
export interface Broker {
  /** The variables that the module of the documentation reads. */
  readonly environment: Readonly<Record<string, string>>
  start(): Promise<void>
  /** Ends it; connections are lost, and its clients cannot reconnect. */
  stop(): Promise<void>
}

const argumentsOf = (kind: BrokerKind, port: number, folder: string): readonly string[] =>
  kind === 'redis'
    ? ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
    : ['--addr', '127.0.0.1', '--port', String(port)]

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

/** Starts a broker on a free port; it ends with the test. */
export async function openBroker(closing: Closing, kind: BrokerKind, program: string): Promise<Broker> {
  const folder = temporaryFolder(closing, kind)
  const port = await freePort()
  let child: ChildProcess | null = null
  const broker: Broker = {
    environment:
      kind === 'redis'
        ? { REDIS_URL: `redis://127.0.0.1:${port}` }
        : { NATS_URL: `nats://127.0.0.1:${port}` },
    async start() {
      const started = spawn(program, argumentsOf(kind, port, folder), { cwd: folder, stdio: 'ignore' })
      const end = (): void => void started.kill('SIGKILL')
      process.once('exit', end)
      started.once('exit', () => process.off('exit', end))
      child = started
      await until(`${kind} listens`, () => {
        if (started.exitCode !== null) throw new Error(`${kind} ended with ${started.exitCode}`)
        return listens(port)
      })
    },
    async stop() {
      const running = child
      child = null
      if (running === null || running.exitCode !== null) return
      const gone = once(running, 'exit')
      running.kill('SIGKILL')
      await gone
    },
  }
  closing.after(() => broker.stop())
  await broker.start()
  return broker
}
