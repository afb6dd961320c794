// The requests of a connection, one after another. Node calls the listener for each head that it has read, so a client that sends
// hundreds of requests at once (RFC 9112 §9.3.2) and reads nothing would keep hundreds of responses in memory.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait behind the one that is answered. Browsers, proxies and SDKs send none before the answer. */
const WAITING_MAX = 32

/** The waiting requests of each connection that is answering one, oldest first. */
const busy = new WeakMap<Socket, (() => void)[]>()

/** Calls `begin` once the earlier requests of the connection are answered; closes the connection if too many wait. */
export function oneByOne(socket: Socket, outgoing: ServerResponse, begin: () => void): void {
  const run = (): void => {
    if (socket.destroyed) return
    outgoing.once('close', () => {
      const next = busy.get(socket)?.shift()
      if (next === undefined) busy.delete(socket)
      else next()
    })
    begin()
  }
  const waiting = busy.get(socket)
  if (waiting !== undefined && waiting.length >= WAITING_MAX) socket.destroy()
  else if (waiting !== undefined) waiting.push(run)
  else {
    busy.set(socket, [])
    run()
  }
}
