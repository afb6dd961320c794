// Samples and commands of the documentation, run as they are printed: the mounts of every framework, a server of its own, the BFF without
// Node, the hash of an import map, the resolution of an application, the example processors. Only addresses and ports are replaced.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import { openStore } from '@tapboard/store'
import { freePort } from '@tapboard/server/testing/ports'
import { createBff, type BffOptions } from '@tapboard/bff'
import { silentLog } from '@tapboard/server'
import { serveBff, type Served } from '../../packages/bff/src/http/node.ts'
import { submitBody } from '../../packages/bff/src/testing/apply.ts'
import { benchOptions, createBench, SECRETS, signUpOptions } from '../../packages/bff/src/testing/bench.ts'
import { goodAnswer } from '../../packages/bff/src/testing/boarding.ts'
import { applyGrant, openPage } from '../../packages/bff/src/testing/page.ts'
import { faultOf } from '../../packages/bff/src/upstream/transport/fault.ts'
import { readCommand } from '../../packages/service/src/cli/read-command.ts'
import { ROOT } from '../kit/process.ts'
import { scope, temporaryFolder } from '../kit/scope.ts'
import { until } from '../kit/until.ts'

const closing = scope()
after(() => closing.end())

// Below the folder of modules, so that imports resolve as in a project.
mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
const modules = mkdtempSync(join(ROOT, 'node_modules/.cache/pages-'))
closing.after(() => rm(modules, { recursive: true, force: true }))

const pageOf = (name: string): string => readFileSync(join(ROOT, `demo/docs/pages/${name}.md`), 'utf8')

/** The one block of code in this language of a page that has these words. */
function blockOf(page: string, language: string, words: string): string {
  const blocks = [...pageOf(page).matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].filter(
    ([, is, code = '']) => is === language && code.includes(words),
  )
  assert.equal(blocks.length, 1, `${page}: ${blocks.length} blocks have "${words}"`)
  return blocks[0]?.[2] ?? ''
}

let written = 0

/** Writes code as a module of a project; returns its address. */
function writeCode(code: string): string {
  written += 1
  const file = join(modules, `sample-${written}.mjs`)
  writeFileSync(file, transformSync(code, { loader: 'ts' }).code)
  return pathToFileURL(file).href
}

const importCode = async <Module>(code: string): Promise<Module> => (await import(writeCode(code))) as Module

const options = (members: Partial<BffOptions> = {}): BffOptions =>
  benchOptions({ publicUrl: 'http://127.0.0.1:4300/tapboard', ...members })

const bff = await createBff(options({ log: silentLog }))
closing.after(() => bff.close())

/** What comes before and after the line of a framework in its own program; it exports a listener or a server. */
const PROGRAMS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  Express: ["import express from 'express'\nconst app = express()", 'export default app'],
  Fastify: [
    "import fastify from 'fastify'\nconst app = fastify()",
    'await app.ready()\nexport default (request, response) => app.routing(request, response)',
  ],
  Hono: [
    "import { Hono } from 'hono'\nimport { getRequestListener } from '@hono/node-server'\nconst app = new Hono()",
    'export default getRequestListener(app.fetch)',
  ],
  'bare `node:http`': [
    "import { createServer } from 'node:http'\nimport { toNodeHandler } from '@tapboard/bff'\nconst server =",
    "export default (...given) => server.emit('request', ...given)",
  ],
}

/** The line of each framework in the table of the page, and the module that it names. */
const MOUNTS = [...pageOf('mount').matchAll(/^\| ([^|]+?) \| `([^`]+)`(?: from `([^`]+)`)?/gm)].map(
  ([, host = '', line = '', module = '']) => ({ host, line, module }),
)

const importOf = (line: string, module: string): string =>
  module === '' ? '' : `import { ${/\b\w+Handler\b|\bfastifyPlugin\b/.exec(line)?.[0]} } from '${module}'`

test('the table of frameworks has the ones that the tests below run, and Next, which has an app of its own', () => {
  assert.deepEqual(
    MOUNTS.map(({ host }) => host),
    ['Express', 'Fastify', 'Hono', 'Next', 'Cloudflare-style worker', 'bare `node:http`'],
  )
})

for (const { host, line, module } of MOUNTS) {
  const program = PROGRAMS[host]
  if (program === undefined) continue
  test(`${host}: the mount of the page serves the BFF`, async () => {
    Object.assign(globalThis, { bff })
    const code = [importOf(line, module), program[0], line, program[1]].join('\n')
    const { default: listener } = await importCode<{ readonly default: RequestListener }>(code)
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.after(() => server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/tapboard/health/live`)
    assert.deepEqual([answer.status, await answer.json()], [200, { status: 'live' }])
  })
}

/** Calls a worker as the platform does, which ends it at any moment: it has no stop. */
const isolate = (worker: string, store: string): string => `
  import { openStore } from '@tapboard/store'
  Object.assign(globalThis, { options: ${JSON.stringify(options())}, store: await openStore('${store}') })
  const { default: worker } = await import('${worker}')
  const request = new Request('http://127.0.0.1:4300/tapboard/health/live')
  const { status } = await worker.fetch(request, {}, { waitUntil() {} })
  console.log('status', status)
  process.exit()`

test('a worker with the mount of the page serves the BFF', async () => {
  const { line = '', module = '' } = MOUNTS.find(({ host }) => host === 'Cloudflare-style worker') ?? {}
  const worker = writeCode([importOf(line, module), line.replace('…', '...')].join('\n'))
  const store = `file:${join(temporaryFolder(closing, 'worker'), 'ledger.db')}`
  const runner = fileURLToPath(writeCode(isolate(worker, store)))
  const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=tapboard-source', runner], {
    encoding: 'utf8',
  })
  assert.match(stdout, /^status 200$/m, stderr)
})

test('the server of its own answers until it is closed', async () => {
  Object.assign(globalThis, { bff })
  const port = await freePort()
  const code = blockOf('mount', 'ts', 'serveBff')
  const changed = code.replace('0.0.0.0', '127.0.0.1').replace('4300', String(port))
  assert.notEqual(changed, code)
  const { served } = await importCode<{ readonly served: Served }>(`${changed}\nexport { served }`)
  assert.equal((await fetch(`http://127.0.0.1:${port}/tapboard/health/live`)).status, 200)
  await served.close()
})

test('the BFF without Node answers by its function', async () => {
  const store = await openStore(`file:${join(temporaryFolder(closing, 'fetch'), 'ledger.db')}`)
  Object.assign(globalThis, { settings: { options: options({ log: silentLog }), store } })
  writeFileSync(join(modules, 'settings.mjs'), 'export const { options, store } = globalThis.settings\n')
  const code = blockOf('mount', 'ts', '@tapboard/bff/fetch').replace("'./settings'", "'./settings.mjs'")
  type Sample = { readonly bff: { close(): Promise<void> }; readonly default: { fetch: typeof bff.fetch } }
  const sample = await importCode<Sample>(`${code}\nexport { bff }`)
  const answer = await sample.default.fetch(new Request('http://127.0.0.1:4300/tapboard/health/ready'))
  assert.equal(answer.status, 200)
  await sample.bff.close()
  await store.close()
})

test('the command for the hash of an import map prints the one that a browser compares', () => {
  const map = '\n{ "imports": { "@tapboard/elements": "/elements/index.js" } }\n'
  const folder = temporaryFolder(closing, 'hash')
  writeFileSync(join(folder, 'index.html'), `<!doctype html><script type="importmap">${map}</script>`)
  const { stdout } = spawnSync('sh', ['-c', blockOf('policies', 'sh', 'importmap')], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(stdout, `sha256-${createHash('sha256').update(map).digest('base64')}\n`)
})

test('the command that resolves an application in doubt resolves it', async (context) => {
  const { merchants, upstream } = signUpOptions()
  const bench = await createBench({ merchants, upstream })
  context.after(() => bench.close())
  const page = await openPage(bench, applyGrant({ applicant: 'A-7' }))
  bench.boarding.answer = (asked) => (asked.path === '/SubmitGoApp' ? faultOf('broken') : goodAnswer(asked))
  const body = await submitBody(page)
  const headers = { 'idempotency-key': 'key-0123456789abcdef' }
  assert.equal((await page.send('POST', '/v1/application/submit', { body, headers })).status, 202)
  await bench.clock.advance(15_000)
  const served = await serveBff({ bff: bench.core, port: 0 })
  context.after(() => served.close())
  const command = blockOf('sign-up', 'sh', '/resolve').replace('https://shop.example', served.url)
  const child = spawn('sh', ['-c', `${command.replace('app_…', 'app_1')}`], {
    env: { ...process.env, HOST_SECRET: SECRETS.hostSecret },
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  await once(child, 'close')
  const { state, appId } = JSON.parse(printed) as Readonly<Record<string, unknown>>
  assert.deepEqual([state, appId], ['submitted', 'app_1'], printed)
})

test('the commands for the example processors start both, and the service that asks them', async () => {
  const [port, processorPort] = [await freePort(), await freePort()]
  const main = `"${process.execPath}" --conditions=tapboard-source "${ROOT}packages/service/src/main.ts"`
  const commands = blockOf('service', 'sh', 'tapboard-service processor')
    .replaceAll('npx tapboard-service', main)
    .replaceAll('4020', String(processorPort))
  const child = spawn('sh', ['-c', commands], {
    cwd: temporaryFolder(closing, 'processors'),
    env: { ...process.env, TAPBOARD_SERVICE_PORT: String(port) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closing.after(async () => {
    const gone = once(child, 'close')
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await gone
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const status = (url: string, method = 'GET'): Promise<number> =>
    fetch(url, { method }).then(
      (answer) => answer.status,
      () => 0,
    )
  const unsigned = `http://127.0.0.1:${processorPort}/applications`
  const bothAnswer = async (): Promise<boolean> =>
    (await status(`http://127.0.0.1:${port}/health/ready`)) === 200 &&
    (await status(unsigned, 'POST')) === 401
  await until('both answer', bothAnswer, 60_000).catch((error: unknown) =>
    assert.fail(`${String(error)}\n${said}`),
  )
})

/** Secrets that some commands need. */
const SERVICE_SECRETS = {
  TAPBOARD_SERVICE_PROCESSOR_SECRET: 'a-secret-of-the-processors-4Rk8',
  TAPBOARD_SERVICE_AUTHORIZER_SECRET: 'a-secret-of-the-authorizer-2Xw9',
  TAPBOARD_SERVICE_COBRAND_SECRET: 'a-secret-of-the-co-brand-7Lm3',
}

test('tapboard-service accepts each of its commands in the code of pages and READMEs', () => {
  const documents = globSync(['demo/docs/pages/*.md', 'packages/*/README.md', 'README.md'], { cwd: ROOT })
  const commands = documents.flatMap((document) => {
    const text = readFileSync(join(ROOT, document), 'utf8')
    return [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)]
      .flatMap(([, code = '']) => code.replaceAll('\\\n', ' ').split('\n'))
      .flatMap((line) => [...line.matchAll(/npx tapboard-service ((?:"[^"]*"|'[^']*'|[^&|>#;)`])*)/g)])
      .map(([, words = '']) => ({ document, words: words.trim() }))
  })
  assert.ok(commands.length >= 10, `${commands.length} commands`)
  for (const { document, words } of commands) {
    const parts = [...words.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
    const args = parts.map(([, double, single, plain]) => double ?? single ?? plain ?? '')
    const read = readCommand(args, SERVICE_SECRETS)
    assert.ok(read.ok, `${document}: ${words}`)
  }
})
