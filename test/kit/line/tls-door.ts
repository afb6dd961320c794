// A TLS proxy in front of the service that delays each handshake: every send is in the connecting phase for a while, so a process
// can be stopped then. Reads reuse open connections and are not delayed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { makeCertificates } from '../certificate.ts'
import { connectTo, listen, Sockets } from '../sockets.ts'

/** A TLS server on loopback that forwards to a plain one. */
interface TlsDoor {
  /** Environment of a Node process that trusts it. */
  readonly environment: Readonly<Record<string, string>>
  /** Leads it to the service; returns the address that the BFF asks. */
  readonly lead: (serviceUrl: string) => Promise<string>
  close(): Promise<void>
}

/** Opens a door that waits `delayMs` before each handshake. */
export async function openTlsDoor(delayMs: number): Promise<TlsDoor> {
  const { authority, certificate, key } = makeCertificates()
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-door-'))
  const file = join(folder, 'authority.pem')
  writeFileSync(file, authority)
  let far = 'http://127.0.0.1:1'
  const sockets = new Sockets()
  const secure = createTlsServer({ cert: certificate, key }, (near) => sockets.join(near, connectTo(far)))
  secure.on('tlsClientError', () => {})
  const server = createServer((socket) => {
    sockets.add(socket)
    setTimeout(() => {
      if (!socket.destroyed) secure.emit('connection', socket)
    }, delayMs)
  })
  const url = (await listen(server)).replace('http:', 'https:')
  return {
    environment: { NODE_EXTRA_CA_CERTS: file },
    async lead(serviceUrl) {
      far = serviceUrl
      return url
    },
    async close() {
      await sockets.close(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
