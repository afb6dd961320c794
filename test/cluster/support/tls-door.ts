// A TLS proxy in front of the service that delays each handshake: every send is in the connecting phase for a while, so a process
// can be stopped then. Reads reuse open connections and are not delayed.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { makeCertificates } from '../../support/certificate.ts'

/** A door on loopback. */
export interface TlsDoor {
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
  let far = new URL('http://127.0.0.1:1')
  const sockets = new Set<Socket>()
  const keep = (socket: Socket, end: () => void): void => {
    sockets.add(socket)
    socket.on('error', end)
    socket.on('close', () => {
      sockets.delete(socket)
      end()
    })
  }
  const secure = createTlsServer({ cert: certificate, key }, (near) => {
    const away = connect({ host: far.hostname, port: Number(far.port) })
    const end = (): void => {
      near.destroy()
      away.destroy()
    }
    for (const socket of [near, away]) keep(socket.setNoDelay(true), end)
    near.pipe(away).pipe(near)
  })
  secure.on('tlsClientError', () => {})
  const server = createServer((socket) => {
    keep(socket, () => socket.destroy())
    setTimeout(() => {
      if (!socket.destroyed) secure.emit('connection', socket)
    }, delayMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    environment: { NODE_EXTRA_CA_CERTS: file },
    async lead(serviceUrl) {
      far = new URL(serviceUrl)
      return `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
