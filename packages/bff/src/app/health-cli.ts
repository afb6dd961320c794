// The command `tapboard-bff health`: asks the process on this machine, for the health check of a container.
import { checkHealth, type Fetch } from '@tapboard/server'
import type { CommandPorts } from './command-ports.ts'
import { EXPLAIN } from './explain.ts'
import { readListen } from './process-settings.ts'

export const HEALTH_HELP = [
  '  tapboard-bff health [--live]',
  '                         ask the process of TAPBOARD_HOST and TAPBOARD_PORT whether it is ready, with --live only',
  '                         whether it answers',
]

/** Access of the command to the process. */
interface HealthCliPorts extends CommandPorts {
  /** The arguments after the word `health`. */
  readonly args: readonly string[]
  readonly fetch: Fetch
}

/** Runs `health`; returns the exit code: 0 healthy, 1 not, 2 a wrong call. */
export async function runHealth({
  args,
  environment,
  fetch,
  print,
  printError,
}: HealthCliPorts): Promise<number> {
  const listen = readListen(environment)
  if (args.some((one) => one !== '--live') || typeof listen === 'string') {
    const wrong = typeof listen === 'string' ? listen : ['Call it as:', ...HEALTH_HELP].join('\n')
    EXPLAIN.report(printError, 'command-invalid', wrong)
    return 2
  }
  const { ok, message } = await checkHealth({ ...listen, kind: args.length > 0 ? 'live' : 'ready', fetch })
  if (ok) print(message)
  else EXPLAIN.report(printError, 'not-healthy', message)
  return ok ? 0 : 1
}
