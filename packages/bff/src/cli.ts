// The command `tapboard-bff`: reads the environment, reports each fault in one sentence, runs until a stop signal.
// Ports are parameters, so that a test runs it without a process.
import { hostname } from 'node:os'
import { helpColumns, isEnvironmentError, suggestion, systemClock, type Fetch } from '@tapboard/server'
import { checkTelemetry, startTelemetry } from '@tapboard/server/sdk'
import { importNotices, serveMetrics } from '@tapboard/server/node'
import { checkStore, isStoreError, type StoreError } from '@tapboard/store'
import { createBff } from './app/assembly.ts'
import { AUDIT_HELP, runAudit, type AuditCliPorts } from './app/audit-cli.ts'
import { EXPLAIN } from './app/explain.ts'
import { HEALTH_HELP, runHealth } from './app/health-cli.ts'
import { ConfigError, isConfigError, readConfig } from './app/config.ts'
import {
  adviceWithoutSettings,
  merchantFiles,
  optionsFrom,
  problemInEnvironment,
  readEnvironment,
  readMerchants,
  problemsInEnvironment,
  problemsOfVariables,
  SECRET_VARIABLES,
  VARIABLES,
  type Environment,
} from './app/environment.ts'
import type { Bff } from './app/bff.ts'
import { beginReload, type ReloadSource } from './app/merchants/reload.ts'
import type { BffOptions } from './app/options.ts'
import { readProcessSettings, type ProcessSettings } from './app/process-settings.ts'
import { serveBff } from './http/node.ts'
import { createLog } from './observe/log.ts'
import type { Log } from './ports.ts'

/** Access of the command to the process. */
interface CliPorts extends AuditCliPorts {
  /** Asks the running process for its health. */
  readonly fetch: Fetch
  /** Reads a text file; throws if it cannot be read. */
  readonly readText?: (path: string) => string
  /** Standard output, if it is a terminal. */
  readonly terminal?: { readonly colour: boolean } | undefined
  /** Resolves on SIGINT or SIGTERM. */
  readonly stopped: Promise<void>
  /** Reports what may have changed the merchants. */
  readonly reload?: ReloadSource
}

const HELP = [
  'tapboard-bff – the backend-for-frontend of Tapboard',
  '',
  '  tapboard-bff           run',
  '  tapboard-bff --check   judge the configuration and stop',
  ...HEALTH_HELP,
  ...AUDIT_HELP,
  '  tapboard-bff --version the version of the package',
  '  tapboard-bff --help    this text',
  '',
  '"npx tapboard env" prints a first .env with new secrets, "npx tapboard doctor" also asks the payment service. The last',
  'line of a command that fails names the code of its error.',
  '',
  'Environment variables, also read from the file .env where they are not set. PORT and HOST, as hosting platforms',
  'set them, are read if TAPBOARD_PORT and TAPBOARD_HOST are not set.',
  ...helpColumns([
    ...VARIABLES,
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'exports traces and metrics by OTLP. It needs the packages @opentelemetry/api and @opentelemetry/sdk-node, which read the other standard variables OTEL_…',
    ],
  ]),
  '',
  'Each of these can be NAME_FILE instead, the path of a file with the value:',
  ...SECRET_VARIABLES.map((name) => `  ${name}`),
].join('\n')

/** The sentence about a store that cannot be used; a file names its own remedy. */
const sentenceOfStore = ({ message }: StoreError): string =>
  `TAPBOARD_STORE_URL: ${message}${/ cannot be used now /.test(message) ? ' Check whether it runs, and host, port and user in the URL.' : ''}`

/** The sentences for a failed start. Only the messages of our own checks are shown; they hold no value. */
function sentencesOf(error: unknown, environment: Environment): string[] {
  if (isConfigError(error)) {
    return error.problems.map((problem) => problemInEnvironment(problem, environment))
  }
  if (isStoreError(error)) return [sentenceOfStore(error)]
  return [error instanceof Error ? error.message : 'The BFF could not be started.']
}

/** A resource of the run. */
interface Opened {
  close(): Promise<void>
}

/** The option of the operator's module; its connections close after the store. */
async function openNotices(module: string, opened: Opened[]): Promise<Pick<BffOptions, 'notices'>> {
  const notices = await importNotices(module, 'TAPBOARD_NOTICES_MODULE')
  opened.push({ close: async () => notices.close?.() })
  return { notices }
}

const unreadable = (): string => {
  throw new Error('This process reads no files.')
}

/** The wrong places of refused merchants. A log has no room for the sentences, which `--check` prints. */
function wrongPlaces(error: unknown, environment: Environment): string {
  if (isConfigError(error))
    return problemsInEnvironment(error.problems, environment)
      .map(({ option }) => option)
      .join(', ')
  return isEnvironmentError(error) ? error.message : 'unknown'
}

/** Begins to reload the merchants. */
function reloadMerchants(ports: CliPorts, environment: Environment, bff: Bff, log: Log): Opened {
  const { reload, environment: given, readText = unreadable } = ports
  if (reload === undefined) return { close: async () => {} }
  const { end } = beginReload({
    ...reload,
    bff,
    read: () => readMerchants(given, readText),
    explain: (error) => wrongPlaces(error, environment),
    files: merchantFiles(given),
    clock: systemClock,
    log,
  })
  return { close: async () => end() }
}

async function run(ports: CliPorts, environment: Environment, settings: ProcessSettings): Promise<number> {
  const { print, stopped, terminal } = ports
  const { listen, metrics: operator, logLevel, logFormat, noticesModule } = settings
  const { host, port } = listen
  // The port is unique on this machine, so host name and port identify the instance.
  const instance = port === 0 ? {} : { instance: `${hostname()}:${port}` }
  const telemetry = await startTelemetry(environment, 'tapboard-bff')
  const opened: Opened[] = []
  const log = createLog(undefined, {
    level: logLevel,
    format: logFormat,
    colour: terminal?.colour ?? false,
  })
  if (telemetry !== null) opened.push({ close: () => telemetry.stop() })
  try {
    const notices = noticesModule === null ? {} : await openNotices(noticesModule, opened)
    const bff = await createBff({
      ...instance,
      ...optionsFrom(environment),
      ...notices,
      ...(telemetry === null ? {} : { openTelemetry: telemetry.api }),
      log,
    })
    opened.push(bff)
    opened.push(reloadMerchants(ports, environment, bff, log))
    if (operator !== null) {
      const metrics = await serveMetrics({
        read: () => bff.metrics(),
        ...operator,
        variable: 'TAPBOARD_METRICS_PORT',
      })
      opened.push(metrics)
      print(`tapboard-bff metrics at ${metrics.url}`)
    }
    const served = await serveBff({ bff, host, port })
    opened.push(served)
    await bff.start()
    print(`tapboard-bff listens on ${served.url} for ${environment['TAPBOARD_PUBLIC_URL']}`)
    await stopped
    served.leave()
    await bff.drain()
  } finally {
    // The servers finish open requests before the store closes; the last spans are exported after it.
    for (const one of opened.toReversed()) await one.close()
  }
  return 0
}

const ARGUMENTS: readonly string[] = ['--help', '-h', '--check']
const COMMANDS: readonly string[] = ['audit', 'health']

/** Judges the arguments of a start; returns the sentence about a wrong one. */
function wrongArgument(args: readonly string[]): string | null {
  const wrong = args.find((argument) => !ARGUMENTS.includes(argument))
  if (wrong === undefined) return null
  const kind = wrong.startsWith('-') ? 'option' : 'command'
  const near = suggestion(wrong, kind === 'option' ? ARGUMENTS : COMMANDS)
  return `There is no ${kind} ${wrong.slice(0, 40)}; see tapboard-bff --help.${near}`
}

/** Validates the configuration; throws its problems. */
async function check(environment: Environment, { noticesModule }: ProcessSettings): Promise<void> {
  const options = optionsFrom(environment)
  readConfig(options)
  if (typeof options.store === 'string') await checkStore(options.store)
  await checkTelemetry(environment)
  if (noticesModule !== null) await (await importNotices(noticesModule, 'TAPBOARD_NOTICES_MODULE')).close?.()
}

/** Runs or checks the BFF; returns the exit code. */
async function start(ports: CliPorts, environment: Environment): Promise<number> {
  try {
    const read = readProcessSettings(environment, ports.terminal !== undefined)
    const wrong = [...problemsOfVariables(environment), ...('problems' in read ? read.problems : [])]
    if (wrong.length > 0 || 'problems' in read) throw new ConfigError(wrong)
    if (!ports.args.includes('--check')) return await run(ports, environment, read.settings)
    await check(environment, read.settings)
    ports.print('The configuration is valid.')
    return 0
  } catch (error) {
    const advice = isConfigError(error) ? adviceWithoutSettings(environment) : null
    for (const sentence of sentencesOf(error, environment)) ports.printError(sentence)
    if (advice !== null) ports.printError(advice)
    ports.printError(EXPLAIN.moreAbout(error, 'start-failed'))
    return 1
  }
}

/** Runs the command; returns the exit code. */
export async function runCli(ports: CliPorts): Promise<number> {
  const { args, print, printError, readText = unreadable } = ports
  const [command = '', ...rest] = args
  const wrong = COMMANDS.includes(command) ? null : wrongArgument(args)
  if (wrong !== null) {
    EXPLAIN.report(printError, 'command-invalid', wrong)
    return 2
  }
  if (args.includes('--help') || args.includes('-h')) {
    print(HELP)
    return 0
  }
  try {
    const { environment, notice } = readEnvironment(ports.environment, readText)
    // The health check of a container would repeat the notice every few seconds.
    if (command === 'health') return await runHealth({ ...ports, environment, args: rest })
    if (notice !== null) printError(notice)
    if (command === 'audit') return await runAudit({ ...ports, environment, args: rest })
    return await start(ports, environment)
  } catch (error) {
    if (!isEnvironmentError(error)) throw error
    EXPLAIN.report(printError, 'config-invalid', error.message)
    return COMMANDS.includes(command) ? 2 : 1
  }
}
