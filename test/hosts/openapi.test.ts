// Clients that openapi-typescript generates from the documents of both servers: they compile under `strict`, and take an approved
// sale.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Page } from '../kit/page.ts'
import { ROOT } from '../kit/process.ts'
import { createKeys, startBff, startService } from '../kit/programs.ts'
import { scope, temporaryFolder } from '../kit/scope.ts'
import { freePort } from '@tapboard/server/testing/ports'

const APP = join(ROOT, 'test/apps/openapi')
const ORIGIN = 'http://127.0.0.1:3000'

const closing = scope()
const folder = temporaryFolder(closing, 'openapi')
const agent = new Agent()
closing.after(() => agent.destroy())
after(() => closing.end())

const store = `file:${join(folder, 'service.db')}`
const [apiKey = ''] = await createKeys(store, ['Client'])
const service = await startService({ store, scripted: true })
closing.after(() => service.kill())
const port = await freePort()
const bffUrl = `http://127.0.0.1:${port}`
const hostSecret = randomBytes(24).toString('base64url')
const bff = await startBff({
  store: `file:${join(folder, 'ledger.db')}`,
  secret: randomBytes(32).toString('base64url'),
  publicUrl: bffUrl,
  terminalUrl: service.url,
  port,
  merchants: [{ id: 'client', name: 'Client', hostSecret, apiKey, origins: [ORIGIN] }],
})
closing.after(() => bff.kill())

/** Runs a tool; returns its output, for any exit code. */
const tool = (script: string, ...args: readonly string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [script, ...args], { cwd: folder }).then(
    () => '',
    ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => stdout + stderr,
  )

const GENERATOR = join(APP, 'node_modules/openapi-typescript/bin/cli.js')
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')

const CONFIG = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  },
  include: ['*.ts'],
}

/** The exports of the app's `client.ts`, which imports generated files and is no part of this program. */
interface Client {
  sell(order: object, page: Page): Promise<{ readonly state: string; readonly amountMinor: number }>
}

const WRONG = `import createClient from 'openapi-fetch'
import type { components, paths } from './bff.ts'
const bff = createClient<paths>({ baseUrl: '' })
export const answer = await bff.GET('/v1/chekout', {})
export const start: components['schemas']['StartSale'] = { order: 'R', attempt: 1, amountMinor: '42', currency: 'USD', deviceId: 'd' }
`

test('clients generated from both OpenAPI documents compile under strict, and a mistake does not', async () => {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
  copyFileSync(join(APP, 'client.ts'), join(folder, 'client.ts'))
  writeFileSync(join(folder, 'wrong.ts'), WRONG)
  const documents = { bff: `${bff.url}/v1/openapi.json`, service: `${service.url}/openapi.json` }
  await Promise.all(
    Object.entries(documents).map(async ([name, url]) => {
      writeFileSync(join(folder, `${name}.json`), await (await fetch(url)).text())
      assert.equal(await tool(GENERATOR, `${name}.json`, '--output', `${name}.ts`), '')
    }),
  )
  const errors = await tool(COMPILER, '-p', '.', '--pretty', 'false')
  const places = [...errors.matchAll(/^(\w+\.ts\(\d+),/gm)].map(([, place]) => place)
  assert.deepEqual([...new Set(places)], ['wrong.ts(4', 'wrong.ts(5'], errors)
})

test('a generated client takes an approved sale', async () => {
  const client = (await import(pathToFileURL(join(folder, 'client.ts')).href)) as Client
  const page = new Page({ askUrl: bffUrl, publicUrl: bffUrl, origin: ORIGIN, hostSecret, agent }, 'R-1042')
  const order = { serviceUrl: service.url, apiKey, bffUrl, hostSecret, origin: ORIGIN, number: 'R-1042' }
  const sale = await client.sell(order, page)
  assert.deepEqual([sale.state, sale.amountMinor], ['approved', 4_200])
})
