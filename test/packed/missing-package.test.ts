// The commands of the packed packages where the package of the store's engine is not installed: each prints one sentence with
// the command that installs it, and no stack trace.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { launch } from '../kit/process.ts'
import { freePort } from '@tapboard/server/testing/ports'
import { install } from './install.ts'

const folder = install({ ours: ['bff', 'service'] })
after(() => rmSync(folder, { recursive: true, force: true }))

const bin = (name: string, command: string): string => `node_modules/@tapboard/${name}/bin/${command}.js`

const environment = {
  TAPBOARD_SECRET: randomBytes(32).toString('base64url'),
  TAPBOARD_PUBLIC_URL: 'http://127.0.0.1:1',
  TAPBOARD_PORT: String(await freePort()),
  TAPBOARD_TERMINAL_URL: 'http://127.0.0.1:1',
  TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
  TAPBOARD_MERCHANT_ID: 'shop',
  TAPBOARD_MERCHANT_NAME: 'Shop',
  TAPBOARD_MERCHANT_HOST_SECRET: randomBytes(32).toString('base64url'),
  TAPBOARD_MERCHANT_API_KEY: 'tb_test_key',
  TAPBOARD_MERCHANT_ORIGINS: 'http://127.0.0.1:2',
  TAPBOARD_SERVICE_DATA_KEY: randomBytes(32).toString('base64'),
}

/** Runs a command to its end; returns its exit code and its output. */
async function ended(file: string, args: readonly string[], store: string) {
  const { child, output } = launch({
    folder,
    file,
    args,
    environment: { ...environment, TAPBOARD_STORE_URL: store, TAPBOARD_SERVICE_STORE_URL: store },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output() }
}

test('a CommonJS program requires the packages', () => {
  const script = `
    const { createBff, verifyWebhook } = require('@tapboard/bff')
    const { expressHandler } = require('@tapboard/bff/express')
    const { createService } = require('@tapboard/service')
    console.log([createBff, verifyWebhook, expressHandler, createService].map((one) => typeof one).join())`
  const args = ['--input-type=commonjs', '--eval', script]
  const output = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  assert.equal(output, 'function,function,function,function\n')
})

const ENGINES = [
  { store: 'file:ledger.db', scheme: 'file:', name: 'better-sqlite3', install: 'better-sqlite3@13' },
  { store: 'postgres://127.0.0.1:1/shop', scheme: 'postgres://', name: 'pg', install: 'pg@8' },
] as const

for (const { store, scheme, name, install: wanted } of ENGINES) {
  const sentence = `A store URL that begins with ${scheme} needs the package ${name}, which is not installed. Run: npm install ${wanted}\n`
  const moreIn = (program: string): string => `More: npx ${program} explain store-package-missing\n`
  const inBff = `TAPBOARD_STORE_URL: ${sentence}${moreIn('tapboard')}`

  test(`with ${store} and without ${name} each command prints how to install it`, async () => {
    const commands = [
      [bin('bff', 'tapboard-bff'), [], inBff, 1],
      [bin('bff', 'tapboard-bff'), ['--check'], inBff, 1],
      [bin('bff', 'tapboard-bff'), ['audit', 'verify'], inBff, 2],
      [
        bin('service', 'tapboard-service'),
        ['serve', '--port', '0'],
        sentence + moreIn('tapboard-service'),
        1,
      ],
      [bin('service', 'tapboard-service'), ['keys', 'list'], sentence + moreIn('tapboard-service'), 1],
    ] as const
    for (const [file, args, words, code] of commands)
      assert.deepEqual(await ended(file, args, store), { code, output: words }, `${file} ${args.join(' ')}`)
  })

  test(`tapboard doctor reports the missing ${name} for ${store}`, async () => {
    const { code, output } = await ended(bin('bff', 'tapboard'), ['doctor'], store)
    assert.equal(code, 1)
    assert.ok(output.includes(`FAIL  store: ${sentence}`), output)
    assert.doesNotMatch(output, /\n\s+at /)
  })
}
