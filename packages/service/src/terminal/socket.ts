// Terminals over WebSocket on a node:http server (D-28): small frames, no compression, a bounded send buffer.
// The channel authenticates itself, so any origin may connect.
import type { IncomingMessage, Server } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { readClientAddress } from '@tapboard/server'
import { closeAfter } from '@tapboard/server/node'
import { WebSocketServer, type WebSocket } from 'ws'
import type { TerminalHub } from './hub.ts'

/** Maximum frame size in bytes. */
const FRAME_MAX = 4_096
/** Send buffer in bytes beyond which a slow terminal counts as lost. */
const BUFFERED_MAX = 65_536
/** Timeout in ms for the terminal's close frame. */
const CLOSE_MS = 2_000

/** The address of a terminal, behind `proxies` of the operator. Unknown addresses count as one. */
function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = new Headers({ 'x-forwarded-for': String(headers['x-forwarded-for'] ?? '') })
  const peer = socket.remoteAddress ?? null
  return readClientAddress(forwarded, peer, proxies, (text) => isIP(text) !== 0) ?? 'unknown'
}

function serveSocket(hub: TerminalHub, socket: WebSocket, address: string): void {
  const channel = hub.accept({
    address,
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
  // A protocol error of the peer; `close` follows. Without a listener the process would exit, so rejected
  // sockets need it too.
  socket.on('error', () => channel?.gone())
  if (channel === null) return socket.close(1013, 'try again later')
  socket.on('message', (data, binary) => {
    if (binary || !Buffer.isBuffer(data)) channel.refuse('bad_message', 'Send text frames.')
    else channel.receive(data.toString('utf8'))
  })
  socket.on('close', () => channel.gone())
}

/**
 * Serves the terminals' channel on `path` of a server behind `proxies` of the operator; the result detaches it and closes its
 * sockets.
 */
export function attachTerminals(hub: TerminalHub, server: Server, path: string, proxies: number): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_MAX,
    perMessageDeflate: false,
    clientTracking: true,
  })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const asked = (request.url ?? '').split('?')[0]?.toLowerCase()
    if (asked === path.toLowerCase()) {
      sockets.handleUpgrade(request, socket, head, (ws) => serveSocket(hub, ws, addressOf(request, proxies)))
      return
    }
    // Another upgrade listener of the server may handle it; without one, answer 404.
    if (server.listenerCount('upgrade') === 1)
      closeAfter(socket, 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }
  server.on('upgrade', upgrade)
  return () => {
    server.off('upgrade', upgrade)
    for (const socket of sockets.clients) socket.close(1012, 'service restart')
    sockets.close()
  }
}
