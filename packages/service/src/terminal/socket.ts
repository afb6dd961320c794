// Terminals over WebSocket on a node:http server (D-28). Small frames, no compression, a cap on what waits to be sent.
// The channel authenticates itself, so any origin may connect.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { TerminalHub } from './hub.ts'

/** Largest frame of a terminal, in bytes. */
const FRAME_MAX = 4_096
/** Bytes that may wait for a slow terminal before it counts as lost. */
const BUFFERED_MAX = 65_536
/** A terminal that does not answer our close is cut off after this many ms. */
const CLOSE_MS = 2_000

function serveSocket(hub: TerminalHub, socket: WebSocket): void {
  const channel = hub.accept({
    send(text) {
      if (socket.readyState !== socket.OPEN || socket.bufferedAmount > BUFFERED_MAX) return false
      socket.send(text)
      return true
    },
    close(code, reason) {
      if (code === 1006) return socket.terminate()
      socket.close(code, reason)
      const timer = setTimeout(() => socket.terminate(), CLOSE_MS)
      socket.once('close', () => clearTimeout(timer))
    },
  })
  // A protocol fault of the peer; `close` follows. Heard even of those who are turned away: unheard it ends the process.
  socket.on('error', () => channel?.gone())
  if (channel === null) return socket.close(1013, 'try again later')
  socket.on('message', (data, binary) => {
    if (binary || !Buffer.isBuffer(data)) channel.refuse('bad_message', 'Send text frames.')
    else channel.receive(data.toString('utf8'))
  })
  socket.on('close', () => channel.gone())
}

/** Serves the terminals' channel on `path` of a server; the answer takes it away again and ends its sockets. */
export function attachTerminals(hub: TerminalHub, server: Server, path: string): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_MAX,
    perMessageDeflate: false,
    clientTracking: true,
  })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const asked = (request.url ?? '').split('?')[0]?.toLowerCase()
    if (asked === path.toLowerCase()) {
      sockets.handleUpgrade(request, socket, head, (ws) => serveSocket(hub, ws))
      return
    }
    // Another listener of the host's server may want it; nobody else means nobody answers.
    if (server.listenerCount('upgrade') === 1)
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }
  server.on('upgrade', upgrade)
  return () => {
    server.off('upgrade', upgrade)
    for (const socket of sockets.clients) socket.close(1012, 'service restart')
    sockets.close()
  }
}
