import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freePort } from './testing-ports.ts'

test('freePort returns a port on which a server can listen', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
})

test('freePort reserves its port from other processes while the program that gets it does not listen yet', async () => {
  const first = await freePort(2)
  for (const port of [first, first + 1]) {
    const other = createSocket('udp4').bind(port, '127.0.0.1')
    const [error] = (await once(other, 'error')) as [NodeJS.ErrnoException]
    assert.equal(error.code, 'EADDRINUSE')
    other.close()
  }
})
