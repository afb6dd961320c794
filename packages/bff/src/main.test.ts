import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`audit ends at the first ${signal}`, async (context) => {
    // A store that never answers: the audit runs until it is stopped.
    const silent = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const connected = once(silent, 'connection')
    const { port } = silent.address() as AddressInfo
    const environment = { ...process.env, TAPBOARD_STORE_URL: `postgres://app@127.0.0.1:${port}/shop` }
    const child = spawn(process.execPath, ['--conditions=tapboard-source', MAIN, 'audit', 'verify'], {
      env: environment,
      stdio: 'ignore',
    })
    context.after(() => {
      child.kill('SIGKILL')
      silent.close()
    })
    const exited = once(child, 'exit')
    await connected
    child.kill(signal)
    assert.deepEqual(await exited, [null, signal])
  })
