// The command `tapboard-bff`: reads the environment, says in one sentence each what is wrong with it, runs until it is
// told to stop. Ports passed in, so that a test runs it without a process.
import { hostname } from 'node:os'
import { createBff } from './app.ts'
import { isConfigError, readConfig } from './config.ts'
import { listenFrom, optionsFrom, problemInEnvironment, VARIABLES, type Environment } from './environment.ts'
import { serveBff } from './serve.ts'

/** What the command sees of the process. */
export interface CliPorts {
  readonly args: readonly string[]
  readonly environment: Environment
  /** Writes a line for people. */
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  /** Resolves when the process is told to stop (SIGINT, SIGTERM). */
  readonly stopped: Promise<void>
}

const HELP = [
  'tapboard-bff – the backend-for-frontend of Tapboard',
  '',
  '  tapboard-bff           run',
  '  tapboard-bff --check   judge the configuration and stop',
  '  tapboard-bff --help    this text',
  '',
  'Environment variables:',
  ...VARIABLES.map(([name, what]) => `  ${name.padEnd(22)}${what}`),
].join('\n')

/** The sentences for a failed start. Only the messages of our own checks are shown; they hold no value. */
function sentencesOf(error: unknown, environment: Environment): string[] {
  if (isConfigError(error)) {
    return error.problems.map((problem) => problemInEnvironment(problem, environment))
  }
  return [error instanceof Error ? error.message : 'The BFF could not be started.']
}

async function run(ports: CliPorts): Promise<number> {
  const { environment, print, stopped } = ports
  const { host, port } = listenFrom(environment)
  if (port === null) throw new Error('PORT must be a number from 0 to 65535.')
  // Nobody else can have this port of this machine.
  const instance = port === 0 ? {} : { instance: `${hostname()}:${port}` }
  const bff = await createBff({ ...instance, ...optionsFrom(environment) })
  try {
    const served = await serveBff({ bff, host, port })
    await bff.start()
    print(`tapboard-bff listens on ${served.url} for ${environment['PUBLIC_URL']}`)
    await stopped
    await bff.close()
    await served.close()
  } finally {
    await bff.close()
  }
  return 0
}

/** Runs the command; returns the exit code. */
export async function runCli(ports: CliPorts): Promise<number> {
  const { args, environment, print, printError } = ports
  const unknown = args.find((argument) => argument !== '--help' && argument !== '--check')
  if (unknown !== undefined) {
    printError(`There is no option ${unknown.slice(0, 40)}; see tapboard-bff --help.`)
    return 2
  }
  if (args.includes('--help')) {
    print(HELP)
    return 0
  }
  try {
    if (!args.includes('--check')) return await run(ports)
    readConfig(optionsFrom(environment))
    print('The configuration is valid.')
    return 0
  } catch (error) {
    for (const sentence of sentencesOf(error, environment)) printError(sentence)
    return 1
  }
}
