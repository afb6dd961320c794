import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from './settings.ts'

test('the defaults are port 8800 and the folder .tapboard', () => {
  assert.deepEqual(readSettings([], {}), {
    ok: true,
    dir: '.tapboard',
    port: 8800,
    host: '127.0.0.1',
    storeUrl: null,
    upstream: null,
  })
})

test('an argument overrides the environment', () => {
  const read = readSettings(['--port', '9000', '--data', '/tmp/x'], { PORT: '8900' })
  assert.deepEqual(read.ok && [read.port, read.dir], [9000, '/tmp/x'])
})

test('another upstream needs its key', () => {
  const read = readSettings([], { TERMINAL_URL: 'https://terminals.example' })
  assert.match(read.ok ? '' : read.message, /TERMINAL_API_KEY/)
})

test('another boarding API needs another upstream beside it, and a key that may board', () => {
  const terminal = { TERMINAL_URL: 'https://terminals.example', TERMINAL_API_KEY: 'key-1' }
  const boarding = { BOARDING_URL: 'https://boarding.example', BOARDING_API_KEY: 'key-2' }
  for (const environment of [boarding, { ...terminal, BOARDING_URL: boarding.BOARDING_URL }]) {
    const read = readSettings([], environment)
    assert.match(read.ok ? '' : read.message, /BOARDING_API_KEY/)
  }
  const without = readSettings([], terminal)
  assert.equal(without.ok && without.upstream?.boarding, null)
  const read = readSettings([], { ...terminal, ...boarding })
  assert.deepEqual(read.ok && read.upstream?.boarding, { url: boarding.BOARDING_URL, apiKey: 'key-2' })
})

for (const text of ['0', '-1', '70000', 'http', '', '65534'])
  test(`rejects "${text}" as a port`, () => {
    const read = readSettings([], { PORT: text })
    assert.match(read.ok ? '' : read.message, /whole number from 1 to 65533/)
  })

test('rejects an unknown argument with the list of arguments', () => {
  const read = readSettings(['--prot', '1'], {})
  assert.match(read.ok ? '' : read.message, /--port, --data and --host/)
})

test('accepts a network address as host and rejects other texts', () => {
  assert.equal(readSettings(['--host', '0.0.0.0'], {}).ok, true)
  for (const host of ['localhost', '', '1.2.3', '0.0.0.0:80']) {
    const read = readSettings(['--host', host], {})
    assert.match(read.ok ? '' : read.message, /must be an IP address/)
  }
})
