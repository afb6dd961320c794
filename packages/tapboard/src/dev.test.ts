// The command as a process: what it writes, what it serves, how it ends.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tapboard/server/testing/ports'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tapboard-dev-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, ['--conditions=tapboard-source', MAIN, 'dev', ...args], {
    cwd: folder,
    // Variables of the test run are none of the command.
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  })
  after(() => child.kill('SIGKILL'))
  let said = ''
  const exited = once(child, 'exit')
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('Ctrl-C ends all.')) resolve()
      })
    child.once('exit', () => reject(new Error(said)))
  })
  ready.catch(() => undefined)
  return {
    ready,
    said: () => said,
    exited,
    async stop() {
      child.kill('SIGINT')
      return ((await exited) as [number | null])[0]
    },
  }
}

const env = (): string => readFileSync(join(folder, '.env'), 'utf8')
/** The BFF, the pages and the service have three ports in a row. */
const port = await freePort(3)
const pages = `http://localhost:${port + 1}`
const post = (path: string, headers: Record<string, string> = { origin: pages }) =>
  fetch(pages + path, { method: 'POST', headers, body: JSON.stringify({ jkt: 'a'.repeat(43) }) })

test('the first start writes the settings, serves a sale, and ends at Ctrl-C', async () => {
  const dev = start('--port', String(port))
  await dev.ready
  assert.equal(statSync(join(folder, '.env')).mode & 0o777, 0o600)
  assert.match(readFileSync(join(folder, '.gitignore'), 'utf8'), /^\.env\n\.tapboard\/\n/)
  assert.match(
    readFileSync(join(folder, 'checkout.html'), 'utf8'),
    new RegExp(`bff-url="http://localhost:${port}"`),
  )

  const page = await fetch(pages)
  assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self';/)
  assert.match(await page.text(), new RegExp(`bff-url="http://localhost:${port}"`))
  const minted = await post('/token?order=A-1&amount=42.00')
  assert.equal(minted.status, 201)
  const { token } = (await minted.json()) as { token: string }
  assert.ok(token.length > 100)
  assert.equal((await post('/apply-token')).status, 201)
  const { code } = (await (await post('/pairing-code')).json()) as { code: string }
  assert.match(code, /^[A-Z0-9-]{8,}$/)

  // Another site, another name of this machine, and the files of the folder stay outside.
  assert.equal((await post('/token', { origin: 'https://evil.example' })).status, 403)
  assert.equal((await fetch(`${pages}/pages/..%2f..%2f.env`)).status, 404)
  assert.equal((await fetch(`${pages}/.env`)).status, 404)
  assert.equal((await fetch(`${pages}/elements/package.json`)).status, 404)
  assert.equal((await fetch(`${pages}/favicon.ico`)).status, 204)

  const ledger = await fetch(`http://localhost:${port}/health/ready`)
  assert.equal(ledger.status, 200)
  assert.equal(await dev.stop(), 0)
})

test('the next start keeps keys and ports; a taken port is named with its part', async () => {
  const before = env()
  const dev = start()
  await dev.ready
  assert.equal(env(), before)
  const second = start()
  assert.deepEqual(await second.exited, [1, null])
  assert.match(
    second.said(),
    new RegExp(`port ${port + 2} \\(service\\), ${port} \\(BFF\\), ${port + 1} \\(pages\\)`),
  )
  assert.equal(await dev.stop(), 0)
})

test('an app runs with the variables of .env and ends with the servers', async () => {
  writeFileSync(
    join(folder, 'app.mjs'),
    `import { writeFileSync } from 'node:fs'
     writeFileSync('seen', process.env.TAPBOARD_PUBLIC_URL)
     process.exitCode = 3`,
  )
  const dev = start('node', 'app.mjs')
  assert.deepEqual(await dev.exited, [3, null])
  assert.match(dev.said(), /"node app\.mjs" ended with 3\./)
  assert.match(dev.said(), /^ {2}Your app +http:\/\/localhost:3000 /m)
  assert.equal(readFileSync(join(folder, 'seen'), 'utf8'), `http://localhost:${port}`)
})

test('an app whose port another program uses ends with the variable that chooses it', async () => {
  const other = createServer()
  const taken = await freePort()
  await once(other.listen(taken, '127.0.0.1'), 'listening')
  const kept = env()
  writeFileSync(
    join(folder, '.env'),
    kept.replace(/^TAPBOARD_MERCHANT_ORIGINS=.*$/m, `TAPBOARD_MERCHANT_ORIGINS=http://localhost:${taken}`),
  )
  writeFileSync(
    join(folder, 'listener.mjs'),
    "import { createServer } from 'node:net'\ncreateServer().listen(process.env.PORT, '127.0.0.1')\n",
  )
  const dev = start('node', 'listener.mjs')
  assert.deepEqual(await dev.exited, [1, null])
  assert.match(
    dev.said(),
    new RegExp(
      `"node listener.mjs" ended with 1\\. Port ${taken} is in use by another program: .* TAPBOARD_MERCHANT_ORIGINS of \\.env\\.`,
    ),
  )
  other.close()
  writeFileSync(join(folder, '.env'), kept)
})

test('refuses data whose .env is gone, and a command that does not exist', async () => {
  const missing = start('no-such-program')
  assert.deepEqual(await missing.exited, [1, null])
  assert.match(missing.said(), /The command cannot be started: .*no-such-program/)
  rmSync(join(folder, '.env'))
  const dev = start('--port', String(port))
  assert.deepEqual(await dev.exited, [1, null])
  assert.match(dev.said(), /belongs to a \.env that is gone/)
  assert.equal(existsSync(join(folder, '.env')), false)
})
