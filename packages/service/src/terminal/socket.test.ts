/** Terminal sockets: input on a rejected connection is harmless. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
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

void test('closes a rejected terminal that sends invalid frames, and keeps running', async () => {
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
  try {
    const line = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const parts: Buffer[] = []
    line.on('data', (part: Buffer) => parts.push(part))
    line.write(HANDSHAKE)
    // A text frame without a mask, which a client must not send (RFC 6455 §5.1).
    line.write(Buffer.from([0x81, 0x02, 0x7b, 0x7d]))
    await once(line, 'close')
    const answer = Buffer.concat(parts)
    assert.match(answer.toString('latin1'), /^HTTP\/1\.1 101 /)
    assert.ok(answer.includes(Buffer.from([1013 >> 8, 1013 & 255])), 'it is told to come back later')
  } finally {
    detach()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await kernel.store.close()
  }
})
