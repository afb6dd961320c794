// Ends a connection with a last answer. A peer that keeps its side open would otherwise hold the socket for ever: node:http
// counts and times out only sockets that it still parses.
import type { Duplex } from 'node:stream'

/** Time in ms for the peer to read the answer and close. A shorter one could reset the connection before the answer is read. */
const LINGER_MS = 500

/** Sends `text` as the last bytes of a socket and closes it, whatever the peer does. A reset of the peer is not an error. */
export function closeAfter(socket: Duplex, text: string): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
  socket.on('error', () => socket.destroy())
  socket.end(text)
}
