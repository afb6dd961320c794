// The command `tapboard`: `doctor` checks all dependencies of a sale and prints remedies, `env` prints an initial
// `.env`, `migrate` brings the tables up to date, `backup` and `restore` copy an embedded store, `reconcile` compares the charges with the
// ledger, `keys` manages the key pairs of the ledger, `explain` prints an entry of the catalogue of errors.
import type { CommandCode } from '@tapboard/contract'
import { isEnvironmentError, suggestion } from '@tapboard/server'
import { firstDotEnv } from '../dot-env.ts'
import { adviceWithoutSettings, readEnvironment } from '../environment.ts'
import { BACKUP_HELP, runBackup } from '../backup-cli.ts'
import { KEYS_HELP, runKeys } from '../keys-cli.ts'
import { EXPLAIN } from '../explain.ts'
import { MIGRATE_HELP, runMigrateCommand } from '../migrate-cli.ts'
import { RECONCILE_HELP, runReconcile } from '../reconcile/cli.ts'
import { examine, type DoctorPorts } from './examine.ts'
import type { Finding } from './finding.ts'

/** Access of the command to the process. */
interface TapboardPorts extends DoctorPorts {
  readonly args: readonly string[]
  /** Reads a text file; throws if it cannot be read. */
  readonly readText: (path: string) => string
  readonly print: (line: string) => void
  /** Makes the file to which `print` writes, if it is one, readable by its owner only. */
  readonly keepOutputPrivate?: () => void
  readonly printError: (line: string) => void
  /** Name of the system's user that runs the command. */
  readonly user: string
  /** Returns a random secret of this length. */
  readonly randomText: (length: number) => string
}

const HELP = [
  'tapboard – sets up, examines and maintains a BFF',
  '',
  '  tapboard dev             run everything for a test sale on this machine; needs the package tapboard',
  '  tapboard env             print a first .env with new secrets: tapboard env > .env',
  '  tapboard doctor          check configuration, keys, upstream, origins, store, and the running BFF',
  '  tapboard doctor --json   the same as JSON, one line per check',
  EXPLAIN.help(25),
  ...MIGRATE_HELP,
  ...BACKUP_HELP,
  ...RECONCILE_HELP,
  ...KEYS_HELP,
  '  tapboard --version       the version of the package',
  '  tapboard --help          this text',
  '',
  'All read the environment and the file .env, as tapboard-bff does. "doctor" changes nothing and charges nothing. The',
  'last line of a command that fails names the code of its error.',
].join('\n')

const COMMANDS: readonly string[] = [
  'dev',
  'env',
  'doctor',
  'explain',
  'migrate',
  'backup',
  'restore',
  'reconcile',
  'keys',
]

/** The sentence about words that are no command, with the command that is probably meant. */
function unknownCommand(args: readonly string[]): string {
  const [command = ''] = args
  const near = COMMANDS.includes(command) ? '' : suggestion(command, COMMANDS)
  return `"tapboard ${args.join(' ').slice(0, 40)}" is not a command; see tapboard --help.${near}`
}

const SIGNS: Readonly<Record<Finding['state'], string>> = { ok: 'ok  ', warn: 'note', fail: 'FAIL' }

async function doctor(ports: TapboardPorts, json: boolean): Promise<number> {
  const { print } = ports
  const states: Finding['state'][] = []
  const codes = new Set<CommandCode>()
  for await (const finding of examine(ports)) {
    states.push(finding.state)
    if (finding.code !== null) codes.add(finding.code)
    print(json ? JSON.stringify(finding) : `${SIGNS[finding.state]}  ${finding.what}: ${finding.message}`)
  }
  const failed = states.filter((state) => state === 'fail').length
  const noted = states.filter((state) => state === 'warn').length
  if (!json) {
    print(failed === 0 ? `No fault prevents a sale; notes: ${noted}.` : `Faults: ${failed}, notes: ${noted}.`)
    const advice = adviceWithoutSettings(ports.environment)
    if (advice !== null) print(advice)
    for (const code of codes) print(EXPLAIN.more(code))
  }
  return failed === 0 ? 0 : 1
}

/** Runs the command; returns the exit code: 0 no fault, 1 a fault that prevents sales, 2 an unknown command. */
export async function runTapboard(ports: TapboardPorts): Promise<number> {
  const { args, print, printError } = ports
  const [command, ...rest] = args
  if (command === undefined || args.includes('--help') || args.includes('-h')) {
    print(HELP)
    return command === undefined ? 2 : 0
  }
  if (command === 'env' && rest.length === 0) {
    ports.keepOutputPrivate?.()
    print(firstDotEnv(ports.randomText))
    return 0
  }
  if (command === 'explain') return EXPLAIN.run(rest, ports)
  try {
    const { environment, notice } = readEnvironment(ports.environment, ports.readText)
    if (notice !== null) printError(notice)
    const withFiles = { ...ports, environment }
    if (command === 'doctor' && rest.every((one) => one === '--json'))
      return await doctor(withFiles, rest.length > 0)
    if (command === 'migrate') return await runMigrateCommand(rest, withFiles)
    if (command === 'backup' || command === 'restore') return await runBackup(command, rest, withFiles)
    if (command === 'reconcile') return await runReconcile(rest, withFiles)
    if (command === 'keys') return await runKeys(rest, withFiles)
  } catch (error) {
    if (!isEnvironmentError(error)) throw error
    EXPLAIN.report(printError, 'config-invalid', error.message)
    return 1
  }
  EXPLAIN.report(printError, 'command-invalid', unknownCommand(args))
  return 2
}
