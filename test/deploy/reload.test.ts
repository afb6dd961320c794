// How each platform tells a running process that its merchants have changed, with the commands and file operations of the platform itself:
// the swapped volume of Kubernetes, `systemctl reload`, and the signal of Compose to process 1 of a container.
import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { programOf, ROOT, run, SOURCE_ARGUMENTS, type Running } from '../kit/process.ts'
import { temporaryFolder } from '../kit/scope.ts'
import { until } from '../kit/until.ts'
import { DEPLOY, readYaml } from './support/yaml.ts'

const PROGRAM = 'packages/bff/src/main.ts'
const READY = /listens on (\S+)/
const OLD = 'reload-only-secret-of-the-host-old'
const NEW = 'reload-only-secret-of-the-host-new'
const ORIGIN = 'https://shop.example'

/** Settings of a process with one merchant, whose secrets are files of this folder. */
const environmentOf = (secrets: string, folder: string): Readonly<Record<string, string>> => ({
  TAPBOARD_SECRET: 'reload-only-secret-of-the-bff-0123456789',
  TAPBOARD_STORE_URL: `file:${join(folder, 'ledger.db')}`,
  TAPBOARD_PUBLIC_URL: 'http://127.0.0.1:4300',
  TAPBOARD_PORT: '0',
  TAPBOARD_TERMINAL_URL: 'http://127.0.0.1:4010',
  TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
  TAPBOARD_MERCHANT_ID: 'shop',
  TAPBOARD_MERCHANT_NAME: 'Shop',
  TAPBOARD_MERCHANT_ORIGINS: ORIGIN,
  TAPBOARD_MERCHANT_HOST_SECRET_FILE: join(secrets, 'host_secret'),
  TAPBOARD_MERCHANT_API_KEY_FILE: join(secrets, 'api_key'),
})

/** Asks for a token with a host secret; returns the status of the answer. */
async function mint(url: string, hostSecret: string): Promise<number> {
  const grant = { kind: 'sale', order: 'A-1', amount: '42.00', currency: 'USD', devices: 'any' }
  const answer = await fetch(`${url}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hostSecret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...grant, origin: ORIGIN, jkt: 'A'.repeat(43) }),
  })
  await answer.body?.cancel()
  return answer.status
}

const timesPrinted = (output: string, code: string): number => output.split(`"code":"${code}"`).length - 1

const untilPrinted = ({ output }: Pick<Running, 'output'>, code: string, times = 1): Promise<boolean> =>
  until(`${times} lines ${code}`, () => timesPrinted(output(), code) >= times, 30_000)

/** The volume of a Secret, as the kubelet writes it: files are links into `..data`, which is a link to the folder of a version. */
function mountSecret(volume: string, secrets: Readonly<Record<string, string>>, version: number): void {
  const name = `..2026_11_27_12_00_0${version}.${version}`
  mkdirSync(join(volume, name), { recursive: true })
  for (const [file, text] of Object.entries(secrets)) writeFileSync(join(volume, name, file), text)
  symlinkSync(name, join(volume, '..data_tmp'))
  renameSync(join(volume, '..data_tmp'), join(volume, '..data'))
  if (version === 1)
    for (const file of Object.keys(secrets)) symlinkSync(join('..data', file), join(volume, file))
  else rmSync(join(volume, name.replace(/0\d\.\d$/, `0${version - 1}.${version - 1}`)), { recursive: true })
}

test('D-213 a process on Kubernetes reads the secrets of its merchant again when the kubelet swaps the volume', async (context) => {
  // The published manifest has these files in a volume, and none of them as a mount of its own, which the kubelet would not update.
  const [deployment] = readYaml('kubernetes/bff.yaml')
  const text = JSON.stringify(deployment)
  for (const name of ['HOST_SECRET', 'API_KEY'])
    assert.ok(
      text.includes(`{"name":"TAPBOARD_MERCHANT_${name}_FILE","value":"/secrets/${name.toLowerCase()}"}`),
    )
  assert.ok(text.includes('"mountPath":"/secrets"') && !text.includes('subPath'))

  const folder = temporaryFolder(context, 'reload')
  const volume = join(folder, 'secrets')
  mountSecret(volume, { host_secret: OLD, api_key: 'key-one' }, 1)
  const bff = await run({ file: PROGRAM, environment: environmentOf(volume, folder), ready: READY })
  context.after(() => bff.kill())
  assert.equal(await mint(bff.url, OLD), 201)
  mountSecret(volume, { host_secret: NEW, api_key: 'key-two' }, 2)
  await untilPrinted(bff, 'merchant-changed')
  assert.deepEqual([await mint(bff.url, NEW), await mint(bff.url, OLD)], [201, 401])
  mountSecret(volume, { host_secret: OLD, api_key: 'key-two' }, 3)
  await untilPrinted(bff, 'merchant-changed', 2)
  assert.deepEqual([await mint(bff.url, OLD), timesPrinted(bff.output(), 'merchants-refused')], [201, 0])
})

test('D-213 the command of "systemctl reload" makes the process read its merchants again', async (context) => {
  const unit = readFileSync(join(ROOT, DEPLOY, 'systemd/tapboard-bff@.service'), 'utf8')
  const [, command = ''] = /^ExecReload=(.*)$/m.exec(unit) ?? []
  const folder = temporaryFolder(context, 'reload')
  for (const [name, text] of Object.entries({ host_secret: OLD, api_key: 'key-one' }))
    writeFileSync(join(folder, name), text)
  const bff = await run({ file: PROGRAM, environment: environmentOf(folder, folder), ready: READY })
  context.after(() => bff.kill())
  // Without a shell, as systemd runs it.
  const [program = '', ...args] = command.replace('$MAINPID', String(bff.child.pid)).split(' ')
  assert.equal(spawnSync(program, args).status, 0)
  await untilPrinted(bff, 'merchants-unchanged')
  writeFileSync(join(folder, 'host_secret.new'), NEW)
  renameSync(join(folder, 'host_secret.new'), join(folder, 'host_secret'))
  assert.equal(spawnSync(program, args).status, 0)
  await untilPrinted(bff, 'merchant-changed')
  assert.deepEqual([await mint(bff.url, NEW), bff.child.exitCode], [201, null])
})

/** Starts the BFF as process 1 of a namespace, as the entrypoint of its container; `null` where the machine allows no namespace. */
function startContained(environment: Readonly<Record<string, string>>) {
  const namespace = ['--pid', '--fork', '--kill-child']
  if (spawnSync('unshare', [...namespace, 'true']).status !== 0) return null
  const command = [process.execPath, ...SOURCE_ARGUMENTS, programOf(PROGRAM)]
  const child: ChildProcess = spawn('unshare', [...namespace, ...command], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const children = `/proc/${child.pid}/task/${child.pid}/children`
  return { child, output: () => output, first: () => Number(readFileSync(children, 'utf8').trim()) }
}

test('D-213 the signal that the docs send with Compose reaches every BFF, as process 1 of its container', async (context) => {
  const page = readFileSync(join(ROOT, 'demo/docs/pages/running.md'), 'utf8')
  const [, signal = '', named = ''] = /`docker compose kill -s (\w+)((?: [\w-]+)+)`/.exec(page) ?? []
  const [compose] = readYaml('docker/compose.yaml')
  const services = Object.keys(compose?.['services'] as object).filter((name) => name.startsWith('bff'))
  assert.deepEqual(named.trim().split(' '), services)

  const folder = temporaryFolder(context, 'reload')
  for (const [name, text] of Object.entries({ host_secret: OLD, api_key: 'key-one' }))
    writeFileSync(join(folder, name), text)
  const bff = startContained(environmentOf(folder, folder))
  if (bff === null) return context.diagnostic('note: no namespace on this machine; the signal is not sent')
  context.after(async () => {
    if (bff.child.exitCode !== null) return
    bff.child.kill('SIGKILL')
    await once(bff.child, 'exit')
  })
  const url = await until('the BFF is ready', () => READY.exec(bff.output())?.[1], 60_000)
  process.kill(bff.first(), `SIG${signal}`)
  await untilPrinted(bff, 'merchants-unchanged')
  // Written in place: a container keeps the file that Compose mounted.
  writeFileSync(join(folder, 'host_secret'), NEW)
  process.kill(bff.first(), `SIG${signal}`)
  await untilPrinted(bff, 'merchant-changed')
  assert.equal(await mint(url, NEW), 201)
})
