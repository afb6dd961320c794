// Watchers of sales: a crowd that reads every event, readers that never read, and visitors that disconnect at once.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { SaleFrame } from '@tapboard/contract'
import { quantiles, type Quantiles } from './shoppers.ts'

/** Headers that open the stream of one sale; each may be used once. */
export interface Ticket {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** The behaviour of a crowd. */
export interface CrowdPlan {
  readonly askUrl: string
  readonly tickets: readonly Ticket[]
  /** `watch` reads for `seconds`; `silent` reads nothing for `seconds`; `churn` disconnects at the first byte. */
  readonly how: 'watch' | 'silent' | 'churn'
  readonly seconds: number
  /** Streams that are opened at the same time. */
  readonly atOnce: number
}

/** The observations of a crowd. */
export interface CrowdReport {
  readonly opened: number
  readonly faults: Readonly<Record<string, number>>
  /** Copies of events that were read, snapshots not counted. */
  readonly events: number
  /** From the moment an event was made to its last byte here. */
  readonly delivery: Quantiles
  /** Streams that the server ended before their time. */
  readonly ended: number
}

/** Called once, when every watcher is connected. */
type Gathered = (opened: number) => void

/** Connects, holds and disconnects the crowd. */
export async function crowd(plan: CrowdPlan, gathered: Gathered): Promise<CrowdReport> {
  const agent = new Agent({ maxSockets: Infinity, keepAlive: false })
  const faults: Record<string, number> = {}
  const fault = (what: string): void => void (faults[what] = (faults[what] ?? 0) + 1)
  const delays: number[] = []
  const closers: (() => void)[] = []
  let opened = 0
  let ended = 0

  const listen = (ticket: Ticket): Promise<void> =>
    new Promise((resolve) => {
      const outgoing = request(`${plan.askUrl}${ticket.path}`, {
        agent,
        headers: { ...ticket.headers, accept: 'text/event-stream' },
      })
      let leaving = false
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        if (!leaving) fault(`fault ${error.code ?? ''}`)
        resolve()
      })
      outgoing.on('response', (incoming) => {
        if (incoming.statusCode !== 200) {
          fault(`stream ${incoming.statusCode}`)
          incoming.resume()
          return resolve()
        }
        let text = ''
        incoming.setEncoding('utf8')
        incoming.once('data', () => {
          opened += 1
          if (plan.how === 'churn') {
            leaving = true
            outgoing.destroy()
          } else closers.push(() => outgoing.destroy())
          resolve()
        })
        incoming.on('data', (piece: string) => {
          const nowMs = Date.now()
          text += piece
          const blocks = text.split('\n\n')
          text = blocks.pop() ?? ''
          for (const block of blocks) {
            if (!block.startsWith('event: sale\n')) continue
            const data = /^data: (.*)$/m.exec(block)?.[1] ?? '{}'
            delays.push(nowMs - (JSON.parse(data) as SaleFrame).atMs)
          }
        })
        incoming.on('close', () => {
          if (!leaving && !incoming.complete) ended += 1
        })
        incoming.on('error', () => {})
        closers.push(() => (leaving = true))
      })
      outgoing.end()
    })

  const ignore = (ticket: Ticket): Promise<void> =>
    new Promise((resolve) => {
      const { hostname, port, host } = new URL(plan.askUrl)
      const socket = connect({ host: hostname, port: Number(port) })
      const lines = Object.entries({ host, ...ticket.headers }).map(([name, value]) => `${name}: ${value}`)
      socket.pause()
      socket.on('connect', () => {
        opened += 1
        socket.write(`GET ${ticket.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
        closers.push(() => socket.destroy())
        resolve()
      })
      socket.on('close', () => (ended += 1))
      socket.on('error', () => resolve())
    })

  const left = [...plan.tickets]
  const opener = async (): Promise<void> => {
    for (let ticket = left.pop(); ticket !== undefined; ticket = left.pop())
      await (plan.how === 'silent' ? ignore(ticket) : listen(ticket))
  }
  await Promise.all(Array.from({ length: plan.atOnce }, opener))
  gathered(opened)
  await pause(plan.seconds * 1000)
  const endedEarly = ended
  for (const close of closers.toReversed()) close()
  agent.destroy()
  return { opened, faults, events: delays.length, delivery: quantiles(delays), ended: endedEarly }
}
