// Every command that fails ends with the line that leads to the entry of its error in the catalogue. Each command of each `--help`
// gets a mistake.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createBff, optionsFromEnvironment } from '@tapboard/bff'
import { findError, silentLog } from '@tapboard/server'
import { openStore } from '@tapboard/store'
import { runCli } from '../../packages/bff/src/cli.ts'
import { runTapboard } from '../../packages/bff/src/app/doctor/cli.ts'
import { createTransport } from '../../packages/bff/src/upstream/transport/transport.ts'
import { runProgram } from '../../packages/service/src/cli/program.ts'
import { runDev } from '../../packages/tapboard/src/dev.ts'
import { create } from '../../packages/create-tapboard/src/create.ts'
import { openFiles } from '../../packages/tapboard/src/files.ts'

const folder = await mkdtemp(join(tmpdir(), 'tapboard-explained-'))
after(() => rm(folder, { recursive: true }))

const ledger = `file:${join(folder, 'ledger.db')}`
const service = `file:${join(folder, 'service.db')}`

type Program = 'tapboard' | 'tapboard-bff' | 'tapboard-service'

/** A mistake: the words of a command, the exit code, the code of the catalogue, and what differs in the environment. */
type Mistake = readonly [words: string, exit: 1 | 2, code: string, changes?: Readonly<Record<string, string>>]

/** Not the secret under which the keys of the ledger are sealed. */
const OTHER_SECRET = 'faults-only-another-secret-of-the-bff-9876543210'

const ENVIRONMENT = {
  TAPBOARD_SECRET: 'faults-only-secret-of-the-bff-0123456789',
  TAPBOARD_STORE_URL: ledger,
  TAPBOARD_PUBLIC_URL: 'http://127.0.0.1:9',
  TAPBOARD_TERMINAL_URL: 'http://127.0.0.1:9',
  TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
  TAPBOARD_MERCHANT_ID: 'shop',
  TAPBOARD_MERCHANT_HOST_SECRET: 'faults-only-secret-of-the-host-987654321',
  TAPBOARD_MERCHANT_API_KEY: `tb_test_${'q7'.repeat(13)}`,
  TAPBOARD_MERCHANT_ORIGINS: 'http://localhost:5173',
  TAPBOARD_PORT: '9',
}

async function run(program: Program, { words, changes = {} }: { words: string; changes?: object }) {
  const args = words.split(' ').filter(Boolean)
  let [out, err] = ['', '']
  const print = (line: string): void => void (out += `${line}\n`)
  const printError = (line: string): void => void (err += `${line}\n`)
  const readText = (path: string): string => readFileSync(path, 'utf8')
  const environment = program === 'tapboard-service' ? { ...changes } : { ...ENVIRONMENT, ...changes }
  const common = { args, environment, readText, print, printError, fetch }
  const stopped = Promise.resolve()
  const runs: Readonly<Record<Program, () => Promise<number>>> = {
    'tapboard-bff': () => runCli({ ...common, stopped }),
    tapboard: () =>
      args[0] === 'dev'
        ? runDev({
            ...common,
            args: args.slice(1),
            environment: {},
            platform: process.platform,
            files: openFiles(folder),
            random: (length) => 'x'.repeat(length),
            colour: false,
            now: Date.now,
            stopped,
          })
        : runTapboard({
            ...common,
            user: 'operator',
            nodeVersion: process.versions.node,
            randomText: (length) => 'x'.repeat(length),
            now: Date.now,
            look: () => Promise.resolve('nothing'),
            openStore,
            openTransport: createTransport,
          }),
    'tapboard-service': () =>
      runProgram({
        ...common,
        args: args.includes('--store') || args.length === 0 ? args : [...args, '--store', service],
        out: (text) => void (out += text),
        err: (text) => void (err += text),
        untilStopped: () => stopped,
      }),
  }
  const exit = await runs[program]()
  return { exit, out, err }
}

const broken = join(folder, 'not-heads.txt')
// A file is no folder for a store.
const lost = `--store file:${broken}/service.db`
const copy = join(folder, 'copy.db')

const MISTAKES: Readonly<Record<Program, readonly Mistake[]>> = {
  'tapboard-bff': [
    ['', 1, 'config-invalid', { TAPBOARD_SECRET: 'short' }],
    ['', 1, 'store-url-invalid', { TAPBOARD_STORE_URL: 'mysql://db/ledger' }],
    ['', 1, 'start-failed', { TAPBOARD_HEADS_FILE: folder }],
    ['', 1, 'config-invalid', { TAPBOARD_SECRET: OTHER_SECRET }],
    ['--check', 1, 'config-invalid', { TAPBOARD_LIMITS: '{mint:1}' }],
    ['--chek', 2, 'command-invalid'],
    ['health', 1, 'not-healthy'],
    ['health --now', 2, 'command-invalid'],
    ['audit', 2, 'command-invalid'],
    ['audit verify', 2, 'config-invalid', { TAPBOARD_STORE_URL: '' }],
    ['audit verify', 2, 'config-invalid', { TAPBOARD_STORE_URL_FILE: '/nowhere' }],
    ['audit verify', 2, 'ledger-missing', { TAPBOARD_STORE_URL: 'file::memory:' }],
    [`audit verify --heads ${broken}`, 2, 'heads-invalid'],
    [`audit verify --heads ${broken}.none`, 2, 'heads-invalid'],
    ['audit heads now', 2, 'command-invalid'],
    ['audit log', 2, 'store-unavailable', { TAPBOARD_STORE_URL: `file:${join(folder, 'none.db')}` }],
  ],
  tapboard: [
    ['env now', 2, 'command-invalid'],
    ['doctor now', 2, 'command-invalid'],
    ['doctor', 1, 'upstream-unavailable'],
    ['doctor', 1, 'config-invalid', { TAPBOARD_SECRET: 'short' }],
    ['migrate now', 2, 'command-invalid'],
    ['migrate', 2, 'config-invalid', { TAPBOARD_STORE_URL: '' }],
    ['migrate --check', 1, 'migration-needed', { TAPBOARD_STORE_URL: 'file::memory:' }],
    ['backup', 2, 'command-invalid'],
    [`backup ${copy}`, 2, 'config-invalid', { TAPBOARD_STORE_URL: '' }],
    [`backup ${copy}`, 2, 'backup-refused', { TAPBOARD_STORE_URL: 'file::memory:' }],
    ['restore', 2, 'command-invalid'],
    [`restore ${copy}`, 2, 'backup-refused'],
    ['reconcile --now', 2, 'command-invalid'],
    ['reconcile --merchant other', 2, 'name-unknown'],
    ['reconcile', 2, 'report-unavailable'],
    ['reconcile release none', 1, 'name-unknown'],
    ['keys', 2, 'command-invalid'],
    ['keys list', 2, 'ledger-missing', { TAPBOARD_STORE_URL: 'file::memory:' }],
    ['keys rotate now', 2, 'command-invalid'],
    ['keys rotate', 2, 'config-invalid', { TAPBOARD_SECRET: OTHER_SECRET }],
    ['keys reseal now', 2, 'command-invalid'],
    ['keys revoke none', 1, 'name-unknown'],
    ['explain', 2, 'command-invalid'],
    ['explain sale-opn', 1, 'name-unknown'],
    ['dev --prot 1', 2, 'command-invalid'],
    ['sell', 2, 'command-invalid'],
  ],
  'tapboard-service': [
    ['serve --port x', 2, 'command-invalid'],
    ['serve', 2, 'config-invalid', { TAPBOARD_SERVICE_PROT: '1' }],
    ['serve', 2, 'config-invalid', { TAPBOARD_SERVICE_STORE_URL_FILE: '/nowhere' }],
    ['serve', 2, 'config-invalid', { TAPBOARD_SERVICE_PORT: 'x' }],
    ['serve --port 0', 1, 'data-key-invalid', { TAPBOARD_SERVICE_DATA_KEY: 'short' }],
    ['health --port 9', 1, 'not-healthy'],
    ['explain sale-opn', 1, 'name-unknown'],
    ['migrate --check --store file::memory:', 1, 'migration-needed'],
    ['backup', 2, 'command-invalid'],
    [`backup ${copy} --store file::memory:`, 1, 'backup-refused'],
    [`restore ${copy}`, 1, 'backup-refused'],
    ['accounts add Shop', 1, 'name-taken'],
    ['accounts list --sandbox', 2, 'command-invalid'],
    [`accounts list ${lost}`, 1, 'store-unavailable'],
    ['users add Ada --account None', 1, 'name-unknown'],
    ['users link Ada', 1, 'name-unknown'],
    ['users role Ada owner', 1, 'name-unknown'],
    ['users remove Ada', 1, 'name-unknown'],
    ['users list now', 2, 'command-invalid'],
    ['keys create --account None', 1, 'name-unknown'],
    ['keys list now', 2, 'command-invalid'],
    ['keys revoke none', 1, 'name-unknown'],
    ['devices add --account None --serial SN-1', 1, 'name-unknown'],
    ['devices add --account Shop --serial SN-1 --sandbox', 1, 'change-refused'],
    ['devices pair none', 1, 'name-unknown'],
    ['processor', 2, 'config-invalid'],
    ['tiers add --account None --tier T', 1, 'name-unknown'],
    ['tiers list --account None', 1, 'name-unknown'],
    ['tiers remove none', 1, 'name-unknown'],
    ['boarding set --account None --sandbox', 1, 'name-unknown'],
    ['boarding show --account None', 1, 'name-unknown'],
    ['applications reseal now', 2, 'command-invalid'],
    ['applications forget', 2, 'command-invalid'],
    ['applications list --account None', 1, 'name-unknown'],
    ['applications show none', 1, 'name-unknown'],
    ['applications move none declined', 1, 'name-unknown'],
    ['sell', 2, 'command-invalid'],
  ],
}

/** The commands in the text of `--help`: the words before an option, a value or the explanation. */
const commandsIn = (help: string): readonly string[] =>
  help
    .split('\n')
    .map(
      (line) =>
        /^ {2}tapboard(?:-bff|-service)?((?: [a-z]+)*)(?= {2}| [-A-Z[]|$)/.exec(line)?.[1]?.trim() ?? '',
    )
    .filter((words) => words !== '')

for (const program of ['tapboard-bff', 'tapboard', 'tapboard-service'] as const)
  test(`D-196 every command of ${program} that fails ends with the entry of its error`, async () => {
    await writeFile(broken, 'these are not heads\n')
    await (await createBff({ ...optionsFromEnvironment(ENVIRONMENT), log: silentLog })).close()
    assert.notEqual((await run('tapboard-service', { words: 'accounts add Shop' })).exit, 2)
    const mistakes = MISTAKES[program]
    const { out: help } = await run(program, { words: '--help' })
    const commands = commandsIn(help)
    assert.ok(commands.length > 2, help)
    for (const command of commands)
      assert.ok(
        mistakes.some(([words]) => words === command || words.startsWith(`${command} `)),
        `"${program} ${command}" has no mistake here`,
      )
    const explains = program === 'tapboard-service' ? program : 'tapboard'
    for (const [words, exit, code, changes = {}] of mistakes) {
      const failed = await run(program, { words, changes })
      const title = `${program} ${words}: ${failed.err}`
      const lines = `${words.startsWith('doctor') ? failed.out : ''}${failed.err}`.trimEnd().split('\n')
      const more = lines.filter((line) => line.startsWith('More: '))
      assert.equal(failed.exit, exit, title)
      assert.ok(more.includes(`More: npx ${explains} explain ${code}`), title)
      assert.equal(lines.at(-1), more.at(-1), title)
      assert.ok(findError(code) !== null, code)
    }
  })

/** Wrong calls with the sentence that names the mistake. */
const SENTENCES: readonly (readonly [Program, words: string, sentence: string])[] = [
  ['tapboard', 'doctr', '"tapboard doctr" is not a command; see tapboard --help. Did you mean doctor?'],
  ['tapboard', 'keys list now', 'Call it as one of:'],
  [
    'tapboard',
    'explain',
    'Call it as: tapboard explain CODE, for example: tapboard explain sale-open. The last line of a failed command names the code.',
  ],
  ['tapboard', 'explain sale-opn', 'There is no error sale-opn. Did you mean sale-open?'],
  [
    'tapboard',
    'explain claim-failing',
    'There is no error claim-failing. The page "Troubleshooting" of the documentation explains the codes of the log.',
  ],
  ['tapboard', 'reconcile --to yesterday', '--to must be a time such as 2026-11-27T08:00:00Z.'],
  ['tapboard', 'dev --prot 1', 'There is no option --prot; see tapboard dev --help. Did you mean --port?'],
  ['tapboard-bff', 'audti', 'There is no command audti; see tapboard-bff --help. Did you mean audit?'],
  ['tapboard-bff', 'health --now', 'Call it as:'],
  [
    'tapboard-bff',
    'audit verify --since yesterday',
    '--since must be a date such as 2026-11-27, or with a time: 2026-11-27T08:00:00Z.',
  ],
  ['tapboard-bff', 'audit verify --workers 99', '--workers must be a whole number from 1 to 32.'],
  ['tapboard-bff', 'audit verify --workers 2 --since 2026-11-27', 'Give --since or --workers, not both.'],
  ['tapboard-service', 'serv', '"serv" is not a command. See --help. Did you mean serve?'],
  [
    'tapboard-service',
    'devices list',
    '"devices list" is not a command. See --help. "devices" takes: add, pair.',
  ],
  ['tapboard-service', 'serve --prot 4', 'There is no option --prot. See --help. Did you mean --port?'],
  [
    'tapboard-service',
    'devices pair none',
    'There is no device with this ID. "devices add" prints the ID of a new one; the dashboard shows all of them.',
  ],
]

test('D-196 a wrong call is answered with its mistake, and with the command or option that is probably meant', async () => {
  for (const [program, words, sentence] of SENTENCES) {
    const { err } = await run(program, { words })
    assert.equal(err.split('\n')[0], sentence, words)
  }
})

test('D-196 every refusal of create-tapboard ends with the entry of its error', async () => {
  const packages = fileURLToPath(new URL('../../packages/create-tapboard/', import.meta.url))
  for (const [words, exit, code] of [
    ['--tmplate html', 2, 'command-invalid'],
    ['one two', 2, 'command-invalid'],
    ['shop --template vue', 2, 'command-invalid'],
    ['.', 1, 'folder-not-empty'],
  ] as const) {
    const errors: string[] = []
    const failed = await create({
      args: words.split(' '),
      folder,
      templates: join(packages, 'templates'),
      manifest: join(packages, 'package.json'),
      print: () => {},
      printError: (line) => void errors.push(line),
      ask: null,
    })
    assert.equal(failed, exit, words)
    assert.equal(errors.at(-1), `More: npx tapboard explain ${code}`, words)
    assert.doesNotMatch(errors.join(' '), /positional argument/, words)
    assert.ok(findError(code) !== null, code)
  }
})
