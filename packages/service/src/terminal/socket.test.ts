/** Terminal sockets: input on a rejected connection is harmless, and so is an upgrade of another path. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { SessionRepository } from '../cloud/session/session-repository.ts'
import { openKernel } from '../app/open-kernel.ts'
import { TerminalHub } from './hub.ts'
import { attachTerminals } from './socket.ts'

const HANDSHAKE = [
  'GET /terminal HTTP/1.1',
  'Host: a',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  '',
  '',
].join('\r\n')

/** A server of terminals that accepts none: its hub has stopped. */
async function serveNone(context: TestContext): Promise<{ server: Server; port: number }> {
  const kernel = await openKernel({ store: 'file::memory:' })
  const hub = new TerminalHub({
    kernel,
    sessions: new SessionRepository(kernel),
    cardPresented: async () => {},
  })
  await hub.stop()
  const server = createServer()
  const detach = attachTerminals(hub, server, '/terminal', 0)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(async () => {
    detach()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await kernel.store.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

void test('closes a rejected terminal that sends invalid frames, and keeps running', async (context) => {
  const { port } = await serveNone(context)
  const line = connect(port, '127.0.0.1')
  const parts: Buffer[] = []
  line.on('data', (part: Buffer) => parts.push(part))
  line.write(HANDSHAKE)
  // A text frame without a mask, which a client must not send (RFC 6455 §5.1).
  line.write(Buffer.from([0x81, 0x02, 0x7b, 0x7d]))
  await once(line, 'close')
  const answer = Buffer.concat(parts)
  assert.match(answer.toString('latin1'), /^HTTP\/1\.1 101 /)
  assert.ok(answer.includes(Buffer.from([1013 >> 8, 1013 & 255])), 'it is told to come back later')
})

void test('an upgrade of another path is answered 404, and its socket closes though the caller keeps it open', async (context) => {
  const { server, port } = await serveNone(context)
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const line = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  context.after(() => line.destroy())
  const read = once(line, 'data') as Promise<[Buffer]>
  line.write(HANDSHAKE.replace('/terminal', '/elsewhere'))
  const [socket] = await accepted
  const closed = once(socket, 'close')
  assert.match((await read).toString(), /^HTTP\/1\.1 404 /)
  await closed
})

void test('a caller that resets an upgrade of another path does not end the process', async (context) => {
  const { server } = await serveNone(context)
  const socket = new Duplex({
    read() {},
    write: (_bytes, _encoding, done) => done(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  server.emit('upgrade', { url: '/elsewhere', headers: {} }, socket, Buffer.alloc(0))
  await closed
})
