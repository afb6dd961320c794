// Refused connections do not stay open: the caller gets its answer, and the socket closes though the caller keeps its side open.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import { closeAfter } from './close-after.ts'
import { openServer } from './open-server.ts'

/** Malformed requests: not HTTP, and two hosts. */
const MALFORMED = ['BAD\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n']

test('a malformed request is answered, and its socket closes though the caller keeps it open', async (context) => {
  const served = await openServer({
    listener: (_incoming, outgoing) => outgoing.end(),
    host: '127.0.0.1',
    port: 0,
    limits: { connections: 10, closeMs: 0 },
    malformed: () => new Response('malformed', { status: 400 }),
  })
  context.after(() => served.close())
  for (const text of MALFORMED) {
    const accepted = once(served.server, 'connection') as Promise<[Socket]>
    const caller = connect({ port: Number(new URL(served.url).port), host: '127.0.0.1', allowHalfOpen: true })
    context.after(() => caller.destroy())
    const read = once(caller, 'data') as Promise<[Buffer]>
    caller.write(text)
    const [socket] = await accepted
    const closed = once(socket, 'close')
    assert.match(String((await read)[0]), /^HTTP\/1\.1 400 /)
    await closed
  }
})

test('a caller that resets the connection causes no error', async () => {
  const socket = new Duplex({
    read() {},
    write: (_bytes, _encoding, done) => done(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  closeAfter(socket, 'HTTP/1.1 404 Not Found\r\n\r\n')
  await closed
})
