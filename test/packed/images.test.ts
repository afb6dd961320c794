// The images of BFF and service, made by the instructions of the published Dockerfiles from the packed packages, and run as
// Kubernetes and Compose run them: as another user, on a read-only file system, without capabilities, with secrets in files.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { canContain, ImageBuilder, untilSaid, type Container } from '../deploy/support/container.ts'
import { readStages, type ImageName, type Stage } from '../deploy/support/dockerfile.ts'
import { freePort } from '@tapboard/server/testing/ports'
import { tarballOf } from './pack.ts'
import { openRegistry, type Registry } from './registry.ts'

const UID = 10001

/** An image, the folder of its volume, and that of its secrets. */
interface Built {
  readonly builder: ImageBuilder
  readonly stage: Stage
  readonly volume: string
  readonly secrets: string
}

let folder = ''
let registry: Registry
const images = new Map<ImageName, Built>()
const running: Container[] = []

/** Builds an image; `packages` is its context. */
async function build(image: ImageName, packages: string): Promise<Built> {
  const builder = new ImageBuilder()
  const stages = readStages(image)
  for (const stage of stages)
    await builder.build(stage, [{ outside: packages, inside: '/packages' }], {
      npm_config_registry: registry.url,
      npm_config_cache: '/npm-cache',
      VERSION: 'latest',
    })
  const [volume, secrets] = [join(folder, `${image}-data`), join(folder, `${image}-secrets`)]
  for (const made of [volume, secrets]) mkdirSync(made)
  // A new volume gets the owner of the image's folder.
  chownSync(volume, UID, UID)
  const stage = stages.at(-1)
  assert.ok(stage)
  return { builder, stage, volume, secrets }
}

const built = (image: ImageName): Built => {
  const found = images.get(image)
  assert.ok(found)
  return found
}

/** Writes a secret as an engine mounts it. */
function secret({ secrets }: Built, name: string, value: string): void {
  const file = join(secrets, name)
  writeFileSync(file, `${value}\n`)
  chmodSync(file, 0o444)
}

/** Starts the image with its volume and its secrets. */
function start(image: ImageName, command: readonly string[], variables: Readonly<Record<string, string>>) {
  const { builder, stage, volume, secrets } = built(image)
  const mounted = [
    { outside: volume, inside: '/data' },
    { outside: secrets, inside: '/run/secrets' },
  ]
  const container = builder.run(stage, command, mounted, variables)
  running.push(container)
  return container
}

const isHere = canContain()
test('namespaces and layers are allowed where all tests run', () => {
  assert.ok(isHere || process.env['CI'] !== 'true', 'run it as root, or let sudo ask for no password')
})
if (!isHere) console.log('note: this machine allows no namespaces and layers; the images are not built')
else testImages()

/** The status of a process on this machine: user, capabilities, and whether it can gain privileges. */
function statusOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? ''
  const capabilities = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name) => field(name))
  return { uid: field('Uid'), gid: field('Gid'), capabilities, noNewPrivileges: field('NoNewPrivs') }
}

const NONE = '0'.repeat(16)
const CONFINED = {
  uid: String(UID),
  gid: String(UID),
  capabilities: [NONE, NONE, NONE, NONE, NONE],
  noNewPrivileges: '1',
}

function testImages(): void {
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tapboard-images-'))
    registry = await openRegistry()
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    chmodSync(folder, 0o755)
    // One image of the tarballs of this checkout, one of the registry.
    images.set('bff', await build('bff', dirname(tarballOf('@tapboard/bff'))))
    images.set('service', await build('service', empty))
  })
  after(async () => {
    for (const container of running) await container.kill()
    for (const { builder } of images.values()) builder.remove()
    registry?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  let serviceUrl = ''
  let key = ''

  test('the image of the service runs its commands and serves, confined, from its volume alone', async () => {
    const image = built('service')
    secret(image, 'data_key', randomBytes(32).toString('base64'))
    const port = String(await freePort())
    const variables = {
      TAPBOARD_SERVICE_STORE_URL: 'file:/data/service.db',
      TAPBOARD_SERVICE_DATA_KEY_FILE: '/run/secrets/data_key',
      TAPBOARD_SERVICE_PORT: port,
    }
    for (const command of [
      ['accounts', 'add', 'Shop', '--sandbox'],
      ['keys', 'create', '--account', 'Shop', '--sandbox'],
    ]) {
      const container = start('service', command, variables)
      assert.equal(await container.ended(), 0, container.output())
      key = /tb_test_\S+/.exec(container.output())?.[0] ?? ''
    }
    const container = start('service', [], variables)
    serviceUrl = (await untilSaid(container, /service on (\S+)/)).replace('0.0.0.0', '127.0.0.1')
    assert.deepEqual(statusOf(container.pid()), CONFINED)
    assert.equal(await container.exec(image.stage.healthcheck), 0)
    assert.deepEqual(
      readdirSync(image.volume).filter((name) => !name.startsWith('service.db')),
      [],
    )
  })

  test('the image of the BFF is ready with secrets in files, and its probe sees it', async () => {
    const image = built('bff')
    secret(image, 'tapboard_secret', randomBytes(32).toString('base64'))
    secret(image, 'host_secret', randomBytes(24).toString('hex'))
    secret(image, 'api_key', key)
    const port = String(await freePort())
    const variables = {
      TAPBOARD_STORE_URL: 'file:/data/ledger.db',
      TAPBOARD_PUBLIC_URL: 'http://localhost:4300',
      TAPBOARD_TERMINAL_URL: serviceUrl,
      TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
      TAPBOARD_MERCHANT_ID: 'shop',
      TAPBOARD_MERCHANT_ORIGINS: 'http://localhost:3000',
      TAPBOARD_SECRET_FILE: '/run/secrets/tapboard_secret',
      TAPBOARD_MERCHANT_HOST_SECRET_FILE: '/run/secrets/host_secret',
      TAPBOARD_MERCHANT_API_KEY_FILE: '/run/secrets/api_key',
      TAPBOARD_PORT: port,
    }
    const container = start('bff', [], variables)
    await untilSaid(container, /listens on (\S+)/)
    assert.deepEqual(statusOf(container.pid()), CONFINED)
    assert.equal(await container.exec(image.stage.healthcheck), 0)
    assert.equal(await container.exec(['tapboard-bff', 'health']), 0)
    assert.equal(await container.exec(['tapboard', 'doctor']), 0)
    assert.equal(await container.exec(['tapboard-bff', 'audit', 'verify']), 0)
    assert.deepEqual(
      readdirSync(image.volume).filter((name) => !name.startsWith('ledger.db')),
      [],
    )
    // Nothing else of its file system can be written.
    assert.notEqual(await container.exec(['touch', '/app/new']), 0)
    assert.equal(await container.stop(image.stage.stopSignal), 0)
    assert.notEqual(await container.exec(image.stage.healthcheck), 0)
  })

  test('the images contain the packages that they need and no other', () => {
    for (const [image, { builder }] of images) {
      const modules = join(builder.layer('image'), 'app/node_modules')
      assert.deepEqual(
        readdirSync(join(modules, '@tapboard')).toSorted(),
        [image, 'contract', 'server', 'store'].toSorted(),
      )
      for (const driver of ['pg', 'better-sqlite3']) assert.ok(readdirSync(join(modules, driver)).length > 0)
      assert.ok(!readdirSync(modules).includes('typescript'))
    }
  })

  test('the service ends on the stop signal of its image', async () => {
    const container = running.find((one) => /service on/.test(one.output()))
    assert.equal(await container?.stop(built('service').stage.stopSignal), 0)
  })
}
