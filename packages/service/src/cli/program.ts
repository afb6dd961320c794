// The program `tapboard-service`: arguments and environment in, exit code out.
import { isEnvironmentError, withCurrentNames, withoutInjected, withSecretFiles } from '@tapboard/server'
import { EXPLAIN } from './explain.ts'
import { readCommand } from './read-command.ts'
import type { Environment } from './command-failure.ts'
import { run, type Terminal } from './run-command.ts'
import { RENAMED, SECRET_VARIABLES } from './variables.ts'

/** Access of the program to the process. */
interface ProgramPorts extends Terminal {
  readonly args: readonly string[]
  readonly environment: Environment
  /** Reads a text file; throws if it cannot be read. */
  readonly readText: (path: string) => string
}

function read({ args, environment: variables, readText, err }: ProgramPorts): ReturnType<typeof readCommand> {
  try {
    const { environment, notice } = withCurrentNames(withoutInjected(variables), RENAMED)
    const result = readCommand(args, withSecretFiles(environment, SECRET_VARIABLES, readText))
    // The health check of a container would repeat the notice every few seconds.
    if (notice !== null && !(result.ok && result.command.name === 'health')) err(`${notice}\n`)
    return result
  } catch (error) {
    if (!isEnvironmentError(error)) throw error
    return { ok: false, code: 'config-invalid', message: error.message }
  }
}

/** Runs the program; returns the exit code: 2 for a wrong call, else that of the command. */
export async function runProgram(ports: ProgramPorts): Promise<number> {
  const result = read(ports)
  if (result.ok) return run(result.command, ports)
  ports.err(`${result.message}\n${EXPLAIN.more(result.code)}\n`)
  return 2
}
