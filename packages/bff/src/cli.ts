// The command `tapboard-bff`: reads the environment, reports each fault in one sentence, runs until a stop signal.
// Ports are parameters, so that a test runs it without a process.
import { hostname } from 'node:os'
import { isSecretFileError, suggestion, withSecretFiles, type Fetch } from '@tapboard/server'
import { serveMetrics } from '@tapboard/server/node'
import { checkStore } from '@tapboard/store'
import { createBff } from './app/assembly.ts'
import { AUDIT_HELP, runAudit, type AuditCliPorts } from './app/audit-cli.ts'
import { HEALTH_HELP, runHealth } from './app/health-cli.ts'
import { ConfigError, isConfigError, readConfig } from './app/config.ts'
import {
  listenFrom,
  metricsFrom,
  optionsFrom,
  problemInEnvironment,
  SECRET_VARIABLES,
  unknownVariables,
  VARIABLES,
  type Environment,
} from './app/environment.ts'
import { serveBff } from './http/node.ts'

/** Access of the command to the process. */
interface CliPorts extends AuditCliPorts {
  /** Asks the running process for its health. */
  readonly fetch: Fetch
  /** Reads a text file; throws if it cannot be read. */
  readonly readText?: (path: string) => string
  /** Resolves on SIGINT or SIGTERM. */
  readonly stopped: Promise<void>
}

const HELP = [
  'tapboard-bff – the backend-for-frontend of Tapboard',
  '',
  '  tapboard-bff           run',
  '  tapboard-bff --check   judge the configuration and stop',
  '  tapboard-bff --help    this text',
  ...HEALTH_HELP,
  ...AUDIT_HELP,
  '',
  'Environment variables, also read from the file .env where they are not set. Each of',
  `${SECRET_VARIABLES.join(', ')}`,
  'can be NAME_FILE instead, the path of a file with the value:',
  ...VARIABLES.map(([name, what]) => `  ${name.padEnd(22)}${what}`),
].join('\n')

/** The sentences for a failed start. Only the messages of our own checks are shown; they hold no value. */
function sentencesOf(error: unknown, environment: Environment): string[] {
  if (isConfigError(error)) {
    return error.problems.map((problem) => problemInEnvironment(problem, environment))
  }
  return [error instanceof Error ? error.message : 'The BFF could not be started.']
}

/** The environment with the contents of its files. */
const withFiles = ({ environment, readText }: CliPorts): Environment =>
  readText === undefined ? environment : withSecretFiles(environment, SECRET_VARIABLES, readText)

/** Runs `audit …` on the store of the environment. */
async function audit(ports: CliPorts): Promise<number> {
  try {
    return await runAudit({ ...ports, environment: withFiles(ports), args: ports.args.slice(1) })
  } catch (error) {
    if (!isSecretFileError(error)) throw error
    ports.printError(error.message)
    return 2
  }
}

async function run(ports: CliPorts, environment: Environment): Promise<number> {
  const { print, stopped } = ports
  const { host, port } = listenFrom(environment)
  if (port === null) throw new Error('PORT must be a number from 0 to 65535.')
  const operator = metricsFrom(environment)
  if (operator?.port === null) throw new Error('METRICS_PORT must be a number from 0 to 65535.')
  // The port is unique on this machine, so host name and port identify the instance.
  const instance = port === 0 ? {} : { instance: `${hostname()}:${port}` }
  const bff = await createBff({ ...instance, ...optionsFrom(environment) })
  const opened: { close(): Promise<void> }[] = []
  try {
    if (operator !== null && operator.port !== null) {
      const metrics = await serveMetrics({
        read: () => bff.metrics(),
        host: operator.host,
        port: operator.port,
        variable: 'METRICS_PORT',
      })
      opened.push(metrics)
      print(`tapboard-bff metrics at ${metrics.url}`)
    }
    const served = await serveBff({ bff, host, port })
    opened.push(served)
    await bff.start()
    print(`tapboard-bff listens on ${served.url} for ${environment['PUBLIC_URL']}`)
    await stopped
    served.leave()
    await bff.drain()
  } finally {
    // The servers finish open requests before the store closes.
    for (const one of opened.toReversed()) await one.close()
    await bff.close()
  }
  return 0
}

const ARGUMENTS: readonly string[] = ['--help', '--check']

/** Runs the command; returns the exit code. */
export async function runCli(ports: CliPorts): Promise<number> {
  const { args, environment, print, printError } = ports
  if (args[0] === 'audit') return audit(ports)
  if (args[0] === 'health') return runHealth({ ...ports, args: args.slice(1) })
  const wrong = args.find((argument) => !ARGUMENTS.includes(argument))
  if (wrong !== undefined) {
    const meant = suggestion(wrong, ARGUMENTS)
    printError(`There is no option ${wrong.slice(0, 40)}; see tapboard-bff --help.${meant}`)
    return 2
  }
  if (args.includes('--help')) {
    print(HELP)
    return 0
  }
  let variables = environment
  try {
    const unknown = unknownVariables(environment)
    if (unknown.length > 0) throw new ConfigError(unknown)
    variables = withFiles(ports)
    if (!args.includes('--check')) return await run(ports, variables)
    const options = optionsFrom(variables)
    readConfig(options)
    if (typeof options.store === 'string') await checkStore(options.store)
    print('The configuration is valid.')
    return 0
  } catch (error) {
    for (const sentence of sentencesOf(error, variables)) printError(sentence)
    return 1
  }
}
