/** The program `tapboard-service`: what it understands, what it refuses, and a whole run as a process. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { run } from './commands.ts'
import { readCommand, USAGE } from './config.ts'

const read = (line: string, environment: Record<string, string> = {}) =>
  readCommand(line.split(' ').filter(Boolean), environment)

void test('serve takes arguments before the environment before its defaults', () => {
  const defaults = { name: 'serve', store: 'file:.tapboard/service.db', host: '127.0.0.1', port: 4010 }
  const off = { strict: false, repeat: 'refuse', scripted: false }
  assert.deepEqual(read('serve'), { ok: true, command: { ...defaults, ...off } })
  const environment = {
    SERVICE_PORT: '0',
    SERVICE_HOST: '::1',
    STORE_URL: 'file:x.db',
    SERVICE_STRICT: 'true',
    SERVICE_REPEAT: 'replay',
    SERVICE_SCRIPTED: '1',
  }
  const said = { store: 'file:x.db', host: '::1', port: 0, strict: true, repeat: 'replay', scripted: true }
  assert.deepEqual(read('serve', environment), { ok: true, command: { name: 'serve', ...said } })
  assert.deepEqual(read('serve --port 80 --store file:y.db', environment), {
    ok: true,
    command: { name: 'serve', ...said, port: 80, store: 'file:y.db' },
  })
})

for (const line of [
  'sell',
  'serve --port x',
  'serve --port 70000',
  'serve --port -1',
  'serve --repeat sometimes',
  'serve --host a/b',
  'serve now',
  'serve --account x',
  'serve --bogus',
  'keys',
  'keys create',
  'keys create --account  ',
  'keys revoke',
  'keys revoke a b',
  'keys list --sandbox',
  'devices pair',
])
  void test(`"${line}" is refused with a sentence that says what to do`, () => {
    const result = read(line)
    assert.ok(!result.ok)
    assert.match(result.message, /\.$/)
  })

interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function carryOut(line: string): Promise<Said> {
  const result = read(line)
  assert.ok(result.ok, line)
  let [out, err] = ['', '']
  const code = await run(result.command, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    onStop: (stop) => stop(),
  })
  return { code, out, err }
}

void test('keys are made, listed and revoked; the key itself is said once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-service-'))
  const at = `--store file:${join(folder, 'service.db')}`
  try {
    const made = await carryOut(`keys create --account Shop --board --sandbox ${at}`)
    assert.match(made.out, /^tb_test_[a-z2-7]{26}\n$/)
    const id = /Key (key_\w+) of "Shop"/.exec(made.err)?.[1] ?? ''
    assert.equal((await carryOut(`keys create --account Shop ${at}`)).code, 0, 'one account, two keys')
    const listed = (await carryOut(`keys list ${at}`)).out
    assert.match(listed, /Shop \(test, may board\)\n/)
    assert.equal(listed.includes(made.out.trim()), false)
    assert.equal((await carryOut(`keys revoke ${id} ${at}`)).code, 0)
    assert.equal((await carryOut(`keys revoke ${id} ${at}`)).code, 1)
    assert.match((await carryOut(`keys list ${at}`)).out, /revoked \d{4}-/)
    assert.equal((await carryOut(`devices pair dev_none ${at}`)).code, 1)
    assert.equal((await carryOut('--help')).out, USAGE)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

void test('a store that cannot be opened is one sentence, not a trace', async () => {
  const { code, err } = await carryOut('keys list --store nonsense')
  assert.equal(code, 1)
  assert.match(err, /^The store URL is of no known kind\./)
})

void test('the process serves until it is asked to stop; a taken port is said with what to do', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const begin = (port: string) =>
    spawn(process.execPath, ['--conditions=tapboard-source', main, 'serve', '--port', port], {
      env: { ...process.env, STORE_URL: 'file::memory:' },
    })
  const first = begin('0')
  try {
    const [line] = (await once(first.stdout, 'data')) as [Buffer]
    const port = /http:\/\/127\.0\.0\.1:(\d+) \(terminals: ws:/.exec(line.toString())?.[1] ?? ''
    const live = await fetch(`http://127.0.0.1:${port}/health/live`)
    assert.deepEqual(await live.json(), { status: 'live' })
    const second = begin(port)
    const [fault] = (await once(second.stderr, 'data')) as [Buffer]
    assert.match(fault.toString(), new RegExp(`^Port ${port} of 127.0.0.1 is in use\\. Stop`))
    const [code] = (await once(second, 'exit')) as [number]
    assert.equal(code, 1)
  } finally {
    first.kill('SIGTERM')
    const [code] = (await once(first, 'exit')) as [number]
    assert.equal(code, 0)
  }
})
